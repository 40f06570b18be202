
## The kitchen
kondate-kitchen-mine = My kitchen
kondate-kitchen-shared = Shared kitchen
kondate-kitchen-name = Kitchen name
kondate-kitchens = Switch kitchens
kondate-new-kitchen = Add a kitchen
kondate-new-kitchen-example = e.g. Mum and Dad’s
kondate-make = Create
kondate-here = You’re here
kondate-enter = Switch
kondate-this-month = This month
kondate-month-nothing = What you cook this month is counted here.
kondate-stat-dishes = dishes cooked
kondate-stat-different = different dishes
kondate-stat-days = days cooked
kondate-preferences = Language and display
kondate-members = People
kondate-me = You
kondate-owner = Owner
kondate-hand-over = Make owner
kondate-hand-over-question = Make { $name } the owner?
kondate-hand-over-hint = Only the new owner will be able to invite and remove people.
kondate-remove = Remove
kondate-remove-question = Remove { $name }?
kondate-remove-hint = They’ll no longer see this kitchen’s plan, list and fridge. You can invite them again.
kondate-leave = Leave this kitchen
kondate-leave-question = Leave this kitchen?
kondate-leave-hint = The plan, list and fridge stay with the others. You’ll need an invitation to come back.
kondate-invite = Invite someone
kondate-invite-hint = Send a link or show a QR code. Each works once, for { $days } days.
kondate-invite-ready = Your invitation is ready
kondate-invite-qr = QR code of the invitation
kondate-invite-link = Invitation link
kondate-invite-once = This link works once, for { $days } days. We can’t show it again.
kondate-invite-account = They need an account here to join. If they don’t have one, invite them to Chabudai as well.
kondate-invite-house = Invite to Chabudai
kondate-alone = It’s just you so far. Invite your family to share the plan, the list and the fridge.
kondate-usual-servings = How many you cook for
kondate-usual-servings-hint = Every dish of a set you pick is planned for this many. Leave it empty to follow each recipe.
kondate-withdraw = Cancel all open invitations
kondate-join = You’re invited
kondate-invited-by = { $name } invites you to “{ $kitchen }”
kondate-join-hint = Once you join, you share the plan, the shopping list, the fridge and the recipes.
kondate-join-go = Join
kondate-join-not = Not now
kondate-join-guest-hint = Sign in to join. You’ll come back to this invitation.
kondate-join-guest-none = No account yet? Ask the person who invited you for an invitation to this house as well. Once you’ve joined, open this link again.
kondate-toast-withdrawn = Open invitations cancelled
kondate-toast-left = You’ve left “{ $name }”
kondate-toast-removed = Person removed
kondate-toast-handed-over = The kitchen has a new owner
kondate-toast-founded = “{ $name }” created
kondate-toast-switched = You’re in “{ $name }” now
kondate-toast-joined = Welcome to “{ $name }”

## What was cooked
kondate-archive = Cooking log
kondate-months = Other months
kondate-month-before = Previous month
kondate-month-after = Next month
kondate-month-empty = Nothing cooked this month.
kondate-month-sum = { $dishes } dishes on { $days } days.
kondate-to-plan = Go to the plan
kondate-days = Days before and after
kondate-day-empty = Nothing cooked on this day
kondate-day-empty-hint = Tap “Cooked!” on your plan and it shows up here.
kondate-used-from-fridge = From the fridge: { $list }
kondate-never-cooked = Delete and return ingredients
kondate-toast-log-deleted = Deleted, ingredients put back

## Help
kondate-help = How it works
kondate-help-pick = 1. Pick a set
kondate-help-pick-text = Choose one set of 1 to 7 dishes. No need to decide on days. “5 of 8 at home” means you already have five of the eight ingredients.
kondate-help-shop = 2. Shop once
kondate-help-shop-text = Only what you’re missing is on the list, aisle by aisle. Tap things as they go into the basket; others can tick the same list. “Done shopping” moves it all to the fridge.
kondate-help-cook = 3. Cook in any order
kondate-help-cook-text = Start with whatever you feel like today. “Cooked!” takes the ingredients out of the fridge and keeps a log.
kondate-help-fridge = Use everything up
kondate-help-fridge-text = What won’t keep shows under “Use soon”, and sets that use it up come first.
kondate-help-share = Share with your household
kondate-help-share-text = Invite people by link or QR code under “Kitchen”. You all share one plan, one list and one fridge.
kondate-delete-kitchen = Delete this kitchen
kondate-delete-kitchen-question = Delete “{ $name }”?
kondate-delete-kitchen-hint = Its recipes, plan, list, fridge and history go with it. You can restore it for 24 hours.
kondate-delete-kitchen-confirm = Delete
kondate-toast-kitchen-deleted = “{ $name }” was deleted
kondate-toast-kitchen-restored = “{ $name }” is back
kondate-kitchens-deleted = Recently deleted
kondate-kitchens-deleted-hint = Deleted kitchens can be restored for 24 hours.
kondate-notices = Notifications
kondate-notice-is-on = On
kondate-notice-turn-on = Turn on
kondate-notice-turn-off = Turn off
kondate-notice-no-device = No device receives messages yet. Add one so reminders can reach you.
kondate-notice-add-device = Add a device
kondate-notice-devices = { $count ->
    [one] 1 device
   *[other] { $count } devices
}
kondate-toast-notices-on = Reminders are on
kondate-toast-notices-off = Reminders are off
kondate-push-soon-title = Use these soon
kondate-push-soon-one = { $name } ({ $until })
kondate-push-soon-more = { $names }, and { $count } more
kondate-push-open = Open fridge
kondate-toast-gone = You’re no longer in that kitchen

# My picture
kondate-my-picture = Profile photo
kondate-my-picture-hint = Everyone in your kitchens can see it.
kondate-toast-my-picture = Profile photo updated
