//! What a page says of itself as a whole: its address, its name, its site, its language.

use url::{Host, Url};

use crate::bounds;
use crate::clean;
use crate::found::{Found, How};
use crate::schema::absolute;
use crate::tree::{Id, Tree};

/// What addresses on the page are completed with.
pub(crate) fn base(tree: &Tree, url: Option<&str>) -> Option<Url> {
    let url = url.and_then(|url| Url::parse(url).ok());
    let base = tree.elements(Tree::root()).find(|&id| tree.is(id, "base")).and_then(|id| tree.attribute(id, "href"));
    match (base, &url) {
        (Some(base), Some(url)) => url.join(base).ok().or_else(|| Some(url.clone())),
        (Some(base), None) => Url::parse(base).ok(),
        (None, _) => url,
    }
}

/// `m.example.org` and `www.example.org` are of one site, `example.org` is of both.
fn is_same_site(one: &Url, other: &Url) -> bool {
    let (Some(Host::Domain(one)), Some(Host::Domain(other))) = (one.host(), other.host()) else {
        return one.host() == other.host() && one.port_or_known_default() == other.port_or_known_default();
    };
    let bare = |host: &str| host.trim_start_matches("www.").trim_start_matches("m.").to_owned();
    let (one, other) = (bare(one), bare(other));
    let is_below = |inner: &str, outer: &str| inner.strip_suffix(outer).is_some_and(|rest| rest.ends_with('.') && outer.contains('.'));
    one == other || is_below(&one, &other) || is_below(&other, &one)
}

/// Adds what is missing.
pub(crate) fn complete(found: &mut Found, tree: &Tree, base: Option<&Url>, url: Option<&str>) {
    let head = Head::of(tree);
    if found.title.is_empty() {
        found.title = title(tree, &head);
    }
    if found.how != How::JsonLd
        && let Some(typed) = head.get("og:title").and_then(|title| as_typed(&found.title, &title))
    {
        found.title = typed;
    }
    found.site_name = head.get("og:site_name").or(found.site_name.take());
    if found.image.is_none() {
        found.image = head.get("og:image").or_else(|| head.get("twitter:image")).and_then(|image| absolute(&image, base));
    }
    if found.description.is_none() {
        found.description = head.get("description").or_else(|| head.get("og:description"));
    }
    if found.author.is_none() {
        found.author = head.get("author").filter(|author| !author.starts_with("http")).map(|author| bounds::shorten(author, bounds::SHORT));
    }
    let own = head.canonical.and_then(|link| absolute(link, base)).or_else(|| head.get("og:url").and_then(|link| absolute(&link, base)));
    // Where it was fetched is known; what a page says of itself is believed about its own site alone.
    let fetched = url.and_then(|url| Url::parse(url).ok());
    let is_own = |said: &String| fetched.as_ref().is_none_or(|fetched| Url::parse(said).is_ok_and(|said| is_same_site(&said, fetched)));
    found.source_url = own.into_iter().chain(found.source_url.take()).find(is_own).or_else(|| fetched.as_ref().map(ToString::to_string));
    if found.language.is_none() {
        let lang = tree.elements(Tree::root()).find(|&id| tree.is(id, "html")).and_then(|id| tree.attribute(id, "lang"));
        found.language = lang.map(str::trim).filter(|lang| !lang.is_empty() && lang.len() < 20).map(str::to_owned);
    }
}

/// The elements of a page's head.
struct Head<'a> {
    metas: Vec<(&'a str, &'a str)>,
    canonical: Option<&'a str>,
    title: Option<Id>,
    first_heading: Option<Id>,
}

impl<'a> Head<'a> {
    fn of(tree: &'a Tree) -> Self {
        let mut head = Self { metas: Vec::new(), canonical: None, title: None, first_heading: None };
        for id in tree.elements(Tree::root()) {
            match tree.name(id) {
                Some("meta") if head.metas.len() < 500 => {
                    let name = tree.attribute(id, "property").or_else(|| tree.attribute(id, "name"));
                    if let (Some(name), Some(content)) = (name, tree.attribute(id, "content")) {
                        head.metas.push((name, content));
                    }
                }
                Some("link") if tree.attribute(id, "rel") == Some("canonical") && head.canonical.is_none() => {
                    head.canonical = tree.attribute(id, "href");
                }
                Some("title") if head.title.is_none() => head.title = Some(id),
                Some("h1") if head.first_heading.is_none() && !tree.text(id).is_empty() => head.first_heading = Some(id),
                _ => {}
            }
        }
        head
    }

    fn get(&self, name: &str) -> Option<String> {
        let content = self.metas.iter().find(|(each, content)| each.eq_ignore_ascii_case(name) && !content.trim().is_empty());
        content.map(|(_, content)| clean::line(bounds::cut(content, bounds::RAW)))
    }
}

/// Programs that write pages bend apostrophes where they show them: what the page says of itself has them as somebody typed them, with the
/// name of the site behind.
fn as_typed(shown: &str, said: &str) -> Option<String> {
    let straight = |letter: char| if matches!(letter, '’' | '‘') { '\'' } else { letter };
    let length = shown.chars().count();
    let typed: String = said.chars().take(length).collect();
    let is_the_same = typed != shown && typed.chars().count() == length && shown.chars().map(straight).eq(typed.chars());
    is_the_same.then_some(typed)
}

/// The first heading; without one, what the page is called, without the name of its site.
fn title(tree: &Tree, head: &Head<'_>) -> String {
    let heading = head.first_heading.map(|id| tree.text(id));
    // A site's own name is a heading on some pages: then the page says elsewhere what it is about.
    let site = head.get("og:site_name").unwrap_or_default();
    let heading = heading.filter(|heading| !heading.eq_ignore_ascii_case(&site));
    let title =
        heading.or_else(|| head.get("og:title")).or_else(|| head.title.map(|id| clean::line(&tree.raw_text(id)))).unwrap_or_default();
    bounds::shorten(clean::line(&title), bounds::SHORT)
}
