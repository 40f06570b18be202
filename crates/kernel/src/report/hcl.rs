//! Text in Terraform's language, laid out as `terraform fmt` does.

/// A document being written.
#[derive(Default)]
pub(super) struct Hcl {
    text: String,
    depth: usize,
}

impl Hcl {
    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A line of no text.
    pub(super) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// A remark.
    pub(super) fn comment(&mut self, words: &str) {
        for line in words.lines().map(str::trim).filter(|line| !line.is_empty()) {
            self.line(&format!("# {line}"));
        }
    }

    /// A block: `resource "type" "name" { ... }`.
    pub(super) fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Attributes in a row, with their equals signs below each other. Values are expressions; see [`quoted`].
    pub(super) fn attributes(&mut self, pairs: &[(&str, String)]) {
        let width = pairs.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in pairs {
            self.line(&format!("{name:width$} = {value}"));
        }
    }

    /// An attribute that is a list, one element to a line. Elements are expressions.
    pub(super) fn list(&mut self, name: &str, elements: impl IntoIterator<Item = String>) {
        self.line(&format!("{name} = ["));
        self.depth += 1;
        for element in elements {
            self.line(&format!("{element},"));
        }
        self.depth -= 1;
        self.line("]");
    }
}

/// A text as it stands, with nothing in it taken for an expression.
pub(super) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace("${", "$${").replace("%{", "%%{");
    format!("\"{escaped}\"")
}

/// A name that Terraform takes as an identifier: `favorite-stores` becomes `favorite_stores`, `WardrobeTable` becomes `wardrobe_table`.
pub(super) fn identifier(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            out.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    out
}

/// A name for a policy statement, which takes letters and digits only: `favorite-stores` becomes `FavoriteStores`.
pub(super) fn statement_id(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect::<String>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, expected) in [
            ("favorite-stores", "favorite_stores"),
            ("WardrobeTable", "wardrobe_table"),
            ("okusuri-table", "okusuri_table"),
            ("prod.core", "prod_core"),
            ("9lives", "_9lives"),
            ("ABTable", "abtable"),
        ] {
            assert_eq!(identifier(name), expected);
        }
        assert_eq!(statement_id("favorite-stores"), "FavoriteStores");
    }

    #[test]
    fn a_text_stays_a_text() {
        assert_eq!(quoted(r#"a "b" \ ${c} %{d}"#), r#""a \"b\" \\ $${c} %%{d}""#);
    }
}
