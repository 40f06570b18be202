
## The list
kondate-list-title = Shopping list
kondate-left = { $count } to go
kondate-list-empty = Nothing to buy
kondate-list-empty-hint = Choose a set and the ingredients you’re missing appear here. You can add anything else yourself.
kondate-list-complete = You have everything for your plan
kondate-list-complete-hint = Anything else you need can be added here.
kondate-away = You’re signed out. Your change wasn’t saved.
kondate-in-basket = In the basket
kondate-shopping-done = { $count ->
    [one] Done shopping (1 item to the fridge)
   *[other] Done shopping ({ $count } items to the fridge)
}
kondate-add-line = Add an item
kondate-add-line-example = e.g. 1 carton milk
kondate-aisle-other = Everything else
kondate-pantry = Check at home
kondate-pantry-hint = Seasonings, dashi, rice and the like: things most kitchens have. If you’ve run out, tap + to put it on the list.
kondate-pantry-want = Put “{ $name }” on the list
kondate-at-home = Also in the fridge
kondate-at-home-hint = Measured in another unit, so not taken off the list.
kondate-is-staple = Staple
kondate-about-line = More about “{ $name }”
kondate-line-for = For
kondate-line-computed = Worked out from your plan, minus what’s in the fridge.
kondate-dismiss = Skip this time
kondate-delete-line = Delete from list
kondate-toast-line-added = “{ $name }” is on the list
kondate-toast-line-deleted = “{ $name }” is off the list
kondate-toast-line-gone = The list has changed. Have another look.
kondate-toast-dismissed = Skipping “{ $name }” this time
kondate-toast-done = Moved to the fridge: { $name }
kondate-toast-done-full = Moved to the fridge: { $name }. It’s full now, so the rest stays in your basket
kondate-toast-not-done = Back in the basket: { $name }
kondate-toast-done-stays = That’s already been used or changed, so it stays in the fridge
kondate-toast-nothing-ticked = There’s nothing in the basket yet

## Staples and shops
kondate-staples = Staples
kondate-staples-hint = Things you never want to run out of. When there’s too little, they go on the list by themselves.
kondate-add-staple = Add a staple
kondate-add-staple-example = e.g. 2 kg rice
kondate-no-staples = No staples yet
kondate-no-staples-hint = Add what you never want to run out of: rice, eggs, milk.
kondate-at-least = At least { $amount }
kondate-toast-staple-added = “{ $name }” is a staple now
kondate-toast-staple-removed = “{ $name }” is no longer a staple
kondate-shop = Store
kondate-shops = Aisle order
kondate-shops-hint = Put the aisles in the order you walk past them, and your list follows.
kondate-shop-any = Usual order
kondate-shop-new = Add a store
kondate-shop-name = Store name
kondate-shop-name-hint = e.g. the one by the station
kondate-keep-way = Use this order
kondate-forget-way = Drop this order
kondate-toast-way = Aisle order saved for “{ $name }”
kondate-toast-way-any = Aisle order saved
kondate-toast-way-forgotten = Aisle order dropped

## The fridge
kondate-fridge-empty = The fridge is empty
kondate-fridge-empty-hint = What you buy ends up here when you’re done shopping. You can also add what you already have.
kondate-fridge-rest = Everything else
kondate-fridge-deleted = Recently removed
kondate-add-batch = Add to fridge
kondate-add-batch-example = e.g. 10 eggs
kondate-say-best-before = Set a best-before date
kondate-best-before = Best before
kondate-best-before-hint = Leave it empty and we’ll go by how long the food usually keeps.
kondate-opened-on = Opened on
kondate-opened-hint = Food that doesn’t keep once opened gets an earlier date automatically.
kondate-open = Opened
kondate-price = Price (yen)
kondate-bought-at = Bought at
kondate-over-days = { $count ->
    [one] 1 day over
   *[other] { $count } days over
}
kondate-good-today = Today
kondate-good-tomorrow = Tomorrow
kondate-good-days = { $count } days left
kondate-good-until = By { $day }
kondate-guessed = { $until } (est.)
kondate-guessed-hint = An estimate from how long this food usually keeps. If the package has a date, enter that one.
kondate-used = Used up
kondate-used-named = “{ $name }” is used up
kondate-deleted-hint = You can put things back for 30 days.
kondate-deleted-empty = Nothing removed recently
kondate-deleted-empty-hint = What you use up or delete stays here for 30 days.
kondate-to-fridge = Go to the fridge
kondate-used-up-on = Used up on { $day }
kondate-deleted-on = Deleted on { $day }
kondate-restore = Put back
kondate-toast-batch-added = “{ $name }” is in the fridge
kondate-toast-batch-deleted = “{ $name }” was deleted from the fridge
kondate-toast-batch-restored = “{ $name }” is back in the fridge
kondate-toast-batch-empty = “{ $name }” is used up
