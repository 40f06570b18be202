
## Okusuri as a whole
okusuri-app = Okusuri
okusuri-app-line = Track your pill and your cycle, one tap a day.
okusuri-who-sees = For contraceptive and hormone pills. Only you can see your logs.
okusuri-home = Home
okusuri-calendar = Calendar
okusuri-insights = Insights
okusuri-hello = Hello, { $name }
okusuri-about = One tap a day logs that you took your pill and whether you bled. You’ll see which day of the cycle you’re on and when your next break is.
okusuri-prescriber = These day counts have not been checked by a medical professional. Follow your doctor’s or pharmacist’s instructions.
okusuri-begin = Start with this
okusuri-skip = Decide later

## Where somebody is
okusuri-today = Today
okusuri-where = Where you are
okusuri-ring-taking = Active day
okusuri-ring-day = { "" }
okusuri-ring-rest = Break
okusuri-ring-days-left = { $count ->
    [one] day left
   *[other] days left
}
okusuri-first-log = Your first log will be day 1.
okusuri-lapsed = You haven’t logged in a while. Your next log starts again at day 1.
okusuri-taking-early = Keep taking it through day { $days }, even if you bleed.
okusuri-taking-open = After { $trigger } days of bleeding in a row, take a { $rest }-day break starting the next day.
okusuri-taking-cyclic = { $days } active days, then a { $rest }-day break.
okusuri-taking-continuous = Take it every day, with no breaks.
okusuri-taking-legacy = After { $trigger } days of bleeding in a row, take a { $rest }-day break counted from the first of them.
okusuri-rest-tomorrow = Your { $rest }-day break starts tomorrow.
okusuri-next-rest = Next break: { $day }
okusuri-next-rest-latest = Next break: { $day } at the latest
okusuri-rest-progress = Day { $nth } of your { $of }-day break
okusuri-resume-on = Start again with day 1 on { $day }
okusuri-undecided = You haven’t chosen a regimen yet. Choose one in Settings to see when to take a break.

## What somebody should know today
okusuri-hint-bleeding = Day { $count } of bleeding.
okusuri-hint-rest-tomorrow = { " " }Take a { $rest }-day break from tomorrow, then start again with day 1.
okusuri-hint-rest = Keep logging whether you bleed during your break.
okusuri-hint-missed = { $count ->
    [one] One day in the past week isn’t logged.
   *[other] { $count } days in the past week aren’t logged.
}
okusuri-unreminded = Reminders are off. Get one every day at a time you choose.
okusuri-reminded-nowhere = Reminders are on, but no device receives them yet. Add this device.

## Logging
okusuri-log-today = Today’s log
okusuri-logged = Logged
okusuri-log-day = Log this day
okusuri-change = Change this log
okusuri-no-bleeding = No bleeding
okusuri-bleeding = Bleeding
okusuri-tap-taken = Taken, no bleeding
okusuri-tap-taken-bleeding = Taken, bleeding
okusuri-no-bleeding-short = No bleeding
okusuri-bleeding-short = Bleeding
okusuri-taken = Taken
okusuri-not-taken = Not taken
okusuri-rest = Break
okusuri-planned-rest = Planned break
okusuri-missed = Not logged
okusuri-not-logged = Not logged yet today
okusuri-more-of-today = Not taken, or add a note
okusuri-more-of-rest = Taken, or add a note
okusuri-field-bleeding = Bleeding
okusuri-field-taken = Pill
okusuri-note = Note
okusuri-note-hint = Optional. Up to { $most } characters. Only you can read it.
okusuri-ahead = This day hasn’t come yet
okusuri-ahead-hint = You can log it when it does.
okusuri-to-today = Go to today
okusuri-logs-of-day = Logs for this day
okusuri-newest-counts = Only the latest one counts.
okusuri-counts = Latest
okusuri-delete-named = Delete the log “{ $log }”
okusuri-phase-taking = Active day { $day }
okusuri-phase-rest = { $count ->
    [one] Break, last day
   *[other] Break, { $count } days left
}
okusuri-toast-logged = { $name } logged
okusuri-toast-corrected = Log for { $name } changed
okusuri-toast-logged-today = Logged for today
okusuri-toast-corrected-today = Today’s log changed
okusuri-toast-undone = Undone
okusuri-toast-deleted = Log deleted
okusuri-toast-restored = Log restored
okusuri-toast-new-day = It’s a new day. Please tap again.
okusuri-toast-begun = You’re all set
okusuri-toast-filled = Days logged: { $name }
okusuri-toast-filled-none = Those days are already logged
okusuri-toast-too-late = This can only be undone within a day. Change single days in the calendar

## The calendar
okusuri-other-days = Other days
okusuri-day-before = Previous day
okusuri-day-after = Next day
okusuri-month-before = Previous month
okusuri-month-after = Next month
okusuri-this-month = This month
okusuri-legend = What the marks mean
okusuri-fill = Days not logged
okusuri-fill-hint = Either button logs the day as taken. If you didn’t take it, open the day.
okusuri-fill-many = Log several days
okusuri-fill-many-hint = Log days you haven’t logged yet as taken, up to 92 at a time.
okusuri-fill-days = { $count ->
    [one] { $count } day not logged
   *[other] { $count } days not logged
}
okusuri-fill-days-hint = Clear the days you didn’t take it. Break days aren’t listed.
okusuri-fill-do = Log as taken
okusuri-fill-none = Nothing to fill in
okusuri-fill-none-hint = Every day of this period is logged.
okusuri-fill-offer = You can also log the days before today, all at once.

## Reminders, as a device shows them
okusuri-push-title = Time for your pill
okusuri-push-take = Today is day { $days }.
okusuri-push-rest-title = On a break: no pill today
okusuri-push-rest = You start again in { $days } days.
okusuri-push-rest-last = Today is the last day of your break. Tomorrow is day 1.
okusuri-push-discreet-title = Chabudai
okusuri-push-discreet-body = Not logged yet today.
okusuri-push-test = This is what a reminder looks like.
okusuri-push-log = Taken, no bleeding
okusuri-push-discreet-log = Done
okusuri-push-open = Open
okusuri-push-logged = Logged

## What went wrong
error-okusuri-no_taken = Choose whether you took it.
error-okusuri-too_many_devices = You can have up to 20 devices. Remove one first.
error-okusuri-pausing = You’re on a break. There’s no pill to log.
error-okusuri-not_the_job = Only someone who knows the secret can send reminders.
error-okusuri-note_too_long = Notes can have up to 300 characters.
error-okusuri-note_control = The note contains characters that can’t be used.
error-okusuri-date_in_future = You can’t log a day in the future.
error-okusuri-date_too_early = You can log days from 2000 onwards.
error-okusuri-fill_until_yesterday = The end date must be yesterday or earlier.
error-okusuri-too_many_days = You can log up to 92 days at a time.
error-okusuri-unknown_zone = Enter a time zone such as Asia/Tokyo.
error-okusuri-language = Reminders can be in Japanese or English.
error-okusuri-subscription = This device can’t receive reminders.
error-okusuri-platform = This kind of device isn’t supported.
error-okusuri-regimen_out_of_bounds = That number of days isn’t possible.
error-okusuri-regimen_in_future = The start date must be today or earlier.
error-okusuri-regimen_too_early = The start date must be in 2000 or later.
error-okusuri-period = The start date must not be after the end date.
error-okusuri-limit = You can load up to 400 at a time.
error-okusuri-nothing_to_correct = Choose what to change.
error-okusuri-no_regimen = Choose a regimen.
error-okusuri-no_date = Choose a day.
error-okusuri-no_time = Choose a time.

# On the front page
okusuri-card-open = Not logged yet today
okusuri-card-logged = Logged for today
okusuri-card-pause = Planned break
okusuri-card-day = Active day { $day }
okusuri-card-rest = { $left ->
    [one] Break, last day
   *[other] Break, { $left } days left
}
okusuri-card-log = Log today
okusuri-card-look = Open
okusuri-more = More
okusuri-parts = Settings sections
okusuri-devices-short = Devices
