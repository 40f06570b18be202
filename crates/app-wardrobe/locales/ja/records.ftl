## Records
wardrobe-no-records = まだ記録がありません
wardrobe-no-records-hint = 今日着た服を記録してみましょう。日記のように、ここにたまっていきます。
wardrobe-no-records-then = この期間の記録はありません
wardrobe-no-records-then-hint = 期間を変えると見つかるかもしれません。
wardrobe-period = 期間で絞り込む
wardrobe-period-from = 開始日
wardrobe-period-to = 終了日
wardrobe-period-show = この期間を表示
wardrobe-period-since = { $from } から
wardrobe-period-until = { $to } まで
wardrobe-period-between = { $from } 〜 { $to }
wardrobe-recorded-by-outfit = コーデで記録
wardrobe-recorded-by-garments = 服を選んで記録
wardrobe-recorded-outfit = 着たコーデ
wardrobe-recorded-garments = 着た服 { $count }着
wardrobe-record-delete-question = { $day } の記録を削除しますか？
wardrobe-record-delete-hint = 服とコーデの着た回数もその分だけ減ります。削除した直後なら元に戻せます。
wardrobe-toast-recorded = 記録しました
wardrobe-toast-recorded-without = 削除した服を除いて記録しました
wardrobe-toast-nothing-left = この記録の服は、すべて削除されています
wardrobe-toast-taken-back = 記録を取り消しました
wardrobe-toast-record-deleted = 記録を削除しました
wardrobe-toast-record-restored = 記録を元に戻しました

## Records as a table
wardrobe-csv-short = CSVで保存
wardrobe-csv-date = 日付
wardrobe-csv-how = 記録のしかた
wardrobe-csv-outfit = コーデ
wardrobe-csv-garments = 服
wardrobe-csv-count = 服の数

## Statistics
wardrobe-no-statistics = まだ記録がありません
wardrobe-no-statistics-hint = 着た服を記録していくと、1年のようすがここに表示されます。
wardrobe-in-numbers = 数字で見る
wardrobe-year-records = この1年の記録
wardrobe-month-records = 今月の記録
wardrobe-year-days = 記録した日
wardrobe-year-garments = 着た服の数
wardrobe-records-per-month = 月ごとの記録
wardrobe-most-worn = よく着る服
wardrobe-least-worn = あまり着ていない服

## Review
wardrobe-review-for = 着ていない期間
wardrobe-review-days = { $count }日以上
wardrobe-review-hint = まだ着たい服か、そろそろ手放す服か。久しぶりに着てみるのもいいかもしれません。
wardrobe-review-last = 最後に着たのは{ $ago }
wardrobe-review-empty = しばらく着ていない服はありません
wardrobe-review-empty-hint = この{ $count }日のあいだ、どの服も着ています。
