//! Events in the form that Amazon documents, through a router that tells what it was asked.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chabudai_lambda::{Event, Handler, MOST_BYTES, NotOurs};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

const HTTP_API: &str = include_str!("http-api-v2.json");
const REST: &str = include_str!("rest-v1.json");
const FUNCTION_URL: &str = include_str!("function-url.json");
const SCHEDULED: &str = include_str!("scheduled.json");

/// What of a request counts, as JSON.
async fn echo(request: Request) -> Response {
    let (head, body) = request.into_parts();
    let values = |name: &str| head.headers.get_all(name).iter().map(|value| value.to_str().unwrap().to_owned()).collect::<Vec<_>>();
    let told = json!({
        "method": head.method.as_str(),
        "uri": head.uri.to_string(),
        "peer": head.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_string()),
        "cookie": values("cookie"),
        "header2": values("header2"),
        "host": values("host"),
        "body": STANDARD.encode(body.collect().await.unwrap().to_bytes()),
    });
    told.to_string().into_response()
}

/// An answer of several kinds of headers.
async fn headers() -> Response {
    let mut response = "ok".into_response();
    let headers = response.headers_mut();
    for (name, value) in
        [("set-cookie", "a=1; Path=/"), ("set-cookie", "b=2, c; Path=/"), ("vary", "accept"), ("vary", "cookie"), ("connection", "close")]
    {
        headers.append(name, value.parse().unwrap());
    }
    response
}

fn router() -> Router {
    Router::new()
        .route("/headers", get(headers))
        .route("/picture", get(|| async { ([(header::CONTENT_TYPE, "image/png")], Bytes::from_static(&[0x89, b'P', 0, 0xff])) }))
        .route("/packed", get(|| async { ([(header::CONTENT_ENCODING, "br")], "looks like text") }))
        .route("/large", get(|| async { "x".repeat(MOST_BYTES) }))
        .route("/nearly", get(|| async { "x".repeat(MOST_BYTES - 1024) }))
        .route("/events", get(endless))
        .route("/quietly", get(endless))
        .fallback(any(echo))
}

/// A stream that never ends.
async fn endless() -> Response {
    let never = Body::from_stream(futures::stream::pending::<Result<Bytes, std::io::Error>>());
    ([(header::CONTENT_TYPE, "text/event-stream")], never).into_response()
}

fn event(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn with(text: &str, changes: &[(&str, Value)]) -> Value {
    let mut event = event(text);
    for (pointer, value) in changes {
        match event.pointer_mut(pointer) {
            Some(place) => *place = value.clone(),
            None => event[&pointer[1..]] = value.clone(),
        }
    }
    event
}

fn get_of(path: &str) -> Value {
    with(
        HTTP_API,
        &[("/rawPath", json!(path)), ("/rawQueryString", json!("")), ("/requestContext/http/method", json!("GET")), ("/body", Value::Null)],
    )
}

async fn answered(event: Value, base: &str) -> Value {
    let Event::Http(event) = Event::read(event).expect("an event") else { panic!("a request") };
    Handler::new(router(), base).answer(*event).await
}

/// What the router was asked.
async fn asked(event: Value, base: &str) -> Value {
    let answer = answered(event, base).await;
    assert_eq!((&answer["statusCode"], &answer["isBase64Encoded"]), (&json!(200), &json!(false)), "{answer}");
    serde_json::from_str(answer["body"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn a_request_of_an_http_api() {
    let told = asked(event(HTTP_API), "").await;
    assert_eq!(
        told,
        json!({
            "method": "POST",
            "uri": "/my/path?parameter1=value1&parameter1=value2&parameter2=a%20b%26c",
            "peer": "203.0.113.7",
            "cookie": ["cookie1=one; cookie2=two"],
            "header2": ["value1,value2"],
            "host": ["abcdef1234.execute-api.ap-northeast-1.amazonaws.com"],
            "body": STANDARD.encode("{\"hello\":\"献立\"}"),
        })
    );
    // The same house at its own address, which has the stage in it.
    assert!(asked(event(HTTP_API), "/prod").await["uri"].as_str().unwrap().starts_with("/prod/my/path?"));
}

#[tokio::test]
async fn a_request_of_a_rest_api() {
    let told = asked(event(REST), "/prod").await;
    assert_eq!(
        told,
        json!({
            "method": "POST",
            "uri": "/prod/my/path?parameter1=value1&parameter1=value2&parameter2=a+b%26c",
            "peer": "203.0.113.7",
            "cookie": ["cookie1=one; cookie2=two"],
            "header2": ["value1", "value2"],
            "host": ["abcdef1234.execute-api.ap-northeast-1.amazonaws.com"],
            "body": STANDARD.encode("{\"hello\":\"献立\"}"),
        })
    );
    // Where it says everything once only.
    let once = with(REST, &[("/multiValueHeaders", Value::Null), ("/multiValueQueryStringParameters", Value::Null)]);
    let told = asked(once, "").await;
    assert_eq!((&told["uri"], &told["header2"]), (&json!("/my/path?parameter1=value2&parameter2=a+b%26c"), &json!(["value2"])));
    let bare = with(REST, &[("/queryStringParameters", Value::Null), ("/multiValueQueryStringParameters", Value::Null)]);
    assert_eq!(asked(bare, "").await["uri"], "/my/path");
    // An HTTP API that is asked for this payload says its version, and leaves the stage in the path.
    let of_http_api = with(REST, &[("/version", json!("1.0")), ("/path", json!("/prod/my/path"))]);
    assert!(asked(of_http_api, "").await["uri"].as_str().unwrap().starts_with("/my/path?"));
}

#[tokio::test]
async fn a_request_of_a_function_url() {
    let told = asked(event(FUNCTION_URL), "").await;
    assert_eq!((&told["method"], &told["uri"], &told["peer"]), (&json!("PUT"), &json!("/my/a%20b"), &json!("2001:db8::7")));
    assert_eq!((&told["body"], &told["cookie"]), (&json!("/wABgA=="), &json!([])), "bytes as they were");
}

#[tokio::test]
async fn nobody_comes_from_this_machine() {
    for source in [json!("127.0.0.1"), json!("::1"), json!("::ffff:127.0.0.1"), json!("test-invoke-source-ip"), Value::Null] {
        let told = asked(with(REST, &[("/requestContext/identity/sourceIp", source.clone())]), "").await;
        assert_eq!(told["peer"], "0.0.0.0", "{source}");
        let told = asked(with(HTTP_API, &[("/requestContext/http/sourceIp", source.clone())]), "").await;
        assert_eq!(told["peer"], "0.0.0.0", "{source}");
    }
}

#[tokio::test]
async fn answers_have_the_form_of_their_payload() {
    let answer = answered(get_of("/headers"), "").await;
    assert_eq!((&answer["statusCode"], &answer["body"]), (&json!(200), &json!("ok")));
    assert_eq!(answer["cookies"], json!(["a=1; Path=/", "b=2, c; Path=/"]));
    assert_eq!(answer["headers"], json!({ "content-type": "text/plain; charset=utf-8", "vary": "accept, cookie" }));
    assert_eq!(answer.get("multiValueHeaders"), None);
    let of_rest = with(REST, &[("/path", json!("/headers")), ("/httpMethod", json!("GET")), ("/body", Value::Null)]);
    let answer = answered(of_rest, "").await;
    assert_eq!(
        answer["multiValueHeaders"],
        json!({ "content-type": ["text/plain; charset=utf-8"], "set-cookie": ["a=1; Path=/", "b=2, c; Path=/"], "vary": ["accept", "cookie"] })
    );
    assert_eq!((answer.get("headers"), answer.get("cookies")), (None, None));
}

#[tokio::test]
async fn what_is_no_text_goes_as_base64() {
    let answer = answered(get_of("/picture"), "").await;
    assert_eq!((&answer["isBase64Encoded"], &answer["body"]), (&json!(true), &json!(STANDARD.encode([0x89, b'P', 0, 0xff]))));
    let answer = answered(get_of("/packed"), "").await;
    assert_eq!((&answer["isBase64Encoded"], &answer["body"]), (&json!(true), &json!(STANDARD.encode("looks like text"))));
}

#[tokio::test]
async fn what_lambda_cannot_give_back_is_refused_in_words() {
    assert_eq!(answered(get_of("/nearly"), "").await["statusCode"], 200);
    let answer = answered(get_of("/large"), "").await;
    assert_eq!(answer["statusCode"], 500);
    assert!(answer["body"].as_str().unwrap().contains("lambda.too_large"), "{answer}");
}

#[tokio::test]
async fn streams_of_events_end_at_once() {
    // An `EventSource` says what it wants, and is told not to come back.
    let asks = with(&get_of("/my/path").to_string(), &[("/headers/accept", json!("text/event-stream"))]);
    for event in [asks, get_of("/events"), get_of("/quietly")] {
        let answer = tokio::time::timeout(std::time::Duration::from_secs(5), answered(event, "")).await.expect("it ends");
        assert_eq!((&answer["statusCode"], &answer["body"]), (&json!(StatusCode::NO_CONTENT.as_u16()), &json!("")));
    }
}

#[tokio::test]
async fn a_broken_request_is_refused_in_words() {
    for (pointer, value) in [
        ("/requestContext/http/method", json!("GE T")),
        ("/headers", json!({ "bad name": "x" })),
        ("/headers", json!({ "good-name": "a\nb" })),
        ("/isBase64Encoded", json!(true)),
    ] {
        let answer = answered(with(HTTP_API, &[(pointer, value.clone())]), "").await;
        assert_eq!(answer["statusCode"], 400, "{pointer} {value}");
        assert!(answer["body"].as_str().unwrap().contains("lambda.broken_request"), "{answer}");
    }
    // A path that was unescaped on the way is no query.
    let told = asked(with(HTTP_API, &[("/rawPath", json!("/prod/me?admin=true")), ("/rawQueryString", json!("a=1"))]), "").await;
    assert_eq!(told["uri"], "/me%3Fadmin=true?a=1");
}

#[test]
fn only_what_is_known_is_an_event() {
    assert!(matches!(Event::read(event(SCHEDULED)), Ok(Event::Scheduled)));
    let of_load_balancer = with(REST, &[("/requestContext", json!({ "elb": { "targetGroupArn": "arn:aws:…" } }))]);
    for other in [
        json!({}),
        json!("hello"),
        json!({ "source": "aws.events" }),
        with(SCHEDULED, &[("/source", json!("aws.ec2"))]),
        // Nobody who can send a request can say that it is time.
        with(SCHEDULED, &[("/requestContext", json!({}))]),
        json!({ "Records": [{ "eventSource": "aws:sqs" }] }),
        of_load_balancer,
    ] {
        assert_eq!(Event::read(other.clone()).err(), Some(NotOurs::Unknown), "{other}");
    }
    assert!(matches!(Event::read(json!({ "requestContext": 7 })), Err(NotOurs::Broken(_))));
}
