## What went wrong with signing in
error-identity-email = Enter an email address such as name@example.org.
error-identity-email_taken = This email address is already in use.
error-identity-name_empty = Enter your name.
error-identity-name_too_long = Names can have up to 60 characters.
error-identity-name_control = The name contains characters that can’t be used.
error-identity-password_short = Use at least 12 characters.
error-identity-password_long = Passwords can have up to 128 characters.
error-identity-password_common = Many people use this password, so it’s one of the first others try. A few words of your own are safer and easy to remember.
error-identity-password_guessable = This password is too easy to guess.
error-identity-wrong_password = The email address or password is incorrect.
error-identity-wrong_code = The code is incorrect or has expired.
error-identity-too_many_tries = Too many attempts. Please wait a moment and try again.
error-identity-not_signed_in = Please sign in.
error-identity-sign_up_closed = You need an invitation to join. Ask the person who runs this Chabudai for a link.
error-identity-proof_needed = Confirm that it’s you first.
error-identity-not_your_password = The password is incorrect.
error-identity-provider_unknown = You can’t sign in that way here.
error-identity-provider_unavailable = We can’t reach the other site right now. Try again later, or sign in another way.
error-identity-provider_answer = Signing in didn’t work. Please start again.
error-identity-cancelled = You cancelled on the other site.
error-identity-wrong_state = This sign-in took too long or was started in another browser. Please start again.
error-identity-email_unverified = The other site hasn’t verified your email address. Verify it there, then sign in again.
error-identity-not_sure = Tick the box to confirm.
error-identity-account_taken = Someone else here already signs in with this account.
error-identity-another_account = You’ve already connected another account of this kind. Use that one, or disconnect it on the account page first.
error-identity-last_way_in = This is your only way to sign in. Set a password first.
error-identity-setup_needed = There are no accounts yet. Open the setup link the server printed when it started.
error-identity-link_used = This link has already been used or has expired, or it isn’t valid. Ask for a new one.
error-identity-too_many_invitations = You have ten open invitations. Cancel one before you create another.
error-identity-crowded = A lot of people are signing in right now. Please try again in a moment.
error-identity-token_ended = This token isn’t valid or has expired.
error-identity-token_scope = This token may not do that.
error-identity-too_many_tokens = You have 20 tokens. Revoke one before you create another.
error-identity-made_and_gone = You made this already, and it’s gone again. Start over to make a new one.
error-identity-token_name_empty = Enter what the token is for.
error-identity-token_name_too_long = A name has 60 characters at most.
error-identity-token_name_control = A name is one line of visible characters.
error-identity-idempotency_key_short = An Idempotency-Key needs at least 16 characters.
error-identity-token_days = Choose how long it should work.
error-identity-token_app = There’s no such app here.
error-identity-passkey_refused = This passkey doesn’t work here. Try another one, or sign in another way.
error-identity-passkey_unusable = This passkey can’t be added. Try another device.
error-identity-passkey_ended = That took too long, or was started in another browser. Please try again.
error-identity-passkey_taken = This passkey has already been added.
error-identity-passkey_name_empty = Give the passkey a name.
error-identity-too_many_passkeys = You can have ten passkeys. Remove one first.
error-identity-passkeys_need_https = Passkeys need an https address.

## Signing in
identity-sign-in = Sign in
identity-sign-in-lead = Enter your email address and password.
identity-sign-out = Sign out
identity-join = Create account
identity-join-lead = Enter your name, email address and a password. We’ll send you a code.
identity-create = Create account
identity-found = Create the first account
identity-found-lead = This is the first account. You can invite others afterwards.
identity-invited-lead = You’ve been invited to Chabudai. Enter your name, email address and a password.
identity-people = People
identity-operator = Operator
identity-residents = Who lives here
identity-me = You
identity-invite = Invite someone
identity-invite-lead = Each link lets one person create an account. It works once and expires after { $days } days.
identity-invite-go = Create invitation link
identity-invite-another = Create another link
identity-invite-local = This link works only on this computer. To invite someone on another device, start Chabudai with --base-url and an address that the device can reach.
identity-withdraw-named = Cancel invitation created { $moment }
identity-invite-ready = Here’s your link
identity-invite-link = Invitation link
identity-invite-qr = QR code of the invitation link
identity-invite-once = Send it to one person, or let them scan the code. We won’t show it again.
identity-invitations-open = Open invitations
identity-invited-on = Created { $moment }
identity-withdraw = Cancel invitation
identity-toast-withdrawn = Invitation cancelled
identity-forgotten = Reset your password
identity-forgotten-lead = We’ll send a code to the email address of your account.
identity-to-forgotten = Forgot your password?
identity-to-join = New here? Create an account
identity-to-sign-in = Already have an account? Sign in
identity-to-code-again = Resend code
identity-ask-code = Send code
identity-code-lead = Enter the 8-digit code we sent you. It’s valid for an hour.
identity-code-in-log = This server can’t send email. The person who runs it can find the code in the server log.
identity-name = Name
identity-name-hint = Up to 60 characters. A nickname is fine.
identity-email = Email address
identity-new-email = New email address
identity-password = Password
identity-current-password = Current password
identity-new-password = New password
identity-password-hint = At least 12 characters. A long sentence you can remember works best.
identity-code = Code
identity-code-hint = 8 digits
identity-by-provider = Sign in with { $name }
identity-by-passkey = Sign in with a passkey
identity-proof-by-passkey = Confirm with a passkey
identity-passkey-not-used = We couldn’t check your passkey. Try again, or use another way.
identity-onward = Continue to { $name }
identity-onward-go = Continue
identity-toast-signed-in = Welcome back, { $name }
identity-toast-signed-out = You’re signed out
identity-toast-joined = Welcome, { $name }
identity-toast-password-reset = Password changed. Sign in with your new password

## One's own account
identity-account = Account
identity-profile = Profile
identity-safety = Sign-in and security
identity-data = Data
identity-devices = Signed-in devices
identity-devices-lead = If you don’t recognize a device, sign it out and change your password.
identity-this-device = This device
identity-some-device = Unknown device
identity-since = since { $moment }
identity-end = Sign out
identity-end-named = Sign out { $name }
identity-end-others = Sign out other devices
identity-change-name = Change name
identity-change-name-lead = This is how others in the house see you.
identity-providers = Connected accounts
identity-providers-lead = You can also sign in with accounts you connect here.
identity-providers-none = There are no accounts to connect.
identity-linked = Connected
identity-not-linked = Not connected
identity-link = Connect
identity-link-named = Connect { $name }
identity-unlink = Disconnect
identity-unlink-named = Disconnect { $name }
identity-unlink-hint = You won’t be able to sign in with it anymore. You can connect it again later.
identity-tokens = Access tokens
identity-tokens-lead = For scripts and home automation that use the API for you. A token opens neither your account nor these pages.
identity-tokens-none = No tokens yet
identity-tokens-none-hint = Create one for each program, so you can stop them one by one.
identity-token = Token
identity-token-new = New token
identity-token-name = What is it for?
identity-token-name-hint = Up to 60 characters, for example “Kitchen display”.
identity-token-apps = Apps
identity-token-every-app = All apps
identity-token-access = Access
identity-token-read = Read only
identity-token-write = Read and write
identity-token-days = Expires in
identity-token-30 = 30 days
identity-token-90 = 90 days
identity-token-365 = 1 year
identity-token-go = Create token
identity-token-made = Your new token
identity-token-once = Copy it now. We won’t show it again.
identity-token-how = How to use it
identity-token-how-hint = Send this header with every request to the API.
identity-token-api = API documentation
identity-token-scope = { $app } · { $access }
identity-token-until = Expires { $day }
identity-token-ended = Expired { $day }
identity-token-over = Expired
identity-token-used = Last used { $moment }
identity-token-unused = Never used
identity-token-revoke = Revoke
identity-token-revoke-named = Revoke { $name }
identity-token-revoke-hint = The program that uses it is locked out at once. This can’t be undone.
identity-toast-token-revoked = Token revoked
identity-passkeys = Passkeys
identity-passkeys-lead = Sign in with your fingerprint, your face or your screen lock, without typing a password.
identity-passkey-since = Added { $moment }
identity-passkey-used = Last used { $moment }
identity-passkey-unused = Not used yet
identity-passkey-add = Add a passkey
identity-passkey-name = Name of the passkey
identity-passkey-name-hint = So that you can tell later which device it’s for.
identity-passkey-rename = Rename
identity-passkey-rename-named = Rename { $name }
identity-passkey-rename-title = Rename this passkey
identity-passkey-remove = Remove
identity-passkey-remove-named = Remove { $name }
identity-passkey-remove-hint = It won’t sign you in any more. You can delete what’s left of it in the settings of your device.
identity-passkey-not-made = The passkey wasn’t added. Please try again.
identity-passkey-here-already = This device’s passkey has already been added.
identity-passkey-unsupported = This browser can’t add a passkey. Turn on JavaScript, or use a browser with passkeys.
identity-passkey-elsewhere = You can add passkeys at { $address }.
identity-passkeys-full = You can have ten passkeys. Remove one you don’t use to add another.
identity-passkeys-need-https = Passkeys don’t work at this address. They need one that begins with https.
identity-toast-passkey-added = “{ $name }” is added
identity-toast-passkey-renamed = It’s called “{ $name }” now
identity-toast-passkey-removed = “{ $name }” is removed
identity-change-password = Change password
identity-make-password = Set a password
identity-make-password-lead = We’ll send a code to your email address. Enter it to set your password.
identity-password-lead = Changing it signs out all your other devices.
identity-change-email = Change email address
identity-email-lead = We’ll send a code to the new address. Until you enter it, nothing changes.
identity-proof = Confirm it’s you
identity-proof-lead = Enter your password again. We won’t ask on this device for the next 10 minutes.
identity-proof-by-code-lead = We’ll send a code to your email address. After you enter it, we won’t ask on this device for 10 minutes.
identity-proof-go = Continue
identity-export = Export your data
identity-export-lead = One file (JSON) with everything this server keeps about you: your profile, your records and your settings. Your password and other sign-in details are left out.
identity-export-go = Download
identity-delete = Delete account
identity-delete-lead = Your account and everything saved in it will be deleted, and this can’t be undone. Export anything you want to keep first. What opens by its own address, such as a wardrobe, doesn’t belong to an account: it stays, and anyone with the address can still open it.
identity-delete-sure = I understand that my account and its records will be deleted
identity-delete-go = Delete my account
identity-toast-session-ended = Device signed out
identity-toast-name-changed = Name changed to { $name }
identity-toast-linked = { $name } connected
identity-toast-unlinked = { $name } disconnected
identity-toast-password-changed = Password changed
identity-toast-email-changed = Email address changed
identity-toast-deleted = Account deleted

## Letters, each in both languages
letter-join-subject = your code to create an account
letter-join =
    This is your code to create a Chabudai account.

    { $code }

    Enter it on the page where you signed up. It’s valid for { $minutes } minutes.
letter-reset-subject = your code to reset your password
letter-reset =
    This is your code to reset your password.

    { $code }

    Enter it together with your new password. It’s valid for { $minutes } minutes.
letter-move-subject = your code to change your email address
letter-move =
    This is your code to change to this email address.

    { $code }

    Enter it on the page where you changed your address. It’s valid for { $minutes } minutes.
letter-prove-subject = your code to confirm it’s you
letter-prove =
    This is your code to confirm that it’s you.

    { $code }

    Enter it on the page that asks for it. It’s valid for { $minutes } minutes.
letter-not-you-signed-in =
    If this wasn’t you, someone else may be using a device you’re signed in on.
    Sign that device out on your account page.
    Don’t share the code with anyone. We’ll never ask for it.
    { $address }
letter-ignore-code =
    If this wasn’t you, you can ignore this email.
    Nothing changes unless the code is entered.
    Don’t share the code with anyone. We’ll never ask for it.
letter-joined-already-subject = you already have an account
letter-joined-already =
    Someone tried to create an account with this address,
    but there already is one.
    Sign in, or reset your password if you’ve forgotten it.
    { $address }
letter-nobody-here-subject = about your password
letter-nobody-here =
    Someone tried to reset the password for this address,
    but there is no account with it.
    You may have signed up with a different address.
letter-ignore = If this wasn’t you, you can ignore this email. Nothing changes.
letter-password-changed-subject = your password was changed
letter-password-changed = The password of your account was changed.
letter-exported-subject = your data was downloaded
letter-exported = A file with everything we keep about you was just downloaded.
letter-token-made-subject = a new access token
letter-token-made = An access token named “{ $name }” was created for your account.
letter-not-you-token =
    If this wasn’t you, revoke the token on your account page right away,
    and set a new password.
    { $address }
letter-deleted-subject = your account was deleted
letter-deleted = Your account and all your records were deleted.
letter-linked-subject = a new way to sign in
letter-linked = You can now sign in with your { $provider } account.
letter-unlinked-subject = a way to sign in was removed
letter-unlinked = You can no longer sign in with your { $provider } account.
letter-passkey-added = The passkey “{ $name }” signs you in from now on.
letter-passkey-removed = The passkey “{ $name }” does not sign you in any more.
letter-not-you =
    If this wasn’t you, set a new password right away with “Forgot your password?”.
    All other devices will be signed out. Then check your account page.
    { $address }
letter-email-changed-subject = your email address was changed
letter-email-changed =
    The email address of your account is now { $email }.
    You can no longer sign in with this one.
letter-not-you-moved =
    If this wasn’t you, tell the person who runs this Chabudai right away.
    { $address }
