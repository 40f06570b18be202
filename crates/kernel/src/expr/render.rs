//! Renders trees as DynamoDB's expression text. Every name and every value becomes a placeholder, so no reserved word and no input can
//! change what an expression says.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::condition::{Condition, Operand};
use super::path::{Path, Segment};
use super::update::{SetTo, UpdateAction};
use crate::key::{KeyValue, SortCondition};
use crate::value::Value;

/// The placeholders of one request.
#[derive(Default, Debug)]
pub struct Renderer {
    names: BTreeMap<String, String>,
    values: BTreeMap<String, Value>,
}

impl Renderer {
    /// Placeholder and name of every attribute.
    pub fn names(&self) -> &BTreeMap<String, String> {
        &self.names
    }

    /// Placeholder and value of every operand.
    pub fn values(&self) -> &BTreeMap<String, Value> {
        &self.values
    }

    fn name(&mut self, name: &str) -> String {
        if let Some((placeholder, _)) = self.names.iter().find(|(_, known)| *known == name) {
            return placeholder.clone();
        }
        let placeholder = format!("#n{}", self.names.len());
        self.names.insert(placeholder.clone(), name.to_owned());
        placeholder
    }

    fn value(&mut self, value: &Value) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.clone(), value.clone());
        placeholder
    }

    /// A path.
    pub fn path(&mut self, path: &Path) -> String {
        let mut out = self.name(path.root());
        for segment in path.rest() {
            match segment {
                Segment::Name(name) => {
                    out.push('.');
                    out.push_str(&self.name(name));
                }
                Segment::At(at) => write!(out, "[{at}]").expect("a string takes every text"),
            }
        }
        out
    }

    fn operand(&mut self, operand: &Operand) -> String {
        match operand {
            Operand::Path(path) => self.path(path),
            Operand::Value(value) => self.value(value),
            Operand::Size(path) => format!("size({})", self.path(path)),
        }
    }

    /// A condition or filter.
    pub fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Exists(path) => format!("attribute_exists({})", self.path(path)),
            Condition::Absent(path) => format!("attribute_not_exists({})", self.path(path)),
            Condition::Compare(a, by, b) => format!("{} {} {}", self.operand(a), by.sign(), self.operand(b)),
            Condition::Between(a, b, c) => format!("{} BETWEEN {} AND {}", self.operand(a), self.operand(b), self.operand(c)),
            Condition::OneOf(a, others) => {
                let a = self.operand(a);
                let others: Vec<_> = others.iter().map(|o| self.operand(o)).collect();
                format!("{a} IN ({})", others.join(", "))
            }
            Condition::BeginsWith(path, prefix) => format!("begins_with({}, {})", self.path(path), self.value(prefix)),
            Condition::Contains(path, wanted) => format!("contains({}, {})", self.path(path), self.operand(wanted)),
            Condition::All(all) => self.joined(all, " AND "),
            Condition::Any(any) => self.joined(any, " OR "),
            Condition::Not(inner) => format!("NOT ({})", self.condition(inner)),
        }
    }

    fn joined(&mut self, conditions: &[Condition], by: &str) -> String {
        // One of one needs no brackets of its own, and DynamoDB refuses doubled ones.
        if let [only] = conditions {
            return self.condition(only);
        }
        let parts: Vec<_> = conditions
            .iter()
            .map(|c| match c {
                Condition::All(inner) | Condition::Any(inner) if inner.len() > 1 => format!("({})", self.condition(c)),
                _ => self.condition(c),
            })
            .collect();
        parts.join(by)
    }

    /// A key condition.
    pub fn key_condition(&mut self, hash: (&str, &KeyValue), range: Option<(&str, &SortCondition)>) -> String {
        let mut out = format!("{} = {}", self.name(hash.0), self.value(&hash.1.to_value()));
        if let Some((name, condition)) = range {
            let name = self.name(name);
            let mut value = |v: &KeyValue| self.value(&v.to_value());
            let text = match condition {
                SortCondition::Equals(v) => format!("{name} = {}", value(v)),
                SortCondition::BeginsWith(v) => format!("begins_with({name}, {})", value(v)),
                SortCondition::Between(from, to) => format!("{name} BETWEEN {} AND {}", value(from), value(to)),
                SortCondition::Below(v) => format!("{name} < {}", value(v)),
                SortCondition::AtMost(v) => format!("{name} <= {}", value(v)),
                SortCondition::Above(v) => format!("{name} > {}", value(v)),
                SortCondition::AtLeast(v) => format!("{name} >= {}", value(v)),
            };
            out.push_str(" AND ");
            out.push_str(&text);
        }
        out
    }

    /// A projection.
    pub fn projection(&mut self, paths: &[Path]) -> String {
        paths.iter().map(|path| self.path(path)).collect::<Vec<_>>().join(", ")
    }

    /// An update.
    pub fn update(&mut self, actions: &[UpdateAction]) -> String {
        let (mut set, mut remove, mut add, mut delete) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for action in actions {
            let path = self.path(action.path());
            match action {
                UpdateAction::Set(_, to) => {
                    let to = self.set_to(&path, to);
                    set.push(format!("{path} = {to}"));
                }
                UpdateAction::Remove(_) => remove.push(path),
                UpdateAction::Add(_, value) => add.push(format!("{path} {}", self.value(value))),
                UpdateAction::DeleteFromSet(_, value) => delete.push(format!("{path} {}", self.value(value))),
            }
        }
        [("SET", set), ("REMOVE", remove), ("ADD", add), ("DELETE", delete)]
            .into_iter()
            .filter(|(_, clauses)| !clauses.is_empty())
            .map(|(keyword, clauses)| format!("{keyword} {}", clauses.join(", ")))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn set_to(&mut self, path: &str, to: &SetTo) -> String {
        match to {
            SetTo::Value(value) => self.value(value),
            SetTo::IfAbsent(value) => format!("if_not_exists({path}, {})", self.value(value)),
            SetTo::Appended(values) => {
                let empty = self.value(&Value::L(Vec::new()));
                format!("list_append(if_not_exists({path}, {empty}), {})", self.value(&Value::L(values.clone())))
            }
            SetTo::Prepended(values) => {
                let empty = self.value(&Value::L(Vec::new()));
                format!("list_append({}, if_not_exists({path}, {empty}))", self.value(&Value::L(values.clone())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::attr;

    #[test]
    fn reserved_words_and_inputs_are_placeholders() {
        let mut renderer = Renderer::default();
        let text = renderer.condition(&attr("status").eq("ACTIVE").and(attr("rev").absent().or(attr("rev").lt(3))));
        assert_eq!(text, "#n0 = :v0 AND (attribute_not_exists(#n1) OR #n1 < :v1)");
        assert_eq!(renderer.names()["#n0"], "status");
        assert_eq!(renderer.values()[":v0"], "ACTIVE".into());
    }

    #[test]
    fn an_update_groups_its_clauses() {
        let mut renderer = Renderer::default();
        let text = renderer.update(&[
            UpdateAction::Set(attr("date"), SetTo::Value("20260101".into())),
            UpdateAction::Add(attr("count"), 1.into()),
            UpdateAction::Remove(attr("deletedAt")),
            UpdateAction::Set(attr("log"), SetTo::Appended(vec!["x".into()])),
        ]);
        assert_eq!(text, "SET #n0 = :v0, #n3 = list_append(if_not_exists(#n3, :v2), :v3) REMOVE #n2 ADD #n1 :v1");
    }
}
