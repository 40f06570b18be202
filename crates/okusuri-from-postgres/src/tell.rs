//! How far the work is, for whoever watches it. Nothing of what is being moved is told.

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Rows are read from the source.
    Reading,
    /// People arrive in the store.
    People,
    /// Their things arrive in the store.
    Things,
    /// Items are read from the store.
    Items,
    /// Changes are applied.
    Changes,
}

impl What {
    /// In a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "rows read",
            Self::People => "people",
            Self::Things => "things of theirs",
            Self::Items => "items read",
            Self::Changes => "changes",
        }
    }
}

/// A step of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is being done.
    pub what: What,
    /// How many of them are done.
    pub done: u64,
    /// Of how many, where that is known.
    pub total: Option<u64>,
}

/// Whom to tell.
pub struct Tell<'a> {
    whom: &'a mut (dyn FnMut(Step) + Send),
    last: Option<Step>,
}

impl<'a> Tell<'a> {
    /// Tells this one.
    pub fn new(whom: &'a mut (dyn FnMut(Step) + Send)) -> Self {
        Self { whom, last: None }
    }

    /// One more of a number that is not known.
    pub(crate) fn more(&mut self, what: What) {
        let done = self.last.filter(|last| last.what == what).map_or(0, |last| last.done);
        self.step(Step { what, done: done + 1, total: None });
    }

    /// So many of so many.
    pub(crate) fn so_far(&mut self, what: What, done: usize, total: usize) {
        self.step(Step { what, done: done as u64, total: Some(total as u64) });
    }

    fn step(&mut self, step: Step) {
        self.last = Some(step);
        (self.whom)(step);
    }
}
