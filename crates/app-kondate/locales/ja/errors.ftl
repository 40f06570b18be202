
## Errors
error-kondate-stale = ほかの人が先に変更しました。内容を確かめてから、もう一度変更してください。
error-kondate-nothing_next = 次の献立がまだありません。先に選んでください。
error-kondate-not_yours = これは変更できません。コピーすると自分のものになります。
error-kondate-not_owner = この台所のオーナーだけができます。
error-kondate-kitchen_full = この台所は8人でいっぱいです。
error-kondate-too_many_kitchens = 入れる台所は10か所までです。先にどれかを抜けてください。
error-kondate-last_member = この台所にはほかに誰もいません。不要なら削除してください。
error-kondate-not_alone = ほかの人がいる台所、または自分のものでない台所は削除できません。「抜ける」を選ぶと、中身はそのまま残ります。
error-kondate-full = これ以上は追加できません。先にどれかを削除してください。
error-kondate-enough_pictures = この台所で1日に追加できる写真は200枚までです。続きは明日追加してください。
error-kondate-no_such_picture = 写真を確認できませんでした。もう一度選んでください。
error-kondate-nothing_to_cook = この献立のレシピは、すべて削除されています。
error-kondate-too_many_tabs = 表示できるタブは8つまでです。先にどれかを隠してください。
error-kondate-default_category = 最初からあるカテゴリーは変更できません。隠すことはできます。
error-kondate-category_twice = 同じ名前のカテゴリーがあります。
error-kondate-replayed = この操作はもう済んでいます。
error-kondate-name = 名前は1〜60文字で入力してください。
error-kondate-quantity = 数量を確かめてください。
error-kondate-unit = 単位は20文字までです。
error-kondate-note = メモは200文字までです。
error-kondate-title = タイトルは1〜80文字で入力してください。
error-kondate-dishes = 献立に入れる料理は1〜7品です。
error-kondate-too_long = 長すぎます。
error-kondate-no_such_recipe = レシピ帳にないレシピが含まれています。
error-kondate-kitchen_name = 台所の名前は1〜40文字で入力してください。
error-kondate-moment = 日時を読み取れません。2026-11-20T09:30:00Z の形で指定してください。
error-kondate-store_name = お店の名前は1〜60文字で入力してください。
error-kondate-aisle_twice = 同じ売り場が2回入っています。
error-kondate-tag_name = カテゴリー名は1〜20文字で入力してください。
error-kondate-servings = 人数は1〜99人です。
error-kondate-intermediate_materials = 合わせ調味料などの下ごしらえを確かめてください。
error-kondate-steps = 手順は1〜30個です。
error-kondate-step = 手順は1〜1,000文字で入力してください。
error-kondate-ingredients = 材料は1〜50個です。
error-kondate-ingredient = 材料を確かめてください。名前は60文字、数量と単位は20文字、メモは200文字までです。
error-kondate-tags = タグは10個まで、それぞれ20文字までです。
error-kondate-cooked_already = この料理はもう作り終えています。
error-kondate-minutes = 時間は1〜10,000分で入力してください。
error-kondate-address = URLは https:// から1,000文字までで入力してください。
error-kondate-price = 価格は1,000万円までの整数で入力してください。
error-kondate-keeps_days = 日持ちは3,650日までです。
error-kondate-order = 順番は1〜40です。
error-kondate-limit = 1ページに表示できるのは1〜100件です。
error-kondate-month = 月は 2026-11 のように指定してください。
error-kondate-below_nothing = マイナスの量は入力できません。
error-kondate-unseen = 目に見える文字で入力してください。文字の向きを変える制御文字は使えません。
error-kondate-day = 日付は 2026-11-20 のように入力してください。

## On the front page
kondate-card-nothing = 今週の献立を決めましょう
kondate-card-choose = 献立を選ぶ
kondate-card-done = 献立の料理は、全部作りました
kondate-card-next = 次は「{ $title }」
kondate-card-left = { $count ->
   *[other] あと{ $count }品
}
kondate-card-comma = 、
kondate-card-look = 献立を見る
