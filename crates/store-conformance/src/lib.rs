//! What every store driver has to do, told as a story that each driver's tests run.
//!
//! A chapter is a module of tests over a [`Place`]: a store, and a name space of the test's own in it. A driver's whole test file is:
//!
//! ```ignore
//! async fn store() -> Arc<dyn Store> { /* a store that has `tables::ALL` */ }
//!
//! chabudai_store_conformance::conformance_tests!(store);
//! ```
//!
//! Beside the story: [`histories`] compares two stores step by step over random histories, [`faults`] wraps a store so that it fails
//! in the ways in which a distributed one does, [`peer`] starts a DynamoDB engine on this machine, and [`policy`] stands before it and
//! lets through what a generated policy allows.

mod chapters;
pub mod faults;
pub mod histories;
pub mod peer;
mod place;
pub mod policy;
pub mod replica;
pub mod tables;

use std::sync::Arc;

use chabudai_kernel::store::Store;
pub use place::Place;

macro_rules! run_by_name {
    (() $($chapter:ident { $($test:ident),+ $(,)? })+) => {
        /// Runs one test of a chapter on a store that has [`tables::ALL`]; panics where the store is not as it has to be.
        pub async fn run(chapter: &str, test: &str, store: Arc<dyn Store>) {
            let place = Place::new(store);
            match (chapter, test) {
                $($(
                    // Boxed one by one: together they would be one future of the size of all.
                    (stringify!($chapter), stringify!($test)) => Box::pin(chapters::$chapter::$test(place)).await,
                )+)+
                _ => panic!("there is no test {test} in the chapter {chapter}"),
            }
        }

        /// The name of every test, with its chapter.
        pub static STORY: &[(&str, &str)] = &[$($((stringify!($chapter), stringify!($test)),)+)+];
    };
}
for_every_test!([run_by_name]);

/// Makes a test of every test of the story, in a module per chapter.
///
/// Takes the name of an `async fn() -> Arc<dyn Store>` in the same module; the store it gives has [`tables::ALL`].
#[macro_export]
macro_rules! conformance_tests {
    ($store:ident) => {
        $crate::for_every_test!([$crate::conformance_tests_of] $store);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! conformance_tests_of {
    (($store:ident) $($chapter:ident { $($test:ident),+ $(,)? })+) => {
        $(mod $chapter {
            $(
                #[tokio::test]
                async fn $test() {
                    $crate::run(stringify!($chapter), stringify!($test), super::$store().await).await;
                }
            )+
        })+
    };
}
