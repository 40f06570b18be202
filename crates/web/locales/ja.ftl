## The house
house-name = ちゃぶ台
house-line = 家族がひとつの卓をかこむように。毎日の暮らしの小さなアプリたち。
house-links = この家について
front-title = ホーム
api-title = API
to-the-front = はじめのページへ
settings = 設定
language = ことば
theme = 明るさ
theme-auto = 端末に合わせる
theme-light = 明るい
theme-dark = 暗い
time-zone = タイムゾーン
time-zone-hint = 「今日」がいつかを決めるために使います。
save = 保存する
cancel = やめる
undo = 元に戻す
back = 戻る
more = もっと見る
places = メニュー
skip-to-content = 本文へ
discard-question = 入力した内容を捨てますか？
discard-hint = 保存していない内容は消えます。
discard = 捨てて戻る

## Days and months
weekday-monday = 月
weekday-tuesday = 火
weekday-wednesday = 水
weekday-thursday = 木
weekday-friday = 金
weekday-saturday = 土
weekday-sunday = 日
month-1 = 1月
month-2 = 2月
month-3 = 3月
month-4 = 4月
month-5 = 5月
month-6 = 6月
month-7 = 7月
month-8 = 8月
month-9 = 9月
month-10 = 10月
month-11 = 11月
month-12 = 12月
ago-today = 今日
ago-yesterday = 昨日
ago-days = { $count }日前

## The living design
design-title = 設計

## What went wrong
problem-not-found = 見つかりません
problem-too-many = 少しお待ちください
problem-ours = うまくいきませんでした
problem-yours = このままでは進めません
error-http-not_found = ここには何もありません。
error-http-internal = こちらの不具合です。もう一度お試しください。
error-http-method_not_allowed = この操作はここではできません。
error-http-too_slow = 時間がかかりすぎました。もう一度お試しください。
error-http-too_many_requests = アクセスが多すぎます。少し待ってからお試しください。
error-http-too_large = 送られた内容が大きすぎます。
error-http-body = 送られた内容を読み取れませんでした。
error-http-foreign_form = このページの有効期限が切れたか、Cookie が使えません。前のページを読み込み直してください。
error-http-invalid_form = フォームを読み取れませんでした。
error-http-invalid_json = JSON として読み取れませんでした。
error-http-invalid_field = 項目の値が正しくありません。
error-http-invalid_parameter = アドレスの値が正しくありません。
error-http-unsupported_media_type = この形式は受け取れません。
error-http-unknown_zone = タイムゾーンは Asia/Tokyo のように入力してください。
error-http-idempotency_key = Idempotency-Key が正しくありません。
error-house-not_ready = データベースが応答しません。
