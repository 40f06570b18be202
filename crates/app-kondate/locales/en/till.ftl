
## What costs something
kondate-yen = ¥{ $amount }
kondate-yen-monthly = ¥{ $amount }/month
kondate-buy = Buy for { $price }
kondate-is-bought = Purchased
kondate-bought-empty = Nothing purchased yet
kondate-bought-empty-hint = Recipes and sets you buy in the catalog show up here.
kondate-locked-recipe = Buy it to see the ingredients and steps.
kondate-locked-set = Buy it to see every dish with its ingredients and steps.
kondate-former-creator = A former creator
kondate-pay-by = Pay with
kondate-pay-hint = You’ll pay on Stripe’s page. Your card number never reaches this server.
kondate-pay-otherwise = Pay another way
kondate-pay-otherwise-hint = You’ll continue to Stripe.
kondate-paycard = { $brand } ending in { $last4 }
kondate-paycard-other = Card
kondate-paycard-until = Expires { $until }
kondate-paycard-gone = That card is no longer saved. Choose another one.
kondate-go-on = Taking you to Stripe
kondate-go-on-hint = If nothing happens, use the button below.
kondate-go-on-now = Continue to Stripe

## A purchase
kondate-purchase = Your purchase
kondate-purchase-pending = Waiting for payment
kondate-purchase-succeeded = Paid
kondate-purchase-failed = Not completed
kondate-purchase-refunded = Refunded
kondate-purchase-unpaid = Not paid yet
kondate-purchase-unpaid-hint = It’s yours as soon as you’ve paid.
kondate-purchase-confirming = Confirming your payment
kondate-purchase-confirming-hint = This can take a moment. We’ll let you know when it’s done.
kondate-purchase-not = This purchase wasn’t completed
kondate-purchase-not-hint = You haven’t been charged.
kondate-purchase-back = Refunded
kondate-purchase-back-hint = The money goes back to the way you paid. It can take a few days to show up.
kondate-purchase-item = Item
kondate-purchase-amount = Amount
kondate-purchase-day = Date
kondate-purchase-state = Status
kondate-purchase-pay = Go to payment
kondate-purchase-cancel = Cancel purchase
kondate-purchase-again = Check again
kondate-purchase-open = Take a look
kondate-purchase-retry = Try again
kondate-creator-registration = Creator registration
kondate-purchases = Purchase history
kondate-purchases-empty = No purchases yet
kondate-purchases-empty-hint = What you buy in the catalog is listed here.
kondate-toast-given-up = Purchase canceled

## Plans
kondate-billing = Billing
kondate-billing-now = Your plan
kondate-billing-plans = Choose a plan
kondate-billing-once = once
kondate-billing-become = Become a creator
kondate-billing-subscribe = Choose this plan
kondate-billing-renews = Next payment: { $day }
kondate-billing-ends = Canceled. Yours until { $day }.
kondate-billing-late = This month’s payment didn’t go through. Check that your card is still valid.
kondate-billing-late-fix = Check payment method
kondate-billing-end = Cancel plan
kondate-billing-end-question = Cancel { $name }?
kondate-billing-end-hint = You can keep using it until { $day }.
kondate-billing-resume = Keep my plan
kondate-billing-change = To switch plans, cancel this one and choose another when it ends.
kondate-billing-portal = Receipts and payment methods (Stripe)
kondate-role-user = Free
kondate-role-user-plus = Plus
kondate-role-creator = Creator
kondate-role-creator-plus = Creator Plus
kondate-gives-publishing = Publish recipes and sets in the catalog
kondate-gives-sets = Sell sets
kondate-gives-recipes = Sell sets and single recipes
kondate-gives-imports = { $more } recipe imports a month instead of { $usual }
kondate-toast-subscribed = Your plan is active
kondate-toast-subscribing = We’re confirming your payment
kondate-toast-plan-ends = Your plan is canceled
kondate-toast-plan-resumed = Your plan goes on

## Cards
kondate-paycards = Saved cards
kondate-paycards-none = No saved cards. Save one to pay faster next time.
kondate-paycard-default = Default
kondate-paycard-use = Make default
kondate-paycard-remove = Remove
kondate-paycard-remove-question = Remove { $name }?
kondate-paycard-remove-hint = If it pays for your plan, switch to another card first.
kondate-paycard-add = Add a card
kondate-toast-card-stored = Card saved
kondate-toast-card-not-stored = The card wasn’t saved
kondate-toast-card-used = Default card changed
kondate-toast-card-removed = Card removed

## Payouts
kondate-payouts = Payouts
kondate-payouts-none = To sell something, tell Stripe where to send your earnings.
kondate-payouts-checked = Stripe is checking your details. We’ll let you know when that’s done.
kondate-payouts-ready = You’re ready to get paid
kondate-payouts-fee = A fee of { $percent }% is taken from each price.
kondate-payouts-set-up = Set up payouts
kondate-payouts-go-on = Continue setup
kondate-payouts-earnings = See earnings
kondate-toast-payouts-ready = You’re ready to get paid
kondate-toast-payouts-checked = Your details are being checked
kondate-toast-payouts-again = That page expired. Please start again

## Selling
kondate-offer = Price
kondate-offer-free = Free
kondate-offer-paid = Paid
kondate-offer-price = Price in yen
kondate-offer-hint = ¥100 to ¥10,000. A fee of { $percent }% is taken from the price.
kondate-offer-change = Change price
kondate-published-for = Published for { $price }
kondate-sold-count =
    { $count ->
        [0] Not sold yet
        [one] Sold once
       *[other] Sold { $count } times
    }
kondate-publish-needs-creator = To publish, become a creator first. You pay once, and can sell sets too.
kondate-publish-become = About becoming a creator
kondate-publish-needs-plan = To sell single recipes, you need Creator Plus.
kondate-publish-needs-payouts = To sell, set up payouts first.
kondate-toast-offered = Changed the price of “{ $name }”
