
## Okusuri as a whole
okusuri-app = おくすり
okusuri-app-line = 今日はのんだ？ いまは何日目？
okusuri-home = ホーム
okusuri-hello = こんにちは、{ $name }さん
okusuri-about = 毎日ひと押しで、のんだことと出血の有無を記録できます。続けて何日目か、いつ休むかがわかります。

## Reminders, as a device shows them
okusuri-push-title = おくすりの時間です
okusuri-push-take = 今日は{ $days }日目です。
okusuri-push-rest = 休薬中です。再開まであと{ $days }日。
okusuri-push-rest-last = 休薬は今日までです。明日から1日目です。
okusuri-push-discreet-title = ちゃぶ台
okusuri-push-discreet-body = 今日の記録がまだです。
okusuri-push-test = お知らせはこのように届きます。
okusuri-push-log = のんだ（出血なし）
okusuri-push-discreet-log = 済み
okusuri-push-open = ひらく
okusuri-push-logged = 記録しました
