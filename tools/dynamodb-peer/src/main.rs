//! An in-memory DynamoDB engine on a free loopback port.
//!
//! Prints the port on its first line, serves until its standard input ends: a test that dies takes its peer along.

use tokio::io::AsyncReadExt;

#[tokio::main]
async fn main() {
    let engine = dynoxide::Database::memory().expect("an in-memory database opens");
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a loopback port is free");
    println!("{}", listener.local_addr().expect("a bound listener has an address").port());
    let parent_gone = async {
        let mut rest = Vec::new();
        let _ = tokio::io::stdin().read_to_end(&mut rest).await;
    };
    tokio::select! {
        () = dynoxide::server::serve_on(listener, engine) => {}
        () = parent_gone => {}
    }
}
