## Outfits
wardrobe-outfits-empty = No outfits yet
wardrobe-outfits-empty-hint = Save clothes you often wear together, and record them with one tap.
wardrobe-add-outfit = Add an outfit
wardrobe-edit-outfit = Edit outfit
wardrobe-save-outfit = Save outfit
wardrobe-outfit-name = Name
wardrobe-outfit-deleted = This outfit is in the bin.
wardrobe-outfit-clothes = Items
wardrobe-outfit = Outfit
wardrobe-suggest-name = Name it after its items
wardrobe-chosen = Selected
wardrobe-move-up = Move “{ $name }” up
wardrobe-move-down = Move “{ $name }” down
wardrobe-reorder = Reorder
wardrobe-toast-outfit-added = “{ $name }” added

## Recording
wardrobe-by-outfit = From a saved outfit
wardrobe-by-outfit-hint = Choose one of your outfits.
wardrobe-by-combination = Pick items
wardrobe-by-combination-hint = Choose what you wore, one by one.
wardrobe-which-outfit = Which outfit?
wardrobe-date = Date
wardrobe-record-do = Record
error-wardrobe-garment_gone = One of the items is in the bin. Remove what’s marked as deleted, or restore it.
error-wardrobe-no_outfit = Choose an outfit.
error-wardrobe-no_date = Choose a date.

## The bin
wardrobe-bin-empty = The bin is empty
wardrobe-bin-empty-hint = You can restore deleted clothes and outfits from here.
