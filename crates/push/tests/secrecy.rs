//! What nobody gets to read. In a program of its own: what a log collects depends on whoever came first in a process to a line that logs.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_push::{Message, PushError, Pusher, Reach, Subscription, Urgency, Vapid};
use chabudai_testkit::push::{Latency, PushService, Reply};

fn pusher(reach: Reach) -> Pusher {
    Pusher::new(Vapid::from_secret(&Vapid::generate(), "mailto:house@example.org").unwrap(), reach).unwrap()
}

/// Everything that is said at the finest level, by whichever crate.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

/// The runtime has one thread, so that all of it happens under this test's own log.
#[tokio::test]
async fn logs_have_no_address_key_or_message_in_them() {
    let log = Log::default();
    let writer = log.clone();
    let collect = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(collect);

    let service = PushService::start();
    let (local, device) = (pusher(Reach::Local).patience(Duration::from_millis(300)), service.device());
    let to = Subscription::new(&device.endpoint, &device.p256dh, &device.auth, Reach::Local).unwrap();
    let (ttl, urgency) = (Duration::from_mins(5), Urgency::Normal);
    let secret = Message { body: b"tell nobody", ttl, urgency, topic: Some("antidepressants") };
    local.send(&to, &secret).await.unwrap();
    for reply in [Reply::Status(400), Reply::Status(500), Reply::Status(410), Reply::Hang, Reply::Redirect(device.endpoint.clone())] {
        service.tell(&device, reply, Latency::Next(1));
        local.send(&to, &secret).await.unwrap_err();
    }
    let inside = Subscription::new("https://localhost:1/inner-door", &device.p256dh, &device.auth, Reach::Public).unwrap();
    assert_eq!(pusher(Reach::Public).send(&inside, &secret).await, Err(PushError::OutOfReach));
    local.send(&inside, &secret).await.unwrap_err();
    tracing::info!(?to, ?secret, ?local, "even so");

    let said = log.text();
    for expected in ["a push service refuses a message", "cannot be reached", "addresses that nothing is sent to", "even so"] {
        assert!(said.contains(expected), "{expected} is missing: {said}");
    }
    let path = device.endpoint.rsplit('/').next().unwrap();
    for hidden in [path, "inner-door", &device.p256dh, &device.auth, "tell nobody", "antidepressants", "vapid t="] {
        assert!(!said.contains(hidden), "{hidden} is in the log: {said}");
    }
}
