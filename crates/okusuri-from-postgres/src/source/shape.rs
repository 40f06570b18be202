//! Which table and which columns of the source stand for what.
//!
//! The older system spells `session` and `account` in camelCase and the rest in snake_case, its ORM makes plurals, and a base that an
//! authentication library has made may hold both spellings of a column in one table. So names are compared without case and underscores,
//! and a field that has several columns is the first of them that is not null.

use tokio_postgres::Transaction;

use crate::error::{MoveError, Result};

/// The tables of the older system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceTable {
    /// People.
    User,
    /// Devices on which they are signed in.
    Session,
    /// Their accounts at providers.
    Account,
    /// What they logged.
    MedicationLog,
    /// Whether and where they are reminded.
    NotificationSetting,
    /// Codes that were sent.
    Verification,
}

/// How a field is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// As text.
    Plain,
    /// As a moment in UTC, to the microsecond.
    Moment,
}

/// A field of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name in the export, and how its columns are spelled but for case and underscores.
    pub(crate) name: &'static str,
    pub(crate) reading: Reading,
    pub(crate) needed: bool,
}

const fn needed(name: &'static str) -> Field {
    Field { name, reading: Reading::Plain, needed: true }
}

const fn plain(name: &'static str) -> Field {
    Field { name, reading: Reading::Plain, needed: false }
}

const fn moment(name: &'static str) -> Field {
    Field { name, reading: Reading::Moment, needed: false }
}

const fn needed_moment(name: &'static str) -> Field {
    Field { name, reading: Reading::Moment, needed: true }
}

impl SourceTable {
    /// Every table, people first.
    pub const ALL: &'static [Self] =
        &[Self::User, Self::Session, Self::Account, Self::MedicationLog, Self::NotificationSetting, Self::Verification];

    /// Its name, as reports and files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Session => "session",
            Self::Account => "account",
            Self::MedicationLog => "medication_log",
            Self::NotificationSetting => "notification_setting",
            Self::Verification => "verification",
        }
    }

    /// What is read of it. What is not carried is not even read: passwords, a provider's tokens, the values of codes.
    pub(crate) const fn fields(self) -> &'static [Field] {
        match self {
            Self::User => {
                const {
                    &[
                        needed("id"),
                        plain("name"),
                        needed("email"),
                        plain("emailverified"),
                        plain("image"),
                        plain("timezone"),
                        moment("createdat"),
                        moment("updatedat"),
                    ]
                }
            }
            Self::Session => {
                const {
                    &[
                        needed("id"),
                        needed("userid"),
                        needed("token"),
                        needed_moment("expiresat"),
                        plain("useragent"),
                        moment("createdat"),
                        moment("updatedat"),
                    ]
                }
            }
            Self::Account => {
                const { &[needed("id"), needed("userid"), needed("accountid"), needed("providerid"), moment("createdat"), moment("updatedat")] }
            }
            Self::MedicationLog => {
                const {
                    &[
                        needed("id"),
                        needed("userid"),
                        needed("hasbleeding"),
                        needed_moment("createdat"),
                        moment("updatedat"),
                        moment("deletedat"),
                    ]
                }
            }
            Self::NotificationSetting => {
                const {
                    &[
                        needed("id"),
                        needed("userid"),
                        needed("platform"),
                        needed("isenabled"),
                        plain("subscription"),
                        moment("createdat"),
                        moment("updatedat"),
                        moment("deletedat"),
                    ]
                }
            }
            Self::Verification => const { &[needed("id"), needed_moment("expiresat")] },
        }
    }

    /// Without people and logs it is not that system; the rest may never have been used.
    const fn is_needed(self) -> bool {
        matches!(self, Self::User | Self::MedicationLog)
    }
}

impl std::fmt::Display for SourceTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A column as the source has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// The type, as `information_schema` calls it.
    pub(crate) data_type: String,
    /// The type, as a cast calls it.
    pub(crate) cast: String,
}

impl Column {
    /// The column as text, in one form whatever its type.
    fn read(&self, reading: Reading) -> String {
        let name = quoted(&self.name);
        let form = r#"'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'"#;
        match (reading, self.data_type.as_str()) {
            (Reading::Moment, "timestamp with time zone") => format!("to_char({name} AT TIME ZONE 'UTC', {form})"),
            // A moment without a zone is one of the server's, and that runs in UTC.
            (Reading::Moment, "timestamp without time zone" | "date") => format!("to_char({name}::timestamp, {form})"),
            _ => format!("{name}::text"),
        }
    }
}

/// A table that was found, with the columns of each field.
#[derive(Clone, Debug)]
pub(crate) struct FoundTable {
    /// Schema and name, quoted.
    pub(crate) place: String,
    /// The name alone.
    pub(crate) name: String,
    pub(crate) fields: Vec<(Field, Vec<Column>)>,
}

impl FoundTable {
    /// The columns of a field.
    pub(crate) fn columns(&self, field: &str) -> &[Column] {
        self.fields.iter().find(|(known, _)| known.name == field).map_or(&[], |(_, columns)| columns)
    }

    /// Reads every row in the order of its id, each field as text.
    pub(crate) fn select(&self) -> String {
        let field = |(field, columns): &(Field, Vec<Column>)| {
            let read: Vec<String> = columns.iter().map(|column| column.read(field.reading)).collect();
            if read.is_empty() { "NULL::text".to_owned() } else { format!("coalesce({})", read.join(", ")) }
        };
        let fields: Vec<String> = self.fields.iter().map(field).collect();
        let order = self.columns("id").first().map_or_else(|| "1".to_owned(), |column| quoted(&column.name));
        format!("SELECT {} FROM {} ORDER BY {order}", fields.join(", "), self.place)
    }

    /// Counts the rows of which two spellings of a field say different things.
    pub(crate) fn count_disagreements(&self) -> Option<String> {
        let differ = |(field, columns): &(Field, Vec<Column>)| {
            let [first, rest @ ..] = columns.as_slice() else { return Vec::new() };
            rest.iter().map(|other| format!("{} <> {}", first.read(field.reading), other.read(field.reading))).collect()
        };
        let conditions: Vec<String> = self.fields.iter().flat_map(differ).collect();
        (!conditions.is_empty()).then(|| format!("SELECT count(*) FROM {} WHERE {}", self.place, conditions.join(" OR ")))
    }
}

/// What of the source was found.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    tables: Vec<(SourceTable, FoundTable)>,
}

impl Shape {
    /// Looks at what the connection's own schemas hold.
    pub(crate) async fn find(transaction: &Transaction<'_>) -> Result<Self> {
        let query = "SELECT table_schema::text, table_name::text, column_name::text, data_type::text, udt_name::text \
                     FROM information_schema.columns WHERE table_schema = ANY (current_schemas(false)) \
                     ORDER BY table_schema, table_name, ordinal_position";
        let rows = transaction.query(query, &[]).await.map_err(MoveError::source("to say which tables it has"))?;
        let mut found: Vec<(String, String, Vec<Column>)> = Vec::new();
        for row in rows {
            let [schema, table, name, data_type, cast]: [String; 5] = std::array::from_fn(|at| row.get(at));
            if found.last().is_none_or(|(known, last, _)| (known, last) != (&schema, &table)) {
                found.push((schema, table, Vec::new()));
            }
            if let Some((_, _, columns)) = found.last_mut() {
                columns.push(Column { name, data_type, cast });
            }
        }
        let mut tables = Vec::new();
        for kind in SourceTable::ALL.iter().copied() {
            let mut named: Vec<FoundTable> = found.iter().filter(|(_, name, _)| stands_for(kind, name)).map(|t| shaped(kind, t)).collect();
            if named.len() > 1 {
                named = with_rows(transaction, named).await?;
            }
            if named.len() > 1 {
                let rivals: Vec<&str> = named.iter().map(|table| table.name.as_str()).collect();
                return Err(MoveError::NotThatSystem(format!("several tables with rows stand for {kind}: {}", rivals.join(", "))));
            }
            match named.pop() {
                Some(table) => tables.push((kind, complete(kind, table)?)),
                None if kind.is_needed() => {
                    return Err(MoveError::NotThatSystem(format!("the source has no table that stands for {kind}")));
                }
                None => {}
            }
        }
        Ok(Self { tables })
    }

    /// A table, if it was found.
    pub(crate) fn table(&self, kind: SourceTable) -> Option<&FoundTable> {
        self.tables.iter().find(|(known, _)| *known == kind).map(|(_, table)| table)
    }
}

/// A name in SQL.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A name without case and underscores.
fn plainly(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

fn stands_for(kind: SourceTable, name: &str) -> bool {
    let (name, wanted) = (plainly(name), plainly(kind.name()));
    name == wanted || name.strip_suffix('s') == Some(&wanted)
}

fn shaped(kind: SourceTable, (schema, name, columns): &(String, String, Vec<Column>)) -> FoundTable {
    let of = |field: &Field| columns.iter().filter(|column| plainly(&column.name) == field.name).cloned().collect();
    let fields = kind.fields().iter().map(|field| (*field, of(field))).collect();
    FoundTable { place: format!("{}.{}", quoted(schema), quoted(name)), name: name.clone(), fields }
}

/// Of a singular and a plural one is left over from an earlier life; the one with rows counts, or else the first.
async fn with_rows(transaction: &Transaction<'_>, tables: Vec<FoundTable>) -> Result<Vec<FoundTable>> {
    let mut filled = Vec::new();
    for table in &tables {
        let query = format!("SELECT EXISTS (SELECT FROM {})", table.place);
        let row = transaction.query_one(&query, &[]).await.map_err(MoveError::source("to say which tables have rows"))?;
        if row.get(0) {
            filled.push(table.clone());
        }
    }
    Ok(if filled.is_empty() { tables.into_iter().take(1).collect() } else { filled })
}

fn complete(kind: SourceTable, table: FoundTable) -> Result<FoundTable> {
    match table.fields.iter().find(|(field, columns)| field.needed && columns.is_empty()) {
        Some((field, _)) => Err(MoveError::NotThatSystem(format!("{kind}: the table {} has no column for {}", table.name, field.name))),
        None => Ok(table),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, data_type: &str) -> Column {
        Column { name: name.to_owned(), data_type: data_type.to_owned(), cast: data_type.to_owned() }
    }

    #[test]
    fn singular_and_plural_in_any_spelling_stand_for_a_table() {
        for name in ["medication_log", "medication_logs", "MedicationLog", "medicationLogs"] {
            assert!(stands_for(SourceTable::MedicationLog, name), "{name}");
        }
        for name in ["medication", "medication_logs_old", "users", "medication_logss"] {
            assert!(!stands_for(SourceTable::MedicationLog, name), "{name}");
        }
        assert!(stands_for(SourceTable::User, "users") && !stands_for(SourceTable::User, "user_session"));
    }

    #[test]
    fn a_field_with_two_columns_is_the_first_that_is_not_null() {
        let columns =
            vec![column("id", "text"), column("email", "text"), column("emailVerified", "boolean"), column("email_verified", "boolean")];
        let table = shaped(SourceTable::User, &("public".to_owned(), "user".to_owned(), columns));
        let select = table.select();
        assert!(select.contains(r#"coalesce("emailVerified"::text, "email_verified"::text)"#), "{select}");
        assert!(select.ends_with(r#"FROM "public"."user" ORDER BY "id""#), "{select}");
        let count = table.count_disagreements().expect("a field has two columns");
        assert!(count.ends_with(r#"WHERE "emailVerified"::text <> "email_verified"::text"#), "{count}");
    }

    #[test]
    fn secrets_that_are_not_carried_are_not_read() {
        let columns = ["id", "userId", "accountId", "providerId", "accessToken", "refreshToken", "idToken", "password"];
        let columns = columns.map(|name| column(name, "text")).to_vec();
        let select = shaped(SourceTable::Account, &("public".to_owned(), "account".to_owned(), columns)).select();
        assert!(!select.contains("Token") && !select.contains("password"), "{select}");
    }

    #[test]
    fn a_name_cannot_end_its_quotes() {
        assert_eq!(quoted(r#"a"; DROP TABLE x"#), r#""a""; DROP TABLE x""#);
    }
}
