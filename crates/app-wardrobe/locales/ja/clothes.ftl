## Garments
wardrobe-first-title = まずは1着から
wardrobe-first-hint = 服を追加すると、着た日を記録したり、今日のおすすめを見たりできます。
wardrobe-add-clothing = 服を追加
wardrobe-add-another = 保存して続けて追加
wardrobe-edit-clothing = 服を編集
wardrobe-clothing-name = 服の名前
wardrobe-clothing-deleted = この服はゴミ箱にあります。
wardrobe-picture = 写真
wardrobe-calendar = この1年
wardrobe-per-month = 月ごとの回数
wardrobe-on-day = { $day } { $count }回
wardrobe-in-month = { $month } { $count }回
wardrobe-in-outfits = この服のコーデ
wardrobe-in-no-outfit = この服を使ったコーデはまだありません。
wardrobe-delete-question = 「{ $name }」を削除しますか？
wardrobe-delete-hint = ゴミ箱に移動します。あとで元に戻せます。
wardrobe-toast-clothing-added = 「{ $name }」を追加しました
