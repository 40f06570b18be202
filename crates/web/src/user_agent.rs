//! What a browser calls itself, and what people call it and its device.

use axum::http::{HeaderMap, header};

/// The browser or the program that asks, as it calls itself.
pub fn of(headers: &HeaderMap) -> Option<String> {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The name of a browser and of its device, by what it calls itself. The order counts: browsers claim to be those behind them.
pub fn known_as(agent: &str) -> Option<String> {
    const BROWSERS: &[(&str, &str)] =
        &[("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari")];
    const SYSTEMS: &[(&str, &str)] = &[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let known = |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    match (known(BROWSERS), known(SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} · {system}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_what_people_call_it() {
        let apple = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
        for (agent, name) in [
            (apple, "Safari · iPhone"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
            ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        ] {
            assert_eq!(known_as(agent).as_deref(), Some(name));
        }
        assert_eq!(known_as("curl/8.0"), None);
    }
}
