
## The plan
kondate-use-soon = Use soon
kondate-progress = { $cooked } of { $of } cooked
kondate-all-cooked = All cooked!
kondate-all-cooked-hint = Well done. Time to choose what’s next.
kondate-advance = Go on to the next set
kondate-advance-question = Go on to the next set?
kondate-advance-hint = Dishes you haven’t cooked yet will leave the plan.
kondate-choose = Choose a set
kondate-change-plan = Change plan
kondate-reset = Clear plan
kondate-next = Up next
kondate-next-hint = Line up the next set now, and you can go straight on when you’re done.
kondate-change-next = Change
kondate-cancel-next = Remove
kondate-all-sets = All sets
kondate-suggested = Suggested for you
kondate-make-set = Make your own set
kondate-first-title = Your first plan in three taps
kondate-first-hint = Pick a set and your shopping list writes itself.
kondate-step-pick = Pick a set
kondate-step-shop = Shop once
kondate-step-cook = Cook in any order
kondate-plan-this = Cook this
kondate-plan-next = Cook this next
kondate-rescues = Uses up { $name }
kondate-cooked = Cooked!
kondate-uncook = Mark as not cooked
kondate-done = Cooked
kondate-cook = Start cooking
kondate-fewer = One serving fewer of “{ $name }”
kondate-more = One serving more of “{ $name }”
kondate-to-buy = { $count ->
    [one] 1 item to buy
   *[other] { $count } items to buy
}
kondate-nothing-to-buy = Nothing left to buy
kondate-swap = Swap a dish
kondate-swap-for = Instead of “{ $name }”
kondate-swap-named = Swap “{ $name }”
kondate-swap-hint = Dishes you have the most for come first.
kondate-take = Choose
kondate-toast-cooked = “{ $name }” cooked
kondate-toast-all-cooked = “{ $name }” was the last one. All cooked!
kondate-toast-uncooked = “{ $name }” is back on the plan. The cooking log stays.
kondate-toast-taken-back = Undone. The ingredients are back in the fridge.
kondate-toast-advanced = Now cooking: “{ $name }”
kondate-toast-applied = Your plan is “{ $name }”
kondate-toast-applied-next = “{ $name }” is up next
kondate-toast-emptied = “{ $name }” cleared
kondate-toast-put-back = Your plan is back as it was
kondate-toast-swapped = Swapped for “{ $name }”

## Beside the stove
kondate-step-of = Step { $step } of { $of }
kondate-step-next = Next
kondate-step-back = Back
kondate-timer-start = { $minutes }-minute timer
kondate-timer-stop = Stop
kondate-timer-ended = Time’s up
