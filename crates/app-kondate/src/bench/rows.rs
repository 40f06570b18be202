//! The rows: one request each, by the access pattern that answers it.

use std::sync::Arc;

use chabudai_app::Row;
use chabudai_kernel::design::AccessPattern;

use super::data::{self, Filled, MONTH};
use crate::design as ap;

/// Makes a request from what there is, a number, and the body of the first preparation's answer.
type Request = fn(&Filled, u64, &str) -> String;

/// Goals at 8 connections, a second. Every request is also asked who is signed in, which is three requests to the store.
const GOALS: &[(&str, f64)] = &[("list 50 recipes, newest", 6_500.0), ("add a line", 1_700.0), (LIST, 333.0 * 8.0)];
/// Its median is to be below 3 ms: so many connections, each as fast as that.
const LIST: &str = "the computed list (7 dishes, 60 rows in the fridge)";

fn row_of(filled: &Filled, name: &'static str, pattern: &'static AccessPattern, before: &[Request], request: Request) -> Row {
    let made = |request: Request| -> chabudai_app::bench::Request {
        let filled = filled.clone();
        Arc::new(move |n, made| request(&filled, n, made))
    };
    let goal = GOALS.iter().find(|(goal, _)| *goal == name).map(|(_, goal)| *goal);
    Row { name, pattern, before: before.iter().copied().map(made).collect(), request: made(request), goal }
}

fn ask(verb: &str, token: &str, path: &str, more: &str, body: &str) -> String {
    let content = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    format!(
        "{verb} /kondate/v1/{path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n{more}{content}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// A look into a full kitchen.
fn get(f: &Filled, n: u64, path: &str) -> String {
    ask("GET", f.cook(n), path, "", "")
}

/// A change in a small one.
fn write(f: &Filled, n: u64, verb: &str, path: &str, body: &str) -> String {
    ask(verb, f.writer(n), path, "", body)
}

/// A change of what is in a full one.
fn edit(f: &Filled, n: u64, verb: &str, path: &str, body: &str) -> String {
    ask(verb, f.cook(n), path, "", body)
}

/// The id in the first answer, such as `{"data":{"id":"…"`.
fn id_in(body: &str) -> &str {
    body.split('"').nth(5).unwrap_or_default()
}

/// The id of the first thing in a list in an answer.
fn first_in(body: &str) -> &str {
    body.split("\"items\":[{\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

fn add_recipe(f: &Filled, n: u64, _: &str) -> String {
    let body = format!(
        "{{\"title\":\"カレー {}\",\"ingredients\":[{{\"name\":\"玉ねぎ\",\"quantity\":\"2\",\"unit\":\"個\"}},{{\"name\":\"鶏もも肉\",\
         \"quantity\":\"300\",\"unit\":\"g\"}}],\"steps\":[{{\"text\":\"切って炒める。\"}},{{\"text\":\"煮る。\",\"timerMinutes\":20}}]}}",
        f.fresh()
    );
    write(f, n, "POST", "recipes", &body)
}

fn share(f: &Filled, n: u64, made: &str) -> String {
    let body = format!("{{\"targetType\":\"recipe\",\"targetId\":\"{}\",\"authorName\":\"bench\"}}", id_in(made));
    write(f, n, "POST", "share", &body)
}

fn delete_recipe(f: &Filled, n: u64, made: &str) -> String {
    write(f, n, "DELETE", &format!("recipes/{}", id_in(made)), "")
}

fn add_set(f: &Filled, n: u64, _: &str) -> String {
    write(f, n, "POST", "sets", &format!("{{\"title\":\"献立 {}\",\"recipeIds\":[\"nikujaga\"]}}", f.fresh()))
}

fn delete_set(f: &Filled, n: u64, made: &str) -> String {
    write(f, n, "DELETE", &format!("sets/{}", id_in(made)), "")
}

fn plan_now(f: &Filled, n: u64, _: &str) -> String {
    write(f, n, "POST", "plan/select-set", "{\"setId\":\"quick\",\"slot\":\"current\"}")
}

fn plan_next(f: &Filled, n: u64, _: &str) -> String {
    write(f, n, "POST", "plan/select-set", "{\"setId\":\"quick\",\"slot\":\"next\"}")
}

fn cook(f: &Filled, n: u64, made: &str) -> String {
    write(f, n, "PATCH", &format!("plan/items/{}", first_in(made)), "{\"isCooked\":true}")
}

fn add_line(f: &Filled, n: u64, _: &str) -> String {
    write(f, n, "POST", "shopping-list/items", &format!("{{\"name\":\"牛乳 {}\",\"quantity\":\"1\",\"unit\":\"本\"}}", f.fresh()))
}

fn add_line_again(f: &Filled, n: u64, _: &str) -> String {
    ask("POST", f.writer(n), "shopping-list/items", &format!("idempotency-key: bench-{n}\r\n"), "{\"name\":\"牛乳\"}")
}

fn tick(f: &Filled, n: u64, made: &str) -> String {
    write(f, n, "PATCH", &format!("shopping-list/items/{}", id_in(made)), "{\"checked\":true}")
}

fn add_batch(f: &Filled, n: u64, _: &str) -> String {
    write(f, n, "POST", "fridge/items", &format!("{{\"name\":\"びん {}\",\"quantity\":\"3\",\"unit\":\"本\"}}", f.fresh()))
}

fn delete_batch(f: &Filled, n: u64, made: &str) -> String {
    write(f, n, "DELETE", &format!("fridge/items/{}", id_in(made)), "")
}

fn look_at_list(f: &Filled, n: u64, _: &str) -> String {
    get(f, n, "shopping-list")
}

pub(super) fn all(filled: &Filled) -> Vec<Row> {
    let mut rows = of_people(filled);
    rows.extend(of_the_book(filled));
    rows.extend(of_the_catalog(filled));
    rows.extend(of_the_plan(filled));
    rows.extend(of_the_list(filled));
    rows.extend(of_the_fridge(filled));
    rows
}

fn of_people(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("what Kondate knows of me", &ap::PROFILE_OF, |f, n, _| get(f, n, "auth/me")),
        row("have another picture of oneself", &ap::EDIT_PROFILE, |f, n, _| {
            write(f, n, "PATCH", "me", &format!("{{\"avatarUrl\":\"https://example.org/{}.jpg\"}}", f.fresh()))
        }),
        row("what I want to be told", &ap::NOTICE_SETTINGS, |f, n, _| get(f, n, "notification-settings")),
        row("my kitchens", &ap::MY_KITCHENS, |f, n, _| get(f, n, "kitchens")),
        after("who is in the kitchen", &ap::WHO_IS_HERE, &[|f, n, _| get(f, n, "kitchens")], |f, n, made| {
            get(f, n, &format!("kitchens/{}", first_in(made)))
        }),
        after("be in a kitchen", &ap::SWITCH_KITCHEN, &[|f, n, _| get(f, n, "kitchens")], |f, n, made| {
            edit(f, n, "POST", &format!("kitchens/{}/use", first_in(made)), "")
        }),
        after("rename a kitchen", &ap::RENAME_KITCHEN, &[|f, n, _| write(f, n, "GET", "kitchens", "")], |f, n, made| {
            write(f, n, "PATCH", &format!("kitchens/{}", first_in(made)), &format!("{{\"name\":\"台所 {}\"}}", f.fresh()))
        }),
        after("invite somebody", &ap::WRITE_INVITE, &[|f, n, _| write(f, n, "GET", "kitchens", "")], |f, n, made| {
            write(f, n, "POST", &format!("kitchens/{}/invitations", first_in(made)), "")
        }),
        after("take back all invitations", &ap::REVOKE_INVITES, &[|f, n, _| write(f, n, "GET", "kitchens", "")], |f, n, made| {
            write(f, n, "DELETE", &format!("kitchens/{}/invitations", first_in(made)), "")
        }),
    ]
}

fn of_the_book(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("list 50 recipes, newest", &ap::LIST_RECIPES, |f, n, _| get(f, n, "recipes?limit=50")),
        row("all recipes, for another program", &ap::ALL_RECIPES, |f, n, _| get(f, n, "export/recipes")),
        after("share a recipe", &ap::SHARE_LINK, &[add_recipe as Request], share),
        after("open a link", &ap::OPEN_LINK, &[add_recipe as Request, share], |f, n, made| {
            get(f, n, &format!("share/recipe/{}", made.lines().last().map(id_in).unwrap_or_default()))
        }),
        row("search recipes by a word", &ap::SEARCH_RECIPES, |f, n, _| get(f, n, "recipes?limit=50&search=%E9%B6%8F%E8%82%89")),
        row("one recipe", &ap::GET_RECIPE, |f, n, _| get(f, n, &format!("recipes/{}", f.recipe(n)))),
        row("add a recipe", &ap::ADD_RECIPE, add_recipe),
        row("edit a recipe", &ap::EDIT_RECIPE, |f, n, _| {
            edit(f, n, "PATCH", &format!("recipes/{}", f.recipe(n)), &format!("{{\"title\":\"鶏肉の煮もの {}\"}}", f.fresh()))
        }),
        after("delete a recipe", &ap::DELETE_RECIPE, &[add_recipe as Request], delete_recipe),
        after("restore a recipe", &ap::DELETE_RECIPE, &[add_recipe as Request, delete_recipe as Request], |f, n, made| {
            write(f, n, "POST", &format!("recipes/{}/restore", id_in(made)), "")
        }),
        row("list 20 sets", &ap::LIST_SETS, |f, n, _| get(f, n, "sets?limit=20")),
        row("search sets by a word", &ap::SEARCH_SETS, |f, n, _| get(f, n, "sets?limit=20&search=%E4%BB%8A%E9%80%B1")),
        row("a set and its dishes", &ap::RECIPES_BY_ID, |f, n, _| get(f, n, &format!("sets/{}", data::set_id(n)))),
        row("a set alone", &ap::GET_SET, |f, n, _| get(f, n, &format!("sets/{}", data::set_id(n)))),
        row("put together a set", &ap::ADD_SET, add_set),
        row("edit a set", &ap::EDIT_SET, |f, n, _| {
            edit(f, n, "PATCH", &format!("sets/{}", data::set_id(n)), &format!("{{\"title\":\"今週の献立 {}\"}}", f.fresh()))
        }),
        after("delete a set", &ap::DELETE_SET, &[add_set as Request], delete_set),
        row("tabs of the book", &ap::CATEGORIES, |f, n, _| get(f, n, "categories")),
        row("hide a tab or show it", &ap::CHANGE_CATEGORIES, |f, n, _| {
            write(f, n, "PATCH", "categories/sweets", &format!("{{\"isHidden\":{}}}", f.fresh().is_multiple_of(2)))
        }),
    ]
}

fn unsave(f: &Filled, n: u64, _: &str) -> String {
    write(f, n, "DELETE", &format!("catalog/recipes/{}/save", data::offered_id(n)), "")
}

fn of_the_catalog(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("the catalog, newest", &ap::CATALOG_NEWEST, |f, n, _| get(f, n, "catalog/recipes")),
        row("the catalog, most saved", &ap::CATALOG_POPULAR, |f, n, _| get(f, n, "catalog/recipes?sort=popular")),
        row("the catalog by a word", &ap::CATALOG_NEWEST, |f, n, _| get(f, n, "catalog/recipes?search=%E9%B6%8F%E8%82%89")),
        row("what of the catalog would use the fridge", &ap::RECOMMENDED, |f, n, _| get(f, n, "catalog/recipes?sort=recommended")),
        row("a recipe of the catalog", &ap::BY_ID, |f, n, _| get(f, n, &format!("catalog/recipes/{}", data::offered_id(n)))),
        after("save a recipe of the catalog", &ap::SAVE, &[unsave as Request], |f, n, _| {
            write(f, n, "POST", &format!("catalog/recipes/{}/save", data::offered_id(n)), "")
        }),
        after("publish a recipe", &ap::PUBLISH, &[add_recipe as Request], |f, n, made| {
            write(f, n, "PUT", &format!("recipes/{}/publication", id_in(made)), "{\"visibility\":\"free\"}")
        }),
        row("what I bought", &ap::PURCHASES, |f, n, _| get(f, n, "purchases")),
    ]
}

fn of_the_plan(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("what we cook", &ap::READ_PLAN, |f, n, _| get(f, n, "plan")),
        row("sets that would use what is there", &ap::SUGGEST, |f, n, _| get(f, n, "suggestions")),
        row("plan a set of the cookbook", &ap::APPLY_SET, plan_now),
        row("plan a set of our own", &ap::APPLY_SET, |f, n, _| {
            edit(f, n, "POST", "plan/select-set", &format!("{{\"setId\":\"{}\",\"slot\":\"next\"}}", data::set_id(n)))
        }),
        after("cook a dish", &ap::COOK, &[plan_now as Request], cook),
        after("a dish is not on the table after all", &ap::UNCOOK, &[plan_now as Request, cook as Request], |f, n, made| {
            write(f, n, "PATCH", &format!("plan/items/{}", first_in(made)), "{\"isCooked\":false}")
        }),
        after("a dish for four", &ap::CHANGE_DISH, &[plan_now as Request], |f, n, made| {
            write(f, n, "PATCH", &format!("plan/items/{}", first_in(made)), "{\"servings\":4}")
        }),
        after("go on to the next set", &ap::ADVANCE, &[plan_next as Request], |f, n, _| write(f, n, "POST", "plan/advance", "")),
        after("empty a slot", &ap::EMPTY_SLOT, &[plan_now as Request], |f, n, _| write(f, n, "DELETE", "plan/current", "")),
        row("a month of the log", &ap::MONTH, |f, n, _| get(f, n, &format!("archive?month={MONTH}"))),
        row("a day of the log", &ap::DAY, |f, n, _| get(f, n, &format!("archive/{MONTH}-{:02}", 1 + n % 30))),
        after("take a dish out of the log", &ap::DELETE_LOG, &[plan_now as Request, cook as Request], |f, n, made| {
            write(f, n, "DELETE", &format!("archive/{}/{}", f.today, first_in(made)), "")
        }),
    ]
}

fn of_the_list(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row(LIST, &ap::SHOPPING_LIST, look_at_list),
        row("add a line", &ap::ADD_LINE, add_line),
        after("add a line again (same key)", &ap::REPLAY, &[add_line_again as Request], add_line_again),
        after("tick a line that somebody wrote", &ap::TICK, &[add_line as Request], tick),
        after("untick it", &ap::UNTICK, &[add_line as Request, tick as Request], |f, n, made| {
            write(f, n, "PATCH", &format!("shopping-list/items/{}", id_in(made)), "{\"checked\":false}")
        }),
        after("remove a line", &ap::REMOVE_LINE, &[add_line as Request], |f, n, made| {
            write(f, n, "DELETE", &format!("shopping-list/items/{}", id_in(made)), "")
        }),
        after("shopping done, one line", &ap::SHOPPING_DONE, &[add_line as Request, tick as Request], |f, n, _| {
            write(f, n, "POST", "shopping-list/complete", "")
        }),
        row("what should always be there", &ap::STAPLES, |f, n, _| get(f, n, "staples")),
        row("this should always be there", &ap::SET_STAPLE, |f, n, _| {
            write(f, n, "PUT", "staples", &format!("{{\"name\":\"米\",\"quantity\":\"{}\",\"unit\":\"kg\"}}", 1 + f.fresh() % 9))
        }),
        row("ways through shops", &ap::WAYS_THROUGH_SHOPS, |f, n, _| get(f, n, "aisles")),
        row("the way through a shop", &ap::SET_WAY, |f, n, _| {
            write(f, n, "PUT", "aisles/ekimae", "{\"aisles\":[\"dairy\",\"vegetables\"]}")
        }),
    ]
}

fn of_the_fridge(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("60 rows in the fridge", &ap::FRIDGE, |f, n, _| get(f, n, "fridge")),
        row("a food of our own", &ap::SET_OWN_FOOD, |f, n, _| write(f, n, "PUT", "foods", "{\"name\":\"謎の実\"}")),
        row("put something into the fridge", &ap::ADD_BATCH, add_batch),
        row("there is more or less of it", &ap::EDIT_BATCH, |f, n, _| {
            let batch = data::batch_id(n % 50 + 6);
            edit(f, n, "PATCH", &format!("fridge/items/{batch}"), &format!("{{\"quantity\":\"{}\"}}", 1 + f.fresh() % 9))
        }),
        after("throw something away", &ap::DELETE_BATCH, &[add_batch as Request], delete_batch),
        row("what has left the fridge", &ap::DELETED_BATCHES, |f, n, _| get(f, n, "fridge/deleted")),
        after("it is not gone after all", &ap::RESTORE_BATCH, &[add_batch as Request, delete_batch as Request], |f, n, made| {
            write(f, n, "POST", &format!("fridge/items/{}/restore", id_in(made)), "")
        }),
    ]
}
