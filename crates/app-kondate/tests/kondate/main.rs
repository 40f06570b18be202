//! Kondate on both stores: the letter of the design, a test per access pattern that holds it to its declared cost, a golden week, and rivals.

mod catalog;
mod check;
mod deleting;
mod design;
mod faults;
mod golden;
mod habits; // for how many, what is a guess, what nobody buys
mod kitchens;
mod late;
mod leaving;
mod letter;
mod limits;
mod notices; // what people are told, and what they have read
mod patterns;
mod pictures;
mod rivals;
mod second_thoughts;
mod sharing; // links, the calendar, imports
mod starters; // the same dishes in both languages
mod till; // what is bought, and paid every month
mod till_faults; // what a provider forgets, and what is sold and leaves
mod use_soon;
mod weight;
mod world;
