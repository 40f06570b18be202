//! Entities: declared kinds in a store, their keys kept in step, several kinds in one answer.

use chabudai_kernel::audit::{Audit, Fault, Finding, named_by_key};
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::design::Design;
use chabudai_kernel::entity::{Decode, Entity};
use chabudai_kernel::op::{Delete, Get, Put, Update};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{Day, Padded, Word};
use serde::{Deserialize, Serialize};

use crate::place::{NOW, Place, refusal};
use crate::tables::{BY_DAY, BY_STATE, THINGS};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Jar {
    shelf: Word,
    number: Padded<4>,
    opened: Option<Day>,
    label: String,
    is_full: bool,
}

impl Jar {
    fn wants_refill(&self) -> bool {
        !self.is_full
    }
}

chabudai_kernel::entity! {
    /// A jar on a shelf.
    Jar in THINGS {
        shelf: Word = shelf,
        number: Padded<4> = number,
        opened: Option<Day> = opened,
    }
    key(shelf, number) {
        PK = "SHELF#" shelf;
        SK = "JAR#" number;
    }
    index {
        owner = "SHELF#" shelf "#OPENED";
        daySk = "OPENED#" opened "#" number;
        stateSk if wants_refill(is_full) = "REFILL#" number;
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Note {
    shelf: Word,
    text: String,
}

chabudai_kernel::entity! {
    /// What is to be said of a shelf.
    Note in THINGS { shelf: Word = shelf }
    key(shelf) {
        PK = "SHELF#" shelf;
        SK = "NOTE";
    }
}

chabudai_kernel::one_of! { OnShelf { Jar, Note } }
chabudai_kernel::one_of! { JarOrOther { Jar } else Other }

fn jar(place: &Place, number: u64) -> Jar {
    // A word has no separator in it, and a place's names end with one.
    let shelf = Word::new(place.name("").trim_end_matches('#')).expect("a name is a word");
    Jar { shelf, number: Padded::saturating(number), opened: None, label: format!("jar {number}"), is_full: true }
}

fn day(text: &str) -> Day {
    text.parse().expect("a day")
}

async fn read(place: &Place, jar: &Jar) -> Option<Jar> {
    let op = Get::new(&THINGS, jar.item_key()).consistent();
    place.store().get(&op, NOW).await.expect("a get").value.map(|item| Jar::decode(item.view()).expect("a jar"))
}

async fn opened(place: &Place, shelf: &Word) -> Vec<u64> {
    let query = chabudai_kernel::op::Query::index(&THINGS, &BY_DAY, Jar::owner.of((shelf.clone(),))).range(Jar::daySk.starting(()));
    let page = place.page(&query).await;
    page.items.iter().map(|item| Jar::decode(item).expect("a jar").number.get()).collect()
}

/// A struct goes in and comes out, found by its key and by its index.
pub(crate) async fn an_entity_goes_in_and_comes_out(place: Place) {
    let first = Jar { opened: Some(day("20261103")), ..jar(&place, 1) };
    let second = Jar { opened: Some(day("20261101")), ..jar(&place, 2) };
    for jar in [&first, &second, &jar(&place, 3)] {
        place.must_write(Put::of(jar).if_absent()).await;
    }
    assert_eq!(read(&place, &first).await, Some(first.clone()));
    assert_eq!(opened(&place, &first.shelf).await, [2, 1], "by the day, and without the one that is closed");
    place.must_write(Delete::new(&THINGS, second.item_key())).await;
    assert_eq!(opened(&place, &first.shelf).await, [1]);
}

/// An attribute that feeds a key does not change without it.
pub(crate) async fn a_stale_key_is_refused(place: Place) {
    let before = Jar { opened: Some(day("20261103")), ..jar(&place, 1) };
    place.must_write(Put::of(&before)).await;
    let update = || Update::of::<Jar>(before.item_key());
    assert_eq!(refusal(place.write(update().set("opened", "20261105")).await), "store.stale_key");
    assert_eq!(refusal(place.write(update().remove("opened")).await), "store.stale_key");
    assert_eq!(refusal(place.write(update().set("is_full", false)).await), "store.stale_key", "what the condition reads feeds the key too");
    assert_eq!(refusal(place.write(update().set("shelf", "other")).await), "store.key_update");
    assert_eq!(refusal(place.write(update().set("number", 7)).await), "store.key_update");
    assert_eq!(refusal(place.transact([update().remove("opened").into()]).await), "store.stale_key");
    place.must_write(update().set("label", "plums")).await;
    assert_eq!(read(&place, &before).await, Some(Jar { label: "plums".to_owned(), ..before }));
}

/// With its keys it does.
pub(crate) async fn a_rekeyed_entity_moves(place: Place) {
    let (one, two) = (Jar { opened: Some(day("20261103")), ..jar(&place, 1) }, Jar { opened: Some(day("20261104")), ..jar(&place, 2) });
    for jar in [&one, &two] {
        place.must_write(Put::of(jar)).await;
    }
    assert_eq!(opened(&place, &one.shelf).await, [1, 2]);

    let later = Jar { opened: Some(day("20261105")), ..one.clone() };
    let update = Update::of::<Jar>(one.item_key()).set("opened", "20261105").rekey(&later);
    place.must_write(update).await;
    assert_eq!(opened(&place, &one.shelf).await, [2, 1]);
    assert_eq!(read(&place, &one).await, Some(later.clone()));

    let closed = Jar { opened: None, ..later };
    place.must_write(Update::of::<Jar>(one.item_key()).remove("opened").rekey(&closed)).await;
    assert_eq!(opened(&place, &one.shelf).await, [2]);
    assert_eq!(read(&place, &one).await, Some(closed.clone()));

    let empty = Jar { is_full: false, ..closed };
    place.must_write(Update::of::<Jar>(one.item_key()).set("is_full", false).rekey(&empty)).await;
    let refill = chabudai_kernel::op::Query::index(&THINGS, &BY_STATE, Jar::PK.of((one.shelf.clone(),)));
    assert_eq!(place.page(&refill).await.count, 1);
    assert_eq!(empty.to_item().view().to_attributes(), Item::from_attributes(&whole(&place, &empty).await).view().to_attributes());
}

async fn whole(place: &Place, jar: &Jar) -> chabudai_kernel::value::Attributes {
    let item = place.store().get(&Get::new(&THINGS, jar.item_key()).consistent(), NOW).await.expect("a get").value.expect("a jar");
    crate::place::attributes_of(&item)
}

/// One query, several kinds.
pub(crate) async fn one_query_answers_with_several_kinds(place: Place) {
    let jars = [jar(&place, 1), jar(&place, 2)];
    let note = Note { shelf: jars[0].shelf.clone(), text: "Dust me.".to_owned() };
    for jar in &jars {
        place.must_write(Put::of(jar)).await;
    }
    place.must_write(Put::of(&note)).await;
    let query = chabudai_kernel::op::Query::table(&THINGS, Jar::PK.of((note.shelf.clone(),)));
    let page = place.page(&query).await;
    let found: Result<Vec<_>, _> = page.items.iter().map(OnShelf::decode).collect();
    let [one, two] = jars;
    assert_eq!(found, Ok(vec![OnShelf::Jar(one), OnShelf::Jar(two), OnShelf::Note(note)]));

    let found: Result<Vec<_>, _> = page.items.iter().map(JarOrOther::decode).collect();
    assert!(matches!(found.expect("every kind is taken")[..], [JarOrOther::Jar(_), JarOrOther::Jar(_), JarOrOther::Other(_)]));
    let only_jars = place.page(&query.range(Jar::SK.starting(()))).await;
    assert_eq!(only_jars.count, 2);
}

static DESIGN: Design = Design {
    app: "conformance",
    about: "Jars.",
    environment: None,
    tables: &[&THINGS],
    entities: &[&Jar::DESIGN, &Note::DESIGN],
    patterns: &[],
    routes: &[],
};

/// A key of an index that is not what the item says is written anew, once; a key of the table is nobody's to change.
pub(crate) async fn a_wrong_key_is_mended(place: Place) {
    let right = Jar { opened: Some(day("20261103")), ..jar(&place, 1) };
    place.must_write(Put::of(&right)).await;
    place.must_write(Update::raw(&THINGS, right.item_key()).set("daySk", "OPENED#nonsense")).await;
    let clock = FixedClock::at_millis(NOW.0 as u64 * 1000);
    let audit = Audit::of(&DESIGN, place.store(), &clock);
    let finding = |attribute: &'static str| Finding {
        table: &THINGS,
        key: right.item_key(),
        name: named_by_key(Some(&Jar::DESIGN), &right.item_key(), right.to_item().view()),
        fault: Fault::WrongKey(attribute),
    };
    let shelf = place.name("");
    assert_eq!(
        finding("daySk").to_string(),
        format!("Jar SHELF#{} / JAR#0001: its daySk is not what the item says", shelf.trim_end_matches('#'))
    );
    for of_the_table in ["PK", "SK"] {
        assert!(!audit.mend(&finding(of_the_table)).await.expect("it answers"), "{of_the_table}");
    }
    assert!(opened(&place, &right.shelf).await.len() == 1 && read(&place, &right).await.is_some());
    assert!(audit.mend(&finding("daySk")).await.expect("it is mended"));
    let item = place.store().get(&Get::new(&THINGS, right.item_key()).consistent(), NOW).await.expect("a get").value.expect("it is there");
    assert!(item.view().same_as(right.to_item().view()), "{item:?}");
    assert!(audit.mend(&finding("daySk")).await.expect("nothing is left to mend"));
    // What is gone needs no mending, and does not come back.
    place.must_write(Delete::new(&THINGS, right.item_key())).await;
    assert!(audit.mend(&finding("daySk")).await.expect("nothing is there"));
    assert_eq!(read(&place, &right).await, None);
}
