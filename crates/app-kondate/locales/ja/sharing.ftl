# Recipes in and out
kondate-import = レシピを取り込む
kondate-import-short = 取り込む
kondate-import-hint = レシピのページのリンクか、コピーした文章を入れてください。読み取った内容は、保存する前に確認できます。
kondate-import-link = ページのリンク
kondate-import-or = または
kondate-import-text = コピーした文章
kondate-import-text-example =
    肉じゃが（2人分）
    じゃがいも 3個
    …
kondate-import-photo = レシピの写真
kondate-import-read = 読み取る
kondate-import-left =
    { $count ->
        [0] 今月の取り込みはすべて使いました。来月また取り込めます。
       *[other] 今月はあと{ $count }件取り込めます。
    }
kondate-import-by-hand = この文章をもとに自分で書く
kondate-import-instead = リンクや文章から取り込む
kondate-import-sure = 読み取りました。確認して保存してください。
kondate-import-fairly-sure = 読み取りました。抜けているところがないか、確認してください。
kondate-import-unsure = うまく読み取れていないかもしれません。元のレシピと見比べてください。
kondate-share = 共有
kondate-share-named = { $name }を共有
kondate-share-hint = リンクを知っている人は、ログインしなくても見られます。誰が作ったものか、どこで見つけたかを書いておきましょう。
kondate-share-make = リンクを作る
kondate-share-ready = このリンクを送ってください。
kondate-share-qr = 共有リンクのQRコード
kondate-share-link = 共有リンク
kondate-share-look = ページを見る
kondate-share-revoke = 共有をやめる
kondate-share-revoke-hint = このリンクは開けなくなります。もう一度共有すると、別のリンクになります。
kondate-share-revoke-question = 共有をやめますか？
kondate-share-credit = 作者と出典を変える
kondate-toast-credit = 作者と出典を変えました
kondate-share-and = 、
kondate-toast-revoked = 共有をやめました。リンクはもう開けません
kondate-shared-about = 献立ループは、献立・買い物・冷蔵庫をひとつにまとめるアプリです。
kondate-shared-look = ちゃぶ台について
kondate-calendar = カレンダー連携
kondate-calendar-name = 献立
kondate-calendar-hint = いまの献立を、スマートフォンなどのカレンダーに表示できます。
kondate-calendar-address = カレンダーのURL
kondate-calendar-secret = URLを知っている人は献立を見られます。知らせる相手に気をつけてください。ほかの端末をログアウトしたりパスワードを変えたりすると、このURLも使えなくなります。
kondate-calendar-make = URLを発行
kondate-calendar-another = URLを再発行
kondate-calendar-none = 連携をやめる
kondate-calendar-another-question = URLを再発行しますか？
kondate-calendar-another-hint = いまのURLは使えなくなります。カレンダーアプリに、新しいURLを登録し直してください。
kondate-calendar-none-question = カレンダー連携をやめますか？
kondate-calendar-none-hint = いまのURLは使えなくなり、カレンダーアプリの献立は更新されなくなります。
kondate-toast-calendar-another = URLを再発行しました。前のURLはもう使えません
kondate-toast-calendar = URLを発行しました
kondate-toast-no-calendar = カレンダー連携をやめました。URLはもう使えません
kondate-print = 印刷
kondate-export = 書き出す
kondate-export-all = レシピをすべて書き出す（ほかのアプリ用）
