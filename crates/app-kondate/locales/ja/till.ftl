
## What costs something
kondate-yen = { $amount }円
kondate-yen-monthly = { $amount }円/月
kondate-buy = { $price }で買う
kondate-is-bought = 購入済み
kondate-bought-empty = 購入したものはまだありません
kondate-bought-empty-hint = カタログで買ったレシピや献立セットが、ここに並びます。
kondate-locked-recipe = 購入すると、材料と作り方が見られます。
kondate-locked-set = 購入すると、すべての料理の材料と作り方が見られます。
kondate-former-creator = 以前のクリエイター
kondate-pay-by = お支払い方法
kondate-pay-hint = お支払いはStripeの画面で行います。カード番号がこのサーバーに届くことはありません。
kondate-pay-otherwise = 別の方法で支払う
kondate-pay-otherwise-hint = Stripeの画面に移動します。
kondate-paycard = { $brand }（末尾{ $last4 }）
kondate-paycard-other = カード
kondate-paycard-until = 有効期限 { $until }
kondate-paycard-gone = そのカードは登録されていません。別のカードを選んでください。
kondate-go-on = Stripeに移動します
kondate-go-on-hint = 画面が切り替わらないときは、下のボタンを押してください。
kondate-go-on-now = Stripeに進む

## A purchase
kondate-purchase = ご購入の内容
kondate-purchase-pending = お支払い待ち
kondate-purchase-succeeded = お支払い済み
kondate-purchase-failed = 未購入
kondate-purchase-refunded = 返金済み
kondate-purchase-unpaid = お支払いがまだ済んでいません
kondate-purchase-unpaid-hint = お支払いが済むと、購入が完了します。
kondate-purchase-confirming = お支払いを確認しています
kondate-purchase-confirming-hint = 少し時間がかかることがあります。確認できたら、お知らせします。
kondate-purchase-not = 購入は完了していません
kondate-purchase-not-hint = 料金はかかっていません。
kondate-purchase-back = 返金しました
kondate-purchase-back-hint = 代金は、お支払いに使った方法に返金されます。反映まで数日かかることがあります。
kondate-purchase-item = 商品
kondate-purchase-amount = 金額
kondate-purchase-day = 購入日
kondate-purchase-state = 状態
kondate-purchase-pay = 支払いへ進む
kondate-purchase-cancel = 購入をやめる
kondate-purchase-again = もう一度確認する
kondate-purchase-open = さっそく見る
kondate-purchase-retry = もう一度購入する
kondate-creator-registration = クリエイター登録
kondate-purchases = 購入履歴
kondate-purchases-empty = 購入履歴はまだありません
kondate-purchases-empty-hint = カタログで買ったものが、ここに残ります。
kondate-toast-given-up = 購入をやめました

## Plans
kondate-billing = お支払いとプラン
kondate-billing-now = 現在のプラン
kondate-billing-plans = プランを選ぶ
kondate-billing-once = 1回のみ
kondate-billing-become = クリエイターになる
kondate-billing-subscribe = このプランにする
kondate-billing-renews = 次回のお支払いは{ $day }です。
kondate-billing-ends = 解約済みです。{ $day }まで使えます。
kondate-billing-late = 今月のお支払いが完了していません。カードの有効期限などをご確認ください。
kondate-billing-late-fix = お支払い方法を確認する
kondate-billing-end = 解約する
kondate-billing-end-question = 「{ $name }」を解約しますか？
kondate-billing-end-hint = { $day }までは、これまでどおり使えます。
kondate-billing-resume = 解約を取り消す
kondate-billing-change = 別のプランに変えるときは、今のプランを解約し、終了後に選び直してください。
kondate-billing-portal = 領収書とお支払い方法（Stripe）
kondate-role-user = 無料プラン
kondate-role-user-plus = プラス
kondate-role-creator = クリエイター
kondate-role-creator-plus = クリエイタープラス
kondate-gives-publishing = レシピや献立セットをカタログに公開
kondate-gives-sets = 献立セットを販売
kondate-gives-recipes = 献立セットに加えて、レシピも1品から販売
kondate-gives-imports = レシピの取り込みが月{ $more }回まで（通常は{ $usual }回）
kondate-toast-subscribed = プランのご利用を開始しました
kondate-toast-subscribing = お支払いを確認しています
kondate-toast-plan-ends = 解約を受け付けました
kondate-toast-plan-resumed = 解約を取り消しました

## Cards
kondate-paycards = 登録したカード
kondate-paycards-none = 登録したカードはありません。登録しておくと、次からすぐに支払えます。
kondate-paycard-default = いつものカード
kondate-paycard-use = いつものカードにする
kondate-paycard-remove = 削除する
kondate-paycard-remove-question = { $name }を削除しますか？
kondate-paycard-remove-hint = プランの支払いに使っているカードなら、先に別のカードに変えてください。
kondate-paycard-add = カードを登録する
kondate-toast-card-stored = カードを登録しました
kondate-toast-card-not-stored = カードは登録されませんでした
kondate-toast-card-used = いつものカードを変更しました
kondate-toast-card-removed = カードを削除しました

## Payouts
kondate-payouts = 売上の受け取り
kondate-payouts-none = 販売するには、売上を受け取る口座をStripeで登録してください。
kondate-payouts-checked = Stripeが登録内容を確認しています。完了したら、お知らせします。
kondate-payouts-ready = 受け取りの準備ができています
kondate-payouts-fee = 価格の{ $percent }%が手数料として差し引かれます。
kondate-payouts-set-up = 受け取りを設定する
kondate-payouts-go-on = 設定の続きをする
kondate-payouts-earnings = 売上を見る
kondate-toast-payouts-ready = 売上を受け取れるようになりました
kondate-toast-payouts-checked = 登録内容を確認しています
kondate-toast-payouts-again = ページの有効期限が切れました。もう一度始めてください

## Selling
kondate-offer = 価格
kondate-offer-free = 無料
kondate-offer-paid = 有料
kondate-offer-price = 金額（円）
kondate-offer-hint = 100〜10,000円。価格の{ $percent }%が手数料として差し引かれます。
kondate-offer-change = 価格を変更する
kondate-published-for = { $price }で公開中
kondate-sold-count =
    { $count ->
        [0] 販売はまだありません
       *[other] 販売 { $count }件
    }
kondate-publish-needs-creator = 公開するには、クリエイター登録が必要です。登録は1回だけで、献立セットの販売もできるようになります。
kondate-publish-become = クリエイターについて見る
kondate-publish-needs-plan = レシピを1品ずつ販売するには、クリエイタープラスが必要です。
kondate-publish-needs-payouts = 販売するには、売上を受け取る口座の登録が必要です。
kondate-toast-offered = 「{ $name }」の価格を変更しました
