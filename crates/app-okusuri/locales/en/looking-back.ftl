
## Insights
okusuri-no-insights = No logs yet
okusuri-no-insights-hint = As you log, you’ll see your adherence and bleeding here.
okusuri-adherence = Adherence
okusuri-last-days = { $count ->
    [one] Today
   *[other] { $count } days
}
okusuri-taken-of-due = { $taken } of { $due }
okusuri-streaks = Streaks
okusuri-current-streak = Current streak
okusuri-longest-streak = Best streak
okusuri-streak-hint = Breaks don’t count towards a streak, and don’t end it either.
okusuri-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
okusuri-year = Past year
okusuri-year-says = Past year: taken on { $taken } days, bleeding on { $bleeding }
okusuri-bleeding-by-cycle = Bleeding by cycle
okusuri-length-by-cycle = Cycle length
okusuri-cycle-bleeding = Cycle from { $day }: { $count } days of bleeding
okusuri-cycle-length = Cycle from { $day }: { $count } days
okusuri-so-far = so far
okusuri-so-far-hint = The current cycle so far.
okusuri-cycles = Cycles as a table
okusuri-cycle-first = Start
okusuri-cycle-days = Length

## The report
okusuri-report = Report for your doctor
okusuri-from = Start date
okusuri-to = End date
okusuri-with-notes = Include notes
okusuri-show-period = Show this period
okusuri-csv = Save as CSV
okusuri-print = Print
okusuri-made-on = Created { $day }
okusuri-period = { $from } – { $to }
okusuri-cut-before = { " " }(started earlier)
okusuri-cut-after = { " " }(continues later)
okusuri-cut-both = { " " }(started earlier and continues later)
okusuri-in-numbers = In numbers
okusuri-report-taken = Taken
okusuri-report-due = Scheduled
okusuri-report-adherence = Adherence
okusuri-report-bleeding = Bleeding days
okusuri-report-rest = Break days
okusuri-column-bleeding = Bleeding days
okusuri-column-rest = Break days
okusuri-by-month = By month
okusuri-month = Month
okusuri-nothing-then = Nothing was logged in this period.
okusuri-bleeding-runs = Bleeding
okusuri-rests = Breaks
okusuri-notes = Notes
okusuri-none = None.
okusuri-csv-date = Date
okusuri-csv-phase = Cycle
okusuri-csv-taken = Taken
okusuri-csv-bleeding = Bleeding
okusuri-csv-note = Note
okusuri-yes = yes
okusuri-no = no
