//! Tables for spreadsheet programs.

use csv::{Terminator, WriterBuilder};

/// By this mark at its head a spreadsheet program knows that a text is UTF-8. Without it, Japanese is read as something else.
pub const UTF8: &str = "\u{feff}";

/// Rows as CSV, without the mark.
pub fn rows<const N: usize>(rows: &[[String; N]]) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.each_ref().map(|cell| harmless(cell))).expect("a buffer takes every row, and all are as long");
    }
    String::from_utf8(writer.into_inner().expect("a buffer takes every row")).expect("rows are text")
}

/// A spreadsheet program takes a cell that begins like this for a formula and carries it out, and what stands in it is not always from who
/// opens it. An apostrophe makes it text. Japanese programs also know the wide forms.
fn harmless(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_no_cell_breaks_its_row() {
        let row = |name: &str| ["2026-11-20", "a", "", name, "1"].map(str::to_owned);
        let table = ["=1+1", "+1", "-1", "@a", "\tb", "＝c", "a,\"b\"", "白いシャツ + 靴", "a-b"].map(row);
        let expected = ["'=1+1", "'+1", "'-1", "'@a", "'\tb", "'＝c", "\"a,\"\"b\"\"\"", "白いシャツ + 靴", "a-b"];
        let expected = expected.map(|name| format!("2026-11-20,a,,{name},1\r\n")).concat();
        assert_eq!(rows(&table), expected);
    }
}
