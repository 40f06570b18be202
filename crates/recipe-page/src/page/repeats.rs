//! Lists that stand on a page several times.

/// Everything once: pages repeat a list for small screens and for wide ones.
pub(crate) fn once(lines: &mut Vec<String>) {
    let Some(first) = lines.first() else { return };
    let period = (2..=lines.len() / 2).find(|&at| lines.len().is_multiple_of(at) && *first == lines[at]);
    if let Some(period) = period
        && lines.iter().eq(lines[..period].iter().cycle().take(lines.len()))
    {
        lines.truncate(period);
    }
}

/// `Metric` over a list and `Imperial` over another: the first, for all parts of the recipe. Where both are buttons, there is one list
/// behind them.
pub(crate) fn first_system(lines: &mut Vec<String>) {
    let mut chosen: Option<String> = None;
    let mut current: Option<&String> = None;
    let mut kept = Vec::new();
    for line in lines.iter() {
        if is_system(line) {
            current = Some(line);
        } else if let Some(current) = current
            && chosen.get_or_insert_with(|| current.clone()) == current
        {
            kept.push(line.clone());
        }
    }
    if kept.len() > 1 {
        *lines = kept;
    } else {
        lines.retain(|line| !is_system(line));
    }
}

fn is_system(line: &str) -> bool {
    let systems = [
        "metric",
        "imperial",
        "us",
        "us customary",
        "us customary metric",
        "us metric",
        "cups",
        "grams",
        "metric imperial",
        "uk",
        "1x2x3x",
    ];
    line.len() < 30 && {
        let line = line.to_lowercase();
        systems.contains(&line.trim_matches(|letter: char| !letter.is_alphanumeric()))
    }
}

/// Ingredients once that stand there with other amounts, too, for other measures and for more servings. The first are what a reader sees before
/// touching anything; behind the others there is nothing of the list any more. Only of lists that were found by their looks: where a
/// program says so, a cake may have two doughs of the same things.
pub(crate) fn first_variant(lines: &mut Vec<String>) {
    // A line or two before it may not be of the list.
    for start in 0..lines.len().min(3) {
        let list = &lines[start..];
        let period = (4..=list.len() / 2).find(|&at| is_variant(&list[0], &list[at]));
        if let Some(period) = period
            && list.iter().zip(&list[period..]).take(period).all(|(one, other)| one == other || is_variant(one, other))
        {
            lines.truncate(start + period);
            return;
        }
    }
}

/// The same thing in another amount: `300g quinoa, rinsed`, `10 oz quinoa, rinsed`.
fn is_variant(one: &str, other: &str) -> bool {
    let alike = || one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other);
    let common = alike().filter(|(letter, _)| letter.is_alphabetic()).count();
    let letters = |line: &str| line.chars().filter(|letter| letter.is_alphabetic()).count();
    // What differs is an amount: `salt 5 gram` and `flour 5 gram` end alike, too.
    let length = alike().count();
    let differs_by_amount = |line: &str| line.chars().rev().skip(length).any(char::is_numeric);
    common >= 3 && common * 2 >= letters(one).min(letters(other)) && differs_by_amount(one) && differs_by_amount(other)
}
