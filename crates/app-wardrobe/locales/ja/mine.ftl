## わたしのワードローブ
wardrobe-mine = わたしのワードローブ
wardrobe-mine-empty = まだありません。ここで作るか、アドレスで開いて「アカウントに追加」を押すと、どの端末でもここから開けます。
wardrobe-mine-moved = アドレスが新しくなりました。いっしょに使っている人に、新しいアドレスを聞いてください。
wardrobe-mine-deleted = 削除済み。{ $until } までは元に戻せます。
wardrobe-make-hint-mine = 作ったワードローブはアカウントに保存され、どの端末でもここから開けます。アドレスを渡せば、ほかの人も見たり変えたりできます。
wardrobe-key-hint-mine = アカウントに保存されているので、どの端末でも「わたしのワードローブ」から開けます。
wardrobe-account = アカウント
wardrobe-keep = アカウントに追加
wardrobe-keep-hint = アカウントに追加すると、どの端末でもすぐに開けます。
wardrobe-is-mine = 「わたしのワードローブ」に入っています。
wardrobe-unkeep = 一覧から外す
wardrobe-unkeep-one = 「{ $name }」を一覧から外す
wardrobe-toast-kept = 「{ $name }」をアカウントに追加しました
wardrobe-toast-unkept = 「{ $name }」を一覧から外しました
wardrobe-toast-unkept-gone = 一覧から外しました
wardrobe-toast-made-not-kept = 「{ $name }」を作りました。一覧がいっぱいなので、アカウントには保存されていません
wardrobe-card-open = 今日は何を着ましたか？
wardrobe-card-recorded = 今日の服は記録済みです
wardrobe-card-look = ワードローブを見る

## アドレスを新しくする
wardrobe-new-address = アドレスを新しくする
wardrobe-new-address-lead = アドレスをまちがった人に送ってしまったときなどに使います。
wardrobe-new-address-old = 今のアドレスは、その場で使えなくなります。
wardrobe-new-address-stays = 服もコーデも記録も、そのまま残ります。
wardrobe-new-address-mine = あなたの「わたしのワードローブ」からは、これまでどおり開けます。ほかの人には、新しいアドレスを送り直してください。
wardrobe-new-address-tell = この端末では、これまでどおり開けます。ほかの端末や家族には、新しいアドレスを送り直してください。
wardrobe-new-address-seen = 相手がすでに見たものや、保存した写真までは取り消せません。
wardrobe-new-address-go = 新しいアドレスにする
wardrobe-toast-new-address = アドレスを新しくしました

## ワードローブの削除
wardrobe-delete-whole = ワードローブを削除する
wardrobe-delete-whole-lead = 「{ $name }」をまるごと削除します。
wardrobe-delete-whole-all = 服・コーデ・記録・写真が、すべてなくなります。
wardrobe-delete-whole-everybody = アドレスを知っている人も、みんな開けなくなります。
wardrobe-delete-whole-day = 24時間以内なら、同じアドレスから元に戻せます。それを過ぎると戻せません。
wardrobe-delete-whole-go = まるごと削除する
wardrobe-deleted-title = 削除したワードローブ
wardrobe-deleted-one = 削除した「{ $name }」
wardrobe-deleted-lead = 「{ $name }」を削除しました
wardrobe-deleted-hint = { $until } までは元に戻せます。
wardrobe-to-others = ほかのワードローブへ
wardrobe-see-deleted = 元に戻す
wardrobe-toast-back = 「{ $name }」を元に戻しました

## うまくいかなかったとき
error-wardrobe-list_full = 一覧に入るのは50個までです。どれかを外してから追加してください。
error-wardrobe-deleted = このワードローブは削除されました。24時間以内なら元に戻せます。
error-wardrobe-example = 見本のワードローブは、アドレスの変更も削除もできません。
error-wardrobe-not_signed_in = ログインしてください。
wardrobe-example-name = デモのワードローブ
