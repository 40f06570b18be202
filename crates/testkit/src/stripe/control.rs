//! The double, told and asked over HTTP, for a test that is another program.

use serde_json::{Value, json};

use super::parameters::Parameters;
use super::state::{Counts, Failure, Inside};
use super::{State, delivery};

/// How a failure is called in a request.
fn failure(how: &str) -> Option<Failure> {
    Some(match how {
        "fail-after" => Failure::FailAfter,
        "fail-for-good" => Failure::FailForGood,
        "hang-up" => Failure::HangUp,
        "hang-up-before" => Failure::HangUpBefore,
        "silence" => Failure::Silence,
        "silence-after" => Failure::SilenceAfter,
        "nonsense" => Failure::Nonsense,
        "pass" => Failure::Pass,
        status => Failure::Refuse(status.parse().ok()?),
    })
}

fn counted(counts: &Counts) -> Value {
    json!({
        "customers": counts.customers, "checkouts": counts.checkouts, "charges": counts.charges, "charged": counts.charged,
        "declined": counts.declined, "refunds": counts.refunds, "refunded": counts.refunded, "transfers": counts.transfers,
        "transferred": counts.transferred, "reversals": counts.reversals, "fees": counts.fees, "subscriptions": counts.subscriptions,
        "accounts": counts.accounts,
    })
}

/// Does what is asked at `/double/…`; none where there is no such thing.
pub(super) fn control(state: &State, method: &str, path: &str, with: &Parameters) -> Option<Value> {
    let given = |name: &str| with.get(name).map(str::to_owned);
    let number = |name: &str| with.get(name).and_then(|text| text.parse::<i64>().ok());
    let change = |how: &dyn Fn(&mut Inside) -> bool| how(&mut state.lock()).then(|| json!({ "done": true }));
    match (method, path.strip_prefix("/double/")?) {
        ("GET", "counts") => Some(counted(&state.lock().counts)),
        ("GET", "events") => Some(state.lock().happened.iter().map(|happened| happened.event.clone()).collect()),
        ("GET", "object") => state.lock().objects.get(with.get("id")?).cloned(),
        ("POST", "fail") => {
            let (how, times) = (failure(with.get("how")?)?, number("times").unwrap_or(1));
            change(&|inside| {
                (0..times).for_each(|_| inside.failures.push_back(how));
                true
            })
        }
        ("POST", "decline") => change(&|inside| {
            inside.decline = given("code").filter(|code| !code.is_empty());
            true
        }),
        ("POST", "advance") => change(&|inside| {
            inside.ahead += number("seconds").unwrap_or_default();
            inside.expire();
            true
        }),
        ("POST", "renew") => {
            change(&|inside| inside.renew(with.get("subscription").unwrap_or_default(), given("paid").as_deref() != Some("false")).is_ok())
        }
        ("POST", "settle") => {
            change(&|inside| inside.settle(with.get("session").unwrap_or_default(), given("paid").as_deref() != Some("false")).is_ok())
        }
        ("POST", "deliver-to") => {
            let to = delivery::address(with.get("url")?);
            let at_once = given("at_once").as_deref() == Some("true");
            change(&|inside| {
                (inside.deliver_to, inside.is_at_once) = (Some(to.clone()), at_once);
                true
            })
        }
        ("POST", "deliver") => Some(json!({ "statuses": state.deliver_waiting(given("order").as_deref() == Some("backwards")) })),
        _ => None,
    }
}
