//! The program that AWS Lambda starts: opens the house once, as the environment describes it, and answers events.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chabudai_lambda::{Event, Handler};
use chabudai_server::{APPS, HostedHouse};
use lambda_runtime::{Error, LambdaEvent, run, service_fn};
use serde_json::{Value, json};

/// As the server has it: pages are made of many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is due is given back so long before Lambda ends the process, so that the next one goes on and does not wait for a lease to end.
const TIME_TO_GIVE_BACK: Duration = Duration::from_secs(2);

#[tokio::main]
async fn main() -> Result<(), Error> {
    let house = HostedHouse::open(APPS).await.map_err(|error| format!("{error:#}"))?;
    let handler = Handler::new(house.router(), house.base_path());
    let house = Arc::new(house);
    run(service_fn(move |event| answer(house.clone(), handler.clone(), event))).await
}

async fn answer(house: Arc<HostedHouse>, handler: Handler, event: LambdaEvent<Value>) -> Result<Value, Error> {
    let LambdaEvent { payload, context } = event;
    match Event::read(payload)? {
        Event::Http(event) => {
            let answer = handler.answer(*event).await;
            house.settle().await;
            Ok(answer)
        }
        Event::Scheduled => {
            let left = context.deadline().duration_since(SystemTime::now()).unwrap_or_default();
            let give_up = tokio::time::sleep(left.saturating_sub(TIME_TO_GIVE_BACK));
            let done = house.run_due_jobs(give_up).await.map_err(|error| format!("{error:#}"))?;
            for line in &done {
                tracing::info!("{line}");
            }
            Ok(json!({ "done": done }))
        }
    }
}
