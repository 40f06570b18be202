# Recipes in and out
kondate-import = Import a recipe
kondate-import-short = Import
kondate-import-hint = Paste a link to a recipe, or the text itself. You can check everything before it’s saved.
kondate-import-link = Link
kondate-import-or = or
kondate-import-text = Recipe text
kondate-import-text-example =
    Beef stew (serves 2)
    3 potatoes
    …
kondate-import-photo = Photo of a recipe
kondate-import-read = Import
kondate-import-left =
    { $count ->
        [0] You’ve used all of this month’s imports. You can import again next month.
        [one] 1 import left this month.
       *[other] { $count } imports left this month.
    }
kondate-import-by-hand = Write it down from this text
kondate-import-instead = Import from a link or text instead
kondate-import-sure = Here’s what we found. Check it, then save.
kondate-import-fairly-sure = Here’s what we found. Make sure nothing is missing.
kondate-import-unsure = We’re not sure we got this right. Compare it with the original.
kondate-share = Share
kondate-share-named = Share { $name }
kondate-share-hint = Anyone with the link can see this, no account needed. Tell them who it’s by or where it’s from.
kondate-share-make = Create link
kondate-share-ready = Send this link.
kondate-share-qr = QR code of the link
kondate-share-link = Link
kondate-share-look = View page
kondate-share-revoke = Stop sharing
kondate-share-revoke-hint = The link will stop working. If you share it again, you’ll get a new link.
kondate-share-revoke-question = Stop sharing?
kondate-share-credit = Change author and source
kondate-toast-credit = Author and source updated
kondate-share-and = {", "}
kondate-toast-revoked = Sharing stopped. The link no longer works
kondate-shared-about = Kondate Loop keeps your meal plan, shopping list and fridge in one place.
kondate-shared-look = About Chabudai
kondate-calendar = Calendar
kondate-calendar-name = Meal plan
kondate-calendar-hint = See the current plan in your phone’s calendar.
kondate-calendar-address = Calendar address
kondate-calendar-secret = Anyone with this address can see your meal plan, so share it with care. It stops working when you sign out your other devices or change your password.
kondate-calendar-make = Create address
kondate-calendar-another = Change address
kondate-calendar-none = Turn off
kondate-calendar-another-question = Change the address?
kondate-calendar-another-hint = The current address will stop working. You’ll need to add the new one to your calendar app.
kondate-calendar-none-question = Turn off the calendar?
kondate-calendar-none-hint = The current address will stop working, and your calendar app won’t get updates any more.
kondate-toast-calendar-another = Address changed. The old one no longer works
kondate-toast-calendar = Address created
kondate-toast-no-calendar = Calendar turned off. The address no longer works
kondate-print = Print
kondate-export = Export
kondate-export-all = Export all recipes for another app
