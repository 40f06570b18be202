//! Chats whose key sorts by kind of chat before time, fruits that are asked for by an id behind a time.

use chabudai_kernel::design::{Design, EntityDesign, Range, Table, text};
use chabudai_kernel::entity::Entity;
use chabudai_kernel::part::{UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use crate::{asking, passes, refused};

static CORE: Table = Table {
    name: "homebiyori-core",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[],
    ttl: Some("expires_at"),
    feed: false,
    about: "Everything about one user.",
};
static CHATS: Table = Table { name: "homebiyori-chats", about: "What was said.", ..CORE };
static FRUITS: Table = Table { name: "homebiyori-fruits", ttl: None, about: "What is kept for good.", ..CORE };

chabudai_kernel::text_enum! { ChatType { Single = "single", Group = "group" } }

#[derive(Serialize, Deserialize)]
struct Chat {
    user_id: Word,
    #[serde(rename = "chat_type")]
    kind: ChatType,
    created_at: UtcSeconds,
    #[serde(rename = "chat_id")]
    id: Word,
}

chabudai_kernel::entity! {
    /// A message and its answer.
    Chat in CHATS { user_id: Word = user_id, chat_type: ChatType = kind, created_at: UtcSeconds = created_at, chat_id: Word = id }
    key(user_id, chat_type, created_at, chat_id) {
        PK = "USER#" user_id;
        SK = "CHAT#" chat_type "#" created_at "#" chat_id;
    }
}

#[derive(Serialize, Deserialize)]
struct Fruit {
    user_id: Word,
    created_at: UtcSeconds,
    #[serde(rename = "fruit_id")]
    id: Word,
}

chabudai_kernel::entity! {
    /// A moment worth keeping.
    Fruit in FRUITS { user_id: Word = user_id, created_at: UtcSeconds = created_at, fruit_id: Word = id }
    key(user_id, created_at, fruit_id) {
        PK = "USER#" user_id;
        SK = "FRUIT#" created_at "#" fruit_id;
    }
}

#[derive(Serialize, Deserialize)]
struct Profile {
    user_id: Word,
}

chabudai_kernel::entity! {
    /// Who it is.
    Profile in CORE { user_id: Word = user_id }
    key(user_id) {
        PK = "USER#" user_id;
        SK = "PROFILE";
    }
}

#[derive(Serialize, Deserialize)]
struct Notification {
    user_id: Word,
    created_at: UtcSeconds,
}

chabudai_kernel::entity! {
    /// A notice.
    Notification in CORE { user_id: Word = user_id, created_at: UtcSeconds = created_at }
    key(user_id, created_at) {
        PK = "USER#" user_id;
        SK = "NOTIFICATION#" created_at;
    }
}

const CHAT: &[&EntityDesign] = &[&Chat::DESIGN];
const FRUIT: &[&EntityDesign] = &[&Fruit::DESIGN];
const EVERYTHING: &[&EntityDesign] = &[&Profile::DESIGN, &Notification::DESIGN];

const DESIGN: Design = Design {
    app: "homebiyori",
    about: "Praise for parents.",
    environment: Some("prod"),
    tables: &[&CORE, &CHATS, &FRUITS],
    entities: &[&Chat::DESIGN, &Fruit::DESIGN, &Profile::DESIGN, &Notification::DESIGN],
    patterns: &[],
    routes: &[],
};

#[test]
fn all_chats_newest_first_would_list_one_type_before_the_other() {
    let all = Range { given: &["user_id"], ordered_by: &["created_at"], ..Range::of(CHAT) };
    refused(&asking(&DESIGN, all), "query.order", "AP-01", "SK is CHAT#<chat_type>#<created_at>#<chat_id>");
    passes(&asking(&DESIGN, Range { given: &["user_id", "chat_type"], ..all }));
    passes(&asking(&DESIGN, Range { ordered_by: &["chat_type", "created_at"], ..all }));
}

#[test]
fn a_given_part_may_stand_in_the_promised_order() {
    let singles = Range { given: &["user_id", "chat_type"], ordered_by: &["chat_type", "created_at", "chat_id"], ..Range::of(CHAT) };
    passes(&asking(&DESIGN, singles));
}

#[test]
fn a_fruit_is_not_found_by_its_id_alone() {
    let by_id = Range { given: &["user_id", "fruit_id"], ..Range::of(FRUIT) };
    refused(&asking(&DESIGN, by_id), "query.sort_part", "AP-01", "fruit_id is given without created_at");
    passes(&asking(&DESIGN, Range { given: &["user_id", "created_at", "fruit_id"], ..by_id }));
}

#[test]
fn days_of_chats_need_the_type_before_the_time() {
    let days = Range { given: &["user_id"], between: Some("created_at"), ..Range::of(CHAT) };
    refused(&asking(&DESIGN, days), "query.between", "AP-01", "a range of created_at");
    passes(&asking(&DESIGN, Range { given: &["user_id", "chat_type"], ..days }));
}

#[test]
fn one_query_reads_everything_about_a_user_but_in_no_common_order() {
    let everything = Range { given: &["user_id"], ..Range::of(EVERYTHING) };
    passes(&asking(&DESIGN, everything));
    refused(&asking(&DESIGN, Range { ordered_by: &["created_at"], ..everything }), "query.order", "AP-01", "Profile.SK is PROFILE");
    refused(&asking(&DESIGN, Range { given: &["user_id", "created_at"], ..everything }), "query.mixed_range", "AP-01", "no one range");
}

#[test]
fn one_query_does_not_read_two_tables() {
    const BOTH: &[&EntityDesign] = &[&Chat::DESIGN, &Fruit::DESIGN];
    refused(&asking(&DESIGN, Range { given: &["user_id"], ..Range::of(BOTH) }), "query.tables", "AP-01", "homebiyori-fruits");
}
