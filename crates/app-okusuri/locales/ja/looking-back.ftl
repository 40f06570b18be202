
## Insights
okusuri-no-insights = まだ記録がありません
okusuri-no-insights-hint = 記録を続けると、服薬率や出血のようすがここに表示されます。
okusuri-adherence = 服薬率
okusuri-last-days = { $count ->
   *[other] この{ $count }日
}
okusuri-taken-of-due = { $taken } / { $due }日
okusuri-streaks = 連続記録
okusuri-current-streak = いまの連続
okusuri-longest-streak = 最長
okusuri-streak-hint = 休薬の日は数えませんが、連続が途切れることもありません。
okusuri-days = { $count ->
   *[other] { $count }日
}
okusuri-year = この1年
okusuri-year-says = この1年。のんだ日 { $taken }日、出血のあった日 { $bleeding }日
okusuri-bleeding-by-cycle = 周期ごとの出血
okusuri-length-by-cycle = 周期の長さ
okusuri-cycle-bleeding = { $day }からの周期 出血{ $count }日
okusuri-cycle-length = { $day }からの周期 { $count }日
okusuri-so-far = 継続中
okusuri-so-far-hint = いまの周期です。
okusuri-cycles = 周期を表で見る
okusuri-cycle-first = 開始日
okusuri-cycle-days = 長さ

## The report
okusuri-report = 受診用レポート
okusuri-from = 開始日
okusuri-to = 終了日
okusuri-with-notes = メモを含める
okusuri-show-period = この期間を表示
okusuri-csv = CSVで保存
okusuri-print = 印刷
okusuri-made-on = { $day }作成
okusuri-period = { $from } 〜 { $to }
okusuri-cut-before = （期間の前から）
okusuri-cut-after = （期間のあとも続く）
okusuri-cut-both = （期間の前から、あとも続く）
okusuri-in-numbers = 数字で見る
okusuri-report-taken = のんだ日
okusuri-report-due = のむ日
okusuri-report-adherence = 服薬率
okusuri-report-bleeding = 出血のあった日
okusuri-report-rest = 休薬した日
okusuri-column-bleeding = 出血日
okusuri-column-rest = 休薬日
okusuri-by-month = 月ごと
okusuri-month = 月
okusuri-nothing-then = この期間の記録はありません。
okusuri-bleeding-runs = 出血のあった期間
okusuri-rests = 休薬した期間
okusuri-notes = メモ
okusuri-none = ありません。
okusuri-csv-date = 日付
okusuri-csv-phase = 周期
okusuri-csv-taken = 服用
okusuri-csv-bleeding = 出血
okusuri-csv-note = メモ
okusuri-yes = はい
okusuri-no = いいえ
