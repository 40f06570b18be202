
## How the pill is taken
okusuri-how = のみ方
okusuri-change-regimen = のみ方を変更
okusuri-choose-regimen = のみ方を選ぶ
okusuri-regimen-flexible = フレックス（24〜120日）
okusuri-regimen-24-4 = 24日のんで4日休む
okusuri-regimen-21-7 = 21日のんで7日休む
okusuri-regimen-continuous = 休まず毎日のむ
okusuri-regimen-legacy = 前のアプリと同じ数え方
okusuri-regimen-undecided = のみ方はまだ選ばれていません
okusuri-regimen-own-flexible = 日数を自分で決める（フレックス）
okusuri-regimen-own-cyclic = 日数を自分で決める（周期）
okusuri-regimen-own-hint = 処方された日数を入力してください。
okusuri-regimen-since = { $regimen }・{ $day }から
okusuri-regimen-since-first = { $regimen }・最初の記録の日から
okusuri-rule-flexible = { $least }日目まではのみ続け、長くても{ $most }日で休みます。
okusuri-rule-trigger = それ以降は、出血が{ $trigger }日続いたら{ $rest }日休みます。
okusuri-rule-cyclic = 出血にかかわらず、{ $days }日のんで{ $rest }日休みます。
okusuri-rule-continuous = 休薬の日はありません。
okusuri-rule-legacy = 出血が{ $trigger }日続いたら、その最初の日から数えて{ $rest }日間休みます。
okusuri-since = 今の周期の1日目
okusuri-since-hint = 空欄の場合、のみ方を変えたときは今日から数えます。変えないときはこれまでどおりです。
okusuri-since-first-hint = 任意・空欄なら、最初に記録した日が1日目です。
okusuri-number-least = 必ずのむ日数
okusuri-number-most = 最長の日数
okusuri-number-trigger = 休薬に入る出血の日数
okusuri-number-rest = 休む日数
okusuri-number-range = { $least }〜{ $most }日の間で入力してください。
okusuri-number-days = のむ日数
okusuri-number-restart = 数え直すまでの日数
okusuri-number-restart-hint = 記録のない日がこの日数続くと、次の記録から1日目になります。0なら数え直しません。

## Reminders
okusuri-reminder = 通知
okusuri-reminder-wanted = 毎日の通知
okusuri-on = オン
okusuri-off = オフ
okusuri-reminder-time = 時刻
okusuri-wording = 通知の内容
okusuri-wording-discreet = ひかえめ
okusuri-wording-plain = くわしい
okusuri-reminder-language = 通知の言語
okusuri-reminder-zone = 通知のタイムゾーン
okusuri-reminder-zone-hint = 任意・旅行などで変えたいときだけ。空欄なら「お住まいの地域」と同じです。

## Devices
okusuri-devices = 通知が届く端末
okusuri-devices-hint = 今日の記録が済んでいれば、通知は届きません。
okusuri-toast-saved = 保存しました

## The rest
okusuri-zone = お住まいの地域
okusuri-zone-hint = 「今日」がいつ始まるかを決めます。
okusuri-account-and-appearance = アカウントと表示
okusuri-preferences = 言語と外観
