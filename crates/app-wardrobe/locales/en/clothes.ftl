## Garments
wardrobe-first-title = Start with one item
wardrobe-first-hint = Add clothes to record what you wear and get suggestions for today.
wardrobe-add-clothing = Add an item
wardrobe-add-another = Save and add another
wardrobe-edit-clothing = Edit item
wardrobe-clothing-name = Name
wardrobe-clothing-deleted = This item is in the bin.
wardrobe-picture = Photo
wardrobe-calendar = Past year
wardrobe-per-month = Wears per month
wardrobe-on-day = { $day }: { $count }
wardrobe-in-month = { $month }: { $count }
wardrobe-in-outfits = Outfits with this item
wardrobe-in-no-outfit = No outfits use this item yet.
wardrobe-delete-question = Delete “{ $name }”?
wardrobe-delete-hint = It moves to the bin. You can restore it later.
wardrobe-toast-clothing-added = “{ $name }” added
