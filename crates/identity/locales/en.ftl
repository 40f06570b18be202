## What went wrong at the door
error-identity-email = An e-mail address looks like name@example.org.
error-identity-email_taken = This e-mail address belongs to somebody already.
error-identity-name_empty = Say what you are called.
error-identity-name_too_long = A name has 60 characters at most.
error-identity-name_control = A name is one line of visible characters.
error-identity-password_short = A password has 10 characters at least.
error-identity-password_long = A password has 128 characters at most.
error-identity-password_guessable = This password is too easy to guess.
error-identity-wrong_password = The e-mail address or the password is wrong.
error-identity-wrong_code = The code is wrong or too old.
error-identity-too_many_tries = There were too many tries. Please wait a moment.
error-identity-not_signed_in = Please sign in.
error-identity-sign_up_closed = Nobody can join this house by themselves. Ask the one who runs it.
error-identity-not_found = It is not here.
error-identity-busy = The same is being changed elsewhere. Please try again.
error-identity-unavailable = The house is busy right now. Please try again.
error-identity-internal = Something went wrong on our side. Please try again.
