//! Reads ingredient lines from standard input and prints one JSON object a line, as `chabudai food read` does.

use std::io::{BufRead, Write};

use chabudai_food::{LineJson, read_line};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let read = read_line(&line?);
        serde_json::to_writer(&mut out, &LineJson::from(&read))?;
        writeln!(out)?;
    }
    Ok(())
}
