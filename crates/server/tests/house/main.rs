//! The house as a client and its operator meet it: the real program, over HTTP.

mod closet; // one wardrobe and the requests that fill it
mod place; // the program, on each store
mod visitor; // somebody at the pages without a browser

mod access;
mod api_page;
mod clothes;
mod cloudformation;
mod crash;
mod demo;
mod design_page;
mod files;
mod front;
mod fuzz;
mod histories;
mod jobs;
mod kept;
mod kondate;
mod kondate_catalog;
mod kondate_faults;
mod kondate_guests; // whoever comes by a link, and whose what is
mod kondate_notices;
mod kondate_sharing; // recipes in and out
mod kondate_till; // what is bought, and paid every month
mod letter;
mod mail;
mod mine;
mod moving;
mod oidc;
mod okusuri;
mod okusuri_pages;
mod openapi;
mod operator;
#[cfg(unix)]
mod operator_socket;
mod outfits;
mod outward;
mod passkeys; // by pages and by the API
mod payments;
mod people;
mod permissions;
mod pictures;
mod problems;
mod proof;
mod quotas;
mod rates;
mod repeat;
mod secrets;
mod security;
mod smoke;
mod tables;
mod tokens;
mod two_servers;
mod walls;
mod wardrobes;
