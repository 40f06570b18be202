//! What walking a tree may cost, whatever the page is: everything that loops over a page draws from one counter, and finds nothing further when
//! it is used up. It counts steps and no time, so the same page is always read in the same way.

use super::Tree;

impl Tree {
    /// Begins a part of the reading, which may cost so much.
    pub(crate) fn allow(&self, work: u64) {
        self.left.set(work);
    }

    /// Draws on what is left; whether there was as much.
    pub(crate) fn spend(&self, work: usize) -> bool {
        let left = self.left.get().checked_sub(work as u64);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Draws for a text that is looked at.
    pub(crate) fn spend_text(&self, text: &str) -> bool {
        self.spend(1 + text.len() / 8)
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}
