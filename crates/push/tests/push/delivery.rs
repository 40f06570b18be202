use std::collections::HashSet;
use std::time::Duration;

use chabudai_push::{LONGEST_BODY, Message, PushError, Reach, Urgency};
use chabudai_testkit::push::PushService;

use crate::{SOON, message, pusher, subscription};

#[tokio::test]
async fn what_is_sent_is_what_the_device_reads() {
    let service = PushService::start();
    let pusher = pusher(Reach::Local);
    let device = service.device_of(pusher.public_key());
    let sent =
        Message { body: "お薬の時間です".as_bytes(), ttl: Duration::from_hours(2), urgency: Urgency::High, topic: Some("dose 7") };
    pusher.send(&subscription(&device), &sent).await.unwrap();

    let received = service.wait_for(1, SOON).await.remove(0);
    assert_eq!(received.device, device);
    assert_eq!(received.body, sent.body);
    assert_eq!(received.ttl, Duration::from_hours(2));
    assert_eq!(received.urgency, "high");
    assert_eq!(received.public_key, pusher.public_key());
    assert_eq!(received.topic.map(|topic| topic.len()), Some(32));
    assert_eq!(service.complaints(), [""; 0]);
}

#[tokio::test]
async fn messages_on_one_topic_replace_each_other() {
    let service = PushService::start();
    let pusher = pusher(Reach::Local);
    let (one, other) = (service.device(), service.device());
    for (device, topic) in [(&one, Some("dose 7")), (&one, Some("dose 7")), (&one, Some("dose 8")), (&other, Some("dose 7")), (&one, None)]
    {
        pusher.send(&subscription(device), &Message { topic, ..message("again") }).await.unwrap();
    }
    let topics: Vec<_> = service.received().into_iter().map(|received| received.topic).collect();
    assert_eq!(topics[0], topics[1]);
    assert_eq!(topics[4], None);
    assert_eq!(topics.iter().collect::<HashSet<_>>().len(), 4, "{topics:?}");
}

#[tokio::test]
async fn the_longest_body_arrives_and_a_longer_one_is_not_sent() {
    let service = PushService::start();
    let (pusher, device) = (pusher(Reach::Local), service.device());
    let body = vec![b'x'; LONGEST_BODY + 1];
    let of = |length: usize| Message { body: &body[..length], ..message("") };
    pusher.send(&subscription(&device), &of(0)).await.unwrap();
    pusher.send(&subscription(&device), &of(LONGEST_BODY)).await.unwrap();
    assert_eq!(pusher.send(&subscription(&device), &of(LONGEST_BODY + 1)).await, Err(PushError::TooLong));

    let received = service.received();
    assert_eq!(
        received.iter().map(|received| (received.body.len(), received.sealed_length)).collect::<Vec<_>>(),
        [(0, 1127), (LONGEST_BODY, 4096)]
    );
    assert_eq!(service.asked(&device), 2);
}

#[tokio::test]
async fn nothing_is_kept_longer_than_push_services_accept() {
    let service = PushService::start();
    let device = service.device();
    pusher(Reach::Local).send(&subscription(&device), &Message { ttl: Duration::MAX, ..message("for ever") }).await.unwrap();
    assert_eq!(service.received()[0].ttl, Duration::from_hours(28 * 24));
}

#[tokio::test]
async fn another_servers_device_refuses() {
    let service = PushService::start();
    let (ours, theirs) = (pusher(Reach::Local), pusher(Reach::Local));
    let device = service.device_of(theirs.public_key());
    assert_eq!(ours.send(&subscription(&device), &message("hello")).await, Err(PushError::Refused(403)));
    assert_eq!(service.complaints(), ["the device has subscribed with another server's key"]);
    theirs.send(&subscription(&device), &message("hello")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_at_once_do_not_get_mixed_up() {
    let service = PushService::start();
    let pusher = pusher(Reach::Local);
    let devices: Vec<_> = (0..8).map(|_| service.device()).collect();
    let sends = (0..64).map(|number| {
        let (pusher, to) = (pusher.clone(), subscription(&devices[number % 8]));
        tokio::spawn(async move { pusher.send(&to, &message(&number.to_string())).await })
    });
    for sent in futures::future::join_all(sends.collect::<Vec<_>>()).await {
        sent.unwrap().unwrap();
    }
    let received = service.wait_for(64, SOON).await;
    let numbers: HashSet<usize> = received.iter().map(|received| str::from_utf8(&received.body).unwrap().parse().unwrap()).collect();
    assert_eq!(numbers.len(), 64);
    for received in &received {
        let number: usize = str::from_utf8(&received.body).unwrap().parse().unwrap();
        assert_eq!(received.device, devices[number % 8]);
    }
    assert_eq!(received.len(), 64);
}

/// On one thread, which a wait that blocks would keep to itself.
#[tokio::test]
async fn waiting_does_not_hold_up_who_sends() {
    let service = PushService::start();
    let (pusher, device) = (pusher(Reach::Local), service.device());
    let from_elsewhere = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        pusher.send(&subscription(&device), &message("late")).await
    };
    let (received, sent) = futures::join!(service.wait_for(1, SOON), from_elsewhere);
    sent.unwrap();
    assert_eq!(received[0].body, b"late");
}
