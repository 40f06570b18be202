//! The answers carry what DynamoDB says they consumed.

use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Scan, Transact, TransactGet};
use chabudai_kernel::store::{Spent, Store as _};

use crate::setting::{THINGS, now, put, store, thing};

#[tokio::test]
async fn reads_and_writes_are_billed_by_size() {
    let store = store("billed").await;
    let (small, large) = (thing("small", 100), thing("large", 5000));
    let bytes = |spent: Spent| (spent.requests, spent.read_units, spent.write_units, spent.items, spent.bytes);
    let (few, many) = (small.view().size() as u64, large.view().size() as u64);

    let written = store.write(&put(&THINGS, large.clone()).into(), now()).await.unwrap().spent;
    assert_eq!(bytes(written), (1, 0.0, 5.0, 1, many));
    let batch = [BatchWrite::Put(put(&THINGS, small.clone())), BatchWrite::Put(put(&THINGS, large.clone()))];
    let written = store.batch_write(&batch, now()).await.unwrap();
    assert_eq!((written.value, bytes(written.spent)), (vec![], (1, 0.0, 6.0, 2, few + many)));
    let transact = Transact::of([put(&THINGS, small).into(), put(&THINGS, large.clone()).into()]);
    let written = store.transact(&transact, now()).await.unwrap().spent;
    assert_eq!(bytes(written), (1, 0.0, 12.0, 2, few + many));

    let get = Get::new(&THINGS, ItemKey::hash_only("large"));
    let read = store.get(&get, now()).await.unwrap();
    assert_eq!((read.value, bytes(read.spent)), (Some(large), (1, 1.0, 0.0, 1, many)));
    let read = store.get(&get.clone().consistent(), now()).await.unwrap().spent;
    assert_eq!(bytes(read), (1, 2.0, 0.0, 1, many));
    let missing = store.get(&Get::new(&THINGS, ItemKey::hash_only("missing")), now()).await.unwrap();
    assert_eq!((missing.value, bytes(missing.spent)), (None, (1, 0.5, 0.0, 0, 0)));
    let keys = ["small", "large", "missing"].map(|id| (&THINGS, ItemKey::hash_only(id)));
    let read = store.batch_get(&BatchGet { keys: keys.to_vec(), ..BatchGet::default() }, now()).await.unwrap().spent;
    assert_eq!(bytes(read), (1, 2.0, 0.0, 2, few + many));
    let read = store.transact_get(&TransactGet { gets: vec![get] }, now()).await.unwrap().spent;
    assert_eq!(bytes(read), (1, 4.0, 0.0, 1, many));
    let read = store.scan(&Scan::of(&THINGS), now()).await.unwrap().spent;
    assert_eq!(bytes(read), (1, 1.0, 0.0, 2, few + many));
}
