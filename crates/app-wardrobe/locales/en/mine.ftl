## My wardrobes
wardrobe-mine = My wardrobes
wardrobe-mine-empty = None yet. Make one here, or open one by its address and tap “Keep with my account”: you’ll find it here on every device.
wardrobe-mine-moved = It has a new address. Ask whoever you share it with.
wardrobe-mine-deleted = Deleted. You can restore it until { $until }.
wardrobe-make-hint-mine = It’s kept with your account, so you can open it here on every device. Share its address to let others see and change it.
wardrobe-key-hint-mine = It’s kept with your account: open it from “My wardrobes” on any device.
wardrobe-account = Account
wardrobe-keep = Keep with my account
wardrobe-keep-hint = Keep it with your account to find it on every device.
wardrobe-is-mine = It’s in “My wardrobes”.
wardrobe-unkeep = Remove from the list
wardrobe-unkeep-one = Remove “{ $name }” from the list
wardrobe-toast-kept = “{ $name }” is kept with your account
wardrobe-toast-unkept = “{ $name }” removed from your list
wardrobe-toast-unkept-gone = Removed from your list
wardrobe-toast-made-not-kept = “{ $name }” created. Your list is full, so it isn’t kept with your account
wardrobe-card-open = What are you wearing today?
wardrobe-card-recorded = Today’s outfit is recorded
wardrobe-card-look = Open the wardrobe

## A new address
wardrobe-new-address = Get a new address
wardrobe-new-address-lead = For when the address ended up with the wrong person.
wardrobe-new-address-old = The address you use now stops working right away.
wardrobe-new-address-stays = Clothes, outfits and the diary all stay.
wardrobe-new-address-mine = You can still open it from “My wardrobes”. Send everyone else the new address.
wardrobe-new-address-tell = It stays open on this device. Send the new address to your other devices and to everyone you share it with.
wardrobe-new-address-seen = What others have already seen or saved can’t be taken back.
wardrobe-new-address-go = Get a new address
wardrobe-toast-new-address = The wardrobe has a new address

## Deleting a wardrobe
wardrobe-delete-whole = Delete this wardrobe
wardrobe-delete-whole-lead = This deletes all of “{ $name }”.
wardrobe-delete-whole-all = Clothes, outfits, the diary and photos will all be gone.
wardrobe-delete-whole-everybody = Nobody can open it any more, even with the address.
wardrobe-delete-whole-day = You can restore it from the same address for 24 hours. After that it’s gone for good.
wardrobe-delete-whole-go = Delete everything
wardrobe-deleted-title = Deleted wardrobe
wardrobe-deleted-one = “{ $name }” (deleted)
wardrobe-deleted-lead = “{ $name }” is deleted
wardrobe-deleted-hint = You can restore it until { $until }.
wardrobe-to-others = Other wardrobes
wardrobe-see-deleted = Restore it
wardrobe-toast-back = “{ $name }” is back

## What went wrong
error-wardrobe-list_full = Your list has room for 50 wardrobes. Remove one first.
error-wardrobe-deleted = This wardrobe was deleted. It can be restored for 24 hours.
error-wardrobe-example = The example keeps its address and can’t be deleted.
error-wardrobe-not_signed_in = Please sign in.
wardrobe-example-name = The demo wardrobe
