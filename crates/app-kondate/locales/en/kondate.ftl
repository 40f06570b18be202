
## Kondate as a whole
kondate-app = Kondate Loop
kondate-app-line = Pick a set of dishes, shop once, cook in any order.
kondate-who-sees = Only the people in your kitchen can see what’s in it.
kondate-home = Plan
kondate-list = Shopping
kondate-fridge = Fridge
kondate-book = Recipes
kondate-kitchen = Kitchen
kondate-add = Add
kondate-name = Name
kondate-quantity = Quantity
kondate-unit = Unit
kondate-note = Note
kondate-between = {", "}
kondate-search = Search
kondate-search-hint = Dish or tag
kondate-nothing-found = Nothing found
kondate-nothing-found-hint = Try other words or fewer filters.
kondate-show-all = Show everything
kondate-edit-named = Edit “{ $name }”
kondate-delete-named = Delete “{ $name }”
kondate-remove-named = Remove “{ $name }”
kondate-rename-named = Name of “{ $name }”
kondate-add-named = Add “{ $name }”
kondate-up-named = Move “{ $name }” up
kondate-down-named = Move “{ $name }” down
kondate-dishes = { $count ->
    [one] 1 dish
   *[other] { $count } dishes
}
kondate-minutes = { $count } min
kondate-servings = { $count ->
    [one] Serves 1
   *[other] Serves { $count }
}
kondate-usable = { $usable } of { $of } at home
kondate-toast-saved = “{ $name }” saved
kondate-toast-deleted = “{ $name }” deleted
kondate-toast-restored = “{ $name }” restored
kondate-copy-of = { $name } (copy)
