
## Okusuri as a whole
okusuri-app = おくすり
okusuri-app-line = ピルの服用と周期を、毎日ワンタップで。
okusuri-who-sees = 低用量ピルやホルモン剤の記録に。記録を見られるのは本人だけです。
okusuri-home = ホーム
okusuri-calendar = カレンダー
okusuri-insights = ふりかえり
okusuri-hello = こんにちは、{ $name }さん
okusuri-about = 毎日ワンタップで、服用と出血の有無を記録できます。いま何日目か、次にいつ休むかもわかります。
okusuri-prescriber = 日数の計算は、医療の専門家による確認を受けていません。のみ方は、処方した医師や薬剤師の指示にしたがってください。
okusuri-begin = これではじめる
okusuri-skip = あとで決める

## Where somebody is
okusuri-today = 今日
okusuri-where = いまの状態
okusuri-ring-taking = 服用
okusuri-ring-day = 日目
okusuri-ring-rest = 休薬 あと
okusuri-ring-days-left = { $count ->
   *[other] 日
}
okusuri-first-log = 最初の記録が1日目になります。
okusuri-lapsed = しばらく記録がありません。次の記録から、また1日目として数えます。
okusuri-taking-early = { $days }日目までは、出血があってものみ続けます。
okusuri-taking-open = 出血が{ $trigger }日続いたら、翌日から{ $rest }日間休みます。
okusuri-taking-cyclic = { $days }日のんで、{ $rest }日休みます。
okusuri-taking-continuous = 毎日のみます。休薬はありません。
okusuri-taking-legacy = 出血が{ $trigger }日続いたら、その最初の日から数えて{ $rest }日間休みます。
okusuri-rest-tomorrow = 明日から{ $rest }日間の休薬です。
okusuri-next-rest = 次の休薬は{ $day }から
okusuri-next-rest-latest = 次の休薬は、遅くとも{ $day }から
okusuri-rest-progress = 休薬 { $nth }日目（{ $of }日間）
okusuri-resume-on = { $day }に1日目から再開します
okusuri-undecided = のみ方がまだ決まっていません。設定で選ぶと、休薬の予定がわかります。

## What somebody should know today
okusuri-hint-bleeding = 出血 { $count }日目です。
okusuri-hint-rest-tomorrow = 明日から{ $rest }日間休み、そのあと1日目から再開します。
okusuri-hint-rest = 休薬中も、出血があったかどうかの記録を続けてください。
okusuri-hint-missed = { $count ->
   *[other] この1週間に、記録のない日が{ $count }日あります。
}
okusuri-unreminded = 通知はオフです。毎日、決めた時刻にお知らせできます。
okusuri-reminded-nowhere = 通知はオンですが、届く端末がまだありません。この端末を登録してください。

## Logging
okusuri-log-today = 今日の記録
okusuri-logged = 記録済み
okusuri-log-day = この日を記録
okusuri-change = 記録を変更
okusuri-no-bleeding = 出血なし
okusuri-bleeding = 出血あり
okusuri-tap-taken = のんだ・出血なし
okusuri-tap-taken-bleeding = のんだ・出血あり
okusuri-no-bleeding-short = 出血なし
okusuri-bleeding-short = 出血あり
okusuri-taken = のんだ
okusuri-not-taken = のまなかった
okusuri-rest = 休薬日
okusuri-planned-rest = 休薬の予定
okusuri-missed = 記録なし
okusuri-not-logged = 今日はまだです
okusuri-more-of-today = のまなかった・メモを書く
okusuri-more-of-rest = のんだ・メモを書く
okusuri-field-bleeding = 出血
okusuri-field-taken = 服用
okusuri-note = メモ
okusuri-note-hint = { $most }文字まで。あなただけが見られます。
okusuri-ahead = まだ来ていない日です
okusuri-ahead-hint = この日になったら記録できます。
okusuri-to-today = 今日の記録へ
okusuri-logs-of-day = この日の記録
okusuri-newest-counts = いちばん新しい記録が使われます。
okusuri-counts = 最新
okusuri-delete-named = 「{ $log }」の記録を削除
okusuri-phase-taking = { $day }日目
okusuri-phase-rest = { $count ->
   *[other] 休薬 あと{ $count }日
}
okusuri-toast-logged = { $name } を記録しました
okusuri-toast-corrected = { $name } の記録を変更しました
okusuri-toast-logged-today = 今日の分を記録しました
okusuri-toast-corrected-today = 今日の記録を変更しました
okusuri-toast-undone = 元に戻しました
okusuri-toast-deleted = 記録を削除しました
okusuri-toast-restored = 記録を元に戻しました
okusuri-toast-new-day = 日付が変わりました。もう一度押してください。
okusuri-toast-begun = 準備ができました
okusuri-toast-filled = { $name }日分を記録しました
okusuri-toast-filled-none = すでに記録されています
okusuri-toast-too-late = まとめて元に戻せるのは1日以内です。カレンダーから1日ずつ変更できます

## The calendar
okusuri-other-days = ほかの日
okusuri-day-before = 前の日
okusuri-day-after = 次の日
okusuri-month-before = 前の月
okusuri-month-after = 次の月
okusuri-this-month = 今月
okusuri-legend = 印の意味
okusuri-fill = 記録のない日
okusuri-fill-hint = 「出血なし」か「出血あり」を押すと、のんだ日として記録します。のまなかった日は、日付を押してください。
okusuri-fill-many = まとめて記録
okusuri-fill-many-hint = 記録のない日を、のんだ日としてまとめて記録できます。一度に92日分までです。
okusuri-fill-days = { $count ->
   *[other] 記録のない日：{ $count }日
}
okusuri-fill-days-hint = のまなかった日は外してください。休薬日は含まれていません。
okusuri-fill-do = のんだ日として記録
okusuri-fill-none = 記録のない日はありません
okusuri-fill-none-hint = この期間は、すべて記録されています。
okusuri-fill-offer = これまでにのんだ日も、まとめて記録できます。

## Reminders, as a device shows them
okusuri-push-title = おくすりの時間です
okusuri-push-take = 今日は{ $days }日目です。
okusuri-push-rest-title = 休薬中です
okusuri-push-rest = 再開まであと{ $days }日です。
okusuri-push-rest-last = 休薬は今日までです。明日から1日目です。
okusuri-push-discreet-title = ちゃぶ台
okusuri-push-discreet-body = 今日の記録がまだです。
okusuri-push-test = お知らせはこのように届きます。
okusuri-push-log = のんだ（出血なし）
okusuri-push-discreet-log = 済み
okusuri-push-open = 開く
okusuri-push-logged = 記録しました

## What went wrong
error-okusuri-no_taken = のんだか、のまなかったかを選んでください。
error-okusuri-too_many_devices = 端末は20台までです。どれかを解除してください。
error-okusuri-pausing = 休薬中です。服用の記録は必要ありません。
error-okusuri-not_the_job = 通知を送れるのは、合言葉を知っている人だけです。
error-okusuri-note_too_long = メモは300文字までです。
error-okusuri-note_control = メモには見える文字だけを使えます。
error-okusuri-date_in_future = まだ来ていない日は記録できません。
error-okusuri-date_too_early = 記録できるのは2000年以降です。
error-okusuri-fill_until_yesterday = 終了日は昨日までの日にしてください。
error-okusuri-too_many_days = 一度に記録できるのは92日分までです。
error-okusuri-unknown_zone = タイムゾーンは Asia/Tokyo のように入力してください。
error-okusuri-language = 通知の言語は日本語か英語です。
error-okusuri-subscription = この端末には通知を送れません。
error-okusuri-platform = この種類の端末は使えません。
error-okusuri-regimen_out_of_bounds = この日数にはできません。
error-okusuri-regimen_in_future = 開始日は、今日かそれより前の日にしてください。
error-okusuri-regimen_too_early = 開始日は2000年以降にしてください。
error-okusuri-period = 開始日は、終了日と同じか、それより前にしてください。
error-okusuri-limit = 一度に見られるのは400件までです。
error-okusuri-nothing_to_correct = 変更するところを選んでください。
error-okusuri-no_regimen = のみ方を選んでください。
error-okusuri-no_date = 日付を選んでください。
error-okusuri-no_time = 時刻を選んでください。

# ちゃぶ台のトップ
okusuri-card-open = 今日はまだ記録していません
okusuri-card-logged = 今日は記録済みです
okusuri-card-pause = 休薬期間です
okusuri-card-day = 服用 { $day }日目
okusuri-card-rest = 休薬はあと{ $left }日
okusuri-card-log = 今日の記録をつける
okusuri-card-look = 開く
okusuri-more = その他
okusuri-parts = 設定の項目
okusuri-devices-short = 端末
