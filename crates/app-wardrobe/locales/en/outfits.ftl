## Outfits
wardrobe-outfits-empty = No outfits yet
wardrobe-outfits-empty-hint = Put together what you often wear together, and record it with one tap.
wardrobe-add-outfit = Add an outfit
wardrobe-edit-outfit = Edit an outfit
wardrobe-save-outfit = Save the outfit
wardrobe-outfit-name = Name of the outfit
wardrobe-outfit-deleted = This outfit is in the bin.
wardrobe-outfit-clothes = What is in it
wardrobe-suggest-name = Name it after its garments
wardrobe-chosen = Chosen
wardrobe-move-up = Move “{ $name }” up
wardrobe-move-down = Move “{ $name }” down
wardrobe-reorder = Change the order
wardrobe-toast-outfit-added = “{ $name }” is added

## Recording
wardrobe-by-outfit = Record an outfit
wardrobe-by-outfit-hint = Choose one that you have saved.
wardrobe-by-combination = Record garments
wardrobe-by-combination-hint = Choose what you wore, piece by piece.
wardrobe-which-outfit = Which outfit?
wardrobe-date = Day
wardrobe-record-do = Record
error-wardrobe-garment_gone = Something chosen is in the bin. Take out what is marked as deleted, or put it back.
error-wardrobe-no_outfit = Choose an outfit.
error-wardrobe-no_date = Choose a day.

## The bin
wardrobe-bin-empty = The bin is empty
wardrobe-bin-empty-hint = Deleted clothes and outfits can come back from here.
