//! A real server: llama.cpp's, with random weights. It proves the protocol and nothing about words. `CHABUDAI_TEST_MODEL` is its address, up
//! to `/v1`.

use std::sync::Arc;
use std::time::Duration;

use chabudai_ai::{AiError, Ask, Model, Settings, Unlimited};

use crate::{Dish, ask, dish, settings};

fn real() -> Option<Model> {
    let Ok(address) = std::env::var("CHABUDAI_TEST_MODEL") else {
        chabudai_testkit::leave_out("no llama.cpp server: CHABUDAI_TEST_MODEL is not set");
        return None;
    };
    let settings = Settings { key: None, picture_model: None, ..settings(address) };
    Some(Model::new(settings, Arc::new(Unlimited)))
}

fn patient() -> Ask {
    Ask { max_tokens: 24, within: Duration::from_mins(1), ..ask("Say something.") }
}

#[tokio::test]
async fn a_real_server_streams_and_counts() {
    let Some(model) = real() else { return };
    let mut answering = model.stream(patient()).await.unwrap();
    let mut pieces = 0;
    while let Some(words) = answering.next().await {
        words.unwrap();
        pieces += 1;
    }
    assert!(pieces > 1, "it came in {pieces} pieces");
    drop(answering);
    let reading = model.meter().readings()["test.question"].clone();
    assert!(reading.tokens_in > 0 && (1..=24).contains(&reading.tokens_out), "{reading:?}");
}

#[tokio::test]
async fn a_real_server_keeps_to_a_schema_or_is_cut_off() {
    let Some(model) = real() else { return };
    match model.structured::<Dish>(Ask { max_tokens: 400, ..patient() }, "dish", &dish()).await {
        Ok(made) => assert!(made.title.chars().count() <= 20),
        // Random weights may never find the end of a text.
        Err(AiError::CutOff | AiError::Nonsense(_)) => {}
        Err(error) => panic!("{error:?}"),
    }
}
