//! One wardrobe on a server, and the requests that fill it.

use std::fmt::Write as _;
use std::io::Cursor;

use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

/// An id of each kind that nothing has.
pub(crate) const NO_WARDROBE: &str = "wd_01900000-0000-7000-8000-000000000000";
pub(crate) const NO_GARMENT: &str = "cl_01900000-0000-7000-8000-000000000000";
pub(crate) const NO_OUTFIT: &str = "tp_01900000-0000-7000-8000-000000000000";
pub(crate) const NO_RECORD: &str = "hs_01900000-0000-7000-8000-000000000000";

/// A wardrobe.
pub(crate) struct Closet<'a> {
    pub(crate) server: &'a Server,
    pub(crate) id: String,
}

impl<'a> Closet<'a> {
    pub(crate) fn make(server: &'a Server) -> Self {
        let made = server.post("/wardrobe/v1/wardrobes", &json!({ "name": "わたしの服" })).expect(201).json();
        Self { server, id: text(&made["wardrobeId"]) }
    }

    /// The address of something in it.
    pub(crate) fn at(&self, rest: &str) -> String {
        format!("/wardrobe/v1/wardrobes/{}{rest}", self.id)
    }

    #[track_caller]
    pub(crate) fn get(&self, rest: &str) -> Value {
        self.server.get(&self.at(rest)).expect(200).json()
    }

    pub(crate) fn post(&self, rest: &str, body: &Value) -> Answer {
        self.server.post(&self.at(rest), body)
    }

    pub(crate) fn patch(&self, rest: &str, body: &Value) -> Answer {
        self.server.patch(&self.at(rest), body)
    }

    pub(crate) fn delete(&self, rest: &str) -> Answer {
        self.server.delete(&self.at(rest))
    }

    pub(crate) fn garment(&self, name: &str) -> String {
        self.garment_of(&json!({ "name": name, "genre": "tops" }))
    }

    #[track_caller]
    pub(crate) fn garment_of(&self, body: &Value) -> String {
        text(&self.post("/clothing", body).expect(201).json()["clothingId"])
    }

    pub(crate) fn garments(&self, count: usize) -> Vec<String> {
        (1..=count).map(|number| self.garment(&format!("服{number}"))).collect()
    }

    #[track_caller]
    pub(crate) fn outfit(&self, name: &str, garments: &[String]) -> String {
        text(&self.post("/templates", &json!({ "name": name, "clothingIds": garments })).expect(201).json()["templateId"])
    }

    #[track_caller]
    pub(crate) fn wear(&self, date: &str, garments: &[String]) -> String {
        text(&self.post("/histories", &json!({ "date": date, "clothingIds": garments })).expect(201).json()["historyId"])
    }

    #[track_caller]
    pub(crate) fn wear_outfit(&self, date: &str, outfit: &str) -> String {
        text(&self.post("/histories", &json!({ "date": date, "templateId": outfit })).expect(201).json()["historyId"])
    }

    /// Takes in a picture: its key and its name.
    #[track_caller]
    pub(crate) fn picture(&self) -> (String, String) {
        let made = self.server.ask("POST", &self.at("/images")).form("file", &png(64, 48)).send().expect(201).json();
        (text(&made["imageKey"]), text(&made["picture"]))
    }

    /// The same with one that fills a screen and can hardly be made smaller.
    #[track_caller]
    pub(crate) fn large_picture(&self) -> (String, String) {
        let mut random = fastrand::Rng::with_seed(7);
        let noise = image::RgbImage::from_fn(1600, 1600, |_, _| image::Rgb([random.u8(..), random.u8(..), random.u8(..)]));
        let mut file = std::io::Cursor::new(Vec::new());
        noise.write_to(&mut file, image::ImageFormat::Jpeg).expect("a picture in memory");
        let made = self.server.ask("POST", &self.at("/images")).form("file", &file.into_inner()).send().expect(201).json();
        (text(&made["imageKey"]), text(&made["picture"]))
    }

    pub(crate) fn clothing(&self, id: &str) -> Value {
        self.get(&format!("/clothing/{id}"))
    }

    /// How often a garment was worn, and when last.
    pub(crate) fn worn(&self, id: &str) -> (u64, Value) {
        let garment = self.clothing(id);
        (garment["wearCount"].as_u64().expect("a count"), garment["lastWorn"].clone())
    }

    /// The server's today, in Tokyo.
    pub(crate) fn today(&self) -> jiff::civil::Date {
        let week = self.get("/week");
        jiff::civil::Date::strptime("%Y%m%d", text(&week["to"])).expect("a day")
    }

    /// Every page of a list, by its cursors.
    pub(crate) fn pages(&self, rest: &str) -> Vec<Vec<Value>> {
        let mut pages = Vec::new();
        let mut address = rest.to_owned();
        loop {
            let page = self.get(&address);
            pages.push(page["items"].as_array().expect("a list").clone());
            assert!(pages.len() < 1000, "the list does not end");
            match page["nextCursor"].as_str() {
                Some(cursor) => address = format!("{rest}{}cursor={cursor}", if rest.contains('?') { '&' } else { '?' }),
                None => return pages,
            }
        }
    }

    /// One field of everything in a list.
    pub(crate) fn all(&self, rest: &str, field: &str) -> Vec<String> {
        self.pages(rest).concat().iter().map(|item| text(&item[field])).collect()
    }
}

#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// A day as the API writes it.
pub(crate) fn spelled(day: jiff::civil::Date) -> String {
    day.strftime("%Y%m%d").to_string()
}

pub(crate) fn days_before(day: jiff::civil::Date, count: i64) -> String {
    spelled(day.saturating_sub(jiff::Span::new().days(count)))
}

/// A picture file.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    drawn(width, height, image::ImageFormat::Png)
}

pub(crate) fn drawn(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let shade = |x: u32, y: u32| image::Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 120]);
    let mut file = Cursor::new(Vec::new());
    image::RgbImage::from_fn(width, height, shade).write_to(&mut file, format).expect("a picture is written into memory");
    file.into_inner()
}

/// A text as it stands in a query.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        write!(out, "%{byte:02X}").expect("a string takes every text");
    }
    out
}
