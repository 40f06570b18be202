//! Out of the catalog into a kitchen's book: a reference, counted once.

use chabudai_kernel::db::Run;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::UtcSeconds;

use super::catalog::starter;
use super::{Cook, Service};
use crate::design::{ALL_RECORDS, FORGET_SAVED, RERANK, SAVE, SAVED_RECIPES, SAVED_SETS};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{Bounded, Card, EntityType, KitchenId, NoticeKind, Notification, Saved, SavedCount, Target};
use crate::repo::{catalog, kitchens, notices};

impl Service {
    /// Into the book of this kitchen. Whoever says so twice has said it; what costs something has to be bought before.
    pub async fn save(&self, cook: &Cook, target: &Target) -> Result<Card> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SAVE);
                let of_starter = starter(target, cook.language).map(|(card, _)| card);
                let card = match &of_starter {
                    // Its record has a fixed key, and is read where it is.
                    Some(of_starter) => catalog::record(run, target, of_starter.created_at).await?,
                    None => Some(catalog::card_by_id(run, target).await?.ok_or(KondateError::NotFound(target.name()))?),
                };
                let is_first = card.is_none();
                let card = card.or(of_starter).ok_or(KondateError::NotFound(target.name()))?;
                let saved = Saved {
                    kitchen: cook.kitchen.clone(),
                    kind: target.kind(),
                    id: target.id(),
                    creator_id: card.creator_id.clone(),
                    created_at: card.created_at,
                    saved_at: self.now(),
                };
                let has_to_be_bought = self.is_sold_to(cook, &card);
                let (more, copied): (Write, Option<Write>) = if is_first {
                    let first = Card { saved_count: SavedCount::saturating(1), version: 1, updated_at: Some(self.now()), ..card.clone() };
                    let [record, copy] = catalog::first_saved(&first);
                    (record, Some(copy))
                } else if has_to_be_bought {
                    // Whoever has bought it may have it in their book, also where it is in no list any more.
                    (catalog::one_more_of_buyer(target, card.created_at).into(), None)
                } else {
                    (catalog::one_more(target, card.created_at).into(), None)
                };
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Saved, 1)]);
                let mut writes: Vec<Write> = vec![catalog::save(&saved).into(), more, counted.into()];
                if has_to_be_bought {
                    writes.push(catalog::is_bought(&cook.person, target).into());
                }
                let (kind, link) = match target {
                    Target::Recipe(id) => (NoticeKind::SavedRecipe, format!("/kondate/recipes/{id}")),
                    Target::Set(id) => (NoticeKind::SavedSet, format!("/kondate/sets/{id}")),
                };
                let about = (Some(card.title.clone()), Some(link));
                let notice = Notification::about(cook.person.clone(), kind, about.0, about.1, self.ulid().into(), self.base.now());
                writes.push(notices::tell(&notice).into());
                writes.extend(copied);
                match run.commit(Transact::of(writes)).await {
                    Err(error) if error.condition_failed_at(0) => Ok(card),
                    Err(error) if has_to_be_bought && error.condition_failed_at(3) => Err(KondateReason::Locked.into()),
                    Err(error) if error.condition_failed_at(2) => Err(KondateReason::Full.into()),
                    // It is not in the lists any more; or somebody else has made the record of a starter, which is looked at again.
                    Err(error) if !is_first && error.condition_failed_at(1) => Err(KondateError::NotFound(target.name())),
                    other => Ok(other.map(|()| card)?),
                }
            })
            .await
    }

    /// Out of the book of this kitchen. Whoever says so twice has said it; what never was in the catalog is not there.
    pub async fn unsave(&self, cook: &Cook, target: &Target) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        if self.unsave_in(&cook.kitchen, target).await? || starter(target, cook.language).is_some() {
            return Ok(());
        }
        let known = catalog::card_by_id(self.base.db.run(&SAVE), target).await?;
        known.map(|_| ()).ok_or(KondateError::NotFound(target.name()))
    }

    /// A kitchen that is about to go has nothing of the catalog any more: what it saved is counted there.
    pub(super) async fn unsave_all(&self, kitchen: &KitchenId) -> Result<()> {
        for (pattern, kind) in [(&SAVED_RECIPES, EntityType::Recipe), (&SAVED_SETS, EntityType::Set)] {
            for saved in catalog::all_saved(self.base.db.run(pattern), kitchen, kind).await? {
                let target = Target::new(kind, saved.id.as_str()).expect("the id of what was saved is a word");
                self.unsave_in(kitchen, &target).await?;
            }
        }
        Ok(())
    }

    /// Whether it was in the book.
    async fn unsave_in(&self, kitchen: &KitchenId, target: &Target) -> Result<bool> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SAVE);
                let Some(saved) = catalog::saved(run, kitchen, target).await? else { return Ok(false) };
                let gone = || Write::from(catalog::unsave(kitchen, target));
                let counted = || Write::from(kitchens::count(kitchen, &[(Bounded::Saved, -1)]));
                let less = catalog::one_less(target, saved.created_at).into();
                match run.commit(Transact::of([gone(), less, counted()])).await {
                    Err(error) if error.condition_failed_at(0) => {}
                    // Its record is gone, or counts nobody.
                    Err(error) if error.condition_failed_at(1) => run.commit(Transact::of([gone(), counted()])).await?,
                    other => other?,
                }
                Ok(true)
            })
            .await
    }

    /// The record of something has changed: its place among the popular ones follows; or it is gone, and so it is from every book.
    pub async fn follow_record(&self, target: &Target, created_at: UtcSeconds) -> Result<()> {
        let run = self.base.db.run(&RERANK);
        let record = catalog::record(run, target, created_at).await?;
        if let Some(card) = &record {
            copy_once(run, card).await?;
        }
        self.first_pages.forget();
        if record.is_none() { self.forget_saved(target, created_at).await } else { Ok(()) }
    }

    /// Every record, one after the other: nobody knows which of them have changed.
    pub async fn follow_all_records(&self) -> Result<()> {
        let run = self.base.db.run(&ALL_RECORDS);
        for kind in [EntityType::Recipe, EntityType::Set] {
            let mut after = None;
            loop {
                let (cards, next) = catalog::records(run, kind, after).await?;
                for card in cards {
                    copy_once(run, &card).await?;
                }
                match next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
        }
        self.first_pages.forget();
        Ok(())
    }

    async fn forget_saved(&self, target: &Target, created_at: UtcSeconds) -> Result<()> {
        let run = self.base.db.run(&FORGET_SAVED);
        // It may have been published again meanwhile under another record; rows of that one stay.
        for saved in catalog::who_saved(run, target).await?.into_iter().filter(|saved| saved.created_at == created_at) {
            let gone = catalog::unsave(&saved.kitchen, target).into();
            let counted = kitchens::count(&saved.kitchen, &[(Bounded::Saved, -1)]).into();
            match run.commit(Transact::of([gone, counted])).await {
                // Somebody else has taken it out, or the kitchen is gone with all that is in it.
                Err(error) if error.condition_failed_at(0) || error.condition_failed_at(1) => {}
                other => other?,
            }
        }
        Ok(())
    }
}

/// Copies a record as it was read. One that has changed meanwhile is told of again, one that is gone has no copy, and a later copy stays.
async fn copy_once(run: Run<'_>, card: &Card) -> Result<()> {
    match run.commit(catalog::copy_of_read(card)).await {
        Err(error) if error.condition_failed_at(0) || error.condition_failed_at(1) => Ok(()),
        other => Ok(other?),
    }
}
