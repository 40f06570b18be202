## Outfits
wardrobe-outfits-empty = コーデはまだありません
wardrobe-outfits-empty-hint = よく一緒に着る服をまとめておくと、ワンタップで記録できます。
wardrobe-add-outfit = コーデを追加
wardrobe-edit-outfit = コーデを編集
wardrobe-save-outfit = コーデを保存
wardrobe-outfit-name = コーデの名前
wardrobe-outfit-deleted = このコーデはゴミ箱にあります。
wardrobe-outfit-clothes = このコーデの服
wardrobe-outfit = コーデ
wardrobe-suggest-name = 服の名前をつなげて名前にする
wardrobe-chosen = 選んだ服
wardrobe-move-up = 「{ $name }」を上へ
wardrobe-move-down = 「{ $name }」を下へ
wardrobe-reorder = 並べ替える
wardrobe-toast-outfit-added = 「{ $name }」を追加しました

## Recording
wardrobe-by-outfit = 保存したコーデから
wardrobe-by-outfit-hint = コーデをひとつ選びます。
wardrobe-by-combination = 服を選ぶ
wardrobe-by-combination-hint = 着た服を1着ずつ選びます。
wardrobe-which-outfit = コーデを選ぶ
wardrobe-date = 日付
wardrobe-record-do = 記録する
error-wardrobe-garment_gone = ゴミ箱にある服が入っています。「削除済み」の服を外すか、元に戻してください。
error-wardrobe-no_outfit = コーデを選んでください。
error-wardrobe-no_date = 日付を選んでください。

## The bin
wardrobe-bin-empty = ゴミ箱は空です
wardrobe-bin-empty-hint = 削除した服やコーデは、ここから元に戻せます。
