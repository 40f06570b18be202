//! Somebody in front of the browser, who knows the words of the pages in their language.

use std::path::PathBuf;

use chabudai_testkit::{Browser, Language, Page, Server, View};

/// A person, a page and a picture on their phone.
pub(crate) struct Person {
    pub(crate) page: Page,
    view: View,
    folder: tempfile::TempDir,
}

impl Person {
    pub(crate) fn sits_down(browser: &Browser, server: &Server, view: View) -> Self {
        Self { page: browser.open(&server.public_url, view), view, folder: tempfile::tempdir().expect("a folder") }
    }

    /// The same, at an address that the server does not know itself by.
    pub(crate) fn at(browser: &Browser, url: &str, view: View) -> Self {
        Self { page: browser.open(url, view), view, folder: tempfile::tempdir().expect("a folder") }
    }

    /// One of the two, by the person's language.
    pub(crate) fn say<'a>(&self, japanese: &'a str, english: &'a str) -> &'a str {
        match self.view.language {
            Language::Japanese => japanese,
            Language::English => english,
        }
    }

    pub(crate) fn sees(&self, japanese: &str, english: &str) {
        self.page.see(self.say(japanese, english));
    }

    pub(crate) fn taps(&self, japanese: &str, english: &str) {
        self.page.click_text(self.say(japanese, english));
    }

    /// A photograph, larger than what is kept of it.
    pub(crate) fn photograph(&self) -> PathBuf {
        let file = self.folder.path().join("photo.png");
        let shade = |x: u32, y: u32| image::Rgb([(x / 8) as u8, (y / 8) as u8, 150]);
        image::RgbImage::from_fn(2000, 1500, shade).save(&file).expect("a picture is written");
        file
    }

    /// A file that is no picture.
    pub(crate) fn note(&self) -> PathBuf {
        let file = self.folder.path().join("note.png");
        std::fs::write(&file, "this is no picture").expect("a file is written");
        file
    }

    /// Makes a wardrobe and stands at its home. Returns its path.
    pub(crate) fn makes_a_wardrobe(&self) -> String {
        self.page.goto("/wardrobe");
        self.page.fill("#name", "わたしの服");
        self.taps("ワードローブを作る", "Create a wardrobe");
        self.sees("「わたしの服」を作りました", "“わたしの服” created");
        self.page.path()
    }

    /// Adds a garment without a picture.
    pub(crate) fn adds(&self, home: &str, name: &str, genre: &str) {
        self.page.goto(&format!("{home}/clothes/new"));
        self.page.fill("#name", name);
        self.page.check(&format!("input[name=genre][value={genre}]"));
        self.page.click(".foot-bar .primary");
        self.sees(&format!("「{name}」を追加しました"), &format!("“{name}” added"));
    }

    /// Saves an outfit of garments, in the order in which they are chosen.
    pub(crate) fn combines(&self, home: &str, name: &str, garments: &[&str]) {
        self.page.goto(&format!("{home}/outfits/new"));
        for garment in garments {
            self.page.check(&format!("input[name=clothing][data-name='{garment}']"));
        }
        self.page.fill("#name", name);
        self.page.click(".foot-bar .primary");
        self.sees(&format!("「{name}」を追加しました"), &format!("“{name}” added"));
    }

    /// The address of the first link to a garment, an outfit or a record with this name.
    pub(crate) fn opens(&self, name: &str) {
        let script = "const name = arguments[0]; const found = [...document.querySelectorAll('main a')].find(a => a.innerText.includes(name)); \
                      return found ? new URL(found.href).pathname + new URL(found.href).search : null";
        let path = self.page.run_script_with(script, &serde_json::json!([name]));
        self.page.goto(path.as_str().unwrap_or_else(|| panic!("there is no link to {name}: {}", self.page.whole_text())));
    }
}
