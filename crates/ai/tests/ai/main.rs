//! The port against a server that says what a test has written down, and against a real one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chabudai_ai::{Ask, Budget, Message, Model, Part, Prices, Receipt, Role, Settings, Shape, Unlimited};
use chabudai_testkit::model::{ModelServer, Says, TOKENS};
use serde::Deserialize;
use serde_json::json;

mod logs; // what is said about a question, and what is not
mod real; // llama.cpp

fn settings(address: String) -> Settings {
    Settings {
        address,
        key: Some("sk-test".to_owned()),
        model: "words".to_owned(),
        picture_model: Some("eyes".to_owned()),
        prices: Prices { micros_in: 1_000_000, micros_out: 2_000_000 },
    }
}

fn model(server: &ModelServer) -> Model {
    Model::new(settings(server.address()), Arc::new(Unlimited))
}

fn ask(text: &str) -> Ask {
    Ask {
        purpose: "test.question",
        messages: vec![Message::text(Role::System, "Be kind."), Message::text(Role::User, text)],
        max_tokens: 100,
        temperature: Some(0.5),
        within: Duration::from_secs(10),
    }
}

/// How often a purpose ended so.
fn ended(model: &Model, outcome: &str) -> u64 {
    model.meter().readings().values().filter_map(|reading| reading.outcomes.get(outcome)).sum()
}

#[tokio::test]
async fn an_answer_comes_piece_by_piece_and_is_counted() {
    let server = ModelServer::start([Says::words("こんにちは")]);
    let model = model(&server);
    let mut answering = model.stream(ask("やあ")).await.unwrap();
    let mut pieces = Vec::new();
    while let Some(words) = answering.next().await {
        pieces.push(words.unwrap());
    }
    assert!(!answering.is_cut());
    drop(answering);
    assert_eq!(pieces, ["こ", "ん", "に", "ち", "は"]);
    let reading = &model.meter().readings()["test.question"];
    assert_eq!((reading.tokens_in, reading.tokens_out, reading.micros), (TOKENS.0, TOKENS.1, TOKENS.0 + 2 * TOKENS.1));
    assert_eq!(ended(&model, "answered"), 1);
    let asked = server.asked().remove(0);
    assert_eq!(asked.authorization.as_deref(), Some("Bearer sk-test"));
    assert_eq!((&asked.body["model"], &asked.body["stream"]), (&json!("words"), &json!(true)));
    assert_eq!(asked.body["messages"][1], json!({ "role": "user", "content": "やあ" }));
    assert_eq!(asked.body["stream_options"], json!({ "include_usage": true }));
}

#[tokio::test]
async fn pictures_go_along_to_the_model_that_sees() {
    let server = ModelServer::start([Says::words("curry")]);
    let picture = Part::Picture { media_type: "image/jpeg", bytes: vec![1, 2, 3].into() };
    let mut looking = ask("What is this?");
    looking.messages[1].parts.push(picture);
    assert_eq!(model(&server).answer(looking.clone()).await.unwrap().text, "curry");
    let body = server.asked().remove(0).body;
    assert_eq!(body["model"], "eyes");
    assert_eq!(body["messages"][1]["content"][1], json!({ "type": "image_url", "image_url": { "url": "data:image/jpeg;base64,AQID" } }));
    let blind = Model::new(Settings { picture_model: None, ..settings(server.address()) }, Arc::new(Unlimited));
    assert_eq!((blind.sees(), blind.answer(looking).await.unwrap_err().code()), (false, "ai.nonsense"));
    assert_eq!(server.asked().len(), 1, "it is not asked at all");
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_understood() {
    let server = ModelServer::start([Says::AtOnce("whole".to_owned())]);
    assert_eq!(model(&server).answer(ask("?")).await.unwrap().text, "whole");
}

#[tokio::test]
async fn every_failure_has_its_name() {
    let pieces = || vec!["half".to_owned()];
    for (says, code) in [
        (Says::BreaksOff(pieces()), "ai.cut_off"),
        (Says::Fails(pieces()), "ai.cut_off"),
        (Says::Refuses, "ai.refused"),
        (Says::Pieces(Vec::new(), "content_filter"), "ai.refused"),
        (Says::Nonsense, "ai.nonsense"),
        (Says::Status(401, None), "ai.status"),
        (Says::Status(404, None), "ai.status"),
        (Says::Status(429, Some(3600)), "ai.busy"),
    ] {
        let server = ModelServer::start([says.clone()]);
        let model = model(&server);
        let error = model.answer(ask("?")).await.unwrap_err();
        assert_eq!((error.code(), ended(&model, code)), (code, 1), "{says:?}");
        assert_eq!(server.asked().len(), 1, "{says:?}: it was not asked again");
    }
    let nobody = Model::new(settings("http://127.0.0.1:9/v1".to_owned()), Arc::new(Unlimited));
    assert_eq!(nobody.answer(ask("?")).await.unwrap_err().code(), "ai.unreachable");
}

#[tokio::test]
async fn a_busy_server_is_asked_again_before_the_first_word_and_never_after_it() {
    for busy in [Says::Status(429, None), Says::Status(503, Some(0)), Says::Status(500, None)] {
        let server = ModelServer::start([busy, Says::words("now")]);
        assert_eq!(model(&server).answer(ask("?")).await.unwrap().text, "now");
        assert_eq!(server.asked().len(), 2);
    }
    let server = ModelServer::start([Says::Status(503, Some(0))]);
    assert_eq!(model(&server).answer(ask("?")).await.unwrap_err().code(), "ai.busy");
    assert_eq!(server.asked().len(), 3);
    let server = ModelServer::start([Says::BreaksOff(vec!["half".to_owned()]), Says::words("again")]);
    assert_eq!(model(&server).answer(ask("?")).await.unwrap_err().code(), "ai.cut_off");
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_slow_server_is_given_up_in_time() {
    let long = Duration::from_secs(30);
    let impatient = || Ask { within: Duration::from_millis(400), ..ask("?") };
    for says in [Says::Silence(long), Says::Slowly(vec!["a".to_owned(), "b".to_owned()], long)] {
        let server = ModelServer::start([says]);
        let model = model(&server);
        let began = Instant::now();
        assert_eq!(model.answer(impatient()).await.unwrap_err().code(), "ai.too_slow");
        assert!(began.elapsed() < Duration::from_secs(5));
        // Neither does a stream wait for its first word for ever.
        let first = match model.stream(impatient()).await {
            Ok(mut answering) => answering.next().await.unwrap().unwrap_err(),
            Err(error) => error,
        };
        assert_eq!(first.code(), "ai.too_slow");
    }
    // A long answer that goes on is a good one, however long it takes in all.
    let server = ModelServer::start([Says::Slowly(vec!["a".to_owned(); 6], Duration::from_millis(150))]);
    let mut answering = model(&server).stream(impatient()).await.unwrap();
    let mut said = String::new();
    while let Some(words) = answering.next().await {
        said.push_str(&words.unwrap());
    }
    assert_eq!(said, "aaaaaa");
}

#[derive(Deserialize, PartialEq, Debug)]
struct Dish {
    title: String,
    servings: Option<u32>,
}

fn dish() -> Shape {
    Shape::Record(vec![("title", Shape::Text(20)), ("servings", Shape::Maybe(Box::new(Shape::Whole(1, 20))))])
}

#[tokio::test]
async fn a_value_has_its_shape_or_is_none() {
    let good = Says::value(&json!({ "title": "肉じゃが", "servings": 4 }));
    let expected = Dish { title: "肉じゃが".to_owned(), servings: Some(4) };
    for first in [
        Says::words("Sure! Here is the recipe you asked for."),
        Says::value(&json!({ "title": "肉じゃが" })),
        Says::value(&json!({ "title": "肉じゃが", "servings": 400 })),
        Says::value(&json!({ "title": "x".repeat(21), "servings": 4 })),
    ] {
        let server = ModelServer::start([first.clone(), good.clone()]);
        let made: Dish = model(&server).structured(ask("?"), "dish", &dish()).await.unwrap();
        assert_eq!(made, expected, "{first:?}");
        let asked = server.asked();
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[0].body["response_format"]["json_schema"]["schema"], dish().schema());
        assert!(asked[1].body["messages"].as_array().unwrap().len() == 4, "it is told what was wrong");
        let server = ModelServer::start([first]);
        let refused = model(&server).structured::<Dish>(ask("?"), "dish", &dish()).await.unwrap_err();
        assert_eq!((refused.code(), server.asked().len()), ("ai.nonsense", 2), "and no more than once");
        // One that is busy when it is asked again has answered once, and was paid for it.
        let server = ModelServer::start([Says::words("Sure!"), Says::Status(429, Some(3600))]);
        let refused = model(&server).structured::<Dish>(ask("?"), "dish", &dish()).await.unwrap_err();
        assert_eq!((refused.code(), server.asked().len()), ("ai.nonsense", 2));
    }
    let fenced = Says::words("```json\n{\"title\":\"肉じゃが\",\"servings\":4}\n```");
    assert_eq!(model(&ModelServer::start([fenced])).structured::<Dish>(ask("?"), "dish", &dish()).await.unwrap(), expected);
    let cut = Says::Pieces(vec!["{\"title\":".to_owned()], "length");
    let error = model(&ModelServer::start([cut])).structured::<Dish>(ask("?"), "dish", &dish()).await.unwrap_err();
    assert_eq!(error.code(), "ai.cut_off");
}

/// So many tokens, for this process.
#[derive(Default)]
struct Purse(AtomicU64);

impl Budget for Purse {
    fn take(&self, tokens: u64) -> std::pin::Pin<Box<dyn Future<Output = Option<Receipt>> + Send + '_>> {
        let taken = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(tokens)).is_ok();
        Box::pin(std::future::ready(taken.then_some(Receipt(7))))
    }

    fn give_back(&self, tokens: u64, of: Receipt) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        assert_eq!(of, Receipt(7), "to the day of which it was taken");
        self.0.fetch_add(tokens, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }

    fn use_more(&self, tokens: u64) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| Some(left.saturating_sub(tokens)));
        Box::pin(std::future::ready(()))
    }
}

/// The bytes of the question that [`ask`] makes of one letter.
const QUESTION: u64 = 9;

/// A server that never says a word has read the question, and so has one that fails over it; one that sends it away has not.
#[tokio::test]
async fn what_was_sent_and_not_answered_is_used() {
    for (says, code, used) in [
        (Says::Silence(Duration::from_secs(30)), "ai.too_slow", QUESTION),
        (Says::Status(500, Some(u64::MAX)), "ai.busy", QUESTION),
        (Says::Status(429, Some(u64::MAX)), "ai.busy", 0),
        (Says::Status(401, None), "ai.status", 0),
    ] {
        let server = ModelServer::start([says]);
        let purse = Arc::new(Purse(AtomicU64::new(1_000)));
        let model = Model::new(settings(server.address()), purse.clone());
        let error = model.answer(Ask { within: Duration::from_millis(300), ..ask("?") }).await.unwrap_err();
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!((error.code(), ended(&model, code), purse.0.load(Ordering::SeqCst)), (code, 1, 1_000 - used));
    }
    let purse = Arc::new(Purse(AtomicU64::new(1_000)));
    let nobody = Model::new(settings("http://127.0.0.1:1/v1".to_owned()), purse.clone());
    assert_eq!(nobody.answer(Ask { within: Duration::from_millis(300), ..ask("?") }).await.unwrap_err().code(), "ai.unreachable");
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(purse.0.load(Ordering::SeqCst), 1_000, "nobody has read it");
}

#[tokio::test]
async fn whoever_hangs_up_has_used_the_question_alone() {
    let server = ModelServer::start([Says::Silence(Duration::from_secs(30))]);
    let purse = Arc::new(Purse(AtomicU64::new(1_000)));
    let model = Model::new(settings(server.address()), purse.clone());
    assert!(tokio::time::timeout(Duration::from_millis(300), model.answer(ask("?"))).await.is_err());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!((ended(&model, "abandoned"), purse.0.load(Ordering::SeqCst)), (1, 1_000 - QUESTION));
}

#[tokio::test]
async fn what_was_used_beyond_what_was_taken_is_taken_afterwards() {
    let server = ModelServer::start([Says::words("ok")]);
    let purse = Arc::new(Purse(AtomicU64::new(1_000)));
    let model = Model::new(settings(server.address()), purse.clone());
    let small = Ask { max_tokens: 1, messages: vec![Message::text(Role::User, "?")], ..ask("?") };
    assert!(TOKENS.0 + TOKENS.1 > 2, "more than was taken");
    model.answer(small).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(purse.0.load(Ordering::SeqCst), 1_000 - TOKENS.0 - TOKENS.1);
}

#[tokio::test]
async fn the_budget_is_taken_before_and_what_was_not_used_is_given_back() {
    let server = ModelServer::start([Says::words("ok"), Says::Status(401, None), Says::words("ok"), Says::words("ok")]);
    let purse = Arc::new(Purse(AtomicU64::new(1_000)));
    let model = Model::new(settings(server.address()), purse.clone());
    let left = async || {
        // What is left is given back beside the answer.
        tokio::time::sleep(Duration::from_millis(50)).await;
        purse.0.load(Ordering::SeqCst)
    };
    model.answer(ask("?")).await.unwrap();
    assert_eq!(left().await, 1_000 - TOKENS.0 - TOKENS.1);
    model.answer(ask("?")).await.unwrap_err();
    assert_eq!(left().await, 1_000 - TOKENS.0 - TOKENS.1, "what was not answered costs nothing");
    let dear = Ask { max_tokens: 2_000, ..ask("?") };
    assert_eq!(model.answer(dear).await.unwrap_err().code(), "ai.over_budget");
    assert_eq!((server.asked().len(), ended(&model, "ai.over_budget")), (2, 1), "it is not even asked");
    // Whoever does not listen to the end has used the question, and what was said so far.
    let mut answering = model.stream(ask("?")).await.unwrap();
    answering.next().await.unwrap().unwrap();
    drop(answering);
    assert_eq!(left().await, 1_000 - TOKENS.0 - TOKENS.1 - QUESTION - 1);
    assert_eq!(ended(&model, "abandoned"), 1);
}
