
## The book
kondate-sets = Sets
kondate-recipes = Recipes
kondate-own-sets = Our sets
kondate-starters = Starter sets
kondate-new-set = New set
kondate-edit-set = Edit set
kondate-copy-set = Copy and change
kondate-dishes-gone = { $count ->
    [one] 1 recipe of this set has been deleted.
   *[other] { $count } recipes of this set have been deleted.
}
kondate-set-name = Set name
kondate-set-name-example = e.g. Five for a busy week
kondate-set-dishes = Dishes ({ $count } of 7)
kondate-set-dishes-hint = Pick 1 to 7 dishes.
kondate-set-about = Description
kondate-set-full = That’s seven. Remove one to make room for another.
kondate-offered-more = There are more. Search by name, tag or author to find them.
kondate-offered-part = Your book is large, so only part of it has been searched.
kondate-offered-further = Search older recipes
kondate-add-dishes = Choose dishes
kondate-toast-set-added = “{ $name }” created
kondate-new-recipe = New recipe
kondate-edit-recipe = Edit recipe
kondate-copy-recipe = Copy and edit
kondate-into-set = Add to a new set
kondate-official = Starter recipe
kondate-by = By { $name }
kondate-source = Source
kondate-ingredients = Ingredients
kondate-steps = Method
kondate-there = In the fridge
kondate-fewer-plain = One serving fewer
kondate-more-plain = One serving more
kondate-order = Sort by
kondate-order-new = Newest
kondate-order-usable = At home
kondate-order-quick = Quickest
kondate-narrow = Filter
kondate-time = Time
kondate-within = Up to { $count } min
kondate-whose = Kind
kondate-whose-ours = Our recipes
kondate-whose-starters = Starter recipes
kondate-tags = Tags
kondate-found = { $count ->
    [one] 1 recipe
   *[other] { $count } recipes
}
kondate-recipe-title = Title
kondate-recipe-picture = Photo
kondate-for-how-many = Serves
kondate-plan-servings = Cook for
kondate-as-recipes = As each recipe says
kondate-how-long = Minutes
kondate-ingredients-hint = One per line. Pasting is fine.
kondate-ingredients-example = 1 onion
kondate-steps-hint = One step per line. Write “simmer for 10 minutes” and it becomes a timer.
kondate-steps-example = Slice the onion thinly.
kondate-tags-hint = Separate with commas, e.g. Japanese, Lunch box
kondate-author = Author
kondate-read = What we understood
kondate-read-empty = Type your ingredients and we’ll show how we read them.
kondate-read-hint = Not right? Change the text and it’s read again.
kondate-read-pantry = Check at home
kondate-read-unknown = Not in our food list
kondate-read-timer = Step { $step }: { $minutes } min
kondate-preview = Preview ingredients
kondate-toast-recipe-added = “{ $name }” is in your book

## Categories
kondate-categories = Categories
kondate-categories-hint = Give a category the same name as a tag and it becomes a tab above your recipes.
kondate-categories-shown = { $shown } of { $most } shown
kondate-add-category = Add a category
kondate-add-category-example = e.g. Lunch box
kondate-show = Show
kondate-hide = Hide
kondate-toast-category-added = “{ $name }” added
kondate-toast-category-hidden = “{ $name }” added, hidden for now because all tabs are taken. Hide another one to show it
kondate-categories-count = Up to { $most } tabs are shown, including “All”. Hidden categories don’t count.
kondate-category-always = Always shown
kondate-category-all = All
kondate-category-japanese = Japanese
kondate-category-western = Western
kondate-category-chinese = Chinese
kondate-category-quick = Quick
kondate-category-korean = Korean
kondate-category-ethnic = Southeast Asian
kondate-category-sweets = Sweets
