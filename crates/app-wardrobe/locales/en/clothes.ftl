## Garments
wardrobe-first-title = Begin with one garment
wardrobe-first-hint = Add clothes to record what you wear and to see what fits today.
wardrobe-add-clothing = Add a garment
wardrobe-add-another = Add and start another
wardrobe-edit-clothing = Edit a garment
wardrobe-clothing-name = Name of the garment
wardrobe-clothing-deleted = This garment is in the bin.
wardrobe-picture = Picture
wardrobe-calendar = The last year
wardrobe-per-month = Wears per month
wardrobe-on-day = { $day }: { $count }
wardrobe-in-month = { $month }: { $count }
wardrobe-in-outfits = Outfits with it
wardrobe-in-no-outfit = No outfit has it yet.
wardrobe-delete-question = Delete “{ $name }”?
wardrobe-delete-hint = It goes into the bin, from where it can come back.
wardrobe-toast-clothing-added = “{ $name }” is added
