//! Devices that messages reach.

use std::marker::PhantomData;

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchWrite, Check, Get, Put, Query, Transact, Write};
use chabudai_kernel::part::Word;

use super::{Repo, is_there};
use crate::error::Result;
use crate::model::{DeviceList, Kind, PushDevice, Session, UserId};
use crate::patterns::Patterns;
use crate::people::People;

impl<T: People> Repo<T> {
    /// ID-43: somebody's devices, of every platform.
    pub async fn devices(&self, user: &UserId) -> Result<Vec<PushDevice<T>>> {
        let query = Query::table(T::TABLE, PushDevice::<T>::PK.of((user.clone(),)))
            .range(PushDevice::<T>::SK.starting(()))
            .filter(attr("Type").eq(Kind::PushDevice.as_str()))
            .consistent();
        Ok(self.db.run(Patterns::<T>::DEVICES).all(query).await?)
    }

    /// ID-44, to be answered step by step.
    pub fn registering(&self) -> Run<'_> {
        self.db.run(Patterns::<T>::REGISTER_DEVICE)
    }

    /// ID-44: how often a device was added so far. To be read before the list that one is added to.
    pub async fn registered(&self, run: Run<'_>, user: &UserId) -> Result<u64> {
        let found: Option<DeviceList<T>> = run.get(Get::new(T::TABLE, DeviceList::<T>::key(user.clone())).consistent()).await?;
        Ok(found.map_or(0, |list| list.count))
    }

    /// ID-44: a device more, if nobody else has added one since; or one that is there, with new keys. Nobody who was forgotten gets one.
    pub async fn register(&self, run: Run<'_>, device: &PushDevice<T>, so_far: Option<u64>) -> Result<()> {
        let put = Put::of(device);
        // One that was forgotten meanwhile is a device more, and is counted as such the next time.
        let put = if so_far.is_some() { put } else { put.only_if(attr("PK").exists()) };
        let mut writes = vec![put.into(), is_there::<T>(&device.user_id)];
        // Nor anybody who was signed out meanwhile.
        writes.extend(device.data.session_id.as_ref().map(|session| {
            let key = Session::<T>::key(device.user_id.clone(), session.clone());
            Write::from(Check { table: T::TABLE, key, condition: attr("PK").exists() })
        }));
        writes.extend(so_far.map(|so_far| {
            let list = Put::of(&DeviceList::<T> { user_id: device.user_id.clone(), count: so_far + 1, of: PhantomData });
            if so_far == 0 { list.if_absent().into() } else { list.only_if(attr("Count").eq(so_far)).into() }
        }));
        Ok(run.commit(Transact::of(writes)).await?)
    }

    /// ID-45: devices less. One that is gone already is no error: it may have unsubscribed by itself.
    pub async fn forget_devices(&self, user: &UserId, devices: impl IntoIterator<Item = (Word, Word)>) -> Result<()> {
        let delete = |(platform, device)| BatchWrite::Delete(T::TABLE, PushDevice::<T>::key(user.clone(), platform, device));
        let deletes: Vec<BatchWrite> = devices.into_iter().map(delete).collect();
        if deletes.is_empty() {
            return Ok(());
        }
        Ok(self.db.run(Patterns::<T>::FORGET_DEVICES).batch_write(deletes).await?)
    }
}
