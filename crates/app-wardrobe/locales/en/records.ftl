## Records
wardrobe-no-records = Nothing recorded yet
wardrobe-no-records-hint = Start with what you’re wearing today. It builds up here like a diary.
wardrobe-no-records-then = Nothing recorded in this period
wardrobe-no-records-then-hint = Try another period.
wardrobe-period = Filter by date
wardrobe-period-from = Start date
wardrobe-period-to = End date
wardrobe-period-show = Show this period
wardrobe-period-since = From { $from }
wardrobe-period-until = Until { $to }
wardrobe-period-between = { $from } – { $to }
wardrobe-recorded-by-outfit = From an outfit
wardrobe-recorded-by-garments = Picked items
wardrobe-recorded-outfit = Outfit
wardrobe-recorded-garments = { $count ->
    [one] { $count } item
   *[other] { $count } items
}
wardrobe-record-delete-question = Delete the entry for { $day }?
wardrobe-record-delete-hint = The wear counts of its items and outfit go down by one. You can undo this right away.
wardrobe-toast-recorded = Recorded
wardrobe-toast-recorded-without = Recorded without the deleted items
wardrobe-toast-nothing-left = All items of this entry have been deleted
wardrobe-toast-taken-back = Entry undone
wardrobe-toast-record-deleted = Entry deleted
wardrobe-toast-record-restored = Entry restored

## Records as a table
wardrobe-csv-short = Save as CSV
wardrobe-csv-date = Date
wardrobe-csv-how = Recorded
wardrobe-csv-outfit = Outfit
wardrobe-csv-garments = Items
wardrobe-csv-count = Number of items

## Statistics
wardrobe-no-statistics = No entries yet
wardrobe-no-statistics-hint = Record what you wear, and your year takes shape here.
wardrobe-in-numbers = In numbers
wardrobe-year-records = Entries in 12 months
wardrobe-month-records = Entries this month
wardrobe-year-days = Days recorded
wardrobe-year-garments = Items worn
wardrobe-records-per-month = Entries per month
wardrobe-most-worn = Most worn
wardrobe-least-worn = Least worn

## Review
wardrobe-review-for = Not worn for
wardrobe-review-days = { $count }+ days
wardrobe-review-hint = Keep it or let it go? Maybe today is a good day to wear it again.
wardrobe-review-last = Last worn { $ago }
wardrobe-review-empty = Everything has been worn lately
wardrobe-review-empty-hint = Nothing has been waiting for more than { $count } days.
