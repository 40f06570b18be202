//! Items that nobody wrote one by one: the past of a demo, the load of a benchmark. No access pattern of an app puts them, so none pays.

use std::time::Duration;

use chabudai_kernel::db::Db;
use chabudai_kernel::limits;
use chabudai_kernel::op::BatchWrite;
use chabudai_kernel::store::StoreError;

/// How often what the store did not get to is written again.
const TRIES: u32 = 20;

/// Writes items as they are.
pub(crate) async fn fill(db: &Db, writes: &[BatchWrite]) -> Result<(), StoreError> {
    for some in writes.chunks(limits::BATCH_WRITE) {
        let (mut rest, mut tries) = (some.to_vec(), 0);
        loop {
            rest = db.store().batch_write(&rest, db.clock().now()).await?.value;
            if rest.is_empty() {
                break;
            }
            tries += 1;
            if tries == TRIES {
                return Err(StoreError::Throttled);
            }
            db.clock().sleep(Duration::from_millis(50 * u64::from(tries))).await;
        }
    }
    Ok(())
}
