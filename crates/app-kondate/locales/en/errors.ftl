
## Errors
error-kondate-stale = Someone else changed this first. Have a look, then make your change again.
error-kondate-nothing_next = There’s no next set yet. Choose one first.
error-kondate-not_yours = You can’t change this one. Make a copy to change it.
error-kondate-not_owner = Only the owner of this kitchen can do that.
error-kondate-kitchen_full = This kitchen is full: eight people are in it.
error-kondate-too_many_kitchens = You can be in up to 10 kitchens. Leave one first.
error-kondate-last_member = You’re the only one in this kitchen. You can delete it instead.
error-kondate-not_alone = Other people use this kitchen, or it isn’t yours. Leave it instead, and they’ll keep everything.
error-kondate-full = There’s no room for more. Delete something first.
error-kondate-enough_pictures = This kitchen has reached today’s limit of 200 photos. You can add more tomorrow.
error-kondate-no_such_picture = We couldn’t find that photo. Please choose it again.
error-kondate-nothing_to_cook = All the recipes in this set have been deleted.
error-kondate-too_many_tabs = You can show up to 8 tabs. Hide one first.
error-kondate-default_category = This category comes with the app. You can hide it, but not change it.
error-kondate-category_twice = There’s already a category with this name.
error-kondate-replayed = This has already been done.
error-kondate-name = Names are 1 to 60 characters long.
error-kondate-quantity = Check the quantity.
error-kondate-unit = Units can be up to 20 characters long.
error-kondate-note = Notes can be up to 200 characters long.
error-kondate-title = Titles are 1 to 80 characters long.
error-kondate-dishes = A set has 1 to 7 dishes.
error-kondate-too_long = That’s too long.
error-kondate-no_such_recipe = One of these recipes isn’t in your book.
error-kondate-kitchen_name = Kitchen names are 1 to 40 characters long.
error-kondate-moment = That time can’t be read. Write it like 2026-11-20T09:30:00Z.
error-kondate-store_name = Store names are 1 to 60 characters long.
error-kondate-aisle_twice = An aisle is listed twice.
error-kondate-tag_name = Category names are 1 to 20 characters long.
error-kondate-servings = A dish serves 1 to 99 people.
error-kondate-intermediate_materials = Check the mixes and other preparations.
error-kondate-steps = A recipe has 1 to 30 steps.
error-kondate-step = Steps are 1 to 1,000 characters long.
error-kondate-ingredients = A recipe has 1 to 50 ingredients.
error-kondate-ingredient = Check the ingredients: names can be up to 60 characters long, quantities and units 20, notes 200.
error-kondate-tags = You can add up to 10 tags of up to 20 characters each.
error-kondate-cooked_already = This dish has already been cooked.
error-kondate-minutes = Times are 1 to 10,000 minutes.
error-kondate-address = Links start with https:// and can be up to 1,000 characters long.
error-kondate-price = Enter the price in whole yen, up to 10,000,000.
error-kondate-keeps_days = Food keeps for up to 3,650 days.
error-kondate-order = Positions go from 1 to 40.
error-kondate-limit = A page shows 1 to 100 items.
error-kondate-month = Give the month like 2026-11.
error-kondate-below_nothing = Amounts can’t be negative.
error-kondate-unseen = Use characters people can see. Characters that change the text direction aren’t allowed.
error-kondate-day = Enter the date like 2026-11-20.

## On the front page
kondate-card-nothing = Nothing planned yet
kondate-card-choose = Choose a set
kondate-card-done = Everything’s cooked
kondate-card-next = Up next: { $title }
kondate-card-left = { $count ->
    [one] { $count } dish left to cook
   *[other] { $count } dishes left to cook
}
kondate-card-comma = {", "}
kondate-card-look = See the plan
