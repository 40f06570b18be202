//! Lines as people write them, each with everything that must be read from it. Prints the share that is read exactly.

use chabudai_food::line::read_line;

fn expected(case: &str) -> (String, [Option<String>; 6]) {
    let (line, fields) = case.split_once(" => ").unwrap_or_else(|| panic!("no arrow: {case}"));
    let fields: Vec<&str> = fields.split(" | ").map(str::trim).collect();
    assert_eq!(fields.len(), 6, "{case}");
    let field = |at: usize| (fields[at] != "-").then(|| fields[at].to_owned());
    (line.replace("\\t", "\t"), [0, 1, 2, 3, 4, 5].map(field))
}

fn read(line: &str) -> [Option<String>; 6] {
    let line = read_line(line);
    let amount = line.amount().map(|amount| {
        let most = line.amount_max().map(|most| format!("~{most}")).unwrap_or_default();
        format!("{}{amount}{most}", if line.is_about() { "約" } else { "" })
    });
    let name = Some(line.name().to_owned()).filter(|name| !name.is_empty());
    [name, line.food().map(|id| id.to_string()), amount, line.unit_text(), line.note(), line.group()]
}

fn share(cases: &str) -> (usize, usize) {
    let cases: Vec<&str> = cases.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("# ")).collect();
    let mut exact = 0;
    for case in &cases {
        let (line, expected) = expected(case);
        let read = read(&line);
        if read == expected {
            exact += 1;
        } else {
            let show = |fields: [Option<String>; 6]| fields.map(|field| field.unwrap_or("-".into())).join(" | ");
            println!("{line}\n  expected {}\n  read     {}", show(expected), show(read));
        }
    }
    (exact, cases.len())
}

#[test]
fn lines_are_read() {
    let (exact, all) = share(include_str!("lines.txt"));
    println!("{exact} of {all} lines are read exactly: {:.1} %", exact as f64 * 100.0 / all as f64);
    assert!(all >= 300, "{all} lines");
    assert_eq!(exact, all);
}

/// Written down before the reader ever saw them.
#[test]
fn lines_that_were_held_out() {
    let (exact, all) = share(include_str!("held_out.txt"));
    println!("{exact} of {all} lines that were held out are read exactly: {:.1} %", exact as f64 * 100.0 / all as f64);
    assert_eq!(exact, all);
}
