//! Every message is there in both languages, with the same arguments, and is used; every id that is used, and every error code, has one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// Message ids and the arguments of each.
type Messages = BTreeMap<String, BTreeSet<String>>;

fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("a folder entry").path()) {
        if path.is_dir() {
            found.extend(files(&path, kind));
        } else if path.extension().is_some_and(|known| known == kind) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn crates() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of all crates");
    let mut crates: Vec<PathBuf> = fs::read_dir(folder).expect("crates").map(|entry| entry.expect("a crate").path()).collect();
    crates.sort();
    crates
}

fn arguments(pattern: &Pattern<&str>, into: &mut BTreeSet<String>) {
    fn inline(expression: &InlineExpression<&str>, into: &mut BTreeSet<String>) {
        match expression {
            InlineExpression::VariableReference { id } => drop(into.insert(id.name.to_owned())),
            InlineExpression::Placeable { expression } => whole(expression, into),
            _ => {}
        }
    }
    fn whole(expression: &Expression<&str>, into: &mut BTreeSet<String>) {
        match expression {
            Expression::Inline(one) => inline(one, into),
            Expression::Select { selector, variants } => {
                inline(selector, into);
                for variant in variants {
                    arguments(&variant.value, into);
                }
            }
        }
    }
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            whole(expression, into);
        }
    }
}

fn messages(lang: &str) -> Messages {
    let mut all = Messages::new();
    for folder in crates() {
        let locales = folder.join("locales");
        let of_lang = files(&locales, "ftl").into_iter().filter(|path| {
            let inside = path.strip_prefix(&locales).expect("it is inside");
            inside.starts_with(lang) || inside == Path::new(&format!("{lang}.ftl"))
        });
        for path in of_lang {
            let text = fs::read_to_string(&path).expect("a text");
            let resource =
                fluent_syntax::parser::parse(text.as_str()).unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
            for entry in resource.body {
                let Entry::Message(message) = entry else { continue };
                let mut named = BTreeSet::new();
                message.value.iter().for_each(|pattern| arguments(pattern, &mut named));
                let twice = all.insert(message.id.name.to_owned(), named);
                assert!(twice.is_none(), "{} stands twice in {lang}", message.id.name);
            }
        }
    }
    assert!(all.len() > 50, "the files were not found");
    all
}

/// Every text between quotes in sources and templates.
fn literals() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for folder in crates().into_iter().filter(|folder| !folder.ends_with("testkit")) {
        for path in files(&folder.join("src"), "rs").into_iter().chain(files(&folder.join("templates"), "html")) {
            let text = fs::read_to_string(path).expect("a text");
            // What a test of a module says is not said by a page.
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            // The name of a job looks like a code of an error.
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("Job::new(")) {
                all.extend(line.split('"').skip(1).map(str::to_owned));
            }
        }
    }
    all
}

/// Codes such as `wardrobe.not_found`.
fn codes(literals: &BTreeSet<String>) -> BTreeSet<String> {
    let is_code = |text: &&String| {
        let Some((part, rest)) = text.split_once('.') else { return false };
        let known = ["http", "house", "media", "wardrobe", "okusuri", "chirashi", "kondate", "homebiyori", "identity"];
        // What there is so much of a day has a name of the same form, and is no error.
        let is_counted = ["wardrobe.wardrobes", "wardrobe.entries"].contains(&text.as_str());
        let is_no_code = is_counted || ["svg", "css", "js", "html", "ftl", "png"].contains(&rest);
        known.contains(&part) && !is_no_code && !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    // What every app can say, all say in the same words.
    let common = chabudai_kernel::codes!("app").all();
    let is_common = |text: &&String| {
        common.iter().any(|code| text.split_once('.').is_some_and(|(app, what)| !["http", "media"].contains(&app) && code[4..] == *what))
    };
    literals.iter().filter(is_code).filter(|code| !is_common(code)).cloned().chain(common.map(str::to_owned)).collect()
}

fn error_id(code: &str) -> String {
    format!("error-{}", code.replace('.', "-"))
}

#[test]
fn both_languages_say_the_same_things() {
    let (ja, en) = (messages("ja"), messages("en"));
    let difference: Vec<_> = ja.keys().filter(|id| !en.contains_key(*id)).chain(en.keys().filter(|id| !ja.contains_key(*id))).collect();
    assert!(difference.is_empty(), "only in one language: {difference:?}");
    for (id, arguments) in &ja {
        assert_eq!(arguments, &en[id], "the arguments of {id}");
    }
}

#[test]
fn every_message_is_used() {
    let literals = literals();
    let errors: BTreeSet<String> = codes(&literals).iter().map(|code| error_id(code)).collect();
    // A notice is named by its title, and has a text of the same name.
    let is_text = |id: &str| id.strip_suffix("-text").is_some_and(|title| literals.contains(title));
    let is_used = |id: &String| literals.contains(id) || errors.contains(id) || is_text(id);
    let unused: Vec<String> = messages("ja").into_keys().filter(|id| !is_used(id)).collect();
    assert!(unused.is_empty(), "nobody says: {unused:?}");
}

#[test]
fn every_error_and_every_id_has_a_message() {
    let (literals, messages) = (literals(), messages("ja"));
    let missing: Vec<String> = codes(&literals).iter().map(|code| error_id(code)).filter(|id| !messages.contains_key(id)).collect();
    assert!(missing.is_empty(), "errors without words: {missing:?}");
    let mut asked = BTreeSet::new();
    for folder in crates() {
        for path in files(&folder.join("src"), "rs").into_iter().chain(files(&folder.join("templates"), "html")) {
            let text = fs::read_to_string(path).expect("a text");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            for call in [".t(\"", ".t1(\"", ".t2(\"", ".counted(\"", "Toast::new(\""] {
                asked.extend(text.split(call).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
            }
        }
    }
    let missing: Vec<&String> = asked.iter().filter(|id| !messages.contains_key(*id)).collect();
    assert!(missing.is_empty(), "asked for, but not there: {missing:?}");
    assert!(asked.len() > 50, "the calls were not found");
}
