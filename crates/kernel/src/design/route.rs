//! What routes ask of the store.

use super::pattern::{AccessPattern, Cost};

/// What a route may ask of the store while it answers one request.
#[derive(Clone, Copy, Debug)]
pub struct RouteCost {
    /// Method and path, such as `GET /okusuri/days/{day}`. `{app}` stands for the name of the app that includes the route.
    pub route: &'static str,
    /// The patterns that it may ask, each at most so often; [`EACH`] for one that is asked for each of many things.
    pub asks: &'static [(&'static AccessPattern, u32)],
}

/// A route asks a pattern for each of many things: for every session of a person, for every person of the house.
pub const EACH: u32 = 0;

impl RouteCost {
    /// Method and path within an app.
    pub fn route_in(&self, app: &str) -> String {
        self.route.replace("{app}", app)
    }

    /// The most requests that the patterns with a bound send together, and the formulas of the others.
    pub fn requests(&self) -> (u32, Vec<String>) {
        let (mut most, mut formulas) = (0, Vec::new());
        for (pattern, times) in self.asks {
            match pattern.cost {
                _ if *times == EACH => formulas.push(format!("{} for each", pattern.id)),
                Cost::Exactly(requests) | Cost::AtMost(requests) => most += requests * times,
                Cost::Formula { words, .. } => formulas.push(words.to_owned()),
            }
        }
        (most, formulas)
    }

    /// The same in words.
    pub fn words(&self) -> String {
        match self.requests() {
            (0, formulas) if formulas.is_empty() => "none".to_owned(),
            (0, formulas) => formulas.join("; "),
            (most, formulas) if formulas.is_empty() => format!("at most {most}"),
            (most, formulas) => format!("at most {most}, and {}", formulas.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn pattern(id: &'static str, cost: Cost) -> AccessPattern {
        AccessPattern { id, question: "What is there?", steps: &[], cost }
    }

    static ONE: AccessPattern = pattern("AP-01", Cost::Exactly(1));
    static FEW: AccessPattern = pattern("AP-02", Cost::AtMost(3));
    static PAGES: AccessPattern = pattern("AP-03", Cost::Formula { words: "1 per page", requests: |pages| pages });

    fn words(asks: &'static [(&'static AccessPattern, u32)]) -> String {
        RouteCost { route: "GET /{app}/jars", asks }.words()
    }

    #[test]
    fn what_is_bounded_is_added_up_and_the_rest_is_told() {
        assert_eq!(words(&[]), "none");
        assert_eq!(words(const { &[(&ONE, 2), (&FEW, 2)] }), "at most 8");
        assert_eq!(words(const { &[(&ONE, EACH)] }), "AP-01 for each");
        assert_eq!(words(const { &[(&PAGES, 1)] }), "1 per page");
        assert_eq!(words(const { &[(&ONE, 1), (&PAGES, 1), (&FEW, EACH)] }), "at most 1, and 1 per page; AP-02 for each");
    }

    #[test]
    fn a_route_is_within_its_app() {
        assert_eq!(RouteCost { route: "GET /{app}/jars", asks: &[] }.route_in("pantry"), "GET /pantry/jars");
    }
}
