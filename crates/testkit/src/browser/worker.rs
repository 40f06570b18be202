//! What happens while nobody looks: messages pushed to a service worker, the notifications that it shows, and taps on them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::driver::Refusal;
use super::page::Page;

/// The notifications of the page's own worker, as far as a test asks for them.
const NOTIFICATIONS: &str = "
    const done = arguments[0];
    navigator.serviceWorker.getRegistration()
        .then(found => found?.getNotifications() ?? [])
        .then(all => done(all.map(({ title, body, tag, actions, silent, renotify }) =>
            ({ title, body, tag, silent, renotify, actions: actions.map(({ action, title }) => ({ action, title })) }))))
";

/// A tap as the worker sees it. A made-up event may not keep the worker awake, so the promise is only waited for.
const TAP: &str = "(async () => {
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent('notificationclick', { notification, action: ACTION });
    let done;
    event.waitUntil = promise => { done = promise };
    self.dispatchEvent(event);
    await done;
})()";

impl Page {
    /// Lets the site show notifications, as if somebody had allowed it.
    #[track_caller]
    pub fn allow_notifications(&self) {
        self.devtools("Browser.grantPermissions", &json!({ "origin": self.origin(), "permissions": ["notifications"] }));
        self.devtools("ServiceWorker.enable", &json!({}));
    }

    /// Hands a message to the first service worker that was registered in this browser, as its push service would, and answers with the
    /// notification that a function wants to see. Notifications have to be allowed before.
    ///
    /// The developer tools drop a message without a word while the browser is busy with a page, so it is handed over again every second.
    #[track_caller]
    pub fn push(&self, message: &[u8], wanted: impl Fn(&Value) -> bool) -> Value {
        let data = String::from_utf8_lossy(message);
        let parameters = json!({ "origin": self.origin(), "registrationId": "0", "data": data });
        for _ in 0..5 {
            self.devtools("ServiceWorker.deliverPushMessage", &parameters);
            let deadline = Instant::now() + Duration::from_secs(1);
            while Instant::now() < deadline {
                if let Ok(seen) = self.look_for_notification(&wanted) {
                    return seen;
                }
                std::thread::sleep(Duration::from_millis(25));
            }
        }
        self.notification(wanted)
    }

    /// A notification that a function wants to see, once it is there.
    #[track_caller]
    pub fn notification(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.or_fail(self.patiently(|| self.look_for_notification(&wanted)), "looking for a notification")
    }

    fn look_for_notification(&self, wanted: &impl Fn(&Value) -> bool) -> Result<Value, Refusal> {
        let all = self.driver().post("/execute/async", &json!({ "script": NOTIFICATIONS, "args": [] }))?;
        let found = all.as_array().into_iter().flatten().find(|one| wanted(one)).cloned();
        found.ok_or_else(|| Refusal::nothing_there(&format!("such notification among {all}")))
    }

    /// Taps on a button of the notification, or on the notification itself by the empty name.
    #[track_caller]
    pub fn tap_notification(&self, action: &str) {
        self.in_worker(&TAP.replace("ACTION", &json!(action).to_string()));
    }

    /// Has the site's service worker evaluate an expression. What comes of it is to be seen elsewhere.
    #[track_caller]
    pub fn in_worker(&self, expression: &str) {
        let targets = self.devtools("Target.getTargets", &json!({}));
        let worker = targets["targetInfos"].as_array().into_iter().flatten().find(|target| target["type"] == "service_worker");
        let id = worker.map_or_else(|| panic!("no service worker runs: {targets}"), |worker| worker["targetId"].clone());
        // The driver speaks with the page alone, so what the worker is told goes by way of the page, and no answer comes back.
        let session = self.devtools("Target.attachToTarget", &json!({ "targetId": id, "flatten": false }))["sessionId"].clone();
        let parameters = json!({ "expression": expression, "awaitPromise": true, "userGesture": true });
        let message = json!({ "id": 1, "method": "Runtime.evaluate", "params": parameters }).to_string();
        self.devtools("Target.sendMessageToTarget", &json!({ "sessionId": session, "message": message }));
    }

    #[track_caller]
    fn origin(&self) -> String {
        let url = self.url();
        url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
    }
}
