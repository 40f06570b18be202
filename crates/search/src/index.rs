//! What is in the file: documents, the index of their texts, and how far the copy has come. Functions over a connection, within a transaction
//! of whoever calls them.

use chabudai_kernel::feed::Checkpoint;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Result, params_from_iter};

use crate::document::{Document, Field, Indexed};
use crate::query::Scope;
use crate::token::{Token, spaced, tokens};

/// The layout of this version. A file of any other is made anew.
pub(crate) const FORMAT: i32 = 1;

/// The number of everybody, among those of owners.
pub(crate) const EVERYBODY: i64 = 0;

/// What stands before every token of a document and of a question: the number of who finds it. There is no token without one, so nobody is
/// found by whom it is not meant for; and what a question costs is what its owner has, and not what everybody has.
///
/// What an owner has published is in the index twice, once for everybody (`0x`) and once for the owner alone (`7y`), apart from what is the
/// owner's only (`7x`): who asks for both asks for `7x` and `0x`, and finds nothing twice.
pub(crate) fn marks(owner: Option<i64>, scope: &Scope) -> Vec<String> {
    let own = owner.into_iter().flat_map(|owner| match scope {
        Scope::Owner(_) => vec![private(owner), published(owner)],
        Scope::OwnerAndPublic(_) => vec![private(owner)],
        Scope::Public => Vec::new(),
    });
    own.chain(scope.public().then(|| private(EVERYBODY))).collect()
}

fn private(owner: i64) -> String {
    format!("{owner}x")
}

fn published(owner: i64) -> String {
    format!("{owner}y")
}

/// What everything that has to do with one app's file is made of.
pub(crate) struct Layout {
    pub(crate) fields: &'static [Field],
    /// What the file was made by, and of what; a file with another one is made anew.
    definition: String,
    insert: String,
    /// Number and rank of all documents that an expression finds.
    pub(crate) find: String,
}

impl Layout {
    /// The layout of an app's documents. `source` says which data they are made of.
    pub(crate) fn new(indexed: &dyn Indexed, source: &str) -> Self {
        let fields = indexed.fields();
        assert!(!fields.is_empty(), "{} has no field to search in", indexed.name());
        let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let definition = format!("{} {} [{}] {source}", indexed.name(), indexed.version(), names.join(" "));
        let values = vec!["?"; fields.len() + 1].join(", ");
        let insert = format!("INSERT INTO text (rowid, {}) VALUES ({values})", columns(fields));
        let weights: Vec<String> = fields.iter().map(|field| format!("{:?}", field.weight)).collect();
        let find = format!("SELECT rowid, bm25(text, {}) FROM text WHERE text MATCH ?1", weights.join(", "));
        Self { fields, definition, insert, find }
    }

    /// The statements that make an empty file.
    pub(crate) fn create(&self) -> String {
        // The tokenizer `ascii` parts our tokens where we put a space and nowhere else. `unicode61` would leave out emoji, signs and marks of
        // voice, and go by the tables of an older Unicode.
        format!(
            "PRAGMA user_version = {FORMAT};
             CREATE TABLE owners (number INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL UNIQUE, documents INTEGER NOT NULL) STRICT;
             CREATE TABLE documents (
                 number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, owner INTEGER NOT NULL, UNIQUE (id, owner)
             ) STRICT;
             CREATE VIRTUAL TABLE text USING fts5({}, content='', contentless_delete=1, tokenize='ascii');
             CREATE TABLE copy (one INTEGER PRIMARY KEY CHECK (one = 1), definition TEXT NOT NULL, checkpoint TEXT NOT NULL) STRICT;",
            columns(self.fields)
        )
    }

    /// Whether a file was made by this layout, and to its end.
    pub(crate) fn made(&self, connection: &Connection) -> Result<bool> {
        let format: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if format != FORMAT || !connection.table_exists(None, "copy")? {
            return Ok(false);
        }
        let known: Option<String> = connection.query_row("SELECT definition FROM copy", [], |row| row.get(0)).optional()?;
        Ok(known.as_deref() == Some(self.definition.as_str()))
    }

    /// Puts a document in place of what has its id.
    pub(crate) fn put(&self, connection: &Connection, document: &Document) -> Result<()> {
        remove(connection, &document.id)?;
        let texts: Vec<Vec<Token>> = self.fields.iter().map(|field| tokens(&document.field(field))).collect();
        if let Some(owner) = &document.owner {
            let owner = one_more(connection, owner)?;
            let mark = if document.public { published(owner) } else { private(owner) };
            self.insert(connection, &document.id, owner, &mark, &texts)?;
        }
        if document.public {
            self.insert(connection, &document.id, EVERYBODY, &private(EVERYBODY), &texts)?;
        }
        Ok(())
    }

    fn insert(&self, connection: &Connection, id: &str, owner: i64, mark: &str, texts: &[Vec<Token>]) -> Result<()> {
        connection.prepare_cached("INSERT INTO documents (id, owner) VALUES (?1, ?2)")?.execute((id, owner))?;
        // A number is never used again: FTS5 writes what comes in order of its numbers in one go, and a new number is always the last.
        let number = Value::from(connection.last_insert_rowid());
        let values = std::iter::once(number).chain(texts.iter().map(|tokens| Value::from(spaced(mark, tokens))));
        connection.prepare_cached(&self.insert)?.execute(params_from_iter(values)).map(drop)
    }

    /// Keeps how far the copy has come.
    pub(crate) fn keep(&self, connection: &Connection, checkpoint: &Checkpoint) -> Result<()> {
        let text = serde_json::to_string(checkpoint).expect("a map of texts is JSON");
        connection
            .prepare_cached("INSERT OR REPLACE INTO copy (one, definition, checkpoint) VALUES (1, ?1, ?2)")?
            .execute((&self.definition, text))
            .map(drop)
    }
}

fn columns(fields: &[Field]) -> String {
    // Names of our own, which need no quotes whatever a field is called.
    (0..fields.len()).map(|nth| format!("f{nth}")).collect::<Vec<_>>().join(", ")
}

/// The number of an owner who has one more document.
fn one_more(connection: &Connection, owner: &str) -> Result<i64> {
    connection
        .prepare_cached(
            "INSERT INTO owners (owner, documents) VALUES (?1, 1) ON CONFLICT (owner) DO UPDATE SET documents = documents + 1 RETURNING number",
        )?
        .query_row([owner], |row| row.get(0))
}

/// Takes a document away, if it is there, and its owner with the last one.
pub(crate) fn remove(connection: &Connection, id: &str) -> Result<()> {
    let gone: Vec<(i64, i64)> = connection
        .prepare_cached("DELETE FROM documents WHERE id = ?1 RETURNING number, owner")?
        .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_>>()?;
    for (number, owner) in gone {
        connection.prepare_cached("DELETE FROM text WHERE rowid = ?1")?.execute([number])?;
        if owner != EVERYBODY {
            connection.prepare_cached("UPDATE owners SET documents = documents - 1 WHERE number = ?1")?.execute([owner])?;
            connection.prepare_cached("DELETE FROM owners WHERE number = ?1 AND documents = 0")?.execute([owner])?;
        }
    }
    Ok(())
}

/// How far the copy has come.
pub(crate) fn checkpoint(connection: &Connection) -> Result<Option<Checkpoint>> {
    let text: Option<String> = connection.prepare_cached("SELECT checkpoint FROM copy")?.query_row([], |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// How many documents there are.
pub(crate) fn count(connection: &Connection) -> Result<u64> {
    connection
        .prepare_cached("SELECT count(DISTINCT id) FROM documents")?
        .query_row([], |row| row.get::<_, i64>(0))
        .map(|count| count as u64)
}
