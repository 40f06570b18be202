## What went wrong at the door
error-identity-email = メールアドレスは name@example.org のように入力してください。
error-identity-email_taken = このメールアドレスはすでに使われています。
error-identity-name_empty = お名前を入力してください。
error-identity-name_too_long = お名前は60文字までです。
error-identity-name_control = お名前に使えない文字が入っています。
error-identity-password_short = パスワードは10文字以上にしてください。
error-identity-password_long = パスワードは128文字までです。
error-identity-password_guessable = このパスワードは推測されやすいため使えません。
error-identity-wrong_password = メールアドレスかパスワードが違います。
error-identity-wrong_code = コードが違うか、有効期限が切れています。
error-identity-too_many_tries = 試した回数が多すぎます。少し待ってからお試しください。
error-identity-not_signed_in = サインインしてください。
error-identity-sign_up_closed = このちゃぶ台には自分では参加できません。管理している人にお問い合わせください。
error-identity-not_found = 見つかりません。
error-identity-busy = ほかの場所で変更されています。もう一度お試しください。
error-identity-unavailable = ただいま混み合っています。もう一度お試しください。
error-identity-internal = こちらの不具合です。もう一度お試しください。
