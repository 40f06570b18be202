//! Tables, indexes and kinds that do not fit together, declared by hand where the macros would not let them be.

use chabudai_kernel::design::{Design, EntityDesign, EntityKey, Form, Holds, Index, Projection, Rewritten, Scalar, Table, number, text};
use chabudai_kernel::key::Piece;

use crate::{passes, refused};

static TABLE: Table =
    Table { name: "MainTable", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: false, about: "One for all." };
static INDEX: Index =
    Index { name: "GSI1", hash: text("GSI1PK"), range: Some(number("rank")), projection: Projection::All, why: "By rank." };
static INDEXED: Table = Table { indexes: &[&INDEX], ..TABLE };

const fn part(name: &'static str) -> Piece {
    Piece::Part { name, format: "text without #", optional: false }
}

const fn templated(attribute: &'static str, pieces: &'static [Piece]) -> EntityKey {
    EntityKey { attribute, form: Form::Text(pieces), optional: false, only_if: None, holds: Holds::Anything }
}

const PK: EntityKey = templated("PK", &[Piece::Text("USER#"), part("userId")]);
const PLAN: EntityKey = templated("SK", &[Piece::Text("PLAN#"), part("slot")]);
const CURRENT: EntityKey = templated("SK", &[Piece::Text("PLAN#CURRENT")]);
const RECIPE: EntityKey = templated("SK", &[Piece::Text("RECIPE#"), part("recipeId")]);
const GSI1PK: EntityKey = templated("GSI1PK", &[Piece::Text("ENTITY#"), part("recipeId")]);
const RANK: EntityKey =
    EntityKey { attribute: "rank", form: Form::Plain(Scalar::N), optional: false, only_if: None, holds: Holds::Anything };

fn kind(kind: &'static str, table: &'static Table, keys: &[EntityKey]) -> EntityDesign {
    EntityDesign {
        kind,
        about: "",
        table,
        keys: keys.to_vec().leak(),
        at_most_bytes: None,
        fields: &[],
        expires: None,
        departs: &[],
        rewritten: Rewritten::AS_IT_IS,
    }
}

fn design(tables: &[&'static Table], entities: Vec<EntityDesign>) -> Design {
    let entities: Vec<&'static EntityDesign> = entities.leak().iter().collect();
    Design {
        app: "test",
        about: "",
        environment: None,
        tables: tables.to_vec().leak(),
        entities: entities.leak(),
        patterns: &[],
        routes: &[],
    }
}

#[test]
fn kinds_are_told_apart_by_their_keys() {
    let ambiguous = design(&[&TABLE], vec![kind("Plan", &TABLE, &[PK, PLAN]), kind("Current", &TABLE, &[PK, CURRENT])]);
    refused(&ambiguous, "entity.ambiguous", "Plan", "of Current: USER#<userId> / PLAN#<slot> and USER#<userId> / PLAN#CURRENT");
    passes(&design(&[&TABLE], vec![kind("Plan", &TABLE, &[PK, PLAN]), kind("Recipe", &TABLE, &[PK, RECIPE])]));
}

#[test]
fn prefixes_that_end_in_a_separator_do_not_meet() {
    const FRIDGE: EntityKey = templated("SK", &[Piece::Text("FRIDGE#"), part("itemId")]);
    const DELETED: EntityKey = templated("SK", &[Piece::Text("FRIDGE_DELETED#"), part("deletedAt"), Piece::Text("#"), part("itemId")]);
    passes(&design(&[&TABLE], vec![kind("Fridge", &TABLE, &[PK, FRIDGE]), kind("Discarded", &TABLE, &[PK, DELETED])]));
}

#[test]
fn a_kind_has_the_keys_of_its_table() {
    refused(&design(&[&TABLE], vec![kind("Plan", &TABLE, &[PK])]), "entity.key_missing", "Plan.SK", "MainTable needs SK");
    passes(&design(&[&TABLE], vec![kind("Plan", &TABLE, &[PK, PLAN])]));
}

#[test]
fn a_number_key_is_not_made_by_a_template() {
    const RANK_AS_TEXT: EntityKey = templated("rank", &[Piece::Text("RANK#"), part("rank")]);
    let recipe = |rank| design(&[&INDEXED], vec![kind("Recipe", &INDEXED, &[PK, RECIPE, GSI1PK, rank])]);
    refused(&recipe(RANK_AS_TEXT), "entity.key_type", "Recipe.rank", "made as S, and MainTable has it as N");
    passes(&recipe(RANK));
}

#[test]
fn an_index_needs_a_kind_that_fills_it() {
    let apart = vec![kind("Plan", &INDEXED, &[PK, PLAN, RANK]), kind("Recipe", &INDEXED, &[PK, RECIPE, GSI1PK])];
    refused(&design(&[&INDEXED], apart), "table.index_unfilled", "MainTable.GSI1", "no kind of item fills all its key attributes");
    let half = vec![kind("Recipe", &INDEXED, &[PK, RECIPE, GSI1PK])];
    refused(&design(&[&INDEXED], half), "table.index_unfilled", "MainTable.GSI1", "no kind of item fills rank");
}

#[test]
fn a_template_makes_a_key_of_something() {
    let typo = vec![kind("Recipe", &TABLE, &[PK, RECIPE, GSI1PK])];
    refused(&design(&[&TABLE], typo), "entity.key_unused", "Recipe.GSI1PK", "neither MainTable nor an index");
}

#[test]
fn every_item_has_its_key() {
    const OPTIONAL: EntityKey =
        templated("SK", &[Piece::Text("PLAN#"), Piece::Part { name: "slot", format: "current|next", optional: true }]);
    const CONDITIONAL: EntityKey = EntityKey { only_if: Some(("is_planned", &["plannedAt"])), ..PLAN };
    refused(&design(&[&TABLE], vec![kind("Plan", &TABLE, &[PK, OPTIONAL])]), "entity.key_optional", "Plan.SK", "PLAN#<slot?>");
    refused(&design(&[&TABLE], vec![kind("Plan", &TABLE, &[PK, CONDITIONAL])]), "entity.key_optional", "Plan.SK", "PLAN#<slot>");
}

#[test]
fn parts_are_kept_apart() {
    const TOUCHING: EntityKey = templated("SK", &[Piece::Text("LOG#"), part("date"), part("id")]);
    refused(&design(&[&TABLE], vec![kind("Log", &TABLE, &[PK, TOUCHING])]), "entity.parts_touch", "Log.SK", "between date and id");
}

#[test]
fn a_kind_fits_into_an_item() {
    let sized = |bytes| design(&[&TABLE], vec![EntityDesign { at_most_bytes: Some(bytes), ..kind("Plan", &TABLE, &[PK, PLAN]) }]);
    refused(&sized(409_601), "entity.too_large", "Plan", "409601 bytes");
    passes(&sized(409_600));
}

#[test]
fn names_stand_for_one_thing() {
    static TWICE: Table = Table { indexes: &[&INDEX, &INDEX], ..TABLE };
    let recipe = || vec![kind("Recipe", &INDEXED, &[PK, RECIPE, GSI1PK, RANK])];
    refused(&design(&[&INDEXED, &INDEXED], recipe()), "design.table_twice", "MainTable", "two tables");
    refused(&design(&[&TWICE], recipe()), "table.index_twice", "MainTable.GSI1", "two indexes");
    let kinds = vec![kind("Plan", &TABLE, &[PK, PLAN]), kind("Plan", &TABLE, &[PK, RECIPE])];
    refused(&design(&[&TABLE], kinds), "design.kind_twice", "Plan", "two kinds");
}

#[test]
fn an_attribute_has_one_type() {
    static BY_TEXT: Index = Index { name: "GSI2", hash: text("rank"), range: None, ..INDEX };
    static TORN: Table = Table { indexes: &[&INDEX, &BY_TEXT], ..TABLE };
    let recipe = vec![kind("Recipe", &TORN, &[PK, RECIPE, GSI1PK, RANK])];
    refused(&design(&[&TORN], recipe), "table.attribute_type", "MainTable.rank", "of type N and of type S");
}

#[test]
fn a_table_has_twenty_indexes_at_most() {
    let table = |count: usize| -> &'static Table {
        let names = (1..=count).map(|n| &*format!("GSI{n}").leak());
        let indexes: Vec<&'static Index> = names.map(|name| &*Box::leak(Box::new(Index { name, ..INDEX }))).collect();
        Box::leak(Box::new(Table { indexes: indexes.leak(), ..TABLE }))
    };
    let of = |table: &'static Table| design(&[table], vec![kind("Recipe", table, &[PK, RECIPE, GSI1PK, RANK])]);
    refused(&of(table(21)), "table.too_many_indexes", "MainTable", "at most 20 indexes, this one 21");
    passes(&of(table(20)));
}

#[test]
fn a_kinds_table_is_listed() {
    refused(&design(&[], vec![kind("Plan", &TABLE, &[PK, PLAN])]), "design.table_unlisted", "Plan", "it lives in MainTable");
}

#[test]
fn kinds_that_share_a_plain_key_say_what_it_holds() {
    const GUARD: EntityKey = templated("userId", &[Piece::Text("EMAIL#"), part("email")]);
    static USERS: Table =
        Table { name: "users", hash: text("userId"), range: None, indexes: &[], ttl: None, feed: false, about: "People and guards." };
    static ARTICLES: Table =
        Table { name: "articles", hash: number("articleId"), range: None, indexes: &[], ttl: None, feed: false, about: "Columns." };
    fn plain(attribute: &'static str, scalar: Scalar, holds: Holds) -> &'static [EntityKey] {
        vec![EntityKey { attribute, form: Form::Plain(scalar), optional: false, only_if: None, holds }].leak()
    }
    let of_users = |one, other| {
        let kinds = [one, other].map(|holds| plain("userId", Scalar::S, holds));
        design(&[&USERS], vec![kind("User", &USERS, kinds[0]), kind("Guard", &USERS, kinds[1])])
    };
    let of_articles = |one, other| {
        let kinds = [one, other].map(|holds| plain("articleId", Scalar::N, holds));
        design(&[&ARTICLES], vec![kind("Article", &ARTICLES, kinds[0]), kind("Counter", &ARTICLES, kinds[1])])
    };
    passes(&of_users(Holds::NotBeginning(&["EMAIL#"]), Holds::Beginning("EMAIL#")));
    passes(&of_users(Holds::Beginning("NAME#"), Holds::Beginning("EMAIL#")));
    passes(&of_articles(Holds::NumbersFrom(1), Holds::Number(0)));
    let shares = "<userId> and <userId begins with EMAIL#>";
    refused(&of_users(Holds::Anything, Holds::Beginning("EMAIL#")), "entity.ambiguous", "User", shares);
    refused(&of_users(Holds::Anything, Holds::Anything), "entity.ambiguous", "User", "<userId> and <userId>");
    refused(
        &of_users(Holds::NotBeginning(&["NAME#"]), Holds::Beginning("EMAIL#")),
        "entity.ambiguous",
        "User",
        "does not begin with NAME#",
    );
    refused(&of_users(Holds::Beginning("EMAIL#A"), Holds::Beginning("EMAIL#")), "entity.ambiguous", "User", "begins with EMAIL#");
    refused(&of_articles(Holds::NumbersFrom(0), Holds::Number(0)), "entity.ambiguous", "Article", "is 0 or more");
    refused(&of_articles(Holds::NumbersFrom(5), Holds::NumbersFrom(9)), "entity.ambiguous", "Article", "is 9 or more");
    refused(&of_articles(Holds::Number(3), Holds::Number(3)), "entity.ambiguous", "Article", "is 3");

    // A guard can be made by a template, too.
    let beside = |holds| {
        let user = kind("User", &USERS, plain("userId", Scalar::S, holds));
        design(&[&USERS], vec![user, kind("Guard", &USERS, &[GUARD])])
    };
    passes(&beside(Holds::NotBeginning(&["EMAIL#"])));
    refused(&beside(Holds::Anything), "entity.ambiguous", "User", "EMAIL#<email>");
}
