//! The story that every store driver's tests run, on one file that all tests share.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use chabudai_kernel::store::Store;
use chabudai_store_conformance::tables;
use chabudai_store_embedded::{EmbeddedStore, Options};

static STORE: LazyLock<Arc<EmbeddedStore>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("embedded-conformance");
    // What an earlier run left; there is nothing the first time.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the build folder takes a folder");
    Arc::new(EmbeddedStore::open(&folder.join("story.db"), tables::ALL, Options::default()).expect("a fresh file opens"))
});

async fn store() -> Arc<dyn Store> {
    STORE.clone()
}

chabudai_store_conformance::conformance_tests!(store);
