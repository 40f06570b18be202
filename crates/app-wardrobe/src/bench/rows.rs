//! The rows: one request each, by the access pattern that answers it.

use std::sync::Arc;

use chabudai_app::Row;
use chabudai_kernel::design::AccessPattern;

use super::data::{self, Filled, GARMENTS};
use crate::design as ap;

/// Makes a request from what there is, a number, and the body of the first preparation's answer.
type Request = fn(&Filled, u64, &str) -> String;

/// Goals at 8 connections, a second.
const GOALS: &[(&str, f64)] = &[("list 50 clothes, newest", 6_500.0), ("add a garment", 1_700.0)];

fn row_of(filled: &Filled, name: &'static str, pattern: &'static AccessPattern, before: &[Request], request: Request) -> Row {
    let made = |request: Request| -> chabudai_app::bench::Request {
        let filled = filled.clone();
        Arc::new(move |n, made| request(&filled, n, made))
    };
    let goal = GOALS.iter().find(|(goal, _)| *goal == name).map(|(_, goal)| *goal);
    Row { name, pattern, before: before.iter().copied().map(made).collect(), request: made(request), goal }
}

fn get(path: &str) -> String {
    format!("GET /wardrobe/v1/wardrobes/{path} HTTP/1.1\r\nhost: bench\r\n\r\n")
}

fn send(verb: &str, path: &str, body: &str) -> String {
    format!(
        "{verb} /wardrobe/v1/wardrobes{path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn garment(filled: &Filled, n: u64) -> String {
    let (at, wardrobe) = filled.wardrobe(n);
    // Every twentieth is in the bin; these are not.
    format!("{wardrobe}/clothing/{}", data::clothing_id(at, n % 10 * 20 % GARMENTS + n % 19))
}

/// The id in an answer such as `{"clothingId":"cl_…"}`.
fn id_in(body: &str) -> &str {
    body.split('"').nth(3).unwrap_or_default()
}

fn add_garment(f: &Filled, n: u64, _: &str) -> String {
    send("POST", &format!("/{}/clothing", f.wardrobe(n).1), &format!("{{\"name\":\"新しいシャツ {}\",\"genre\":\"tops\"}}", f.fresh()))
}

fn bin_garment(f: &Filled, n: u64, made: &str) -> String {
    send("DELETE", &format!("/{}/clothing/{}", f.wardrobe(n).1, id_in(made)), "")
}

fn four_garments(f: &Filled, n: u64) -> String {
    let (at, _) = f.wardrobe(n);
    let ids: Vec<_> = (0..4).map(|step| format!("\"{}\"", data::clothing_id(at, (n * 4 + step) % 19))).collect();
    ids.join(",")
}

fn save_outfit(f: &Filled, n: u64, _: &str) -> String {
    let body = format!("{{\"name\":\"組 {}\",\"clothingIds\":[{}]}}", f.fresh(), four_garments(f, n));
    send("POST", &format!("/{}/templates", f.wardrobe(n).1), &body)
}

fn bin_outfit(f: &Filled, n: u64, made: &str) -> String {
    send("DELETE", &format!("/{}/templates/{}", f.wardrobe(n).1, id_in(made)), "")
}

fn record_garments(f: &Filled, n: u64, _: &str) -> String {
    let body = format!("{{\"date\":\"202601{:02}\",\"clothingIds\":[{}]}}", 1 + f.fresh() % 28, four_garments(f, n));
    send("POST", &format!("/{}/histories", f.wardrobe(n).1), &body)
}

fn repeated(f: &Filled, n: u64, _: &str) -> String {
    let body = "{\"name\":\"もう一度\",\"genre\":\"tops\"}";
    format!(
        "POST /wardrobe/v1/wardrobes/{}/clothing HTTP/1.1\r\nhost: bench\r\nidempotency-key: bench-{n}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        f.wardrobe(n).1,
        body.len()
    )
}

fn one_outfit(f: &Filled, n: u64) -> String {
    let (at, wardrobe) = f.wardrobe(n);
    format!("{wardrobe}/templates/{}", data::outfit_id(at, n))
}

pub(super) fn all(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("open a wardrobe (name remembered for 5 s)", &ap::OPEN_WARDROBE, |f, n, _| get(&f.wardrobe(n).1.to_string())),
        row("list 50 clothes, newest", &ap::LIST_CLOTHES, |f, n, _| get(&format!("{}/clothing?limit=50", f.wardrobe(n).1))),
        row("list 50 clothes, most worn", &ap::LIST_CLOTHES, |f, n, _| get(&format!("{}/clothing?limit=50&sort=wear", f.wardrobe(n).1))),
        row("list 50 clothes of a genre", &ap::LIST_CLOTHES, |f, n, _| get(&format!("{}/clothing?limit=50&genre=tops", f.wardrobe(n).1))),
        row("search clothes by name", &ap::SEARCH_CLOTHES, |f, n, _| {
            get(&format!("{}/clothing?limit=50&q=%E3%82%B7%E3%83%A3%E3%83%84", f.wardrobe(n).1))
        }),
        row("recommend clothes", &ap::RECOMMEND, |f, n, _| get(&format!("{}/recommendations/clothing", f.wardrobe(n).1))),
        row("one garment", &ap::CLOTHING_DETAIL, |f, n, _| get(&garment(f, n))),
        row("list the bin", &ap::BIN, |f, n, _| get(&format!("{}/clothing?status=DELETED", f.wardrobe(n).1))),
        row("list 20 outfits", &ap::LIST_OUTFITS, |f, n, _| get(&format!("{}/templates?limit=20", f.wardrobe(n).1))),
        row("outfits with a garment", &ap::SEARCH_OUTFITS, |f, n, _| {
            let (at, wardrobe) = f.wardrobe(n);
            get(&format!("{wardrobe}/templates?clothingId={}", data::clothing_id(at, n % 19)))
        }),
        row("one outfit", &ap::OUTFIT_DETAIL, |f, n, _| get(&one_outfit(f, n))),
        row("list 30 records", &ap::LIST_HISTORY, |f, n, _| get(&format!("{}/histories", f.wardrobe(n).1))),
        row("one record", &ap::HISTORY_DETAIL, |f, n, _| {
            let (at, wardrobe) = f.wardrobe(n);
            get(&format!("{wardrobe}/histories/{}", data::history_id(at, n)))
        }),
        row("the last week", &ap::LAST_WEEK, |f, n, _| get(&format!("{}/week", f.wardrobe(n).1))),
        row("wears of a year", &ap::WEARS_BY_PERIOD, |f, n, _| get(&(garment(f, n) + "/wears"))),
        row("make a wardrobe", &ap::CREATE_WARDROBE, |f, _, _| send("POST", "", &format!("{{\"name\":\"新しい {}\"}}", f.fresh()))),
        row("rename a wardrobe", &ap::RENAME_WARDROBE, |f, n, _| {
            send("PATCH", &format!("/{}", f.wardrobe(n).1), &format!("{{\"name\":\"名前 {}\"}}", f.fresh()))
        }),
        row("add a garment", &ap::ADD_CLOTHING, add_garment),
        after("add a garment again (same key)", &ap::REPLAY, &[repeated as Request], repeated),
        row("edit a garment", &ap::EDIT_CLOTHING, |f, n, _| {
            send("PATCH", &format!("/{}", garment(f, n)), &format!("{{\"name\":\"名前 {}\"}}", f.fresh()))
        }),
        after("bin a garment", &ap::DELETE_CLOTHING, &[add_garment as Request], bin_garment),
        after("restore a garment", &ap::RESTORE_CLOTHING, &[add_garment as Request, bin_garment as Request], |f, n, made| {
            send("POST", &format!("/{}/clothing/{}/restore", f.wardrobe(n).1, id_in(made)), "")
        }),
        row("save an outfit", &ap::ADD_OUTFIT, save_outfit),
        row("edit an outfit", &ap::EDIT_OUTFIT, |f, n, _| {
            send("PATCH", &format!("/{}", one_outfit(f, n)), &format!("{{\"name\":\"組 {}\"}}", f.fresh()))
        }),
        after("bin an outfit", &ap::DELETE_OUTFIT, &[save_outfit as Request], bin_outfit),
        after("restore an outfit", &ap::RESTORE_OUTFIT, &[save_outfit as Request, bin_outfit as Request], |f, n, made| {
            send("POST", &format!("/{}/templates/{}/restore", f.wardrobe(n).1, id_in(made)), "")
        }),
        row("record four garments", &ap::RECORD, record_garments),
        row("record an outfit of four", &ap::RECORD, |f, n, _| {
            let (at, wardrobe) = f.wardrobe(n);
            let body = format!("{{\"date\":\"202602{:02}\",\"templateId\":\"{}\"}}", 1 + f.fresh() % 28, data::outfit_id(at, n));
            send("POST", &format!("/{wardrobe}/histories"), &body)
        }),
        after("remove a record of four", &ap::UNRECORD, &[record_garments as Request], |f, n, made| {
            send("DELETE", &format!("/{}/histories/{}", f.wardrobe(n).1, id_in(made)), "")
        }),
    ]
}
