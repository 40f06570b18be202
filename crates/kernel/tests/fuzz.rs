//! What comes back from outside, or off a damaged disk, in any shape: it opens nothing, and it breaks nothing.
//!
//! `CHABUDAI_FUZZ` says how many cases each of these has.

use chabudai_kernel::cursor::Cursors;
use chabudai_kernel::design::{Index, Projection, Table, text};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::{Named, SortCondition};
use chabudai_kernel::op::{PageKey, Query};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::seal::Seal;
use chabudai_kernel::value::{Attributes, Value};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::Deserialize;

static BY_DATE: Index = Index { name: "ByDate", hash: text("PK"), range: Some(text("dateSk")), projection: Projection::All, why: "" };
static BY_NAME: Index = Index { name: "ByName", hash: text("PK"), range: Some(text("nameSk")), projection: Projection::All, why: "" };
static TABLE: Table =
    Table { name: "T", hash: text("PK"), range: Some(text("SK")), indexes: &[&BY_DATE, &BY_NAME], ttl: None, feed: false, about: "" };

fn config() -> ProptestConfig {
    let cases = std::env::var("CHABUDAI_FUZZ").map_or(512, |text| text.parse().expect("CHABUDAI_FUZZ is a number"));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Everything that makes one list another.
#[derive(Clone, PartialEq, Debug)]
struct List {
    owner: String,
    index: Option<bool>,
    backward: bool,
    since: Option<String>,
    genre: Option<String>,
}

impl List {
    fn query(&self) -> Query {
        let owner = Named { attribute: "PK", value: self.owner.as_str().into() };
        let (mut query, range) = match self.index {
            None => (Query::table(&TABLE, owner), "SK"),
            Some(false) => (Query::index(&TABLE, &BY_DATE, owner), "dateSk"),
            Some(true) => (Query::index(&TABLE, &BY_NAME, owner), "nameSk"),
        };
        if let Some(since) = &self.since {
            query = query.range(Named { attribute: range, value: SortCondition::AtLeast(since.as_str().into()) });
        }
        if let Some(genre) = &self.genre {
            query = query.filter(attr("genre").eq(genre.as_str()));
        }
        if self.backward { query.backward() } else { query }
    }

    fn position(&self, at: &str) -> PageKey {
        let range = self.index.map(|by_name| if by_name { "nameSk" } else { "dateSk" });
        let names = ["PK", "SK"].into_iter().chain(range);
        PageKey(names.map(|name| (name.to_owned(), if name == "PK" { self.owner.as_str().into() } else { at.into() })).collect())
    }
}

/// Owners and bounds that look alike, and such as could run into each other where they are put into one text.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![Just("W#1".to_owned()), Just("W#1|".to_owned()), Just("W#11".to_owned()), "[W#|\"\\\\1(){}, ]{1,8}", "\\PC{1,20}"]
}

fn list() -> impl Strategy<Value = List> {
    let parts = (word(), any::<Option<bool>>(), any::<bool>(), proptest::option::of(word()), proptest::option::of(word()));
    parts.prop_map(|(owner, index, backward, since, genre)| List { owner, index, backward, since, genre })
}

/// A text with something wrong in it.
fn spoilt(text: &str, at: usize, how: u8, with: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = at % letters.len();
    match how % 5 {
        0 => letters[at] = with,
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, with),
        3 => letters.truncate(at),
        _ => letters.rotate_left(at),
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_cursor_opens_its_own_list_and_no_other(one in list(), other in list(), at in word()) {
        let cursors = Cursors::new(b"a secret");
        let token = cursors.seal(&one.query(), &one.position(&at));
        prop_assert_eq!(cursors.open(&one.query(), &token), Ok(one.position(&at)));
        prop_assert_eq!(cursors.open(&other.query(), &token).is_ok(), one == other);
        prop_assert!(Cursors::new(b"another secret").open(&one.query(), &token).is_err());
        // What is sealed for something else, with the same secret, is no cursor.
        let elsewhere = Seal::new(b"chabudai own writes 1", b"a secret").seal(b"", at.as_bytes());
        prop_assert!(cursors.open(&one.query(), &elsewhere).is_err());
    }

    #[test]
    fn a_spoilt_cursor_opens_nothing(one in list(), at in word(), place in any::<usize>(), how in any::<u8>(), with in "[A-Za-z0-9_=+/あ-]") {
        let cursors = Cursors::new(b"a secret");
        let token = cursors.seal(&one.query(), &one.position(&at));
        let wrong = spoilt(&token, place, how, with.chars().next().expect("one letter"));
        prop_assert_eq!(cursors.open(&one.query(), &wrong).is_ok(), wrong == token, "{} {}", wrong, token);
    }

    #[test]
    fn nonsense_is_no_cursor(one in list(), text in "\\PC{0,200}", bytes in vec(any::<u8>(), 0..200)) {
        use base64::Engine as _;
        let cursors = Cursors::new(b"a secret");
        let encoded = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes);
        prop_assert!(cursors.open(&one.query(), &text).is_err());
        prop_assert!(cursors.open(&one.query(), &encoded).is_err());
    }
}

/// A struct as apps have them.
#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only whether it can be read is of interest")]
struct Kept {
    name: String,
    count: u32,
    share: Option<f64>,
    tags: Vec<String>,
    other: std::collections::BTreeMap<String, Kept>,
    anything: serde_json::Value,
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        "[0-9]{1,38}".prop_map(|digits| Value::N(digits.parse().expect("38 digits are a number"))),
        "\\PC{0,12}".prop_map(Value::S),
        vec(any::<u8>(), 0..12).prop_map(Value::B),
        proptest::collection::btree_set("\\PC{0,6}", 1..4).prop_map(Value::Ss),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::L),
            proptest::collection::btree_map("[a-z]{0,6}", inner, 0..6).prop_map(Value::M)
        ]
    })
}

fn attributes() -> impl Strategy<Value = Attributes> {
    let name = prop_oneof!["name|count|share|tags|other|anything", "[a-z]{0,8}"];
    proptest::collection::btree_map(name, value(), 0..8)
}

/// How many values there are, all in all.
fn values(value: &Value) -> usize {
    1 + match value {
        Value::L(list) => list.iter().map(values).sum(),
        Value::M(map) => map.values().map(values).sum(),
        Value::Ss(set) => set.len(),
        Value::Ns(set) => set.len(),
        Value::Bs(set) => set.len(),
        _ => 0,
    }
}

/// Every way of reading bytes comes to an end, and none makes more values than there are bytes.
fn is_read(bytes: &[u8]) -> Result<(), TestCaseError> {
    let item = ItemRef::new(bytes);
    let _ = (item.decode::<Kept>(), item.size(), item.iter().count(), item.get("name"), item.same_as(ItemRef::new(b"")));
    let _ = item.decode_with::<Kept>(&[("name", "x")]);
    let _ = item.decode::<serde_json::Value>();
    let shown = format!("{item:?}");
    prop_assert!(!shown.is_empty());
    if let Ok(attributes) = item.to_attributes() {
        prop_assert!(attributes.values().map(values).sum::<usize>() <= bytes.len());
        // What can be read is written so that it reads the same.
        let again = Item::from_attributes(&attributes);
        prop_assert_eq!(again.view().to_attributes(), Ok(attributes));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..600)) {
        is_read(&bytes)?;
    }

    /// Mostly tags and small lengths, which get further than bytes of any kind.
    #[test]
    fn bytes_that_look_like_an_item_are_read_or_refused(bytes in vec(prop_oneof![3 => 0u8..12, 2 => Just(0u8), 1 => any::<u8>()], 0..300)) {
        is_read(&bytes)?;
    }

    #[test]
    fn an_item_with_something_wrong_in_it_is_read_or_refused(
        attributes in attributes(),
        wrong in vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<Option<prop::sample::Index>>(),
    ) {
        let mut bytes = Item::from_attributes(&attributes).into_bytes();
        prop_assert_eq!(ItemRef::new(&bytes).to_attributes(), Ok(attributes));
        if bytes.is_empty() {
            return Ok(());
        }
        for (at, byte) in wrong {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        is_read(&bytes)?;
    }
}

/// Lists in lists, or maps in maps, deeper than any stack.
#[test]
fn what_is_nested_without_end_is_refused() {
    for (tag, name) in [(7u8, &b""[..]), (8, b"\0")] {
        for depth in [1, 40, 63, 64, 65, 200, 20_000, 200_000] {
            let mut bytes = Vec::new();
            let around = 5 + name.len();
            bytes.extend_from_slice(b"\x08anything");
            for level in (0..depth).rev() {
                bytes.push(tag);
                bytes.extend_from_slice(&u32::try_from(level * around).expect("it fits").to_le_bytes());
                if level > 0 {
                    bytes.extend_from_slice(name);
                }
            }
            is_read(&bytes).unwrap_or_else(|error| panic!("{depth}: {error}"));
            let item = ItemRef::new(&bytes);
            let is_shallow = depth <= 64;
            assert_eq!((item.to_attributes().is_ok(), item.decode::<serde_json::Value>().is_ok()), (is_shallow, is_shallow), "{depth}");
        }
    }
}
