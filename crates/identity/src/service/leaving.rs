//! Leaving: a mark, then every app forgets, the person last. Whatever is cut off in between is taken up by a job.

use std::marker::PhantomData;
use std::sync::Arc;

use chabudai_kernel::clock::retry_stale_reads;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use chabudai_web::route_cost;
use serde_json::{Map, Value};

use super::account::PATIENCE;
use super::{About, Letter, Service};
use crate::error::{IdentityError, Result};
use crate::leaving::{Leaving, LeavingData};
use crate::model::{Kind, Profile, UserId};
use crate::patterns::Patterns;
use crate::people::People;
use crate::repo;

/// An app that may know people.
#[derive(Clone)]
pub struct KnowsPeople {
    /// The app.
    pub app: &'static str,
    /// What it knows of them; none where this server has not opened it. It forgets them when one does.
    pub data: Option<Arc<dyn PersonalData>>,
}

impl<T: People> Service<T> {
    /// The same, in a house with these apps.
    pub fn with_apps(mut self, apps: Vec<KnowsPeople>) -> Self {
        self.apps = apps.into();
        self
    }

    /// Somebody wants to be forgotten, and has proven that it is they. From the mark on they are gone: nobody signs in as them any more. A letter
    /// says so. What could not be forgotten at once is by the next run of the job.
    pub async fn leave(&self, person: &Profile<T>) -> Result<()> {
        let leaving = self.mark(&person.user_id).await?;
        self.post.send(Letter { to: person.email.clone(), about: About::Deleted });
        if let Err(error) = self.finish(&leaving).await {
            tracing::warn!(%error, "somebody who left is not yet forgotten everywhere");
        }
        Ok(())
    }

    /// Forgets a person, by the operator's hand.
    pub async fn delete(&self, user: &UserId) -> Result<()> {
        let leaving = match self.mark(user).await {
            // One whose leaving was cut off at its very end.
            Err(IdentityError::NotFound(what)) => {
                let mut leaving = self.repo.leaving().await?.into_iter();
                leaving.find(|leaving| leaving.user_id == *user).ok_or(IdentityError::NotFound(what))?
            }
            marked => marked?,
        };
        self.finish(&leaving).await
    }

    /// Goes on where somebody's leaving was cut off; how many are forgotten, and how many are not yet.
    pub async fn finish_leaving(&self) -> Result<(u64, u64)> {
        let (mut done, mut failed) = (0, 0);
        for leaving in self.repo.leaving().await? {
            match self.finish(&leaving).await {
                Ok(()) => done += 1,
                Err(error) => {
                    tracing::warn!(%error, "somebody who left is not yet forgotten everywhere");
                    failed += 1;
                }
            }
        }
        Ok((done, failed))
    }

    async fn mark(&self, user: &UserId) -> Result<Leaving<T>> {
        let apps = self.apps.iter().map(|known| Word::new(known.app).expect("the name of an app is a word")).collect();
        let (user_id, created_at) = (user.clone(), self.base.now());
        let leaving = Leaving { user_id, kind: Kind::Leaving, data: LeavingData { apps }, created_at, of: PhantomData };
        let run = self.repo.db().run(Patterns::<T>::LEAVE);
        let commit = || async {
            match run.commit(Transact::of(repo::mark(&leaving))).await {
                Err(error) if error.condition_failed_at(1) => Err(IdentityError::NotFound("person")),
                other => Ok(other?),
            }
        };
        retry_stale_reads(self.repo.db().clock(), PATIENCE, commit).await?;
        Ok(leaving)
    }

    /// Every step can be done again, and by two at once.
    async fn finish(&self, leaving: &Leaving<T>) -> Result<()> {
        let user = &leaving.user_id;
        self.forget_in_apps(user, &leaving.data.apps).await;
        self.forget_person(user).await?;
        // What was written meanwhile by a request that began before.
        let (left, failed) = self.forget_in_apps(user, &leaving.data.apps).await;
        self.repo.has_left(user, &left).await?;
        // Somebody has to look after the others. Who is gone is gone, whether or not that could be seen to now; the next start sees to it too.
        if let Err(error) = self.settle_operator().await {
            tracing::warn!(%error, "nobody may be looking after this house");
        }
        failed.map_or(Ok(()), Err)
    }

    /// The apps that are open here forget somebody. Those that are not, and those that fail, are left: none of them holds up the others.
    async fn forget_in_apps(&self, user: &UserId, apps: &[Word]) -> (Vec<Word>, Option<IdentityError>) {
        let (mut left, mut failed) = (Vec::new(), None);
        for app in apps {
            // One that this program does not have any more keeps nothing that it could forget.
            let Some(known) = self.apps.iter().find(|known| known.app == app.as_str()) else { continue };
            match &known.data {
                Some(data) => {
                    if let Err(problem) = route_cost::for_the_house(data.forget(user)).await {
                        failed = Some(of_app(known.app, &problem));
                        left.push(app.clone());
                    }
                }
                None => left.push(app.clone()),
            }
        }
        (left, failed)
    }

    /// What the apps know of somebody, by the app's name.
    pub(super) async fn known_to_apps(&self, user: &UserId) -> Result<Value> {
        let mut known = Map::new();
        for KnowsPeople { app, data } in &*self.apps {
            if let Some(data) = data {
                let of_them = route_cost::for_the_house(data.export(user)).await.map_err(|problem| of_app(app, &problem))?;
                known.insert((*app).to_owned(), of_them);
            }
        }
        Ok(known.into())
    }
}

/// An app has not answered. It is asked again.
fn of_app(app: &str, problem: &Problem) -> IdentityError {
    IdentityError::Store(StoreError::Unavailable(format!("{app}: {}", problem.detail)))
}
