//! Reminders in a real browser: a device is registered, a message arrives, and a tap on it logs the day.

use std::time::{Duration, Instant};

use chabudai_testkit::push::{Device, PushService};
use chabudai_testkit::{Browser, Server, View};
use serde_json::{Value, json};

use crate::okusuri::{furnished, signs_in};
use crate::person::Person;

const JOB: &str = "the secret of the job";

/// A browser without a push service of its own subscribes to the test's.
fn subscribe_to(me: &Person, device: &Device) {
    let script = "
        const [endpoint, p256dh, auth] = arguments;
        const made = { endpoint, unsubscribe: async () => { made.gone = true; return true }, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
        PushManager.prototype.subscribe = async options => {
            if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('a wrong wish');
            return made;
        };
        if (arguments[3]) PushManager.prototype.getSubscription = async () => made.gone ? null : made;
    ";
    me.page.run_script_with(script, &json!([device.endpoint, device.p256dh, device.auth, false]));
}

fn remind(server: &Server, base: &str) -> Value {
    let ask = server.ask("POST", &format!("{base}/okusuri/v1/notification")).header("authorization", &format!("Bearer {JOB}"));
    ask.send().expect(200).json()
}

fn is(field: &'static str, value: &'static str) -> impl Fn(&Value) -> bool {
    move |one: &Value| one[field] == value
}

fn a_reminder_is_logged_from(base: &str) {
    let Some(browser) = Browser::find() else { return };
    let push = PushService::start();
    let url = format!("http://127.0.0.1{base}");
    let mut options = vec!["--push-reach", "local", "--job-secret", JOB];
    if !base.is_empty() {
        options.extend(["--base-url", &url]);
    }
    let (server, _) = furnished(&options, "花子");
    let me = Person::at(&browser, &format!("http://{}{base}", server.address), View::phone());
    let page = &me.page;
    signs_in(&me);
    page.allow_notifications();
    page.goto("/okusuri/settings?part=devices");
    me.sees("この端末には、まだ通知が届きません。", "");
    assert_eq!(page.run_script("return Notification.permission"), "granted");
    let key = page.attribute("[data-push]", "data-key").expect("the house's key");
    let device = push.device_of(&key);
    subscribe_to(&me, &device);
    me.taps("この端末で通知を受け取る", "");
    me.sees("この端末に通知が届きます", "");
    assert_eq!(page.count("[data-device]"), 1);
    me.sees("Chrome · Linux", "");

    // A test arrives, and has nothing to log.
    me.taps("テスト通知を送る", "");
    me.sees("送りました。まもなく届きます", "");
    let test = push.wait_for_blocking(1, Duration::from_secs(20)).remove(0);
    let shown = page.push(&test.body, is("body", "お知らせはこのように届きます。"));
    assert_eq!(shown["actions"], json!([{ "action": "open", "title": "開く" }]));

    // A reminder that is due by now.
    page.goto("/okusuri/settings?part=reminder");
    let now = jiff::Timestamp::now().in_tz("Asia/Tokyo").expect("a zone");
    page.check("input[name=wording][value=plain]");
    page.fill("#time", &now.strftime("%H:%M").to_string());
    page.click("#reminder form button");
    me.sees("保存しました", "");
    assert_eq!(remind(&server, base)["sentCount"], 1);
    let sent = push.wait_for_blocking(2, Duration::from_secs(20)).remove(1);
    let message: Value = serde_json::from_slice(&sent.body).expect("a message is JSON");
    let pass = message["pass"].as_str().expect("a pass").to_owned();
    let shown = page.push(&sent.body, is("title", "おくすりの時間です"));
    let wanted = json!({
        "title": "おくすりの時間です",
        "body": message["body"],
        "tag": "medication-reminder",
        "silent": false,
        "renotify": true,
        "actions": [{ "action": "act", "title": "のんだ（出血なし）" }, { "action": "open", "title": "開く" }],
    });
    assert_eq!(shown, wanted);
    page.tap_notification("act");
    let noted = page.notification(is("body", "記録しました"));
    assert_eq!((&noted["silent"], &noted["actions"]), (&json!(true), &json!([])));
    page.goto("/okusuri");
    assert_eq!(page.texts(".taps [aria-pressed=true]"), ["のんだ・出血なし"]);

    // A pass that opens nothing leads to the app instead.
    page.goto("/okusuri/calendar");
    page.push(message_with("a pass of nobody").to_string().as_bytes(), is("body", "nobody"));
    page.tap_notification("act");
    page.wait_until("return location.pathname.endsWith('/okusuri')");

    let log = server.log();
    assert!(log.contains("route=\"") && log.contains("/okusuri/reminder/log\""), "{log}");
    for private in
        [pass.as_str(), &device.endpoint, device.endpoint.rsplit('/').next().expect("a path"), &device.auth, "花子", "example.org"]
    {
        assert!(!log.contains(private), "{private} is in the log");
    }
}

fn message_with(pass: &str) -> Value {
    json!({ "title": "somebody", "body": "nobody", "log": "log", "open": "open", "logged": "logged", "pass": pass, "act": "/okusuri/reminder/log", "page": "/okusuri", "tag": "medication-reminder" })
}

#[test]
fn a_reminder_is_logged_by_a_tap() {
    a_reminder_is_logged_from("");
}

#[test]
fn a_reminder_is_logged_by_a_tap_below_a_path() {
    a_reminder_is_logged_from("/house");
}

/// What the panel says is what is so.
#[test]
fn a_device_is_asked_when_somebody_taps_and_can_leave() {
    let Some(browser) = Browser::find() else { return };
    let push = PushService::start();
    let (server, _) = furnished(&["--push-reach", "local"], "Hana");
    let me = Person::sits_down(&browser, &server, View::desk().english());
    let page = &me.page;
    signs_in(&me);
    page.goto("/okusuri/settings?part=devices");
    me.sees("", "This device doesn’t receive notifications yet.");
    assert_eq!(page.run_script("return Notification.permission"), "default", "nothing is asked before a tap");
    page.run_script(
        "Notification.requestPermission = async () => 'denied'; Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
    );
    me.taps("", "Notify me on this device");
    me.sees("", "Notifications are blocked in your browser.");

    page.allow_notifications();
    page.reload();
    me.sees("", "This device doesn’t receive notifications yet.");
    page.run_script("PushManager.prototype.subscribe = async () => { throw new Error('no push service') }");
    me.taps("", "Notify me on this device");
    me.sees("", "This device couldn’t be added.");

    page.reload();
    me.sees("", "This device doesn’t receive notifications yet.");
    let device = push.device_of(&page.attribute("[data-push]", "data-key").expect("the house's key"));
    subscribe_to(&me, &device);
    me.taps("", "Notify me on this device");
    me.sees("", "This device receives notifications");
    assert!(page.is_checked("input[name=reminder][value=on]") && page.is_checked("input[name=language][value=en]"));
    assert!(!page.text("[data-device]").contains("This device"), "a browser that has forgotten it does not say so");

    // The browser gives its subscription another address by itself, and the worker tells the house.
    let moved = push.device();
    let changed = format!(
        "(() => {{ const event = new ExtendableEvent('pushsubscriptionchange'); event.waitUntil = () => {{}}; \
         event.oldSubscription = {{ endpoint: {old} }}; \
         event.newSubscription = {{ toJSON: () => ({{ endpoint: {new}, keys: {{ p256dh: {p256dh}, auth: {auth} }} }}) }}; \
         self.dispatchEvent(event) }})()",
        old = json!(device.endpoint),
        new = json!(moved.endpoint),
        p256dh = json!(moved.p256dh),
        auth = json!(moved.auth),
    );
    let before = page.attribute("[data-device]", "data-device");
    page.in_worker(&changed);
    let deadline = Instant::now() + Duration::from_secs(20);
    while !server.log().contains("/account/devices/renew\" status=204") {
        assert!(Instant::now() < deadline, "the house was not told: {}", server.log());
        std::thread::sleep(Duration::from_millis(20));
    }
    page.reload();
    assert_eq!(page.count("[data-device]"), 1, "it is still one device");
    assert_ne!(page.attribute("[data-device]", "data-device"), before);
    let device = moved;

    // A browser that remembers it, before the page's script looks.
    let remembered = format!(
        "const made = {{ endpoint: {}, unsubscribe: async () => {{ localStorage.gone = 'yes' }} }}; \
         PushManager.prototype.getSubscription = async () => localStorage.gone ? null : made;",
        json!(device.endpoint)
    );
    page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": remembered }));
    page.reload();
    me.sees("", "This device");
    me.taps("", "Stop on this device");
    me.sees("", "Device removed");
    assert_eq!(page.count("[data-device]"), 0);
    assert_eq!(page.run_script("return localStorage.gone"), "yes", "the browser has left its push service too");
    me.sees("", "This device doesn’t receive notifications yet.");
}

/// Who has no network sees a page that says so, and nothing of anybody is kept.
#[test]
fn without_a_network_there_is_a_page() {
    let Some(browser) = Browser::find() else { return };
    let (server, _) = furnished(&[], "花子");
    let me = Person::sits_down(&browser, &server, View::phone());
    signs_in(&me);
    me.page.goto("/okusuri");
    // The page that registered it is not its own yet; the next one is.
    me.page.wait_until("return navigator.serviceWorker.ready.then(worker => worker.active?.state === 'activated')");
    // On a busy machine the browser takes a moment to know its worker after that has begun.
    let begun = Instant::now();
    me.page.goto("/okusuri");
    while me.page.run_script("return navigator.serviceWorker.controller?.state === 'activated'") != true {
        assert!(begun.elapsed() < Duration::from_secs(20), "no page is the worker's");
        std::thread::sleep(Duration::from_millis(200));
        me.page.goto("/okusuri");
    }
    let kept = "return caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(kept => kept.keys())))) \
                .then(all => all.flat().map(request => new URL(request.url).pathname))";
    assert_eq!(me.page.run_script(kept), json!(["/offline"]));
    me.page.goto("/okusuri/calendar");
    server.kill();
    me.page.goto("/okusuri");
    me.sees("オフラインです", "");
    me.page.see("You’re offline.");
    me.page.axe().assert_clean();
}

/// Who signs out on a device gets nothing there any more, and the browser has left its push service.
#[test]
fn signing_out_takes_the_device_along() {
    let Some(browser) = Browser::find() else { return };
    let push = PushService::start();
    let (server, _) = furnished(&["--push-reach", "local"], "花子");
    let me = Person::sits_down(&browser, &server, View::phone());
    let page = &me.page;
    signs_in(&me);
    page.allow_notifications();
    page.goto("/account/devices");
    me.sees("この端末には、まだ通知が届きません。", "");
    page.axe().assert_clean();
    let device = push.device_of(&page.attribute("[data-push]", "data-key").expect("the house's key"));
    subscribe_to(&me, &device);
    me.taps("この端末で通知を受け取る", "");
    me.sees("この端末に通知が届きます", "");
    assert_eq!(page.count("[data-device]"), 1);
    page.axe().assert_clean();
    me.taps("テスト通知を送る", "");
    me.sees("送りました。まもなく届きます", "");
    let test = push.wait_for_blocking(1, Duration::from_secs(20)).remove(0);
    page.push(&test.body, is("body", "通知はこのように届きます。"));
    let remembered = format!(
        "const made = {{ endpoint: {}, unsubscribe: async () => {{ localStorage.gone = 'yes' }} }}; \
         PushManager.prototype.getSubscription = async () => localStorage.gone ? null : made;",
        json!(device.endpoint)
    );
    page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": remembered }));
    page.goto("/account");
    me.taps("ログアウト", "");
    me.sees("ログアウトしました", "");
    assert_eq!(page.run_script("return localStorage.gone"), "yes", "the browser has left its push service too");
    signs_in(&me);
    page.goto("/account/devices");
    me.sees("登録された端末はありません。", "");
}

/// A browser that was registered by the worker that Okusuri had for itself moves to the house's, and stays one device.
#[test]
fn a_device_of_the_earlier_worker_moves_to_the_house() {
    let Some(browser) = Browser::find() else { return };
    let push = PushService::start();
    let (server, _) = furnished(&["--push-reach", "local"], "花子");
    let me = Person::sits_down(&browser, &server, View::phone());
    let page = &me.page;
    signs_in(&me);
    page.allow_notifications();
    page.goto("/settings");
    // As it was: a worker below the app, and a device by it.
    let key = {
        page.goto("/okusuri/settings?part=devices");
        page.attribute("[data-push]", "data-key").expect("the house's key")
    };
    let (before, after) = (push.device_of(&key), push.device_of(&key));
    subscribe_to(&me, &before);
    me.taps("この端末で通知を受け取る", "");
    me.sees("この端末に通知が届きます", "");
    let known = page.attribute("[data-device]", "data-device");
    let as_before = "return navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(one => one.unregister()))) \
                     .then(() => navigator.serviceWorker.register('/okusuri/worker.js', { scope: '/okusuri' })).then(made => made.scope)";
    assert!(page.run_script(as_before).as_str().expect("a scope").ends_with("/okusuri"));
    let moving = format!(
        "const options = {{ userVisibleOnly: true, applicationServerKey: new Uint8Array(65) }}; \
         const old = {{ endpoint: {old}, options, unsubscribe: async () => true }}; \
         const made = {{ endpoint: {new}, toJSON: () => ({{ endpoint: {new}, keys: {{ p256dh: {p256dh}, auth: {auth} }} }}) }}; \
         PushManager.prototype.getSubscription = async () => localStorage.moved ? made : old; \
         PushManager.prototype.subscribe = async () => {{ localStorage.moved = 'yes'; return made }};",
        old = json!(before.endpoint),
        new = json!(after.endpoint),
        p256dh = json!(after.p256dh),
        auth = json!(after.auth),
    );
    page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": moving }));
    page.goto("/okusuri/settings?part=devices");
    let scopes = "return navigator.serviceWorker.getRegistrations().then(all => all.map(one => new URL(one.scope).pathname))";
    let deadline = Instant::now() + Duration::from_secs(20);
    while page.run_script(scopes) != json!(["/"]) {
        assert!(Instant::now() < deadline, "{} {}", page.run_script(scopes), server.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    page.reload();
    assert_eq!(page.count("[data-device]"), 1, "it is still one device");
    assert_ne!(page.attribute("[data-device]", "data-device"), known);
    me.sees("この端末に通知が届きます。", "");
}
