
## Okusuri as a whole
okusuri-app = Okusuri
okusuri-app-line = Did I take my pill, and which day is it?
okusuri-home = Home
okusuri-calendar = Calendar
okusuri-insights = Insights
okusuri-hello = Hello, { $name }
okusuri-about = One tap a day records that you took your pill, and whether you bled. It tells which day of the cycle it is and when to pause.
okusuri-prescriber = These day counts have not been checked by a medical professional. Follow your doctor’s or pharmacist’s instructions.
okusuri-begin = Start with this
okusuri-skip = Decide later

## Where somebody is
okusuri-today = Today
okusuri-where = Where you are
okusuri-ring-taking = Day
okusuri-ring-day = taking
okusuri-ring-rest = Pause
okusuri-ring-days-left = { $count ->
    [one] day left
   *[other] days left
}
okusuri-first-log = Your first log will be day 1.
okusuri-lapsed = Nothing was logged for a while. The next log counts as day 1 again.
okusuri-taking-early = Until day { $days } you take it, bleeding or not.
okusuri-taking-open = After { $trigger } days of bleeding in a row you pause for { $rest } days, from the next day on.
okusuri-taking-cyclic = { $days } days of taking, then { $rest } days of pause.
okusuri-taking-continuous = You take it every day, without a pause.
okusuri-taking-legacy = After { $trigger } days of bleeding in a row you pause for { $rest } days, counted from the first of them.
okusuri-rest-tomorrow = From tomorrow on you pause for { $rest } days.
okusuri-next-rest = The next pause begins on { $day }
okusuri-next-rest-latest = The next pause begins on { $day } at the latest
okusuri-rest-progress = Day { $nth } of { $of } of the pause
okusuri-resume-on = You begin again with day 1 on { $day }
okusuri-undecided = You have not chosen how you take it yet. Choose it in Settings to see when to pause.

## What somebody should know today
okusuri-hint-bleeding = { $count ->
    [one] There was bleeding on one day.
   *[other] There has been bleeding for { $count } days in a row.
}
okusuri-hint-rest-tomorrow = { " " }Pause for { $rest } days from tomorrow on, then begin again with day 1.
okusuri-hint-rest = While pausing, go on logging whether there is bleeding.
okusuri-hint-missed = { $count ->
    [one] One day of the last week is not logged.
   *[other] { $count } days of the last week are not logged.
}
okusuri-unreminded = Reminders are off. You can get one every day at a time you choose.
okusuri-reminded-nowhere = No device receives reminders yet. Add this one in Settings.

## Logging
okusuri-log-today = Today’s log
okusuri-log-day = Log this day
okusuri-change = Change the log
okusuri-no-bleeding = No bleeding
okusuri-bleeding = Bleeding
okusuri-tap-taken = Taken, no bleeding
okusuri-tap-taken-bleeding = Taken, bleeding
okusuri-no-bleeding-short = None
okusuri-bleeding-short = Bleeding
okusuri-taken = Taken
okusuri-not-taken = Not taken
okusuri-rest = Pause
okusuri-planned-rest = Pause to come
okusuri-missed = Not logged
okusuri-not-logged = Not logged yet
okusuri-more-of-today = Not taken, or a note
okusuri-more-of-rest = Taken, or a note
okusuri-field-bleeding = Bleeding
okusuri-field-taken = The pill
okusuri-taken-usual = As usual
okusuri-taken-hint = “As usual” means taken on a day of taking, and not taken in a pause.
okusuri-note = Note
okusuri-note-hint = { $most } characters at most. Only you can read it.
okusuri-ahead = This day is yet to come
okusuri-ahead-hint = You can log it once it is there.
okusuri-to-today = To today
okusuri-logs-of-day = Logs of this day
okusuri-newest-counts = The newest one counts.
okusuri-counts = counts
okusuri-delete-named = Delete the log “{ $log }”
okusuri-phase-taking = Day { $day }
okusuri-phase-rest = { $count ->
    [one] Pause, the last day
   *[other] Pause, { $count } days left
}
okusuri-toast-logged = { $name } is logged
okusuri-toast-corrected = The log of { $name } is changed
okusuri-toast-logged-today = Today is logged
okusuri-toast-corrected-today = Today’s log is changed
okusuri-toast-undone = Undone
okusuri-toast-deleted = The log is deleted
okusuri-toast-restored = The log is back
okusuri-toast-new-day = A new day has begun. Please tap again.
okusuri-toast-begun = Everything is ready

## The calendar
okusuri-other-days = Other days
okusuri-day-before = The day before
okusuri-day-after = The day after
okusuri-month-before = The month before
okusuri-month-after = The month after
okusuri-this-month = This month
okusuri-legend = What the marks mean
okusuri-fill = Days that are not logged
okusuri-fill-hint = “None” or “Bleeding” logs the day as taken. If you did not take it, open the day by its date.

## Reminders, as a device shows them
okusuri-push-title = Time for your pill
okusuri-push-take = Today is day { $days }.
okusuri-push-rest-title = Pause: no pill today
okusuri-push-rest = You start again in { $days } days.
okusuri-push-rest-last = Today is the last day of the pause. Tomorrow is day 1.
okusuri-push-discreet-title = Chabudai
okusuri-push-discreet-body = Nothing logged yet today.
okusuri-push-test = This is how a reminder arrives.
okusuri-push-log = Taken, no bleeding
okusuri-push-discreet-log = Done
okusuri-push-open = Open
okusuri-push-logged = Noted

## What went wrong
error-okusuri-too_many_devices = There are twenty devices already. Remove one first.
error-okusuri-pausing = This is a day of your pause. There is no pill to log.
error-okusuri-not_the_job = Reminders are sent by whoever knows the secret.
error-okusuri-note_too_long = A note has 300 characters at most.
error-okusuri-note_control = A note is made of visible characters.
error-okusuri-date_in_future = A day that is yet to come cannot be logged.
error-okusuri-date_too_early = A day is logged from the year 2000 on.
error-okusuri-unknown_zone = A time zone is named like Asia/Tokyo.
error-okusuri-language = Reminders come in Japanese or English.
error-okusuri-subscription = Reminders cannot be sent to this device.
error-okusuri-platform = This kind of device is not known here.
error-okusuri-regimen_out_of_bounds = This number of days is not possible.
error-okusuri-regimen_in_future = It begins today, or it has begun already.
error-okusuri-regimen_too_early = It begins after the year 2000.
error-okusuri-period = The first day must not be after the last day.
error-okusuri-limit = There are 400 at a time at most.
error-okusuri-nothing_to_correct = Choose what is to be changed.
error-okusuri-no_regimen = Choose how you take it.
error-okusuri-no_date = Choose a day.
error-okusuri-no_time = Choose a time.

# On the front page
okusuri-card-open = Not logged yet today
okusuri-card-logged = Logged for today
okusuri-card-pause = Planned break
okusuri-card-day = Active day { $day }
okusuri-card-rest = { $left ->
    [one] One more day of the break
   *[other] { $left } more days of the break
}
okusuri-card-log = Log today
okusuri-card-look = Open
