
## How the pill is taken
okusuri-how = How you take it
okusuri-change-regimen = Change how you take it
okusuri-choose-regimen = Choose how you take it
okusuri-regimen-flexible = Flexible, 24 to 120 days
okusuri-regimen-24-4 = 24 days, then 4 days of pause
okusuri-regimen-21-7 = 21 days, then 7 days of pause
okusuri-regimen-continuous = Every day, without a pause
okusuri-regimen-legacy = As the app before counted
okusuri-regimen-undecided = Not chosen yet
okusuri-regimen-own-flexible = Flexible, with my own numbers
okusuri-regimen-own-cyclic = In cycles, with my own numbers
okusuri-regimen-own-hint = Put in the numbers of your prescription.
okusuri-regimen-since = { $regimen }, since { $day }
okusuri-regimen-since-first = { $regimen }, since the first log
okusuri-rule-flexible = You take it for { $least } days in any case, and for { $most } days at most.
okusuri-rule-trigger = { " " }In between, { $trigger } days of bleeding in a row bring a pause of { $rest } days.
okusuri-rule-cyclic = { $days } days of taking and { $rest } days of pause, bleeding or not.
okusuri-rule-continuous = There is no pause.
okusuri-rule-legacy = { $trigger } days of bleeding in a row bring a pause of { $rest } days, counted from the first of them.
okusuri-since = Day 1 of this cycle
okusuri-since-hint = Left empty, a change counts from today on; without a change it stays as it is.
okusuri-since-first-hint = Left empty, the first day that you log is day 1.
okusuri-number-least = Days in any case
okusuri-number-most = Days at most
okusuri-number-trigger = Days of bleeding before a pause
okusuri-number-rest = Days of pause
okusuri-number-range = Enter { $least } to { $most } days.
okusuri-number-days = Days of taking
okusuri-number-restart = Days until counting begins anew
okusuri-number-restart-hint = After so many days without a log, the next log is day 1. With 0 it never begins anew.

## Reminders
okusuri-reminder = Reminder
okusuri-reminder-wanted = Daily reminder
okusuri-on = On
okusuri-off = Off
okusuri-reminder-time = Time
okusuri-wording = Wording
okusuri-wording-discreet = Discreet
okusuri-wording-plain = In plain words
okusuri-reminder-language = Notification language
okusuri-reminder-zone = Notification time zone
okusuri-reminder-zone-hint = Only if it is another one, on a journey for example. Left empty, it is the one below.

## Devices
okusuri-devices = Devices that get reminders
okusuri-devices-hint = Once the day is logged, no reminder comes.
okusuri-push-needs-script = Reminders need JavaScript. Everything else works as it is.
okusuri-push-unsupported = This browser cannot receive reminders. On an iPhone, add the app to the home screen and open it there.
okusuri-push-denied = Your browser holds notifications back. Allow them in its settings.
okusuri-push-failed = This device could not be registered. Please try again later.
okusuri-push-off = This device does not receive reminders yet.
okusuri-push-on-do = Receive them here
okusuri-push-on = This device receives reminders.
okusuri-push-off-do = Not on this device
okusuri-device-since = since { $day }
okusuri-device-remove = Remove
okusuri-device-remove-named = Remove { $name }
okusuri-no-devices = There is no device yet.
okusuri-test = Send a test
okusuri-toast-saved = Saved
okusuri-toast-device = This device receives reminders
okusuri-toast-device-removed = The device is removed
okusuri-toast-tested = Sent. It arrives in a moment
okusuri-toast-device-gone = A device that could not be reached any more is removed
okusuri-toast-test-failed = It could not be sent. Please try again later

## The rest
okusuri-zone = Where you live
okusuri-zone-hint = It decides when your day begins.
okusuri-account-and-appearance = Account and appearance
okusuri-preferences = Language and appearance
