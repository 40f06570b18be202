//! What is said of a kitchen after a cut, and what was acknowledged before it.

use std::collections::BTreeMap;

use chabudai_testkit::Server;
use serde_json::Value;

use super::{JAR, Kitchen, LINE, Ledger, ONIONS, ONIONS_A_DISH, RECIPE};
use crate::closet::text;
use crate::crash::Known;

impl Kitchen {
    pub(super) fn compare(&self, server: &Server, ledger: &mut Ledger) {
        let fridge = self.get(server, "/fridge")["items"].take();
        let fridge = fridge.as_array().expect("a list");
        self.settle_lines(server, ledger, fridge);
        let logs = self.logs(server, ledger);
        settle_stock(ledger, fridge, &logs);
        settle_things("jar", &mut ledger.jars, fridge, "name", JAR);
        settle_things("recipe", &mut ledger.recipes, &self.recipes(server), "title", RECIPE);
    }

    fn recipes(&self, server: &Server) -> Vec<Value> {
        let mut all = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = self.get(server, &format!("/recipes?limit=100{cursor}"));
            all.extend(page["items"].as_array().expect("a list").iter().cloned());
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return all,
            }
        }
    }

    /// A line is on the list, or what it became is at home; nowhere only once somebody has removed it.
    fn settle_lines(&self, server: &Server, ledger: &mut Ledger, fridge: &[Value]) {
        let listed = self.get(server, "/shopping-list")["items"].take();
        let listed: Vec<&Value> = listed.as_array().expect("a list").iter().filter(|line| line["source"] == "manual").collect();
        let named = |all: &[&Value], name: &str| all.iter().filter(|one| one["name"] == name).copied().cloned().collect::<Vec<Value>>();
        let at_home: Vec<&Value> = fridge.iter().filter(|batch| text(&batch["name"]).starts_with(LINE)).collect();
        for one in listed.iter().chain(&at_home) {
            assert!(ledger.lines.contains_key(&text(&one["name"])), "{one} was never asked for, or had gone");
        }
        let mut gone = Vec::new();
        for (name, line) in &mut ledger.lines {
            let (on, home) = (named(&listed, name), named(&at_home, name));
            assert!(on.len() + home.len() <= 1, "{name} is there twice: {on:?} {home:?}");
            line.removed.settle(&format!("line {name} is gone"), on.is_empty() && home.is_empty());
            if let Some(one) = on.first() {
                assert!(!line.is_due, "{name} was bought");
                line.ticked.settle(&format!("line {name} is ticked"), one["checked"] == true);
            }
            if let Some(batch) = home.first() {
                line.ticked.settle(&format!("line {name} was ticked"), true);
                self.request(server, 1, "DELETE", &format!("/fridge/items/{}", text(&batch["id"])), &Value::Null).send().expect(200);
            }
            if on.is_empty() {
                gone.push(name.clone());
            }
        }
        for name in gone {
            ledger.lines.remove(&name);
            assert!(ledger.past.insert(name), "a line comes and goes once");
        }
    }

    /// Every dish that is in the log, with its day.
    fn logs(&self, server: &Server, ledger: &mut Ledger) -> BTreeMap<String, String> {
        let mut logs = BTreeMap::new();
        // It may be another day by now, in Tokyo or where the clients are.
        let now = jiff::Zoned::now().date();
        for day in [now.yesterday(), Ok(now), now.tomorrow()].map(|day| day.expect("a day beside today").to_string()) {
            for log in self.get(server, &format!("/archive/{day}"))["logs"].as_array().expect("logs") {
                let before = logs.insert(text(&log["id"]), day.clone());
                assert_eq!(before, None, "{log} is there twice");
            }
        }
        for id in logs.keys() {
            assert!(ledger.logs.contains_key(id), "{id} was never cooked");
        }
        for (id, known) in &mut ledger.logs {
            known.settle(&format!("dish {id} is in the log"), logs.contains_key(id));
        }
        ledger.logs.retain(|_, known| *known.last());
        ledger.days.clone_from(&logs);
        logs
    }
}

/// There is what was put there, less what the dishes took that are in the log; and never less than nothing.
fn settle_stock(ledger: &Ledger, fridge: &[Value], logs: &BTreeMap<String, String>) {
    let mut onions = 0;
    for batch in fridge {
        let quantity = batch["quantity"].as_str().unwrap_or_default();
        assert!(!quantity.starts_with(['-', '−']), "{batch}");
        if batch["name"] == ONIONS {
            onions += quantity.parse::<u64>().unwrap_or_else(|_| panic!("{batch}"));
        }
    }
    assert_eq!(onions + ONIONS_A_DISH * logs.len() as u64, ledger.onions, "what is there and what was cooked is what was bought");
}

/// Jars and recipes are there under the name that they were given last, or gone.
fn settle_things(what: &str, things: &mut BTreeMap<String, (usize, Known<Option<String>>)>, seen: &[Value], field: &str, prefix: &str) {
    let mut found = BTreeMap::new();
    for one in seen.iter().filter(|one| text(&one[field]).starts_with(prefix)) {
        assert!(found.insert(text(&one["id"]), text(&one[field])).is_none(), "{one} is there twice");
    }
    for (id, (_, known)) in &mut *things {
        known.settle(&format!("{what} {id}"), found.remove(id));
    }
    assert!(found.is_empty(), "never asked for: {found:?}");
    things.retain(|_, (_, known)| known.last().is_some());
}
