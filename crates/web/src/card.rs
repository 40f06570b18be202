//! What an app has to say to somebody today, on the front page of the house.

use futures::future::BoxFuture;

use crate::people::Person;
use crate::problem::Problem;
use crate::ui::Ui;

/// An app's card. All cards of a page are asked at once, and one that takes too long is left out: none holds up the others.
pub trait Card: Send + Sync {
    /// What there is to say to this person, in the language of the page; nothing where the app has nothing of theirs yet.
    fn today<'a>(&'a self, person: &'a Person, ui: &'a Ui) -> BoxFuture<'a, Result<Option<Today>, Problem>>;
}

/// What a card says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Today {
    /// The one thing that matters today, in a few words.
    pub headline: String,
    /// What goes with it, in a line; or nothing.
    pub line: String,
    /// What is there to do, as a button that leads to a page of the app.
    pub action: Option<Action>,
    /// Nothing is left to do today.
    pub is_done: bool,
}

/// A button on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// What stands on it.
    pub label: String,
    /// Where it leads.
    pub address: String,
}
