## What went wrong with signing in
error-identity-email = Enter an e-mail address like name@example.org.
error-identity-email_taken = This e-mail address belongs to somebody already.
error-identity-name_empty = Enter your name.
error-identity-name_too_long = A name has 60 characters at most.
error-identity-name_control = A name is one line of visible characters.
error-identity-password_short = Use at least 12 characters.
error-identity-password_long = A password has 128 characters at most.
error-identity-password_common = Many people use this password, so it’s one of the first others try. A few words of your own are safer and easy to remember.
error-identity-password_guessable = This password is too easy to guess.
error-identity-wrong_password = The e-mail address or the password is wrong.
error-identity-wrong_code = The code is wrong or too old.
error-identity-too_many_tries = There were too many tries. Please wait a moment.
error-identity-not_signed_in = Please sign in.
error-identity-sign_up_closed = You need an invitation to join. Ask the person who runs this Chabudai for a link.
error-identity-proof_needed = Confirm that it’s you first.
error-identity-not_your_password = This is not your password.
error-identity-provider_unknown = One cannot sign in that way here.
error-identity-provider_unavailable = The other site cannot be reached at the moment. Try again later, or sign in another way.
error-identity-provider_answer = Signing in did not succeed. Please begin again.
error-identity-cancelled = You cancelled it at the other site.
error-identity-wrong_state = This sign-in took too long, or was begun in another browser. Please begin again.
error-identity-email_unverified = The other site has not verified your e-mail address. Verify it there, then sign in again.
error-identity-not_sure = Tick the box to confirm.
error-identity-account_taken = This account signs in somebody else here.
error-identity-another_account = Another account of the same kind signs in here already. Use that one, or remove it on the account page first.
error-identity-last_way_in = It is the only way to sign in. Choose a password first.
error-identity-setup_needed = There are no accounts yet. Open the setup link the server printed when it started.
error-identity-link_used = This link has already been used or has expired, or it isn’t valid. Ask for a new one.
error-identity-too_many_invitations = You have ten open invitations. Take one back before you make another.
error-identity-crowded = Many people are signing in at this moment. Wait a moment, then try again.
error-identity-token_ended = This token isn’t valid, or not any more.
error-identity-token_scope = This token may not do that.
error-identity-too_many_tokens = You have 20 tokens. Revoke one before you make another.
error-identity-made_and_gone = You made this already, and it’s gone again. Start over to make a new one.
error-identity-token_name_empty = Enter what the token is for.
error-identity-token_name_too_long = A name has 60 characters at most.
error-identity-token_name_control = A name is one line of visible characters.
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
identity-sign-in-lead = Enter your e-mail address and password.
identity-sign-out = Sign out
identity-join = Join
identity-join-lead = Enter a name, your e-mail address and a password. We will send you a code.
identity-create = Create account
identity-found = Create the first account
identity-found-lead = This is the first account. You can invite others afterwards.
identity-invited-lead = You’ve been invited to Chabudai. Enter your name, email address and a password.
identity-people = People
identity-operator = Operator
identity-residents = Who lives here
identity-me = you
identity-invite = Invite someone
identity-invite-lead = Each link lets one person create an account. It works once and expires after { $days } days.
identity-invite-go = Create invitation link
identity-invite-another = Create another link
identity-invite-local = This link works only on this computer. To invite someone on another device, start Chabudai with --base-url and an address that the device can reach.
identity-withdraw-named = Take back the invitation created { $moment }
identity-invite-ready = Here’s your link
identity-invite-link = Invitation link
identity-invite-qr = QR code of the invitation link
identity-invite-once = Send it to one person, or let them scan the code. We won’t show it again.
identity-invitations-open = Open invitations
identity-invited-on = Created { $moment }
identity-withdraw = Take back
identity-toast-withdrawn = Invitation taken back
identity-forgotten = Forgotten password
identity-forgotten-lead = A code goes to the e-mail address that you joined with.
identity-to-forgotten = I have forgotten my password
identity-to-join = I am new here
identity-to-sign-in = I have joined already
identity-to-code-again = Ask for another code
identity-ask-code = Get a code
identity-code-lead = Enter the code of 8 digits that you got. It is good for an hour.
identity-code-in-log = This server cannot send e-mail. Its administrator can find the code in the server log.
identity-name = Name
identity-name-hint = What you like to be called, up to 60 characters.
identity-email = E-mail address
identity-new-email = New e-mail address
identity-password = Password
identity-current-password = Current password
identity-new-password = New password
identity-password-hint = 12 characters at least. A long sentence that you remember is best.
identity-code = Code
identity-code-hint = 8 digits.
identity-by-provider = Sign in with { $name }
identity-by-passkey = Sign in with a passkey
identity-proof-by-passkey = Confirm with a passkey
identity-passkey-not-used = We couldn’t check your passkey. Try again, or use another way.
identity-onward = On to { $name }
identity-onward-go = Go on
identity-toast-signed-in = Welcome back, { $name }
identity-toast-signed-out = You are signed out
identity-toast-joined = Welcome, { $name }
identity-toast-password-reset = Your password is changed. Sign in with the new one

## One's own account
identity-account = Account
identity-profile = Profile
identity-safety = Signing in
identity-data = My data
identity-devices = Signed-in devices
identity-devices-lead = If you do not know one of them, sign it out and change your password.
identity-this-device = this device
identity-some-device = Some device
identity-since = since { $moment }
identity-end = Sign out
identity-end-named = Sign out { $name }
identity-end-others = Sign out other devices
identity-change-name = Change name
identity-change-name-lead = It is what these pages call you.
identity-providers = Connected accounts
identity-providers-lead = An account that you connect here signs you in, too.
identity-providers-none = There is no account that can be connected.
identity-linked = Connected
identity-not-linked = Not connected
identity-link = Connect
identity-link-named = Connect { $name }
identity-unlink = Disconnect
identity-unlink-named = Disconnect { $name }
identity-unlink-hint = It will not sign you in any more. You can connect it again later.
identity-tokens = Access tokens
identity-tokens-lead = For scripts and home automation that use the API for you. A token opens neither your account nor these pages.
identity-tokens-none = No tokens yet
identity-tokens-none-hint = Make one for each program, so you can stop them one by one.
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
identity-make-password = Choose a password
identity-make-password-lead = A code goes to your e-mail address. With it you choose your password.
identity-password-lead = All other devices will be signed out.
identity-change-email = Change e‑mail address
identity-email-lead = A code goes to the new address. Until you enter it, the old one stays.
identity-proof = Confirm it’s you
identity-proof-lead = Enter your password once more. After that, this device won’t ask again for 10 minutes.
identity-proof-by-code-lead = We’ll send a code to the e-mail address of your account. After you enter it, this device won’t ask again for 10 minutes.
identity-proof-go = Continue
identity-export = Save all my data
identity-export-lead = One file (JSON) with everything this server keeps about you: your profile, your records and your settings. Your password and whatever else signs you in are left out.
identity-export-go = Download
identity-delete = Delete the account
identity-delete-lead = Everything you recorded will be gone for good. Save what you want to keep before.
identity-delete-sure = I know that everything will be gone
identity-delete-go = Delete everything
identity-toast-session-ended = Signed out there
identity-toast-name-changed = You are { $name } from now on
identity-toast-linked = { $name } is connected
identity-toast-unlinked = { $name } is disconnected
identity-toast-password-changed = Your password is changed
identity-toast-email-changed = Your e-mail address is changed
identity-toast-deleted = Your account is deleted

## Letters, each in both languages
letter-join-subject = your code to join
letter-join =
    This is the code to join Chabudai.

    { $code }

    Enter it on the page where you joined. It is good for { $minutes } minutes.
letter-reset-subject = your code for another password
letter-reset =
    This is the code to choose another password.

    { $code }

    Enter it together with the new password. It is good for { $minutes } minutes.
letter-move-subject = your code for another e-mail address
letter-move =
    This is the code to move to this address.

    { $code }

    Enter it where you change your address. It is good for { $minutes } minutes.
letter-prove-subject = your code to confirm it is you
letter-prove =
    This is the code to confirm that it is you.

    { $code }

    Enter it on the page that asks for it. It is good for { $minutes } minutes.
letter-not-you-signed-in =
    If it was not you, somebody else is using a device on which you are signed in.
    Sign it out on your account page. Tell the code to nobody. We never ask for it.
    { $address }
letter-ignore-code =
    If it was not you, leave this letter alone.
    Nothing changes unless the code is entered.
    Tell the code to nobody. We never ask for it.
letter-joined-already-subject = you have joined already
letter-joined-already =
    Somebody wanted to join with this address,
    but whoever has it has joined already.
    Sign in, or choose another password if you have forgotten yours.
    { $address }
letter-nobody-here-subject = about your password
letter-nobody-here =
    Somebody wanted another password for this address,
    but nobody has joined with it.
    Perhaps you joined with another address.
letter-ignore = If it was not you, leave this letter alone. Nothing changes.
letter-password-changed-subject = your password is changed
letter-password-changed = The password of your account is another one now.
letter-exported-subject = your data was downloaded
letter-exported = A file with everything that is kept about you was downloaded just now.
letter-token-made-subject = a new access token
letter-token-made = An access token named “{ $name }” was created for your account.
letter-not-you-token =
    If it was not you, revoke the token on your account page at once,
    and choose another password.
    { $address }
letter-deleted-subject = your account is deleted
letter-deleted = Your account is deleted, with everything that you recorded.
letter-linked-subject = another way to sign in
letter-linked = Your account at { $provider } signs you in from now on.
letter-unlinked-subject = one way less to sign in
letter-unlinked = Your account at { $provider } does not sign you in any more.
letter-passkey-added = The passkey “{ $name }” signs you in from now on.
letter-passkey-removed = The passkey “{ $name }” does not sign you in any more.
letter-not-you =
    If it was not you, choose another password at once, by “I have forgotten my password”.
    All other devices are signed out. Then look at your account page.
    { $address }
letter-email-changed-subject = your e-mail address is changed
letter-email-changed =
    The e-mail address of your account is { $email } now.
    This one does not sign you in any more.
letter-not-you-moved =
    If it was not you, tell the one who runs this house at once.
    { $address }
