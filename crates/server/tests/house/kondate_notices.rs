//! What people are told in Kondate, over HTTP: as whom it is for, as another, as nobody; and by an operator, beside the running house.

use chabudai_testkit::push::PushService;
use chabudai_testkit::{Answer, Place, Server};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "正しい馬の電池とホッチキス";
const OPERATOR: &str = "operator@example.org";
const HANA: &str = "hana@example.org";
const TARO: &str = "taro@example.org";

fn of_three() -> (Place, Server) {
    let place = place::embedded();
    for (email, name) in [(OPERATOR, "管理人"), (HANA, "花子"), (TARO, "太郎")] {
        place::add_person(&place, email, name, PASSWORD);
    }
    place.run(&["user", "role", "--email", OPERATOR, "operator"]).succeeded();
    let server = place.start(&["--rate-per-address", "0", "--push-reach", "local"]);
    (place, server)
}

/// Somebody with a token, or nobody.
struct Asker<'a> {
    server: &'a Server,
    token: Option<String>,
}

impl<'a> Asker<'a> {
    fn of(server: &'a Server, email: &str) -> Self {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        let one = Self { server, token: Some(text(&signed_in["token"])) };
        // Whoever has never come is told nothing of before: this is their first visit.
        one.asks("GET", "/plan", &Value::Null).expect(200);
        one
    }

    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        let path = if path.starts_with("/auth") || path.starts_with("/okusuri") { path.to_owned() } else { format!("/kondate/v1{path}") };
        let ask = self.server.ask(method, &path).header("accept-language", "ja");
        let ask = match &self.token {
            Some(token) => ask.header("authorization", &format!("Bearer {token}")),
            None => ask,
        };
        if body.is_null() { ask.send() } else { ask.json(body).send() }
    }

    fn told(&self, query: &str) -> Value {
        self.asks("GET", &format!("/notifications{query}"), &Value::Null).expect(200).json()["data"].clone()
    }
}

fn refused(answer: &Answer, status: u16, reason: &str) {
    assert_eq!((answer.status, text(&answer.json()["error"]["reason"])), (status, reason.to_owned()), "{}", answer.text());
}

#[test]
fn news_reaches_everybody_and_is_read_by_each_for_themselves() {
    let (place, server) = of_three();
    let (hana, taro) = (Asker::of(&server, HANA), Asker::of(&server, TARO));
    assert_eq!((&hana.told("")["items"], &hana.told("")["unreadCount"]), (&json!([]), &json!(0)));
    // Beside the running server.
    let told = [
        "kondate",
        "news",
        "--title",
        "冬の献立",
        "--body",
        "鍋のセットを追加しました。",
        "--title-en",
        "Winter",
        "--body-en",
        "Hot pots.",
    ];
    assert_eq!(place.run(&told).succeeded().output, "everybody is told\n");
    let listed = place.run(&["kondate", "news", "list"]).succeeded().output;
    assert!(listed.contains("冬の献立"), "{listed}");
    let page = hana.told("?type=all&limit=20");
    let item = &page["items"][0];
    assert_eq!((&item["title"], &item["type"], &item["isRead"]), (&json!("冬の献立"), &json!("news"), &json!(false)), "{page}");
    assert_eq!((&page["unreadCount"], &page["hasMore"], &page["nextCursor"]), (&json!(1), &json!(false), &Value::Null));
    assert_eq!(hana.told("?type=personal")["items"], json!([]));
    let id = text(&item["id"]);
    // One of them, or all; neither and both is nothing that can be done.
    let read = |who: &Asker<'_>, body: &Value| who.asks("POST", "/notifications/read", body);
    for wrong in [json!({}), json!({ "all": false }), json!({ "all": true, "notificationIds": [id] })] {
        refused(&read(&hana, &wrong), 422, "kondate.read_what");
    }
    refused(&read(&hana, &json!({ "notificationIds": ["n_01"] })), 404, "kondate.not_found");
    assert_eq!(read(&hana, &json!({ "notificationIds": [id] })).expect(200).json()["data"], json!({ "readCount": 1, "unreadCount": 0 }));
    assert_eq!(read(&hana, &json!({ "all": true })).expect(200).json()["data"], json!({ "readCount": 0, "unreadCount": 0 }));
    assert_eq!(taro.told("")["unreadCount"], json!(1), "what one has read another has not");
    assert_eq!(read(&taro, &json!({ "all": true })).expect(200).json()["data"], json!({ "readCount": 1, "unreadCount": 0 }));
    assert_eq!(place.run(&["kondate", "news", "remove", &id]).succeeded().output, "taken back\n");
    assert_eq!(hana.told("")["items"], json!([]));
    assert!(place.run(&["kondate", "news", "remove", &id]).code != Some(0), "twice");
    let wrong = place.run(&["kondate", "news", "--title", "題", "--body", "文", "--link", "javascript:alert(1)"]);
    assert!(wrong.code != Some(0) && wrong.error.contains("An address begins with https://"), "{}", wrong.error);
    // Without a server the same command does it itself.
    drop(server);
    assert_eq!(place.run(&["kondate", "news", "list"]).succeeded().output, "nothing was told\n");
}

#[test]
fn nobody_is_told_and_asks_for_nothing() {
    let (_place, server) = of_three();
    let nobody = Asker { server: &server, token: None };
    for (method, path, body) in [
        ("GET", "/notifications", Value::Null),
        ("POST", "/notifications/read", json!({ "all": true })),
        ("POST", "/push-tokens", json!({ "token": "a", "platform": "web" })),
        ("DELETE", "/push-tokens/a", Value::Null),
    ] {
        refused(&nobody.asks(method, path, &body), 401, "identity.not_signed_in");
    }
}

#[test]
fn a_device_tells_whom_it_belongs_to() {
    let (_place, server) = of_three();
    let push = PushService::start();
    let (hana, taro) = (Asker::of(&server, HANA), Asker::of(&server, TARO));
    let device = push.device();
    let keys = json!({ "p256dh": device.p256dh, "auth": device.auth });
    let subscription = json!({ "endpoint": device.endpoint, "expirationTime": null, "keys": keys });
    let setting = json!({ "subscription": subscription, "isEnabled": true, "platform": "web" });
    hana.asks("POST", "/okusuri/v1/notification/setting", &setting).expect(200);
    let devices = hana.asks("GET", "/auth/v1/devices", &Value::Null).expect(200).json();
    let id = text(&devices["items"][0]["id"]);
    let register = |who: &Asker<'_>, id: &str| who.asks("POST", "/push-tokens", &json!({ "token": id, "platform": "web" }));
    assert_eq!(register(&hana, &id).expect(200).json()["data"], json!({ "registered": true }));
    assert_eq!(register(&hana, &id).expect(200).json()["data"], json!({ "registered": true }));
    refused(&register(&taro, &id), 404, "kondate.not_found");
    refused(&register(&hana, "nobodys"), 404, "kondate.not_found");
    let path = format!("/push-tokens/{id}");
    refused(&taro.asks("DELETE", &path, &Value::Null), 404, "kondate.not_found");
    assert_eq!(hana.asks("DELETE", &path, &Value::Null).expect(200).json()["data"], json!({ "registered": false }));
    assert_eq!(hana.asks("DELETE", &path, &Value::Null).expect(200).json()["data"], json!({ "registered": false }));
}

#[test]
fn an_operator_writes_news_on_a_page_and_nobody_else_does() {
    let (_place, server) = of_three();
    let visitor = |email: &str| {
        let visitor = Visitor::of(&server);
        visitor.goes_on("/sign-in", &[("email", email), ("password", PASSWORD)], "/");
        visitor.get("/kondate").expect(200);
        visitor
    };
    let (operator, hana) = (visitor(OPERATOR), visitor(HANA));
    hana.get("/kondate/news").expect(404);
    operator.get("/kondate/news").expect(200);
    let wrong = operator.sends("/kondate/news", "/kondate/news", &[("title", ""), ("body", "文")]);
    assert_eq!(wrong.status, 400, "{}", wrong.text());
    operator.goes_on(
        "/kondate/news",
        &[("title", "お知らせの題"), ("body", "一行目\n\n二行目"), ("linkUrl", "/kondate/book")],
        "/kondate/news",
    );
    let inbox = hana.get("/kondate/notices").expect(200).text();
    assert!(inbox.contains("お知らせの題") && inbox.contains("class=\"unread\""), "{inbox}");
    let home = hana.get("/kondate").expect(200).text();
    assert!(home.contains("new-notice"), "the dot is there");
    let path =
        inbox.split("href=\"").find(|rest| rest.starts_with("/kondate/news/")).and_then(|rest| rest.split('"').next()).expect("a link");
    let news = hana.get(path).expect(200).text();
    assert!(news.contains("二行目") && news.contains("href=\"/kondate/book\""), "{news}");
    let inbox = hana.get("/kondate/notices?type=news").expect(200).text();
    assert!(inbox.contains("お知らせの題") && !inbox.contains("class=\"unread\""), "it is read");
    // Opening it again is nothing new.
    hana.get(path).expect(200);
    let token = hana.token_of("/kondate/notices");
    hana.posts(&format!("{path}/remove"), &format!("token={token}")).expect(404);
    assert!(operator.get("/kondate/news").expect(200).text().contains("お知らせの題"));
}
