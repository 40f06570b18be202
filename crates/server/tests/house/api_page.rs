//! The page of the API: everything that the document says of an operation, as text, in the visitor's language where the words are ours.

use crate::place;

/// As it stands in a page.
fn written(text: &str) -> String {
    text.replace('&', "&#38;").replace('<', "&#60;").replace('>', "&#62;").replace('"', "&#34;").replace('\'', "&#39;")
}

#[test]
fn every_operation_is_to_be_read_without_a_script() {
    let place = place::embedded();
    let server = place.start(&[]);
    let document = server.get("/api/openapi.json").expect(200).json();
    let page =
        |lang: &str| server.ask("GET", "/api").header("accept-language", lang).header("accept", "text/html").send().expect(200).text();
    let (english, japanese) = (page("en"), page("ja"));
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            operations += 1;
            let id = operation["operationId"].as_str().expect("an id");
            for shown in [&english, &japanese] {
                let from = shown.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("{id} is not on the page"));
                let of = &shown[from..from + shown[from..].find("</details>").expect("an end")];
                let summary = operation["summary"].as_str().expect("a summary");
                assert!(of.contains(&format!(">{}</b><code>{}</code>", method.to_uppercase(), written(path))), "{id}: {of}");
                assert!(of.contains(&written(summary)), "{id}: {of}");
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    assert!(of.contains(&format!("<code>{}</code>", parameter["name"].as_str().expect("a name"))), "{id}: {of}");
                }
                for (status, answer) in operation["responses"].as_object().expect("answers") {
                    assert!(status == "default" || of.contains(&format!(">{status}</b>")), "{id}: {status}");
                    assert!(of.contains(&written(answer["description"].as_str().expect("a sentence"))), "{id}: {status}");
                }
            }
            let of = &english[english.find(&format!("id=\"{id}\"")).expect("it is there")..];
            let of = &of[..of.find("</details>").expect("an end")];
            let is_closed = operation["security"]
                .as_array()
                .is_some_and(|ways| !ways.is_empty() && ways.iter().all(|way| way != &serde_json::json!({})));
            assert_eq!(of.contains("Anyone can call this"), !is_closed, "{id} says who may ask");
        }
    }
    assert!(operations > 50, "{operations}");
    for (shown, words) in [
        (&english, ["Parameters", "Answers", "required", "People and sign-in"]),
        (&japanese, ["パラメーター", "応答", "必須", "アカウントとログイン"]),
    ] {
        assert!(words.iter().all(|word| shown.contains(word)));
        assert!(shown.contains("href=\"/\"") && shown.contains("site.css"), "it is a page of the house, with a way back");
    }
}
