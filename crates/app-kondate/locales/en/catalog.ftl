
## The catalog
kondate-catalog = Catalog
kondate-catalog-kind = Type
kondate-catalog-search-hint = Search by name, tag or author
kondate-catalog-empty = Nothing published yet
kondate-catalog-empty-hint = Publish a recipe or set of your own and it will show up here.
kondate-catalog-to-own = See your recipes
kondate-catalog-stopped = No longer published.
kondate-order-recommended = For you
kondate-order-newest = Newest
kondate-order-popular = Popular
kondate-saved-count =
    { $count ->
        [one] Saved by 1 kitchen
       *[other] Saved by { $count } kitchens
    }
kondate-save-to-book = Save to book
kondate-unsave = Remove from book
kondate-open-in-book = Open in book
kondate-is-saved = Saved
kondate-saved-sets = Saved sets
kondate-toast-bookmarked = Saved “{ $name }”
kondate-toast-unbookmarked = Removed from your book
kondate-publish = Publish to catalog
kondate-publish-named = Publish “{ $name }”
kondate-publish-hint = Everyone on this server will be able to see and save it. Changes you make reach people who saved it right away.
kondate-publish-as = Your name appears as “{ $name }”.
kondate-publish-now = Publish
kondate-publish-again = Publish again
kondate-publish-is-stopped = This is no longer published.
kondate-publish-elsewhere = You can only publish recipes from your own kitchen. Switch kitchens first.
kondate-published = Published
kondate-published-hint = Edits show up in the catalog right away.
kondate-publish-look = View in catalog
kondate-publish-settings = Publishing settings
kondate-publish-stop = Stop publishing
kondate-publish-stop-hint = It disappears from the lists. People who saved it can still see it.
kondate-toast-published = Published “{ $name }”
kondate-toast-stopped = Stopped publishing “{ $name }”
