//! Two in one kitchen under load: a line is on the list or at home and never both, a dish is in the log once, and the fridge holds what was put
//! into it less what the log says.

mod settle; // what has to be so afterwards

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use chabudai_app_kondate::design::DESIGN;
use chabudai_kernel::design::Design;
use chabudai_testkit::{Answer, Ask, Place, Server};
use serde_json::{Value, json};

use super::{Clients, Known, Shift};
use crate::closet::text;
use crate::place;

const PASSWORD: &str = "正しい馬の電池とホッチキス";
const PEOPLE: [(&str, &str); 2] = [("mei@example.org", "めい"), ("sora@example.org", "そら")];

/// Dishes of the set that is cooked over and over, and what each of them takes of what there is plenty of.
const DISHES: usize = 3;
const ONIONS_A_DISH: u64 = 2;
const ONIONS: &str = "玉ねぎ";
const TOFU: &str = "豆腐";
/// What the names of lines, of things in the fridge and of recipes begin with that only these clients write.
const LINE: &str = "買い物";
const JAR: &str = "保存びん";
const RECIPE: &str = "わが家の";
/// What each of the two leaves standing of a kind, so that a look at everything stays short.
const STANDING: usize = 10;
/// A kitchen has room for 500 batches, and one that was emptied counts for a day: so many are added for good.
const MOST_ADDED: usize = 100;

pub(super) fn add_people(place: &Place) {
    for (email, name) in PEOPLE {
        place::add_person(place, email, name, PASSWORD);
    }
}

/// A kitchen, the two in it, and what they know of it.
pub(super) struct Kitchen {
    id: String,
    tokens: Vec<String>,
    set: String,
    tofu: String,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    lines: BTreeMap<String, Line>,
    /// Names of lines that have been on the list and are nowhere any more.
    past: BTreeSet<String>,
    /// Jars and recipes by their id: who looks after it, and what it is called as long as it is there.
    jars: BTreeMap<String, (usize, Known<Option<String>>)>,
    recipes: BTreeMap<String, (usize, Known<Option<String>>)>,
    /// Whether a dish is in the log.
    logs: BTreeMap<String, Known<bool>>,
    /// The day of a log that stands.
    days: BTreeMap<String, String>,
    onions: u64,
    added: usize,
    ticked: usize,
    /// What was being added: by whom, a key and a body, to be sent again.
    unanswered: Vec<(usize, Added, String, Value)>,
}

/// A line that somebody wrote, by its name.
struct Line {
    id: String,
    writer: usize,
    ticked: Known<bool>,
    removed: Known<bool>,
    /// It was ticked when a shopping began that was acknowledged.
    is_due: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Added {
    Line,
    Onions,
    Jar,
    Recipe,
}

impl Added {
    fn path(self) -> &'static str {
        match self {
            Self::Line => "/shopping-list/items",
            Self::Onions | Self::Jar => "/fridge/items",
            Self::Recipe => "/recipes",
        }
    }

    /// The field that names it.
    fn name(self) -> &'static str {
        if self == Self::Recipe { "title" } else { "name" }
    }
}

impl Ledger {
    /// Something is there, under this id.
    fn add(&mut self, writer: usize, what: Added, body: &Value, id: String) {
        let name = text(&body[what.name()]);
        match what {
            Added::Line => {
                let line = Line { id, writer, ticked: Known::Is(false), removed: Known::Is(false), is_due: false };
                assert!(self.lines.insert(name, line).is_none(), "a name is given once");
            }
            Added::Onions => self.onions += text(&body["quantity"]).parse::<u64>().expect("a number"),
            Added::Jar | Added::Recipe => {
                self.things(what).insert(id, (writer, Known::Is(Some(name))));
            }
        }
    }

    fn things(&mut self, what: Added) -> &mut BTreeMap<String, (usize, Known<Option<String>>)> {
        if what == Added::Recipe { &mut self.recipes } else { &mut self.jars }
    }

    /// A line that somebody wrote, and that is on the list for all they know.
    fn open_line(&self, writer: usize) -> Option<String> {
        let is_open = |line: &&Line| line.writer == writer && line.ticked == Known::Is(false) && line.removed == Known::Is(false);
        let open: Vec<&String> = self.lines.iter().filter(|(_, line)| is_open(line)).map(|(name, _)| name).collect();
        open.get(STANDING.min(open.len() / 2)).map(|name| (*name).clone())
    }
}

fn random_name(before: &str) -> String {
    format!("{before}{:012x}", fastrand::u64(..) >> 16)
}

fn recipe(title: &str) -> Value {
    let ingredient = |name: &str, quantity: &str, unit: &str| json!({ "name": name, "quantity": quantity, "unit": unit });
    let ingredients = [ingredient(ONIONS, &ONIONS_A_DISH.to_string(), "個"), ingredient(TOFU, "1", "丁"), ingredient("豚肉", "200", "g")];
    json!({ "title": title, "servings": 2, "ingredients": ingredients, "steps": [{ "text": "煮る" }] })
}

impl Kitchen {
    pub(super) fn make(server: &Server) -> Self {
        let sign_in = |email: &str| {
            text(&server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json()["token"])
        };
        let tokens: Vec<String> = PEOPLE.iter().map(|(email, _)| sign_in(email)).collect();
        let mut kitchen = Self {
            id: String::new(),
            tokens,
            set: String::new(),
            tofu: String::new(),
            ledger: Mutex::new(Ledger { onions: 90_000, ..Ledger::default() }),
        };
        let of_mei = server.ask("GET", "/kondate/v1/kitchens").header("authorization", &format!("Bearer {}", kitchen.tokens[0]));
        kitchen.id = text(&of_mei.send().expect(200).json()["data"]["items"][0]["id"]);
        let post = |who: usize, path: &str, body: &Value| {
            let answer = kitchen.request(server, who, "POST", path, body).send();
            assert!(answer.status < 300, "POST {path}: {} {}", answer.status, answer.text());
            answer.json()["data"].take()
        };
        let secret = post(0, &format!("/kitchens/{}/invitations", kitchen.id), &Value::Null)["secret"].take();
        let accept = server.ask("POST", "/kondate/v1/invitations/accept").header("authorization", &format!("Bearer {}", kitchen.tokens[1]));
        accept.json(&json!({ "secret": secret })).send().expect(200);
        // The first of it is what dishes take: whatever is added later stays as it is.
        post(0, "/fridge/items", &json!({ "name": ONIONS, "quantity": "90000", "unit": "個" }));
        let tofu = text(&post(1, "/fridge/items", &json!({ "name": TOFU, "quantity": "3", "unit": "丁" }))["id"]);
        let dishes: Vec<String> = (0..DISHES).map(|number| text(&post(0, "/recipes", &recipe(&format!("料理{number}")))["id"])).collect();
        let set = text(&post(0, "/sets", &json!({ "title": "今週", "recipeIds": dishes }))["id"]);
        Self { set, tofu, ..kitchen }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no client panics with this lock")
    }

    fn request(&self, server: &Server, who: usize, method: &str, path: &str, body: &Value) -> Ask {
        let ask = server.ask(method, &format!("/kondate/v1{path}")).header("authorization", &format!("Bearer {}", self.tokens[who]));
        let ask = ask.header("kondate-kitchen", &self.id);
        if body.is_null() { ask } else { ask.json(body) }
    }

    fn get(&self, server: &Server, path: &str) -> Value {
        self.request(server, 0, "GET", path, &Value::Null).send().expect(200).json()["data"].take()
    }
}

/// What one of the two does until the server dies. Each step ends with `None` when it has.
#[derive(Clone, Copy)]
struct Load<'a> {
    kitchen: &'a Kitchen,
    who: usize,
    shift: Shift<'a>,
}

impl Load<'_> {
    fn ask(&self, method: &str, path: &str, body: &Value) -> Option<Answer> {
        self.shift.ask(self.kitchen.request(self.shift.server, self.who, method, path, body))
    }

    /// Something that is as it was said afterwards.
    #[track_caller]
    fn done(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let answer = self.ask(method, path, body)?;
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
        self.shift.count();
        Some(answer.json()["data"].take())
    }

    fn add(&self, what: Added, body: Value) -> Option<()> {
        let key = format!("{:016x}", fastrand::u64(..));
        let ask = self.kitchen.request(self.shift.server, self.who, "POST", what.path(), &body).header("idempotency-key", &key);
        let Some(answer) = self.shift.ask(ask) else {
            self.kitchen.ledger().unanswered.push((self.who, what, key, body));
            return None;
        };
        let id = text(&answer.expect(201).json()["data"]["id"]);
        self.kitchen.ledger().add(self.who, what, &body, id);
        self.shift.count();
        Some(())
    }

    /// Writes lines, ticks them, removes some, and brings home what both have ticked.
    fn shop(&self) -> Option<()> {
        while self.shift.goes_on() {
            let open = self.kitchen.ledger().open_line(self.who);
            match (fastrand::u8(..10), open) {
                (0..=2, _) => self.bring_home()?,
                (3, Some(name)) => self.line(&name, |line| &mut line.removed, "DELETE", &Value::Null)?,
                (4..=6, Some(name)) => self.line(&name, |line| &mut line.ticked, "PATCH", &json!({ "checked": true }))?,
                _ => self.add(Added::Line, json!({ "name": random_name(LINE) }))?,
            }
        }
        Some(())
    }

    fn line(&self, name: &str, what: fn(&mut Line) -> &mut Known<bool>, method: &str, body: &Value) -> Option<()> {
        let set = |known: Known<bool>| {
            let mut ledger = self.kitchen.ledger();
            let line = ledger.lines.get_mut(name).expect("a line stays known until the server has died");
            *what(line) = known;
            line.id.clone()
        };
        let id = set(Known::Either(false, true));
        self.done(method, &format!("/shopping-list/items/{id}"), body)?;
        set(Known::Is(true));
        Some(())
    }

    fn bring_home(&self) -> Option<()> {
        let is_ticked = |line: &Line| line.ticked == Known::Is(true);
        let due: Vec<String> =
            self.kitchen.ledger().lines.iter().filter(|(_, line)| is_ticked(line)).map(|(name, _)| name.clone()).collect();
        self.done("POST", "/shopping-list/complete", &Value::Null)?;
        let mut ledger = self.kitchen.ledger();
        for name in due {
            ledger.lines.get_mut(&name).expect("a line stays known until the server has died").is_due = true;
        }
        Some(())
    }

    /// Puts things into the fridge and recipes into the book, gives them other names, and throws them away.
    fn keep(&self) -> Option<()> {
        while self.shift.goes_on() {
            let what = match fastrand::u8(..7) {
                0 => Added::Onions,
                1..=3 => Added::Recipe,
                _ => Added::Jar,
            };
            if what == Added::Onions {
                if self.kitchen.ledger().added < MOST_ADDED {
                    self.kitchen.ledger().added += 1;
                    self.add(what, json!({ "name": ONIONS, "quantity": "3", "unit": "個" }))?;
                }
                continue;
            }
            let mine: Vec<String> = {
                let mut ledger = self.kitchen.ledger();
                let is_mine = |(who, known): &(usize, Known<Option<String>>)| *who == self.who && known.last().is_some();
                ledger.things(what).iter().filter(|(_, thing)| is_mine(thing)).map(|(id, _)| id.clone()).collect()
            };
            let name = random_name(if what == Added::Recipe { RECIPE } else { JAR });
            match (fastrand::u8(..3), mine.get(fastrand::usize(..mine.len().max(1)))) {
                (0, Some(id)) => self.say(what, id, Some(name))?,
                (1, Some(id)) => self.say(what, id, None)?,
                _ if mine.len() >= STANDING => {}
                _ if what == Added::Recipe => self.add(what, recipe(&name))?,
                _ => self.add(what, json!({ "name": name, "quantity": "7", "unit": "本" }))?,
            }
        }
        Some(())
    }

    /// Something of one's own has another name, or is gone.
    fn say(&self, what: Added, id: &str, name: Option<String>) -> Option<()> {
        let set = |known| self.kitchen.ledger().things(what).insert(id.to_owned(), (self.who, known));
        let before = set(Known::Is(None)).and_then(|(_, known)| known.last().clone());
        set(Known::Either(before, name.clone()));
        let (method, body) = name.as_ref().map_or(("DELETE", Value::Null), |name| ("PATCH", json!({ what.name(): name })));
        self.done(method, &format!("{}/{id}", what.path()), &body)?;
        set(Known::Is(name));
        Some(())
    }

    /// A dish is on the table. Both say so of the same dish; it is in the log once.
    fn cook(&self, dish: &str) -> Option<()> {
        self.kitchen.ledger().logs.entry(dish.to_owned()).or_insert(Known::Either(false, true));
        let answer = self.ask("PATCH", &format!("/plan/items/{dish}"), &json!({ "isCooked": true }))?;
        // The other one has gone on to the next plan.
        if answer.status == 404 && self.who == 1 {
            return Some(());
        }
        answer.expect(200);
        self.shift.count();
        let mut ledger = self.kitchen.ledger();
        let known = ledger.logs.get_mut(dish).expect("it was begun");
        // Else it was answered to the other one, who may have taken it out of the log since.
        if *known == Known::Either(false, true) {
            *known = Known::Is(true);
        }
        Some(())
    }

    /// Plans the same set again and again, cooks all of it, and takes out of the log what was cooked before the last cut.
    fn plan(&self) -> Option<()> {
        while self.shift.goes_on() {
            let plan = self.done("POST", "/plan/select-set", &json!({ "setId": self.kitchen.set, "slot": "current" }))?;
            let dishes: Vec<String> = plan["items"].as_array().expect("dishes").iter().map(|dish| text(&dish["id"])).collect();
            assert_eq!(dishes.len(), DISHES);
            for dish in &dishes {
                self.cook(dish)?;
                if fastrand::bool() {
                    self.done("PATCH", &format!("/plan/items/{dish}"), &json!({ "isCooked": false }))?;
                    self.cook(dish)?;
                }
                let Some((log, day)) = self.kitchen.ledger().days.pop_first() else { continue };
                self.kitchen.ledger().logs.insert(log.clone(), Known::Either(true, false));
                self.done("DELETE", &format!("/archive/{day}/{log}"), &Value::Null)?;
                self.kitchen.ledger().logs.insert(log, Known::Is(false));
            }
        }
        Some(())
    }

    /// Cooks what the other one has planned, fills up what every dish takes the last of, and ticks what the plan lacks.
    fn help(&self) -> Option<()> {
        while self.shift.goes_on() {
            let plan = self.ask("GET", "/plan", &Value::Null)?.expect(200).json()["data"].take();
            for dish in plan["current"]["items"].as_array().into_iter().flatten() {
                self.cook(&text(&dish["id"]))?;
            }
            let left = fastrand::u8(..=3).to_string();
            self.done("PATCH", &format!("/fridge/items/{}", self.kitchen.tofu), &json!({ "quantity": left }))?;
            let list = self.ask("GET", "/shopping-list", &Value::Null)?.expect(200).json()["data"].take();
            let is_of_plan = |line: &&Value| line["source"] == "auto" && line["checked"] == false;
            for line in list["items"].as_array().expect("lines").iter().filter(is_of_plan) {
                if self.kitchen.ledger().ticked >= MOST_ADDED {
                    break;
                }
                self.kitchen.ledger().ticked += 1;
                let path = format!("/shopping-list/items/{}", crate::closet::escaped(&text(&line["id"])));
                let answer = self.ask("PATCH", &path, &json!({ "checked": true }))?;
                assert!([200, 404].contains(&answer.status), "{} {}", answer.status, answer.text());
            }
        }
        Some(())
    }
}

impl Clients for Kitchen {
    fn count(&self) -> usize {
        3 * PEOPLE.len()
    }

    fn write(&self, number: usize, shift: Shift<'_>) {
        let load = Load { kitchen: self, who: number % PEOPLE.len(), shift };
        // Each ends when the server has died.
        let _: Option<()> = match number {
            0 | 1 => load.shop(),
            2 | 3 => load.keep(),
            4 => load.plan(),
            _ => load.help(),
        };
    }

    fn settle(&self, server: &Server) {
        let ledger = &mut *self.ledger();
        // What was under way is sent again: by its key it happens once, whether it was carried out before or not.
        for (who, what, key, body) in std::mem::take(&mut ledger.unanswered) {
            let again = || {
                let answer = self.request(server, who, "POST", what.path(), &body).header("idempotency-key", &key).send();
                text(&answer.expect(201).json()["data"]["id"])
            };
            let first = again();
            assert_eq!(again(), first);
            ledger.add(who, what, &body, first);
        }
        self.compare(server, ledger);
    }

    fn checked(&self) -> (&'static Design, String) {
        (&DESIGN, "kondate: 1 kitchens, ".to_owned())
    }
}
