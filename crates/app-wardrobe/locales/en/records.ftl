## Records
wardrobe-no-records = Nothing recorded yet
wardrobe-no-records-hint = Begin with what you wear today. It will gather here like a diary.
wardrobe-no-records-then = Nothing recorded in this period
wardrobe-no-records-then-hint = Another period may have something.
wardrobe-period = Choose a period
wardrobe-period-from = First day
wardrobe-period-to = Last day
wardrobe-period-show = Show this period
wardrobe-period-since = Since { $from }
wardrobe-period-until = Until { $to }
wardrobe-period-between = { $from } – { $to }
wardrobe-recorded-by-outfit = By outfit
wardrobe-recorded-by-garments = By garments
wardrobe-recorded-outfit = The outfit
wardrobe-recorded-garments = { $count ->
    [one] { $count } garment
   *[other] { $count } garments
}
wardrobe-record-delete-question = Delete the record of { $day }?
wardrobe-record-delete-hint = Its garments and its outfit will count one wear less. Right after that you can still undo it.
wardrobe-toast-recorded = Recorded
wardrobe-toast-recorded-without = Recorded, without what was deleted
wardrobe-toast-nothing-left = Nothing of this record is in the wardrobe any more
wardrobe-toast-taken-back = Record undone
wardrobe-toast-record-deleted = The record is deleted
wardrobe-toast-record-restored = The record is back

## Records as a table
wardrobe-csv-short = Save as CSV
wardrobe-csv-date = Day
wardrobe-csv-how = Recorded
wardrobe-csv-outfit = Outfit
wardrobe-csv-garments = Garments
wardrobe-csv-count = Number of garments

## Statistics
wardrobe-no-statistics = Nothing to count yet
wardrobe-no-statistics-hint = Record what you wear, and your year will take shape here.
wardrobe-in-numbers = In numbers
wardrobe-year-records = Records in 12 months
wardrobe-month-records = Records this month
wardrobe-year-days = Days with a record
wardrobe-year-garments = Garments worn
wardrobe-records-per-month = Records per month
wardrobe-most-worn = Most worn
wardrobe-least-worn = Least worn

## Review
wardrobe-review-for = Not worn for
wardrobe-review-days = { $count } days
wardrobe-review-hint = Keep it, or let it go? Perhaps today is a good day to wear it again.
wardrobe-review-last = Last worn { $ago }
wardrobe-review-empty = Nothing has been waiting for long
wardrobe-review-empty-hint = Nothing has been on its hanger for more than { $count } days.
