//! The screen, the colours and the language that a page is asked for with.

use serde_json::{Value, json};

/// What somebody sits in front of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// In CSS pixels, to the pixel: nothing is taken away for a scroll bar.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// Device pixels for a CSS pixel. Pictures come out larger by it.
    pub scale: f64,
    /// Whether the system prefers dark colours.
    pub dark: bool,
    /// The language of the browser and of what it asks for.
    pub language: Language,
    /// Whether the page's scripts run. The test's own scripts run in any case.
    pub javascript: bool,
    /// Whether the system lets things move. Without, pages that heed it come to rest at once, and tests need not wait for that.
    pub motion: bool,
}

/// A language that the house speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// 日本語
    Japanese,
    /// English
    English,
}

impl View {
    /// A phone held upright: 390 × 844, light, Japanese, with JavaScript, nothing moves.
    pub const fn phone() -> Self {
        Self { width: 390, height: 844, scale: 1.0, dark: false, language: Language::Japanese, javascript: true, motion: false }
    }

    /// A computer: 1280 × 800, otherwise as the phone.
    pub const fn desk() -> Self {
        Self { width: 1280, height: 800, ..Self::phone() }
    }

    /// Phone and desk, light and dark, Japanese and English, with and without JavaScript: all sixteen.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..16_u8).map(|number| {
            let chosen = |bit: u8| number & bit != 0;
            let screen = if chosen(8) { Self::desk() } else { Self::phone() };
            let language = if chosen(2) { Language::English } else { Language::Japanese };
            Self { dark: chosen(4), language, javascript: !chosen(1), ..screen }
        })
    }

    /// The same in dark colours.
    pub const fn dark(self) -> Self {
        Self { dark: true, ..self }
    }

    /// The same in English.
    pub const fn english(self) -> Self {
        Self { language: Language::English, ..self }
    }

    /// The same without JavaScript.
    pub const fn without_javascript(self) -> Self {
        Self { javascript: false, ..self }
    }

    /// The same where things may move.
    pub const fn with_motion(self) -> Self {
        Self { motion: true, ..self }
    }

    /// The same on a screen with this many device pixels for a CSS pixel.
    pub const fn at_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// The commands of Chromium's own protocol that make it so.
    pub(super) fn commands(&self) -> [(&'static str, Value); 3] {
        [
            (
                "Emulation.setDeviceMetricsOverride",
                json!({ "width": self.width, "height": self.height, "deviceScaleFactor": self.scale, "mobile": false }),
            ),
            ("Emulation.setEmulatedMedia", self.media()),
            ("Emulation.setScriptExecutionDisabled", json!({ "value": !self.javascript })),
        ]
    }

    /// What the system prefers, as `Emulation.setEmulatedMedia` takes it.
    pub(super) fn media(&self) -> Value {
        let (colours, motion) = (if self.dark { "dark" } else { "light" }, if self.motion { "no-preference" } else { "reduce" });
        json!({ "features": [
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": motion },
        ] })
    }
}

impl Language {
    /// As HTML and HTTP write it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Japanese => "ja",
            Self::English => "en",
        }
    }

    /// What a browser of this language prefers, best first, as its settings have it.
    pub(super) const fn preferences(self) -> &'static str {
        match self {
            Self::Japanese => "ja,en-US,en",
            Self::English => "en-US,en",
        }
    }
}
