//! Two servers on one store: what each of them decides is decided by the store.

use std::thread;

use chabudai_testkit::{Place, Server};
use serde_json::json;

use crate::closet::{Closet, text};
use crate::place;

/// Servers of one house have the same secret.
const SECRET: &str = "the secret of two servers, 32 ch";

fn start(place: &Place) -> Server {
    place.start(&["--root-secret", SECRET])
}

#[test]
fn records_through_two_servers_all_count() {
    let place = place::dynamodb();
    let servers = [start(&place), start(&place)];
    let closet = Closet::make(&servers[0]);
    let closets = servers.each_ref().map(|server| Closet { server, id: closet.id.clone() });
    let garment = closet.garments(1);
    let body = json!({ "date": "20260103", "clothingIds": garment });
    let recorded: Vec<String> = thread::scope(|scope| {
        let wear = |closet: &Closet<'_>| {
            let answer = closet.post("/histories", &body);
            // Whoever was in the way too often is told so, and nothing is counted.
            match answer.status {
                201 => Some(text(&answer.json()["historyId"])),
                409 => None,
                other => panic!("{other}: {}", answer.text()),
            }
        };
        let writers: Vec<_> = (0..40)
            .map(|n| {
                scope.spawn({
                    let closet = &closets[n % 2];
                    move || wear(closet)
                })
            })
            .collect();
        writers.into_iter().filter_map(|writer| writer.join().expect("no writer fails")).collect()
    });
    assert!(recorded.len() >= 20, "hardly anybody came through: {}", recorded.len());
    assert_eq!(closets[1].worn(&garment[0]), (recorded.len() as u64, json!("20260103")));
    assert_eq!(closet.all("/histories", "historyId").len(), recorded.len());
    place.run(&["check", "wardrobe"]).succeeded();

    let mut left = recorded.len() as u64;
    for record in recorded.iter().take(10) {
        let at = format!("/histories/{record}");
        let mut twice: Vec<u16> = thread::scope(|scope| {
            let removers: Vec<_> = closets.iter().map(|closet| scope.spawn(|| closet.delete(&at).status)).collect();
            removers.into_iter().map(|remover| remover.join().expect("no remover fails")).collect()
        });
        twice.sort_unstable();
        assert_eq!(twice, [204, 404], "one of two removals finds nothing");
        left -= 1;
    }
    assert_eq!(closet.worn(&garment[0]).0, left);
    place.run(&["check", "wardrobe"]).succeeded();
}

#[test]
fn a_browser_has_a_note_of_what_it_wrote_where_indexes_lag() {
    for (place, is_noted) in [(place::embedded(), false), (place::dynamodb(), true)] {
        let servers: Vec<Server> = (0..=usize::from(is_noted)).map(|_| start(&place)).collect();
        let closet = Closet::make(&servers[0]);
        let made = closet.post("/clothing", &json!({ "name": "藍", "genre": "tops" })).expect(201);
        let note = made.header("set-cookie").filter(|cookie| cookie.starts_with("chabudai_recent="));
        assert_eq!(note.is_some(), is_noted, "{note:?}");
        // The note is good at the other server, and reading alone makes none.
        if let Some(note) = note {
            let kept = note.split(';').next().unwrap();
            let path = closet.at("/clothing");
            let listed = servers[1].ask("GET", &path).header("cookie", kept).send().expect(200);
            assert_eq!(listed.json()["items"].as_array().unwrap().len(), 1);
            assert_eq!(listed.header("set-cookie"), None);
        }
    }
}
