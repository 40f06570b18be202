//! The rows: one request each, by the access pattern that answers it.

use chabudai_app_wardrobe::design as ap;
use chabudai_kernel::design::AccessPattern;

use super::data::{self, Filled, GARMENTS};

/// A request and its pattern.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) pattern: &'static AccessPattern,
    pub(super) request: fn(&Filled, u64) -> String,
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

pub(super) fn all() -> Vec<Row> {
    let row = |name, pattern, request| Row { name, pattern, request };
    vec![
        row("open a wardrobe (name remembered for 5 s)", &ap::OPEN_WARDROBE, |f, n| get(&f.wardrobe(n).1.to_string())),
        row("list 50 clothes, newest", &ap::LIST_CLOTHES, |f, n| get(&format!("{}/clothing?limit=50", f.wardrobe(n).1))),
        row("list 50 clothes, most worn", &ap::LIST_CLOTHES, |f, n| get(&format!("{}/clothing?limit=50&sort=wear", f.wardrobe(n).1))),
        row("list 50 clothes of a genre", &ap::LIST_CLOTHES, |f, n| get(&format!("{}/clothing?limit=50&genre=tops", f.wardrobe(n).1))),
        row("search clothes by name", &ap::SEARCH_CLOTHES, |f, n| {
            get(&format!("{}/clothing?limit=50&q=%E3%82%B7%E3%83%A3%E3%83%84", f.wardrobe(n).1))
        }),
        row("recommend clothes", &ap::RECOMMEND, |f, n| get(&format!("{}/recommendations/clothing", f.wardrobe(n).1))),
        row("one garment", &ap::CLOTHING_DETAIL, |f, n| get(&garment(f, n))),
        row("list the bin", &ap::BIN, |f, n| get(&format!("{}/clothing?status=DELETED", f.wardrobe(n).1))),
        row("list 20 outfits", &ap::LIST_TEMPLATES, |f, n| get(&format!("{}/templates", f.wardrobe(n).1))),
        row("one outfit", &ap::TEMPLATE_DETAIL, |f, n| {
            let (at, wardrobe) = f.wardrobe(n);
            get(&format!("{wardrobe}/templates/{}", data::template_id(at, n)))
        }),
        row("list 30 records", &ap::LIST_HISTORY, |f, n| get(&format!("{}/histories", f.wardrobe(n).1))),
        row("one record", &ap::HISTORY_DETAIL, |f, n| {
            let (at, wardrobe) = f.wardrobe(n);
            get(&format!("{wardrobe}/histories/{}", data::history_id(at, n)))
        }),
        row("the last week", &ap::LAST_WEEK, |f, n| get(&format!("{}/week", f.wardrobe(n).1))),
        row("wears of a year", &ap::WEARS_BY_PERIOD, |f, n| get(&(garment(f, n) + "/wears"))),
        row("make a wardrobe", &ap::CREATE_WARDROBE, |f, _| send("POST", "", &format!("{{\"name\":\"新しい {}\"}}", f.fresh()))),
        row("add a garment", &ap::ADD_CLOTHING, |f, n| {
            send(
                "POST",
                &format!("/{}/clothing", f.wardrobe(n).1),
                &format!("{{\"name\":\"新しいシャツ {}\",\"genre\":\"tops\"}}", f.fresh()),
            )
        }),
        row("edit a garment", &ap::EDIT_CLOTHING, |f, n| {
            send("PATCH", &format!("/{}", garment(f, n)), &format!("{{\"name\":\"名前 {}\"}}", f.fresh()))
        }),
        row("record four garments", &ap::RECORD, |f, n| {
            let (at, wardrobe) = f.wardrobe(n);
            let ids: Vec<_> = (0..4).map(|step| format!("\"{}\"", data::clothing_id(at, (n * 4 + step) % 19))).collect();
            let day = 1 + f.fresh() % 28;
            send("POST", &format!("/{wardrobe}/histories"), &format!("{{\"date\":\"202601{day:02}\",\"clothingIds\":[{}]}}", ids.join(",")))
        }),
        row("record an outfit", &ap::RECORD, |f, n| {
            let (at, wardrobe) = f.wardrobe(n);
            let day = 1 + f.fresh() % 28;
            send(
                "POST",
                &format!("/{wardrobe}/histories"),
                &format!("{{\"date\":\"202602{day:02}\",\"templateId\":\"{}\"}}", data::template_id(at, n)),
            )
        }),
    ]
}
