//! The pure language of data: no web framework, no runtime, no AWS, no clock of its own.
//!
//! An app declares its tables, keys, indexes and access patterns once; the kernel makes from that the keys that are written, the
//! queries that read them, the documents, and the tables that are created. Read in this order:
#![doc = ""]

// Values
pub mod number; // exact decimals of 38 digits
pub mod packed; // an item as bytes, decoded straight into its struct
pub mod value; // attribute values as DynamoDB has them

// The design
pub mod check; // what would not work on DynamoDB, found before it is built
pub mod design; // tables, indexes, entities, access patterns as data
pub mod entity; // structs that become items: the `entity!` macro
pub mod key; // templates, keys and ranges: everything about order
pub mod part; // what may stand in a key
pub mod report; // design -> Markdown, CreateTable, Terraform, CloudFormation; pictures of items

// The operations
pub mod expr; // conditions, updates, projections
pub mod op; // get, query, write, transact, batch as plain values

// The store
mod attempt; // writes whose condition decides
pub mod audit; // are the items as their design has them, and the indexes as the items?
pub mod capacity; // units as DynamoDB bills them
pub mod clock; // time as the caller tells it; retries
pub mod cursor; // positions that go out to clients
pub mod db; // what a repo works with
pub mod declared; // every operation is one that its pattern declares
pub mod error; // what every use case can answer instead of its result
pub mod expiry; // what is past its time is gone
pub mod feed; // what changed, in order, for whoever keeps a copy
pub mod ids; // ids as the caller makes them
pub mod latency; // how long a store request took: histogram and quantiles
pub mod limits; // DynamoDB's limits, checked before anything is sent
mod merged; // two ranges as one list
pub mod meter; // what each pattern has really cost
pub mod once; // a request that may be sent again
pub mod own; // one sees what one has just written
pub mod seal; // texts that go out and come back unread and unchanged
pub mod service; // clock, ids and patience of every service
pub mod store; // what a driver does, and what can go wrong

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use uuid;
