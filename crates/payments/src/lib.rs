#![doc = include_str!("../README.md")]

mod account; // sellers, who are paid out
mod card; // what is kept of a card
mod charge; // money taken by a stored card, and given back
mod checkout; // Stripe's own page to pay on
mod client; // one request, tried again under the same key
mod customer; // who pays
mod error; // what can go wrong
mod event; // what Stripe tells by itself, signed
mod form; // parameters as Stripe takes them
mod meter; // what was asked, and how it went
mod payments; // the port
mod read; // how Stripe's objects are read
mod subscription; // what is paid every month

pub use account::{Account, NewAccount};
pub use card::{Card, SetupIntent, SetupStatus};
pub use charge::{NewCharge, PaymentIntent, PaymentIntentStatus, Refund, RefundStatus};
pub use checkout::{CheckoutMode, CheckoutSession, CheckoutStatus, Destination, Item, Locale, NewCheckout, PaymentStatus};
pub use client::Limits;
pub use customer::{Customer, NewCustomer};
pub use error::PaymentError;
pub use event::{Event, EventObject, LARGEST_EVENT, TOLERANCE_SECONDS};
pub use meter::{Meter, Reading};
pub use payments::{Payments, STRIPE, STRIPE_VERSION, Settings};
pub use read::Metadata;
pub use subscription::{Subscription, SubscriptionStatus};
