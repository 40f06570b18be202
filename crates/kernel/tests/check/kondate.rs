//! "Newest first" by a key without a time, a restore that knows only an id, two kinds listed as if they were one.

use chabudai_kernel::design::{Design, EntityDesign, Index, Projection, Range, Table, text};
use chabudai_kernel::entity::Entity;
use chabudai_kernel::part::{Padded, UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use crate::{asking, passes, refused};

static CATALOG: Index = Index {
    name: "GSI2",
    hash: text("GSI2PK"),
    range: Some(text("GSI2SK")),
    projection: Projection::All,
    why: "The catalog, by what is popular.",
};
static MAIN: Table = Table {
    name: "MainTable",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&CATALOG],
    ttl: None,
    feed: false,
    about: "One table for all.",
};

#[derive(Serialize, Deserialize)]
struct Recipe {
    user_id: Word,
    recipe_id: Word,
}

chabudai_kernel::entity! {
    /// A recipe of one's own.
    Recipe in MAIN { userId: Word = user_id, recipeId: Word = recipe_id }
    key(userId, recipeId) {
        PK = "USER#" userId;
        SK = "RECIPE#" recipeId;
    }
}

#[derive(Serialize, Deserialize)]
struct SavedRecipe {
    user_id: Word,
    recipe_id: Word,
}

chabudai_kernel::entity! {
    /// A recipe of somebody else, in one's book.
    SavedRecipe in MAIN { userId: Word = user_id, recipeId: Word = recipe_id }
    key(userId, recipeId) {
        PK = "USER#" userId;
        SK = "SAVED#RECIPE#" recipeId;
    }
}

#[derive(Serialize, Deserialize)]
struct Discarded {
    user_id: Word,
    deleted_at: UtcSeconds,
    item_id: Word,
}

chabudai_kernel::entity! {
    /// What was in the fridge, and can be put back.
    Discarded in MAIN { userId: Word = user_id, deletedAt: UtcSeconds = deleted_at, itemId: Word = item_id }
    key(userId, deletedAt, itemId) {
        PK = "USER#" userId;
        SK = "FRIDGE_DELETED#" deletedAt "#" itemId;
    }
}

#[derive(Serialize, Deserialize)]
struct Card {
    created_at: UtcSeconds,
    recipe_id: Word,
    saved_count: Padded<10>,
}

chabudai_kernel::entity! {
    /// A published recipe.
    Card in MAIN { createdAt: UtcSeconds = created_at, recipeId: Word = recipe_id, savedCount: Padded<10> = saved_count }
    key(createdAt, recipeId) {
        PK = "CATALOG#RECIPE";
        SK = "CREATED#" createdAt "#" recipeId;
    }
    index {
        GSI2PK = "CATALOG#RECIPE";
        GSI2SK = "SORT#POPULAR#" savedCount "#" recipeId;
    }
}

const RECIPE: &[&EntityDesign] = &[&Recipe::DESIGN];
const BOOK: &[&EntityDesign] = &[&Recipe::DESIGN, &SavedRecipe::DESIGN];
const DISCARDED: &[&EntityDesign] = &[&Discarded::DESIGN];
const CARD: &[&EntityDesign] = &[&Card::DESIGN];

const DESIGN: Design = Design {
    app: "kondate",
    about: "What to cook.",
    environment: None,
    tables: &[&MAIN],
    entities: &[&Recipe::DESIGN, &SavedRecipe::DESIGN, &Discarded::DESIGN, &Card::DESIGN],
    patterns: &[],
    routes: &[],
};

#[test]
fn newest_first_needs_a_time_in_the_key() {
    let newest = Range { given: &["userId"], ordered_by: &["createdAt"], ..Range::of(RECIPE) };
    refused(&asking(&DESIGN, newest), "query.order", "AP-01", "promised by createdAt, but Recipe.SK is RECIPE#<recipeId>");
    // An id that is ordered by time is promised as what it is.
    passes(&asking(&DESIGN, Range { ordered_by: &["recipeId"], ..newest }));
}

#[test]
fn a_book_of_two_kinds_has_no_common_order() {
    let book = Range { given: &["userId"], ordered_by: &["recipeId"], ..Range::of(BOOK) };
    refused(&asking(&DESIGN, book), "query.order_across_kinds", "AP-01", "all Recipe stand apart from all SavedRecipe");
    passes(&asking(&DESIGN, Range { ordered_by: &[], ..book }));
}

#[test]
fn a_restore_knows_the_id_but_the_key_begins_with_a_time() {
    let restore = Range { given: &["userId", "itemId"], ..Range::of(DISCARDED) };
    refused(&asking(&DESIGN, restore), "query.sort_part", "AP-01", "itemId is given without deletedAt");
    passes(&asking(&DESIGN, Range { given: &["userId"], between: Some("deletedAt"), ..restore }));
}

#[test]
fn newest_and_popular_do_not_share_one_index_key() {
    let popular = Range { index: Some(&CATALOG), ordered_by: &["savedCount"], ..Range::of(CARD) };
    passes(&asking(&DESIGN, popular));
    refused(&asking(&DESIGN, Range { ordered_by: &["createdAt"], ..popular }), "query.order", "AP-01", "SORT#POPULAR#<savedCount>");
    passes(&asking(&DESIGN, Range { index: None, ordered_by: &["createdAt"], ..popular }));
}

#[test]
fn a_kind_outside_an_index_is_not_found_there() {
    let own = Range { index: Some(&CATALOG), ..Range::of(RECIPE) };
    refused(&asking(&DESIGN, own), "query.not_in_index", "AP-01", "nothing fills its GSI2PK");
}

#[test]
fn one_query_reads_one_partition() {
    const MIXED: &[&EntityDesign] = &[&Recipe::DESIGN, &Card::DESIGN];
    let mixed = Range { given: &["userId"], ..Range::of(MIXED) };
    refused(&asking(&DESIGN, mixed), "query.partitions", "AP-01", "USER#<userId> and CATALOG#RECIPE");
}
