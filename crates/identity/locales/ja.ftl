## What went wrong with signing in
error-identity-email = メールアドレスは name@example.org のように入力してください。
error-identity-email_taken = このメールアドレスはすでに使われています。
error-identity-name_empty = 名前を入力してください。
error-identity-name_too_long = 名前は60文字までです。
error-identity-name_control = 名前に使えない文字が入っています。
error-identity-password_short = パスワードは12文字以上にしてください。
error-identity-password_long = パスワードは128文字までです。
error-identity-password_common = 多くの人が使っているため、まっ先に試されるパスワードです。好きな言葉をいくつか並べたものにしてみてください。
error-identity-password_guessable = このパスワードは推測されやすいため使えません。
error-identity-wrong_password = メールアドレスかパスワードが違います。
error-identity-wrong_code = コードが違うか、有効期限が切れています。
error-identity-too_many_tries = 試行回数が多すぎます。少し待ってからお試しください。
error-identity-not_signed_in = ログインしてください。
error-identity-sign_up_closed = 登録には招待が必要です。管理者に招待リンクをもらってください。
error-identity-proof_needed = 先に本人確認をしてください。
error-identity-not_your_password = パスワードが違います。
error-identity-provider_unknown = その方法ではログインできません。
error-identity-provider_unavailable = 連携先に接続できません。しばらくしてからもう一度試すか、ほかの方法でログインしてください。
error-identity-provider_answer = ログインできませんでした。はじめからもう一度お試しください。
error-identity-cancelled = 連携先でキャンセルされました。
error-identity-wrong_state = 時間がかかりすぎたか、別のブラウザで始められたログインです。もう一度お試しください。
error-identity-email_unverified = 連携先でメールアドレスがまだ確認されていません。そちらで確認してから、もう一度お試しください。
error-identity-not_sure = 確認のチェックを入れてください。
error-identity-account_taken = このアカウントは、ほかの人のログインに使われています。
error-identity-another_account = 同じサービスの別のアカウントと連携済みです。そちらでログインするか、アカウントのページで連携を解除してからお試しください。
error-identity-last_way_in = ログインする方法がなくなってしまいます。先にパスワードを設定してください。
error-identity-setup_needed = まだアカウントがありません。サーバーの起動時に表示されたリンクを開いてください。
error-identity-link_used = このリンクは使用済みか、期限切れか、正しくありません。新しい招待リンクをもらってください。
error-identity-too_many_invitations = 使われていない招待が10件あります。先にひとつ取り消してください。
error-identity-crowded = ただいまログインが混み合っています。少し待ってから、もう一度お試しください。
error-identity-token_ended = このトークンは使えないか、すでに無効です。
error-identity-token_scope = このトークンでは、その操作はできません。
error-identity-too_many_tokens = トークンが20個あります。先にひとつ無効にしてください。
error-identity-made_and_gone = 一度作られたあと、すでになくなっています。はじめから作り直してください。
error-identity-token_name_empty = 使いみちを入力してください。
error-identity-token_name_too_long = 60文字以内で入力してください。
error-identity-token_name_control = 使えない文字が入っています。
error-identity-idempotency_key_short = Idempotency-Key は16文字以上にしてください。
error-identity-token_days = 有効期間を選んでください。
error-identity-token_app = そのアプリはありません。
error-identity-passkey_refused = このパスキーではログインできません。別のパスキーか、ほかの方法をお試しください。
error-identity-passkey_unusable = このパスキーは登録できません。別の端末でお試しください。
error-identity-passkey_ended = 時間がかかりすぎたか、別のブラウザではじめられました。もう一度お試しください。
error-identity-passkey_taken = このパスキーは、すでに登録されています。
error-identity-passkey_name_empty = パスキーの名前を入力してください。
error-identity-too_many_passkeys = パスキーは10個までです。先にひとつ削除してください。
error-identity-passkeys_need_https = パスキーを使うには、https のアドレスが必要です。

## Signing in
identity-sign-in = ログイン
identity-sign-in-lead = メールアドレスとパスワードを入力してください。
identity-sign-out = ログアウト
identity-join = 新規登録
identity-join-lead = 名前、メールアドレス、パスワードを入力してください。確認コードをお送りします。
identity-create = アカウントを作成
identity-found = 最初のアカウントを作成
identity-found-lead = このちゃぶ台の最初のアカウントです。あとから家族を招待できます。
identity-invited-lead = ちゃぶ台に招待されました。名前、メールアドレス、パスワードを決めてください。
identity-people = 家族
identity-operator = 管理者
identity-residents = 登録している家族
identity-me = あなた
identity-invite = 家族を招待する
identity-invite-lead = リンクひとつで、ひとりが登録できます。使えるのは一度だけで、{ $days }日で期限が切れます。
identity-invite-go = 招待リンクを作る
identity-invite-another = もうひとつ作る
identity-invite-local = このリンクは、このコンピューターでしか開けません。ほかの端末の人を招待するには、その端末から開けるアドレスを --base-url に指定してちゃぶ台を起動してください。
identity-withdraw-named = { $moment } の招待を取り消す
identity-invite-ready = 招待リンクができました
identity-invite-link = 招待リンク
identity-invite-qr = 招待リンクのQRコード
identity-invite-once = 招待する人に送るか、コードを読み取ってもらってください。このリンクは、あとから表示できません。
identity-invitations-open = 使われていない招待
identity-invited-on = { $moment }
identity-withdraw = 取り消す
identity-toast-withdrawn = 招待を取り消しました
identity-forgotten = パスワードの再設定
identity-forgotten-lead = 登録したメールアドレスに確認コードをお送りします。
identity-to-forgotten = パスワードをお忘れですか？
identity-to-join = はじめての方はこちら
identity-to-sign-in = 登録済みの方はこちら
identity-to-code-again = コードを再送する
identity-ask-code = コードを受け取る
identity-code-lead = 届いた8桁のコードを、1時間以内に入力してください。
identity-code-in-log = このサーバーからはメールを送れません。コードは、管理者がサーバーのログで確認できます。
identity-name = 名前
identity-name-hint = 60文字まで。ニックネームでもかまいません。
identity-email = メールアドレス
identity-new-email = 新しいメールアドレス
identity-password = パスワード
identity-current-password = 現在のパスワード
identity-new-password = 新しいパスワード
identity-password-hint = 12文字以上。思い出しやすい長い文がおすすめです。
identity-code = 確認コード
identity-code-hint = 8桁の数字
identity-by-provider = { $name } でログイン
identity-by-passkey = パスキーでログインする
identity-proof-by-passkey = パスキーで確認する
identity-passkey-not-used = パスキーを確認できませんでした。もう一度試すか、ほかの方法をお使いください。
identity-onward = { $name } に移ります
identity-onward-go = 進む
identity-toast-signed-in = おかえりなさい、{ $name }さん
identity-toast-signed-out = ログアウトしました
identity-toast-joined = ようこそ、{ $name }さん
identity-toast-password-reset = パスワードを変更しました。新しいパスワードでログインしてください

## One's own account
identity-account = アカウント
identity-profile = プロフィール
identity-safety = ログインとセキュリティ
identity-data = データ
identity-devices = ログイン中の端末
identity-devices-lead = 心あたりのない端末があれば、ログアウトさせてパスワードを変更してください。
identity-this-device = この端末
identity-some-device = 不明な端末
identity-since = { $moment } から
identity-end = ログアウトさせる
identity-end-named = { $name } をログアウトさせる
identity-end-others = ほかの端末をログアウト
identity-change-name = 名前を変更
identity-change-name-lead = 家族にはこの名前で表示されます。
identity-providers = 外部アカウントとの連携
identity-providers-lead = 連携したアカウントでもログインできます。
identity-providers-none = 連携できるアカウントはありません。
identity-linked = 連携中
identity-not-linked = 未連携
identity-link = 連携する
identity-link-named = { $name } と連携する
identity-unlink = 連携を解除する
identity-unlink-named = { $name } との連携を解除する
identity-unlink-hint = このアカウントではログインできなくなります。あとでまた連携できます。
identity-tokens = アクセストークン
identity-tokens-lead = スクリプトやスマートホームなどが、あなたに代わってAPIを使うための鍵です。アカウントの設定や、この画面は開けません。
identity-tokens-none = トークンはまだありません
identity-tokens-none-hint = プログラムごとに作っておくと、ひとつずつ止められます。
identity-token = トークン
identity-token-new = 新しいトークン
identity-token-name = 使いみち
identity-token-name-hint = 60文字まで。たとえば「台所のディスプレイ」。
identity-token-apps = 使えるアプリ
identity-token-every-app = すべてのアプリ
identity-token-access = できること
identity-token-read = 読み取りのみ
identity-token-write = 読み書き
identity-token-days = 有効期間
identity-token-30 = 30日
identity-token-90 = 90日
identity-token-365 = 1年
identity-token-go = トークンを作る
identity-token-made = トークンができました
identity-token-once = 今のうちにコピーしてください。あとから表示できません。
identity-token-how = 使いかた
identity-token-how-hint = APIを呼ぶたびに、このヘッダーを付けてください。
identity-token-api = APIの説明
identity-token-scope = { $app }・{ $access }
identity-token-until = { $day } まで有効
identity-token-ended = { $day } に期限切れ
identity-token-over = 期限切れ
identity-token-used = 最後に使われたのは { $moment } ごろ
identity-token-unused = まだ使われていません
identity-token-revoke = 無効にする
identity-token-revoke-named = 「{ $name }」を無効にする
identity-token-revoke-hint = このトークンを使っているプログラムは、すぐに使えなくなります。元には戻せません。
identity-toast-token-revoked = トークンを無効にしました
identity-passkeys = パスキー
identity-passkeys-lead = 指紋や顔、画面ロックで、パスワードを入力せずにログインできます。
identity-passkey-since = { $moment } に登録
identity-passkey-used = 最後に使った日時 { $moment }
identity-passkey-unused = まだ使っていません
identity-passkey-add = パスキーを登録する
identity-passkey-name = パスキーの名前
identity-passkey-name-hint = どの端末のものか、あとで見分けるための名前です。
identity-passkey-rename = 名前を変える
identity-passkey-rename-named = { $name } の名前を変える
identity-passkey-rename-title = パスキーの名前を変える
identity-passkey-remove = 削除する
identity-passkey-remove-named = { $name } を削除する
identity-passkey-remove-hint = このパスキーではログインできなくなります。端末に残ったパスキーは、端末の設定で消せます。
identity-passkey-not-made = パスキーを登録できませんでした。もう一度お試しください。
identity-passkey-here-already = この端末のパスキーは、すでに登録されています。
identity-passkey-unsupported = このブラウザではパスキーを登録できません。JavaScript を有効にするか、パスキーに対応したブラウザでお試しください。
identity-passkey-elsewhere = パスキーは { $address } で登録できます。
identity-passkeys-full = パスキーは10個までです。新しく登録するには、使わないものを削除してください。
identity-passkeys-need-https = ここではパスキーを使えません。使うには、https のアドレスで開けるようにする必要があります。
identity-toast-passkey-added = 「{ $name }」を登録しました
identity-toast-passkey-renamed = 名前を「{ $name }」に変えました
identity-toast-passkey-removed = 「{ $name }」を削除しました
identity-change-password = パスワードを変更
identity-make-password = パスワードを設定
identity-make-password-lead = メールアドレスに確認コードをお送りします。コードを入力すると、パスワードを設定できます。
identity-password-lead = 変更すると、ほかの端末はすべてログアウトされます。
identity-change-email = メールアドレスを変更
identity-email-lead = 新しいアドレスに確認コードをお送りします。コードを入力するまで、現在のアドレスのままです。
identity-proof = 本人確認
identity-proof-lead = もう一度パスワードを入力してください。確認後10分間は再入力不要です。
identity-proof-by-code-lead = 登録したメールアドレスに確認コードをお送りします。確認後10分間は再入力不要です。
identity-proof-go = 続ける
identity-export = データを書き出す
identity-export-lead = このサーバーにあるあなたのプロフィール、記録、設定を、ひとつのファイル（JSON）にまとめます。パスワードなど、ログインに使う情報は含まれません。
identity-export-go = ダウンロードする
identity-delete = アカウントを削除
identity-delete-lead = アカウントと、このアカウントに保存された記録がすべて失われ、元に戻せません。必要なものは、先に書き出してください。アドレスで開くもの（ワードローブなど）はアカウントのものではないため残り、アドレスを知っている人はこのあとも開けます。
identity-delete-sure = アカウントとその記録が失われることを確認しました
identity-delete-go = アカウントを削除する
identity-toast-session-ended = ログアウトさせました
identity-toast-name-changed = 名前を「{ $name }」に変更しました
identity-toast-linked = { $name } と連携しました
identity-toast-unlinked = { $name } との連携を解除しました
identity-toast-password-changed = パスワードを変更しました
identity-toast-email-changed = メールアドレスを変更しました
identity-toast-deleted = アカウントを削除しました

## Letters, each in both languages
letter-join-subject = 新規登録の確認コード
letter-join =
    ちゃぶ台に登録するためのコードです。

    { $code }

    { $minutes }分以内に、登録のページに入力してください。
letter-reset-subject = パスワード再設定の確認コード
letter-reset =
    新しいパスワードを決めるためのコードです。

    { $code }

    { $minutes }分以内に、新しいパスワードといっしょに入力してください。
letter-move-subject = メールアドレス変更の確認コード
letter-move =
    このアドレスに変えるためのコードです。

    { $code }

    { $minutes }分以内に、アドレスを変えるページに入力してください。
letter-prove-subject = 本人確認コード
letter-prove =
    本人確認のためのコードです。

    { $code }

    { $minutes }分以内に、コードをたずねているページに入力してください。
letter-not-you-signed-in =
    心あたりがないときは、ログイン中の端末をほかの人が使っているかもしれません。
    アカウントのページで、その端末をログアウトさせてください。
    コードは、だれにも教えないでください。こちらからおたずねすることもありません。
    { $address }
letter-ignore-code =
    心あたりがないときは、このメールを無視してください。
    コードを入力しないかぎり、何も変わりません。
    コードは、だれにも教えないでください。こちらからおたずねすることもありません。
letter-joined-already-subject = すでに登録されています
letter-joined-already =
    このアドレスで新規登録しようとした人がいますが、
    このアドレスは、すでに登録されています。
    ログインするか、パスワードをお忘れのときは再設定してください。
    { $address }
letter-nobody-here-subject = パスワードについて
letter-nobody-here =
    このアドレスのパスワードを再設定しようとした人がいますが、
    このアドレスは登録されていません。
    別のアドレスで登録していないか、お確かめください。
letter-ignore = 心あたりがないときは、このメールを無視してください。何も変わりません。
letter-password-changed-subject = パスワードが変更されました
letter-password-changed = あなたのアカウントのパスワードが変更されました。
letter-exported-subject = データがダウンロードされました
letter-exported = あなたについて保存されているすべてのデータが、たった今ダウンロードされました。
letter-token-made-subject = 新しいアクセストークン
letter-token-made = あなたのアカウントで、アクセストークン「{ $name }」が作られました。
letter-not-you-token =
    心あたりがないときは、すぐにアカウントのページでトークンを無効にして、
    パスワードを変えてください。
    { $address }
letter-deleted-subject = アカウントを削除しました
letter-deleted = あなたのアカウントと、すべての記録を削除しました。
letter-linked-subject = ログイン方法が追加されました
letter-linked = { $provider } のアカウントで、あなたとしてログインできるようになりました。
letter-unlinked-subject = ログイン方法が解除されました
letter-unlinked = { $provider } のアカウントでは、ログインできなくなりました。
letter-passkey-added = パスキー「{ $name }」で、あなたとしてログインできるようになりました。
letter-passkey-removed = パスキー「{ $name }」では、ログインできなくなりました。
letter-not-you =
    心あたりがないときは、すぐに「パスワードをお忘れですか？」から新しいパスワードを設定してください。
    ほかの端末はすべてログアウトされます。そのあと、アカウントのページをお確かめください。
    { $address }
letter-email-changed-subject = メールアドレスが変更されました
letter-email-changed =
    あなたのアカウントのメールアドレスが { $email } に変更されました。
    これからは、このアドレスではログインできません。
letter-not-you-moved =
    心あたりがないときは、すぐにこのちゃぶ台を管理している人に知らせてください。
    { $address }
