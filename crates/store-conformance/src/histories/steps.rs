//! What a step is, and how one is made up.
//!
//! Names of partitions are short here and become those of a place when the step is carried out, so that a history can be played
//! again and again in the same store.

use std::collections::BTreeSet;

use chabudai_kernel::expr::{Comparison, Condition, Operand, Path, SetTo, UpdateAction, attr};
use chabudai_kernel::op::Returning;
use chabudai_kernel::value::{Attributes, Value};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

use crate::place::n;

/// One item's place in the small key space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Slot {
    Thing(u8, u8),
    Pair(u8, i8),
    Numbered(u8),
}

/// How many of each there are.
pub(super) const PARTITIONS: u8 = 2;
pub(super) const SORTS: u8 = 3;
pub(super) const LEFTS: u8 = 1;
pub(super) const RIGHTS: i8 = 2;
pub(super) const NUMBERS: u8 = 2;
/// The partition keys that items have in indexes.
pub(super) const INDEX_HASHES: [&str; 2] = ["0", "1"];

/// One write.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Put { at: Slot, attributes: Attributes, condition: Option<Condition>, return_old: bool },
    Update { at: Slot, actions: Vec<UpdateAction>, condition: Option<Condition>, returning: Returning },
    Delete { at: Slot, condition: Option<Condition>, return_old: bool },
    Check { at: Slot, condition: Condition },
}

impl Action {
    fn slot(&self) -> Slot {
        match self {
            Self::Put { at, .. } | Self::Update { at, .. } | Self::Delete { at, .. } | Self::Check { at, .. } => *at,
        }
    }
}

/// A partition to be queried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Things(u8),
    Pairs(u8),
    /// An index of the things, by its position, and which of the index's partitions.
    Index(usize, u8),
    Shelf(u8),
}

/// A condition on a sort key: which, and two positions in the small set of values that sort keys have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between(pub(super) u8, pub(super) u8, pub(super) u8);

/// One step of a history.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Write(Action),
    Transact(Vec<Action>),
    BatchWrite(Vec<(Slot, Option<Attributes>)>),
    Get {
        at: Slot,
        consistent: bool,
        paths: Vec<Path>,
    },
    BatchGet(Vec<Slot>, bool),
    TransactGet(Vec<Slot>, Vec<Path>),
    Query {
        target: Target,
        range: Option<Between>,
        backward: bool,
        limit: Option<u32>,
        filter: Option<Condition>,
        paths: Vec<Path>,
        count: bool,
    },
    Wait(u8),
}

/// What happens to two stores.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Whether items expire. What has expired may lie around in one store and be swept from the other, which shows in what a read
    /// looks at and in what a call consumes; where nothing expires, these have to be the same too.
    pub(super) mortal: bool,
    pub(super) steps: Vec<Step>,
}

/// A history.
pub(super) fn history() -> impl Strategy<Value = History> {
    (any::<bool>(), vec(step(), 1..40)).prop_map(|(mortal, steps)| History { mortal, steps })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => action().prop_filter("a check stands in a transaction", |a| !matches!(a, Action::Check { .. })).prop_map(Step::Write),
        3 => mostly_once(vec(action(), 1..5), Action::slot).prop_map(Step::Transact),
        2 => mostly_once(vec((slot(), weighted(0.7, attributes())), 1..5), |(slot, _)| *slot).prop_map(Step::BatchWrite),
        1 => (slot(), any::<bool>(), paths()).prop_map(|(at, consistent, paths)| Step::Get { at, consistent, paths }),
        1 => (mostly_once(vec(slot(), 1..5), |slot| *slot), any::<bool>()).prop_map(|(slots, consistent)| Step::BatchGet(slots, consistent)),
        1 => (mostly_once(vec(slot(), 1..5), |slot| *slot), paths()).prop_map(|(slots, paths)| Step::TransactGet(slots, paths)),
        3 => query(),
        1 => (1..8u8).prop_map(Step::Wait),
    ]
}

/// Operations on one item each; now and then two on the same, which is refused.
fn mostly_once<T: std::fmt::Debug>(operations: impl Strategy<Value = Vec<T>>, slot: impl Fn(&T) -> Slot) -> impl Strategy<Value = Vec<T>> {
    (operations, 0..15u8).prop_map(move |(mut operations, chance)| {
        let mut seen = BTreeSet::new();
        operations.retain(|operation| seen.insert(slot(operation)) || chance == 0);
        operations
    })
}

fn query() -> impl Strategy<Value = Step> {
    let target = prop_oneof![
        3 => (0..PARTITIONS).prop_map(Target::Things),
        1 => (0..LEFTS).prop_map(Target::Pairs),
        4 => (0..6usize, 0..2u8).prop_map(|(index, hash)| Target::Index(index, hash)),
        1 => (0..2u8).prop_map(Target::Shelf),
    ];
    let range = weighted(0.4, (0..7u8, 0..5u8, 0..5u8).prop_map(|(kind, from, to)| Between(kind, from, to)));
    (target, range, any::<bool>(), weighted(0.5, 1..6u32), weighted(0.4, condition()), paths(), weighted(0.2, Just(()))).prop_map(
        |(target, range, backward, limit, filter, paths, count)| {
            let count = count.is_some();
            Step::Query { target, range, backward, limit, filter, paths: if count { Vec::new() } else { paths }, count }
        },
    )
}

fn slot() -> impl Strategy<Value = Slot> {
    prop_oneof![
        6 => (0..PARTITIONS, 0..SORTS).prop_map(|(partition, sort)| Slot::Thing(partition, sort)),
        1 => (0..LEFTS, 0..RIGHTS).prop_map(|(left, right)| Slot::Pair(left, right)),
        1 => (0..NUMBERS).prop_map(Slot::Numbered),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        5 => (slot(), attributes(), weighted(0.4, condition()), any::<bool>())
            .prop_map(|(at, attributes, condition, return_old)| Action::Put { at, attributes, condition, return_old }),
        6 => (slot(), changes(), weighted(0.3, condition()), returning())
            .prop_map(|(at, actions, condition, returning)| Action::Update { at, actions, condition, returning }),
        2 => (slot(), weighted(0.3, condition()), any::<bool>())
            .prop_map(|(at, condition, return_old)| Action::Delete { at, condition, return_old }),
        1 => (slot(), condition()).prop_map(|(at, condition)| Action::Check { at, condition }),
    ]
}

fn returning() -> impl Strategy<Value = Returning> {
    select(vec![Returning::Nothing, Returning::Old, Returning::New])
}

fn leaf() -> impl Strategy<Value = Value> {
    let words = select(vec!["", "a", "b", "ab", "着"]).prop_map(Value::from);
    let digits = vec(1..4i64, 1..4);
    prop_oneof![
        4 => number(),
        3 => words,
        1 => vec(0..3u8, 0..3).prop_map(Value::B),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => letters(),
        1 => digits.prop_map(|d| Value::Ns(d.into_iter().map(Into::into).collect())),
        1 => vec(vec(0..2u8, 0..2), 1..3).prop_map(|b| Value::Bs(BTreeSet::from_iter(b))),
    ]
}

fn letters() -> impl Strategy<Value = Value> {
    vec(select(vec!["a", "b", "c"]), 1..4).prop_map(|letters| Value::Ss(letters.into_iter().map(str::to_owned).collect()))
}

fn number() -> impl Strategy<Value = Value> {
    let remarkable = ["0.5", "-1.25", "1E20", "1E-20", "99999999999999999999999999999999999999", "9.9E125", "-9.9E125"];
    prop_oneof![
        5 => (-3..6i64).prop_map(Value::from),
        1 => select(remarkable.to_vec()).prop_map(|text| Value::N(n(text))),
    ]
}

fn map() -> impl Strategy<Value = Value> {
    vec((select(vec!["x", "y", "z"]), leaf()), 0..4)
        .prop_map(|entries| Value::M(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()))
}

fn list() -> impl Strategy<Value = Value> {
    vec(prop_oneof![4 => leaf(), 1 => map()], 0..4).prop_map(Value::L)
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![5 => leaf(), 1 => map(), 1 => list()]
}

/// An attribute, mostly of the type that it should have.
fn attribute() -> impl Strategy<Value = (&'static str, Value)> {
    let hashes = || select(INDEX_HASHES.to_vec()).prop_map(Value::from);
    let texts = || select(SORT_TEXTS.to_vec()).prop_map(Value::from);
    prop_oneof![
        4 => (-3..6i64).prop_map(|v| ("a", v.into())),
        1 => number().prop_map(|v| ("a", v)),
        3 => value().prop_map(|v| ("b", v)),
        2 => map().prop_map(|v| ("m", v)),
        2 => list().prop_map(|v| ("l", v)),
        2 => letters().prop_map(|v| ("s", v)),
        2 => (select(vec!["owner", "openPk", "cardPk", "email", "shelf"]), hashes()),
        3 => Just(("owner", Value::from(INDEX_HASHES[0]))),
        3 => (select(vec!["daySk", "stateSk", "openSk", "cardSk"]), texts()),
        2 => number().prop_map(|v| ("rank", v)),
        1 => vec(0..3u8, 1..3).prop_map(|b| ("digest", Value::B(b))),
        1 => texts().prop_map(|v| ("title", v)),
        2 => (0..40i64).prop_map(|v| ("ttl", v.into())),
        1 => (select(vec!["owner", "email", "daySk", "rank", "digest", "ttl"]), leaf()),
    ]
}

/// The texts that sort keys have.
pub(super) const SORT_TEXTS: [&str; 5] = ["a", "ab", "b", "着", "𠮷"];

fn attributes() -> impl Strategy<Value = Attributes> {
    // A map and a list more often than by chance: there is more to be done with them.
    (vec(attribute(), 0..7), weighted(0.5, map()), weighted(0.5, list())).prop_map(|(entries, map, list)| {
        let nested = map.map(|map| ("m", map)).into_iter().chain(list.map(|list| ("l", list)));
        nested.chain(entries).map(|(name, value)| (name.to_owned(), value)).collect()
    })
}

fn path() -> impl Strategy<Value = Path> {
    let top = select(vec!["a", "b", "m", "l", "s", "rank", "title", "ttl", "never"]).prop_map(attr);
    prop_oneof![
        6 => top,
        2 => select(vec!["x", "y", "z"]).prop_map(|name| attr("m").dot(name)),
        2 => (0..5usize).prop_map(|at| attr("l").at(at)),
        1 => (0..3usize, select(vec!["x", "y"])).prop_map(|(at, name)| attr("l").at(at).dot(name)),
        1 => select(vec!["x", "y"]).prop_map(|name| attr("b").dot(name)),
    ]
}

fn paths() -> impl Strategy<Value = Vec<Path>> {
    prop_oneof![3 => Just(Vec::new()), 1 => vec(path(), 1..3)]
}

/// A change that fits its attribute wherever that is as it mostly is.
fn fitting_change() -> impl Strategy<Value = UpdateAction> {
    let set = |(name, value): (&'static str, Value)| UpdateAction::Set(attr(name), SetTo::Value(value));
    let names = || select(vec!["x", "y", "z"]);
    prop_oneof![
        6 => attribute().prop_map(set),
        2 => attribute().prop_map(|(name, value)| UpdateAction::Set(attr(name), SetTo::IfAbsent(value))),
        4 => (select(vec!["a", "rank"]), -3..6i64).prop_map(|(name, value)| UpdateAction::Add(attr(name), value.into())),
        2 => letters().prop_map(|value| UpdateAction::Add(attr("s"), value)),
        2 => letters().prop_map(|value| UpdateAction::DeleteFromSet(attr("s"), value)),
        1 => vec(leaf(), 0..3).prop_map(|values| UpdateAction::Set(attr("l"), SetTo::Appended(values))),
        1 => vec(leaf(), 0..3).prop_map(|values| UpdateAction::Set(attr("l"), SetTo::Prepended(values))),
        2 => (names(), value()).prop_map(|(name, value)| UpdateAction::Set(attr("m").dot(name), SetTo::Value(value))),
        1 => names().prop_map(|name| UpdateAction::Remove(attr("m").dot(name))),
        2 => (0..5usize, leaf()).prop_map(|(at, value)| UpdateAction::Set(attr("l").at(at), SetTo::Value(value))),
        1 => (0..5usize).prop_map(|at| UpdateAction::Remove(attr("l").at(at))),
        3 => select(vec!["a", "b", "s", "owner", "daySk", "stateSk", "email", "rank", "ttl"]).prop_map(|name| UpdateAction::Remove(attr(name))),
    ]
}

/// Any change at all.
fn wild_change() -> impl Strategy<Value = UpdateAction> {
    prop_oneof![
        (path(), value()).prop_map(|(path, value)| UpdateAction::Set(path, SetTo::Value(value))),
        (path(), value()).prop_map(|(path, value)| UpdateAction::Set(path, SetTo::IfAbsent(value))),
        (path(), vec(leaf(), 0..3)).prop_map(|(path, values)| UpdateAction::Set(path, SetTo::Appended(values))),
        (path(), leaf()).prop_map(|(path, value)| UpdateAction::Add(path, value)),
        (path(), number()).prop_map(|(path, value)| UpdateAction::Add(path, value)),
        (path(), leaf()).prop_map(|(path, value)| UpdateAction::DeleteFromSet(path, value)),
        path().prop_map(UpdateAction::Remove),
    ]
}

fn changes() -> impl Strategy<Value = Vec<UpdateAction>> {
    prop_oneof![
        20 => vec(prop_oneof![12 => fitting_change(), 1 => wild_change()], 1..4),
        1 => vec(wild_change(), 0..5),
    ]
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    select(vec![Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual])
}

fn condition() -> impl Strategy<Value = Condition> {
    let operand =
        || prop_oneof![4 => value().prop_map(Operand::Value), 1 => path().prop_map(Operand::Path), 1 => path().prop_map(Operand::Size)];
    let one = prop_oneof![
        2 => path().prop_map(Condition::Exists),
        2 => path().prop_map(Condition::Absent),
        3 => ("[ab]", comparison(), number()).prop_map(|(name, by, to)| Condition::Compare(Operand::Path(attr(name)), by, Operand::Value(to))),
        3 => (path(), comparison(), operand()).prop_map(|(path, by, to)| Condition::Compare(Operand::Path(path), by, to)),
        1 => (path(), comparison(), 0..4i64).prop_map(|(path, by, to)| Condition::Compare(Operand::Size(path), by, to.into())),
        1 => (path(), -3..3i64, 0..5i64).prop_map(|(path, from, more)| path.between(from, from + more)),
        1 => (path(), vec(operand(), 1..4)).prop_map(|(path, others)| Condition::OneOf(Operand::Path(path), others)),
        1 => (path(), select(vec!["a", "着"])).prop_map(|(path, prefix)| path.begins_with(prefix)),
        2 => (path(), operand()).prop_map(|(path, other)| Condition::Contains(path, other)),
    ];
    one.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 1..4).prop_map(Condition::All),
            vec(inner.clone(), 1..4).prop_map(Condition::Any),
            inner.prop_map(Condition::not),
        ]
    })
}
