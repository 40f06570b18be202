
## How the pill is taken
okusuri-how = Regimen
okusuri-change-regimen = Change regimen
okusuri-choose-regimen = Choose a regimen
okusuri-regimen-flexible = Flexible, 24–120 days
okusuri-regimen-24-4 = 24 days on, 4 days off
okusuri-regimen-21-7 = 21 days on, 7 days off
okusuri-regimen-continuous = Every day, no breaks
okusuri-regimen-legacy = Same as my previous app
okusuri-regimen-undecided = No regimen chosen yet
okusuri-regimen-own-flexible = Flexible, custom days
okusuri-regimen-own-cyclic = Cyclic, custom days
okusuri-regimen-own-hint = Enter the numbers from your prescription.
okusuri-regimen-since = { $regimen }, since { $day }
okusuri-regimen-since-first = { $regimen }, since the first log
okusuri-rule-flexible = Take it for at least { $least } days and at most { $most }.
okusuri-rule-trigger = { " " }In between, { $trigger } days of bleeding in a row start a { $rest }-day break.
okusuri-rule-cyclic = { $days } active days, then a { $rest }-day break, even if you bleed.
okusuri-rule-continuous = There are no breaks.
okusuri-rule-legacy = { $trigger } days of bleeding in a row start a { $rest }-day break, counted from the first of them.
okusuri-since = Day 1 of this cycle
okusuri-since-hint = Leave it empty to count a new regimen from today, or to keep the current one as it is.
okusuri-since-first-hint = Optional. Leave it empty to make your first log day 1.
okusuri-number-least = Minimum active days
okusuri-number-most = Maximum active days
okusuri-number-trigger = Bleeding days before a break
okusuri-number-rest = Break days
okusuri-number-range = Enter a number from { $least } to { $most }.
okusuri-number-days = Active days
okusuri-number-restart = Days without a log before restarting
okusuri-number-restart-hint = After that many days without a log, your next log is day 1. With 0 it never restarts.

## Reminders
okusuri-reminder = Reminders
okusuri-reminder-wanted = Daily reminder
okusuri-on = On
okusuri-off = Off
okusuri-reminder-time = Time
okusuri-wording = Notification content
okusuri-wording-discreet = Discreet
okusuri-wording-plain = Detailed
okusuri-reminder-language = Notification language
okusuri-reminder-zone = Notification time zone
okusuri-reminder-zone-hint = Optional. Only if it’s different, for example while you travel. Leave it empty to use your region’s.

## Devices
okusuri-devices = Devices
okusuri-devices-hint = You won’t get a reminder once you’ve logged the day.
okusuri-toast-saved = Saved

## The rest
okusuri-zone = Your region
okusuri-zone-hint = Decides when your day starts.
okusuri-account-and-appearance = Account and appearance
okusuri-preferences = Language and appearance
