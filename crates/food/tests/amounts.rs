//! Splitting, merging and scaling create nothing and lose nothing.

use chabudai_food::{Amount, Quantity, Unit, convert, foods, merge};
use proptest::prelude::*;

fn amount() -> impl Strategy<Value = Amount> {
    (-100_000_i64..100_000, 1_i64..1000).prop_map(|(above, below)| Amount::new(above, below).expect("it fits"))
}

fn positive() -> impl Strategy<Value = Amount> {
    (1_i64..100_000, 1_i64..100).prop_map(|(above, below)| Amount::new(above, below).expect("it fits"))
}

fn unit() -> impl Strategy<Value = Option<Unit>> {
    prop::option::of(prop::sample::select(Unit::all().filter(|unit| !unit.is_loose()).collect::<Vec<_>>()))
}

fn quantity() -> impl Strategy<Value = Quantity> {
    ((1_i64..1000, prop::sample::select(vec![1_i64, 2, 3, 4, 5, 8])), unit())
        .prop_map(|((above, below), unit)| Quantity { amount: Amount::new(above, below).expect("it fits"), unit })
}

/// The sum of all quantities that are measured like this unit, in this unit.
fn total(quantities: &[Quantity], unit: Option<Unit>) -> Option<Amount> {
    let alike = quantities.iter().filter_map(|quantity| if quantity.unit == unit { Some(*quantity) } else { quantity.to(unit?) });
    alike.map(|quantity| quantity.amount).try_fold(Amount::ZERO, Amount::checked_add)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_and_differences_undo_each_other(a in amount(), b in amount()) {
        let sum = a.checked_add(b).expect("it fits");
        prop_assert_eq!(sum.checked_sub(b), Some(a));
        prop_assert_eq!(b.checked_add(a), Some(sum));
        prop_assert_eq!(a.checked_sub(b).map(Amount::is_negative), Some(a < b));
    }

    #[test]
    fn products_and_quotients_undo_each_other(a in amount(), b in positive()) {
        prop_assert_eq!(a.checked_mul(b).and_then(|product| product.checked_div(b)), Some(a));
    }

    #[test]
    fn an_amount_is_the_same_after_being_stored(a in amount()) {
        prop_assert_eq!(a.to_string().parse(), Ok(a));
        let json = serde_json::to_string(&a).expect("it is a string");
        prop_assert_eq!(serde_json::from_str::<Amount>(&json).expect("it is an amount"), a);
        let quantity = Quantity { amount: a, unit: Some(Unit::Tablespoon) };
        let json = serde_json::to_string(&quantity).expect("it is an object");
        prop_assert_eq!(serde_json::from_str::<Quantity>(&json).expect("it is a quantity"), quantity);
    }

    #[test]
    fn merging_keeps_every_total(quantities in prop::collection::vec(quantity(), 0..12)) {
        let merged = merge(quantities.iter().copied());
        for unit in Unit::all().map(Some).chain([None]) {
            if let Some(before) = total(&quantities, unit) {
                prop_assert_eq!(total(&merged, unit), Some(before));
            }
        }
        for (at, one) in merged.iter().enumerate() {
            prop_assert!(merged[at + 1..].iter().all(|other| one.checked_add(*other).is_none()), "{:?}", merged);
        }
    }

    #[test]
    fn splitting_and_merging_gives_the_whole(whole in quantity(), parts in 1_u32..20) {
        let share = whole.for_servings(parts, 1).expect("it fits");
        prop_assert_eq!(merge(std::iter::repeat_n(share, parts as usize)), vec![whole]);
    }

    #[test]
    fn scaling_there_and_back(quantity in quantity(), meant_for in 1_u32..50, wanted in 1_u32..50) {
        let scaled = quantity.for_servings(meant_for, wanted).expect("it fits");
        prop_assert_eq!(scaled.for_servings(wanted, meant_for), Some(quantity));
    }

    #[test]
    fn converting_there_and_back(at in 0..foods().len(), one in 0_usize..12, other in 0_usize..12, above in 1_i64..1000, below in 1_i64..10) {
        let food = &foods()[at];
        let units: Vec<Unit> = food.weights.iter().map(|weight| weight.unit).chain([Unit::Gram, Unit::Kilogram]).collect();
        let (one, other) = (units[one % units.len()], units[other % units.len()]);
        let quantity = Quantity::new(Amount::new(above, below).expect("it fits"), one);
        let there = convert(food, quantity, other).expect("the table knows both");
        let back = convert(food, there.quantity, one).expect("and back");
        prop_assert_eq!(back.quantity, quantity);
        prop_assert_eq!(back.about, there.about);
    }

    #[test]
    fn whatever_is_said_is_said(quantity in quantity(), about: bool) {
        for language in [chabudai_food::Language::Ja, chabudai_food::Language::En] {
            let said = chabudai_food::say(quantity, about, language);
            prop_assert!(!said.is_empty() && !said.contains("/0"), "{}", said);
            // What is said is near what is meant, unless it says about.
            prop_assert!(said.chars().count() < 40, "{}", said);
        }
    }
}
