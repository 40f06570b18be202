//! How a pattern is answered: its steps, taken apart for the page.

use chabudai_kernel::design::{Action, Design, EntityDesign, Range, Step, Verb};

use super::shape::{index_anchor, table_anchor};

/// One line of an answer.
pub(super) enum Line {
    /// A request, or several of one kind.
    Step(StepView),
    /// One of these, by what was asked for.
    OneOf(Vec<StepView>),
}

/// A step: what is done, where, to what, and how.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct StepView {
    /// DynamoDB's name of the request.
    pub(super) verb: &'static str,
    /// The index or table that is read as a range.
    pub(super) place: Option<Place>,
    /// The kinds of items.
    pub(super) kinds: Vec<&'static str>,
    /// What else is to be said, in the order of reading.
    pub(super) notes: Vec<Note>,
    /// What a transaction does.
    pub(super) actions: Vec<Acted>,
}

/// An index or a table, and where it stands on the page.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) anchor: String,
}

/// Something about a step: a message, with names or a number.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Note {
    pub(super) message: &'static str,
    pub(super) names: Vec<&'static str>,
    pub(super) count: Option<u32>,
}

/// An action of a transaction.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Acted {
    pub(super) verb: &'static str,
    pub(super) kind: &'static str,
    /// At most so often; nothing where it is once.
    pub(super) up_to: Option<u32>,
    pub(super) is_unbounded: bool,
}

impl Note {
    fn named(message: &'static str, names: &[&'static str]) -> Option<Self> {
        (!names.is_empty()).then(|| Self { message, names: names.to_vec(), count: None })
    }

    fn counted(message: &'static str, count: u32) -> Self {
        Self { message, names: Vec::new(), count: Some(count) }
    }
}

/// The lines of an answer.
pub(super) fn lines(design: &Design, steps: &[Step]) -> Vec<Line> {
    steps.iter().map(|step| line(design, step)).collect()
}

fn line(design: &Design, step: &Step) -> Line {
    match step {
        Step::OneOf(ways) => Line::OneOf(ways.iter().flat_map(|way| step_views(design, way)).collect()),
        step => Line::Step(step_views(design, step).remove(0)),
    }
}

/// A step; several where it is a choice within a choice.
fn step_views(design: &Design, step: &Step) -> Vec<StepView> {
    let kinds = |entities: &[&EntityDesign]| entities.iter().map(|entity| entity.kind).collect::<Vec<_>>();
    let plain = |verb, entities: &[&EntityDesign]| StepView { verb, kinds: kinds(entities), ..StepView::default() };
    let bounded = |verb, entities: &[&EntityDesign], most: u32| StepView {
        notes: vec![Note::counted("design-at-most", most)],
        ..plain(verb, entities)
    };
    vec![match step {
        Step::Get(entity) => plain("GetItem", &[*entity]),
        Step::Put(entity) => plain("PutItem", &[*entity]),
        Step::Update(entity) => plain("UpdateItem", &[*entity]),
        Step::Delete(entity) => plain("DeleteItem", &[*entity]),
        Step::Query(range) => query(design, range),
        Step::Scan(table) => {
            StepView { place: Some(Place { name: table.name, anchor: table_anchor(design, table) }), ..plain("Scan", &[]) }
        }
        Step::BatchGet(entities, most) => bounded("BatchGetItem", entities, *most),
        Step::BatchWrite(entities, most) => bounded("BatchWriteItem", entities, *most),
        Step::TransactGet(entities, most) => bounded("TransactGetItems", entities, *most),
        Step::Transact(actions) => transaction(actions),
        Step::OneOf(ways) => return ways.iter().flat_map(|way| step_views(design, way)).collect(),
    }]
}

fn query(design: &Design, range: &Range) -> StepView {
    let table = range.entities.first().map(|entity| entity.table);
    let place = table.map(|table| match range.index {
        Some(index) => Place { name: index.name, anchor: index_anchor(design, table, index) },
        None => Place { name: table.name, anchor: table_anchor(design, table) },
    });
    let notes = [
        Note::named("design-given", range.given),
        Note::named("design-between", range.between.as_slice()),
        Note::named("design-ordered", range.ordered_by),
        Note::named("design-filtered", range.filters),
        range.limit.map(|limit| Note::counted("design-per-request", limit)),
    ];
    let kinds = range.entities.iter().map(|entity| entity.kind).collect();
    StepView { verb: "Query", place, kinds, notes: notes.into_iter().flatten().collect(), actions: Vec::new() }
}

fn transaction(actions: &[Action]) -> StepView {
    let acted = |action: &Action| Acted {
        verb: match action.verb {
            Verb::Put => "Put",
            Verb::Update => "Update",
            Verb::Delete => "Delete",
            Verb::Check => "ConditionCheck",
        },
        kind: action.entity.kind,
        up_to: action.at_most.filter(|most| *most > 1),
        is_unbounded: action.at_most.is_none(),
    };
    let most = actions.iter().map(|action| action.at_most).sum::<Option<u32>>();
    let notes = most.map(|most| Note::counted("design-actions", most)).into_iter().collect();
    StepView { verb: "TransactWriteItems", notes, actions: actions.iter().map(acted).collect(), ..StepView::default() }
}

#[cfg(test)]
mod tests {
    use super::super::shape::tests::{BY_OPENED, DESIGN, HOUSE, JAR, PANTRY};
    use super::*;

    fn only(step: Step) -> StepView {
        match lines(&DESIGN, &[step]).remove(0) {
            Line::Step(said) => said,
            Line::OneOf(_) => panic!("it is one step"),
        }
    }

    fn notes(said: &StepView) -> Vec<String> {
        said.notes
            .iter()
            .map(|note| match note.count {
                Some(count) => format!("{} {count}", note.message),
                None => format!("{} {}", note.message, note.names.join(" ")),
            })
            .collect()
    }

    #[test]
    fn a_query_says_all_that_it_knows() {
        let everything = only(Step::Query(Range {
            index: Some(&BY_OPENED),
            given: &["house", "shelf"],
            between: Some("opened"),
            ordered_by: &["opened", "number"],
            filters: &["label"],
            limit: Some(50),
            ..Range::of(&[JAR])
        }));
        assert_eq!((everything.verb, &everything.kinds[..]), ("Query", &["Jar"][..]));
        assert_eq!(everything.place, Some(Place { name: "ByOpened", anchor: "pantry-PantryTable-ByOpened".into() }));
        assert_eq!(
            notes(&everything),
            [
                "design-given house shelf",
                "design-between opened",
                "design-ordered opened number",
                "design-filtered label",
                "design-per-request 50"
            ]
        );
        let bare = only(Step::Query(Range { given: &["house"], ..Range::of(&[JAR, HOUSE]) }));
        assert_eq!(bare.place, Some(Place { name: "PantryTable", anchor: "pantry-PantryTable".into() }));
        assert_eq!((bare.kinds.len(), notes(&bare)), (2, vec!["design-given house".to_owned()]));
    }

    #[test]
    fn requests_are_called_as_dynamodb_calls_them() {
        let verbs = [Step::Get(JAR), Step::Put(JAR), Step::Update(JAR), Step::Delete(JAR), Step::Scan(&PANTRY)].map(|step| only(step).verb);
        assert_eq!(verbs, ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Scan"]);
        let batch = only(Step::BatchGet(&[JAR, HOUSE], 80));
        assert_eq!(
            (batch.verb, &batch.kinds[..], notes(&batch)),
            ("BatchGetItem", &["Jar", "House"][..], vec!["design-at-most 80".to_owned()])
        );
    }

    #[test]
    fn a_transaction_adds_up_its_actions_unless_nothing_bounds_them() {
        let put = Action::new(Verb::Put, HOUSE, 1);
        let bounded = only(Step::Transact(const { &[Action::new(Verb::Put, HOUSE, 1), Action::new(Verb::Check, JAR, 20)] }));
        assert_eq!(notes(&bounded), ["design-actions 21"]);
        let acted: Vec<_> = bounded.actions.iter().map(|one| (one.verb, one.kind, one.up_to)).collect();
        assert_eq!(acted, [("Put", "House", None), ("ConditionCheck", "Jar", Some(20))]);

        let unbounded = transaction(&[put, Action { at_most: None, ..put }]);
        assert!(unbounded.notes.is_empty() && unbounded.actions[1].is_unbounded);
    }

    #[test]
    fn a_choice_within_a_choice_is_one_choice() {
        let ways = lines(&DESIGN, &[Step::OneOf(const { &[Step::Get(JAR), Step::OneOf(&[Step::Put(JAR), Step::Delete(JAR)])] })]);
        let Line::OneOf(ways) = &ways[0] else { panic!("it is a choice") };
        assert_eq!(ways.iter().map(|way| way.verb).collect::<Vec<_>>(), ["GetItem", "PutItem", "DeleteItem"]);
    }
}
