use std::time::{Duration, Instant};

use chabudai_push::{PushError, Reach, Subscription};
use chabudai_testkit::push::{Latency, PushService, Reply};

use crate::{message, pusher, subscription};

#[tokio::test]
async fn a_device_that_is_gone_is_to_be_forgotten() {
    let service = PushService::start();
    let pusher = pusher(Reach::Local);
    for status in [404, 410] {
        let device = service.device();
        service.tell(&device, Reply::Status(status), Latency::Always);
        assert_eq!(pusher.send(&subscription(&device), &message("hello")).await, Err(PushError::Gone), "{status}");
    }
    let never_there = service.device();
    let elsewhere = format!("{}x", never_there.endpoint);
    let to = Subscription::new(&elsewhere, &never_there.p256dh, &never_there.auth, Reach::Local).unwrap();
    assert_eq!(pusher.send(&to, &message("hello")).await, Err(PushError::Gone));
    assert!(service.received().is_empty());
}

#[tokio::test]
async fn a_busy_push_service_says_when_to_come_again() {
    let service = PushService::start();
    let (pusher, device) = (pusher(Reach::Local), service.device());
    let to = subscription(&device);
    for (status, when, wait) in [(429, "120", Some(120)), (503, "999999999", Some(86_400)), (500, "soon", None)] {
        service.tell(&device, Reply::RetryAfter(status, when.to_owned()), Latency::Next(1));
        let outcome = pusher.send(&to, &message("hello")).await;
        assert_eq!(outcome, Err(PushError::Later(wait.map(Duration::from_secs))), "{status} {when}");
    }
    service.tell(&device, Reply::Status(429), Latency::Next(2));
    for expected in [Err(PushError::Later(None)), Err(PushError::Later(None)), Ok(())] {
        assert_eq!(pusher.send(&to, &message("hello")).await, expected);
    }
    assert_eq!((service.asked(&device), service.received().len()), (6, 1));
}

#[tokio::test]
async fn what_is_refused_would_be_refused_again() {
    let service = PushService::start();
    let (pusher, device) = (pusher(Reach::Local), service.device());
    for status in [400, 401, 403, 413] {
        service.tell(&device, Reply::Status(status), Latency::Next(1));
        assert_eq!(pusher.send(&subscription(&device), &message("hello")).await, Err(PushError::Refused(status)));
    }
}

#[tokio::test]
async fn a_push_service_that_is_silent_is_left_alone() {
    let service = PushService::start();
    let (pusher, device) = (pusher(Reach::Local).patience(Duration::from_millis(300)), service.device());
    service.tell(&device, Reply::Hang, Latency::Next(1));
    let started = Instant::now();
    assert_eq!(pusher.send(&subscription(&device), &message("hello")).await, Err(PushError::Later(None)));
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(300) && took < Duration::from_secs(5), "{took:?}");
    pusher.send(&subscription(&device), &message("and now")).await.unwrap();
}

#[tokio::test]
async fn a_push_service_that_is_not_there_may_come_back() {
    let service = PushService::start();
    let device = service.device();
    drop(service);
    assert_eq!(pusher(Reach::Local).send(&subscription(&device), &message("hello")).await, Err(PushError::Later(None)));
}

#[tokio::test]
async fn an_answer_without_end_is_not_listened_to() {
    let service = PushService::start();
    let (pusher, device) = (pusher(Reach::Local), service.device());
    service.tell(&device, Reply::Endless(410), Latency::Always);
    let started = Instant::now();
    assert_eq!(pusher.send(&subscription(&device), &message("hello")).await, Err(PushError::Gone));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    // The service notices that nobody listens when the buffers of the system are full and the connection is closed.
    let mut sent = 0;
    for _ in 0..100 {
        sent = service.endless_bytes();
        if sent > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!((1..64 * 1024 * 1024).contains(&sent), "{sent} bytes");
}
