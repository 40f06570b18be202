
## Insights
okusuri-no-insights = There is nothing to look back on yet
okusuri-no-insights-hint = As you log, it shows here how regularly you took it and when there was bleeding.
okusuri-adherence = Adherence
okusuri-last-days = { $count ->
    [one] Today
   *[other] { $count } days
}
okusuri-taken-of-due = { $taken } of { $due }
okusuri-streaks = Days in a row
okusuri-current-streak = Now
okusuri-longest-streak = The longest
okusuri-streak-hint = A pause does not count, and does not break it either.
okusuri-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
okusuri-year = The last year
okusuri-year-says = The last year: taken on { $taken } days, bleeding on { $bleeding }
okusuri-bleeding-by-cycle = Bleeding by cycle
okusuri-length-by-cycle = Length of cycles
okusuri-cycle-bleeding = The cycle from { $day }: { $count } days of bleeding
okusuri-cycle-length = The cycle from { $day }: { $count } days
okusuri-so-far = so far
okusuri-so-far-hint = The current cycle so far.
okusuri-cycles = The cycles as a table
okusuri-cycle-first = First day
okusuri-cycle-days = Length

## The report
okusuri-report = A report for the doctor
okusuri-from = First day
okusuri-to = Last day
okusuri-with-notes = With my notes
okusuri-show-period = Show this period
okusuri-csv = Save as CSV
okusuri-print = Print
okusuri-made-on = Made on { $day }
okusuri-period = { $from } – { $to }
okusuri-cut-before = { " " }(began before this period)
okusuri-cut-after = { " " }(goes on after this period)
okusuri-cut-both = { " " }(began before this period and goes on after it)
okusuri-in-numbers = In numbers
okusuri-report-taken = Taken
okusuri-report-due = To be taken
okusuri-report-adherence = Adherence
okusuri-report-bleeding = Days of bleeding
okusuri-report-rest = Days of pause
okusuri-column-bleeding = Days of bleeding
okusuri-column-rest = Days of pause
okusuri-by-month = By month
okusuri-month = Month
okusuri-nothing-then = Nothing is logged in this period.
okusuri-bleeding-runs = Bleeding
okusuri-rests = Pauses
okusuri-notes = Notes
okusuri-none = None.
okusuri-csv-date = Date
okusuri-csv-phase = Cycle
okusuri-csv-taken = Taken
okusuri-csv-bleeding = Bleeding
okusuri-csv-note = Note
okusuri-yes = yes
okusuri-no = no
