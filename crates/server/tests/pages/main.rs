//! The pages as people meet them: the real program, and a real browser where there is one.

/// A story as a test of some views. Each two of a phone or a desk, Japanese or English, scripts or none meet in one of the four.
macro_rules! in_every_view {
    ($story:ident) => {
        $crate::in_every_view! { $story;
            on_a_phone_in_japanese: View::phone();
            on_a_phone_in_english_without_scripts: View::phone().english().without_javascript();
            at_a_desk_in_english: View::desk().english();
            at_a_desk_in_japanese_without_scripts: View::desk().without_javascript();
        }
    };
    ($story:ident; $($name:ident: $view:expr;)*) => { $(#[test] fn $name() { $story($view); })* };
}
pub(crate) use in_every_view;

mod account; // tokens for programs, passwords that one can look at
mod contact_sheets; // every page at a glance, for looking
mod every_page; // accessibility, weight, stillness, both languages, on each page
mod every_width; // text that fits, on each page at each width
mod forms; // what protects forms, without a browser
mod kept; // a form that came too late
mod kondate; // a kitchen from its first plan to all cooked, alone and together
mod links; // every link leads somewhere
mod mine; // whose a wardrobe is: lists, a new address, the end
mod notices; // what people are told in Kondate
mod oidc; // signing in by an account elsewhere
mod okusuri; // days logged, corrected, looked back on
mod passkeys; // without a password
mod person; // somebody in front of the browser
mod reminders; // what arrives while no page is open
mod screenshots; // the pictures of the README
mod scripts; // what scripts add
mod sign_in; // joining, signing in, one's own account
mod story; // a wardrobe from its making to looking back
mod till; // what is bought, sold and paid every month
mod whole; // from an empty house to leaving it, with both apps
mod wide; // lists beside what was chosen of them

use chabudai_testkit::{Place, Server};

/// A server and the folder that its data is in.
struct House {
    server: Server,
    place: Place,
}

impl std::ops::Deref for House {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

impl House {
    fn at(place: Place, options: &[&str]) -> Self {
        Self { server: place.start(options), place }
    }
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_chabudai");

fn start(options: &[&str]) -> House {
    House::at(Place::new(PROGRAM), options)
}

/// An empty house.
fn house() -> House {
    start(&[])
}

/// A house with a year of everything in it, and the path of the wardrobe.
fn demo() -> (House, String) {
    demo_with(&[])
}

fn demo_with(options: &[&str]) -> (House, String) {
    let house = House::at(Place::demo(PROGRAM, env!("CARGO_TARGET_TMPDIR")), &[&["--demo"], options].concat());
    let [home, _] = house.place.demo_wardrobes();
    (house, home)
}
