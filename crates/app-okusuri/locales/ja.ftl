
## Okusuri as a whole
okusuri-app = おくすり
okusuri-app-line = 今日はのんだ？ いまは何日目？
okusuri-home = ホーム
okusuri-hello = こんにちは、{ $name }さん
okusuri-about = 毎日ひと押しで、のんだことと出血の有無を記録できます。続けて何日目か、いつ休むかがわかります。
okusuri-not-yet = 服薬の記録はまだできません。いまできるのは、参加とアカウントの管理だけです。
