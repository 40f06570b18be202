//! Every dish has a picture of its own, small, safe and the same every time.

use std::collections::BTreeMap;

use chabudai_food::cookbook;
use chabudai_food::picture::{Fault, Picture};

/// Elements and attributes, read as strictly as XML is: every tag is closed, every value quoted, nothing stands between the tags.
fn elements(svg: &str) -> Vec<(String, Vec<(String, String)>)> {
    let (mut rest, mut open, mut all) = (svg, Vec::new(), Vec::new());
    while !rest.is_empty() {
        let end = rest.find('>').expect("a tag ends");
        let tag = rest.strip_prefix('<').expect("nothing stands between tags").get(..end - 1).expect("a tag has a name");
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed in order");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut values) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while !values.is_empty() {
            let (key, value) = values.split_once("=\"").expect("a quoted value");
            let (value, after) = value.split_once('"').expect("a value ends");
            assert!(!value.contains(['<', '&']), "{value}");
            assert!(attributes.iter().all(|(known, _)| *known != key), "{key} twice");
            attributes.push((key.to_owned(), value.to_owned()));
            values = after.strip_prefix(' ').unwrap_or(after);
        }
        if !closed {
            open.push(name.to_owned());
        }
        all.push((name.to_owned(), attributes));
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

#[test]
fn a_picture_is_small_and_refers_to_nothing() {
    for dish in cookbook::dishes() {
        let svg = dish.picture();
        assert!(svg.len() <= 6 * 1024, "{}: {} bytes", dish.id, svg.len());
        let elements = elements(&svg);
        let (name, root) = &elements[0];
        assert_eq!(name, "svg");
        assert!(root.contains(&("viewBox".to_owned(), "0 0 200 200".to_owned())), "{}", dish.id);
        for (name, attributes) in &elements {
            assert!(["svg", "g", "path", "circle", "ellipse"].contains(&name.as_str()), "{}: {name}", dish.id);
            for (key, value) in attributes {
                // Without ids, any number of pictures may stand in one page; without references, none can reach out of it.
                let known =
                    ["xmlns", "viewBox", "aria-hidden", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity"];
                let placed = ["d", "cx", "cy", "r", "rx", "ry", "transform"];
                assert!(known.contains(&key.as_str()) || placed.contains(&key.as_str()), "{}: {key}", dish.id);
                assert!(!value.contains("NaN") && !value.contains("inf") && !value.contains("url"), "{}: {value}", dish.id);
            }
        }
    }
}

#[test]
fn no_two_dishes_look_alike() {
    let (mut texts, mut shapes) = (BTreeMap::new(), BTreeMap::new());
    for dish in cookbook::dishes() {
        if let Some(other) = texts.insert(dish.picture(), &dish.id) {
            panic!("{} is drawn as {other}", dish.id);
        }
        // Not only the places of things differ, but the things: the vessel aside, and whatever their order.
        let drawing = dish.drawing();
        let (_, parts) = drawing.shape().split_once(", ").expect("a vessel and more");
        let mut parts: Vec<&str> = parts.split(", ").filter(|part| *part != "steam").collect();
        parts.sort_unstable();
        if let Some(other) = shapes.insert(parts.join(", "), &dish.id) {
            panic!("{} has the parts of {other}", dish.id);
        }
    }
}

#[test]
fn a_picture_is_the_same_every_time() {
    for dish in cookbook::dishes() {
        assert_eq!(dish.picture(), dish.picture());
    }
}

#[test]
fn a_line_that_cannot_be_drawn_is_told() {
    let read = |lines: &[&str]| Picture::read(lines).map(|picture| picture.shape().to_owned());
    assert_eq!(read(&[]), Err(Fault::Empty));
    assert_eq!(read(&["bucket red"]), Err(Fault::Vessel("bucket red".to_owned())));
    assert_eq!(read(&["owan plaid"]), Err(Fault::Vessel("owan plaid".to_owned())));
    assert_eq!(read(&["owan red", "gravel grey"]), Err(Fault::Part("gravel".to_owned())));
    assert_eq!(read(&["owan red", "soup grey"]), Err(Fault::Word("grey".to_owned())));
    assert_eq!(read(&["owan red", "cubes tofu 5 left"]), Ok("owan red, cubes tofu".to_owned()));
}
