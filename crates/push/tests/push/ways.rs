use chabudai_push::{PushError, Reach, Subscription};
use chabudai_testkit::push::{Latency, PushService, Reply};

use crate::{SOON, message, pusher, subscription};

#[tokio::test]
async fn this_machine_is_not_reached_by_default() {
    let service = PushService::start();
    let device = service.device();
    let outcome = pusher(Reach::Public).send(&subscription(&device), &message("hello")).await;
    assert_eq!(outcome, Err(PushError::OutOfReach));
    assert_eq!(service.asked(&device), 0);
}

/// The name looks like any other; only what it resolves to gives it away.
#[tokio::test]
async fn a_name_that_leads_inside_is_not_followed() {
    let device = PushService::start().device();
    let with_name = "https://localhost:1/secret-door";
    let to = Subscription::new(with_name, &device.p256dh, &device.auth, Reach::Public).unwrap();
    assert_eq!(pusher(Reach::Public).send(&to, &message("hello")).await, Err(PushError::OutOfReach));
    // Within reach, the door is tried, and nobody opens.
    assert_eq!(pusher(Reach::Local).send(&to, &message("hello")).await, Err(PushError::Later(None)));
}

#[tokio::test]
async fn a_private_network_is_reached_only_from_anywhere() {
    let device = PushService::start().device();
    // Set aside for benchmarks: nobody is there, and it is no public address.
    let to = Subscription::new("https://198.18.0.1:1/door", &device.p256dh, &device.auth, Reach::Anywhere).unwrap();
    for reach in [Reach::Public, Reach::Local] {
        assert_eq!(pusher(reach).send(&to, &message("hello")).await, Err(PushError::OutOfReach), "{reach:?}");
    }
    let patient = pusher(Reach::Anywhere).patience(std::time::Duration::from_millis(200));
    assert_eq!(patient.send(&to, &message("hello")).await, Err(PushError::Later(None)));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (service, elsewhere) = (PushService::start(), PushService::start());
    let (device, other) = (service.device(), elsewhere.device());
    service.tell(&device, Reply::Redirect(other.endpoint.clone()), Latency::Always);
    assert_eq!(pusher(Reach::Local).send(&subscription(&device), &message("hello")).await, Err(PushError::Refused(307)));
    assert_eq!((service.asked(&device), elsewhere.asked(&other)), (1, 0));
}

#[tokio::test]
async fn a_push_service_beside_this_server_is_reached_by_its_name() {
    let service = PushService::start();
    let device = service.device();
    let by_name = device.endpoint.replace("127.0.0.1", "localhost");
    let to = Subscription::new(&by_name, &device.p256dh, &device.auth, Reach::Local).unwrap();
    // It calls itself by its address, so what is said to `localhost` is not for it.
    assert_eq!(pusher(Reach::Local).send(&to, &message("hello")).await, Err(PushError::Refused(403)));
    assert_eq!(service.complaints(), ["the token is not good: InvalidAudience"]);
    pusher(Reach::Local).send(&subscription(&device), &message("hello")).await.unwrap();
    assert_eq!(service.wait_for(1, SOON).await[0].body, b"hello");
}

#[tokio::test]
async fn a_name_that_nobody_knows_may_be_known_tomorrow() {
    let device = PushService::start().device();
    let to = Subscription::new("https://push.invalid/door", &device.p256dh, &device.auth, Reach::Public).unwrap();
    assert_eq!(pusher(Reach::Public).send(&to, &message("hello")).await, Err(PushError::Later(None)));
}
