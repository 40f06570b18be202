use std::io::Write;
use std::sync::{Arc, Mutex};

use chabudai_testkit::model::{ModelServer, Says};
use tracing_subscriber::fmt::MakeWriter;

use crate::{ask, dish, model};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Kept {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Whatever is logged, by whomever: no word of a question or an answer, and no key.
#[test]
fn nothing_that_was_said_is_logged() {
    let kept = Kept::default();
    let logs = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(kept.clone()).finish();
    tracing::subscriber::with_default(logs, || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = ModelServer::start([Says::words("秘密の返事"), Says::Status(400, None), Says::words("秘密の返事")]);
            let model = model(&server);
            model.answer(ask("内緒の質問")).await.unwrap();
            let refused = model.answer(ask("内緒の質問")).await.unwrap_err();
            let nonsense = model.structured::<crate::Dish>(ask("内緒の質問"), "dish", &dish()).await.unwrap_err();
            for error in [refused, nonsense] {
                tracing::warn!(%error, ?error, "it failed");
            }
        });
    });
    let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("a model was asked") && text.contains("test.question"), "{text}");
    for secret in ["秘密", "内緒", "sk-test", "Be kind"] {
        assert!(!text.contains(secret), "{secret} is in the logs: {text}");
    }
}
