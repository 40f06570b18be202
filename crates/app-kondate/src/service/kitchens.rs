//! Founding a kitchen, inviting, coming, leaving, handing over.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::db::Run;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;
use sha2::{Digest as _, Sha256};

use super::names::check_name;
use super::plan::check_servings;
use super::{Cook, Service, held, is_replayed};
use crate::design::{
    ACCEPT_INVITE, FOUND_KITCHEN, HAND_OVER, LEAVE_KITCHEN, READ_INVITE, RENAME_KITCHEN, REVOKE_INVITES, SET_SERVINGS, SWITCH_KITCHEN,
    WHO_IS_HERE, WRITE_INVITE,
};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{INVITED_FOR, Invite, Kitchen, KitchenId, LONGEST_KITCHEN_NAME, MOST_MEMBERS, Member, MemberRole, Membership, PersonId};
use crate::repo::kitchens::{self, Founding};

/// An invitation that was just written: what its link says is told once, and kept as a hash alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// What the link says.
    pub secret: String,
    /// Until when it works, in Unix seconds.
    pub until: i64,
}

/// What an invitation says to whoever opens it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invited {
    /// Into which kitchen.
    pub kitchen: KitchenId,
    /// What that is called.
    pub kitchen_name: String,
    /// Who invites.
    pub inviter_name: String,
}

fn hash_of(secret: &str) -> Word {
    Word::new(URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()))).expect("base64 is a word")
}

const NO_INVITATION: KondateError = KondateError::NotFound("invitation");

impl Service {
    /// The kitchens of a person, the one that they are in first. Whoever is in none is given one: their first has their own id.
    pub async fn kitchens(&self, person: &PersonId, name: &str) -> Result<Vec<Membership>> {
        let mut mine = kitchens::of(&self.base.db, person).await?;
        if mine.is_empty() {
            // The first one may be there without them: they have left it to others, or deleted it and may want it back.
            for id in [KitchenId::first_of(person), self.ulid().into()] {
                mine.extend(self.found(self.base.db.run(&FOUND_KITCHEN), person, name, id, "", Founding::Only, None).await?);
                if mine.is_empty() {
                    // Another request of theirs may have made it.
                    mine = kitchens::of(&self.base.db, person).await?;
                }
                if !mine.is_empty() {
                    break;
                }
            }
        }
        mine.sort_by(|one, other| other.last_used_at.cmp(&one.last_used_at).then_with(|| one.kitchen_id.cmp(&other.kitchen_id)));
        Ok(mine)
    }

    /// The kitchen that somebody is in, or another of theirs by its id. One that is not theirs is not there.
    pub async fn enter(&self, person: &PersonId, name: &str, which: Option<&KitchenId>) -> Result<Membership> {
        let mine = self.kitchens(person, name).await?;
        let wanted = |membership: &Membership| which.is_none_or(|which| membership.kitchen_id == *which);
        mine.into_iter().find(wanted).ok_or(KondateError::NotFound("kitchen"))
    }

    /// Makes another kitchen, and goes there.
    pub async fn add_kitchen(&self, person: &PersonId, name: &str, called: &str, once: Option<&Once>) -> Result<Membership> {
        let called = named(called)?;
        // What somebody does outside of their kitchens is kept where the first of them is.
        let theirs = KitchenId::first_of(person);
        if let Some(made) = self.made_before(&theirs, once).await? {
            return self.kitchen_made(person, &made).await;
        }
        // The kitchen with their own id is the one that they publish from. Whoever came by an invitation, and has none yet, gets it now.
        let run = self.base.db.run(&FOUND_KITCHEN);
        let mut outcome = self.found(run, person, name, theirs.clone(), &called, Founding::More, once).await;
        if outcome == Ok(None) {
            outcome = self.found(run, person, name, self.ulid().into(), &called, Founding::More, once).await;
        }
        if is_replayed(&outcome) {
            let made = self.made_before(&theirs, once).await?.ok_or(KondateError::Busy)?;
            return self.kitchen_made(person, &made).await;
        }
        outcome?.ok_or(KondateError::Busy)
    }

    async fn kitchen_made(&self, person: &PersonId, made: &str) -> Result<Membership> {
        let mine = kitchens::of(&self.base.db, person).await?;
        mine.into_iter().find(|one| one.kitchen_id.as_str() == made).ok_or(KondateError::NotFound("kitchen"))
    }

    /// A kitchen with one person in it; nothing if it is there.
    #[expect(clippy::too_many_arguments, reason = "who, where, how it is called, on which terms: each once")]
    async fn found(
        &self,
        run: Run<'_>,
        person: &PersonId,
        name: &str,
        id: KitchenId,
        called: &str,
        founding: Founding,
        once: Option<&Once>,
    ) -> Result<Option<Membership>> {
        let now = self.now();
        let kitchen = Kitchen::new(id.clone(), person.clone(), called.to_owned(), now);
        let member =
            Member { kitchen: id.clone(), person_id: person.clone(), name: name.to_owned(), role: MemberRole::Owner, joined_at: now };
        let membership =
            Membership { person: person.clone(), kitchen_id: id, name: called.to_owned(), last_used_at: self.base.now_millis() };
        self.base
            .persist(|| async {
                let writes = kitchens::found(&kitchen, &member, &membership, founding);
                let theirs = KitchenId::first_of(person);
                match self.make(run, &theirs, writes, membership.kitchen_id.as_str(), once).await {
                    Ok(()) => Ok(Some(membership.clone())),
                    Err(KondateError::Store(error)) if error.condition_failed_at(0) => Ok(None),
                    Err(KondateError::Store(error)) if error.condition_failed_at(3) => match founding {
                        Founding::More => Err(KondateReason::TooManyKitchens.into()),
                        Founding::Only => Ok(None),
                    },
                    Err(error) => Err(error),
                }
            })
            .await
    }

    /// Goes to another of one's kitchens.
    pub async fn switch(&self, person: &PersonId, kitchen: &KitchenId) -> Result<()> {
        let chosen = kitchens::choose(person, kitchen, self.base.now_millis());
        held(self.base.db.run(&SWITCH_KITCHEN).attempt_one(chosen).await?, || KondateError::NotFound("kitchen"))
    }

    /// Whose a kitchen is and who is in it, whoever has been there longest first.
    pub async fn who_is_here(&self, kitchen: &KitchenId) -> Result<(Kitchen, Vec<Member>)> {
        let (found, mut members) = kitchens::with_members(self.base.db.run(&WHO_IS_HERE), kitchen).await?;
        by_age(&mut members);
        Ok((found.ok_or(KondateError::NotFound("kitchen"))?, members))
    }

    /// Invites somebody by a link that works once and for a week.
    pub async fn invite(&self, kitchen: &KitchenId, owner: &PersonId, name: &str) -> Result<Invitation> {
        let secret = secret()?;
        let now = self.base.db.clock().now().0;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&WRITE_INVITE);
                let found = kitchens::get(run, kitchen).await?.ok_or(KondateError::NotFound("kitchen"))?;
                if found.owner_id != *owner {
                    return Err(KondateReason::NotOwner.into());
                }
                let invite = Invite {
                    hash: hash_of(&secret),
                    kitchen_id: kitchen.clone(),
                    kitchen_name: found.name,
                    invited_by: owner.clone(),
                    inviter_name: name.to_owned(),
                    series: found.invite_series,
                    used_by: None,
                    created_at: self.now(),
                    ttl: now + INVITED_FOR,
                };
                run.commit(kitchens::invite(&invite)).await?;
                Ok(Invitation { secret: secret.clone(), until: invite.ttl })
            })
            .await
    }

    /// What an invitation says, while it works.
    pub async fn invited(&self, secret: &str) -> Result<Invited> {
        let run = self.base.db.run(&READ_INVITE);
        let invite = kitchens::invitation(run, &hash_of(secret)).await?.filter(|invite| invite.used_by.is_none()).ok_or(NO_INVITATION)?;
        let kitchen = kitchens::get(run, &invite.kitchen_id).await?.ok_or(NO_INVITATION)?;
        if kitchen.invite_series != invite.series {
            return Err(NO_INVITATION);
        }
        Ok(Invited { kitchen: kitchen.kitchen, kitchen_name: kitchen.name, inviter_name: invite.inviter_name })
    }

    /// Comes into a kitchen by an invitation. Whoever is in it already stays, and the link is good for somebody else.
    pub async fn accept(&self, secret: &str, person: &PersonId, name: &str) -> Result<KitchenId> {
        let hash = hash_of(secret);
        self.base
            .persist(|| async {
                let run = self.base.db.run(&ACCEPT_INVITE);
                let invite = kitchens::invitation(run, &hash).await?.ok_or(NO_INVITATION)?;
                match &invite.used_by {
                    // It was they who came by it, and the answer did not reach them.
                    Some(by) if by == person => return Ok(invite.kitchen_id),
                    Some(_) => return Err(NO_INVITATION),
                    None => {}
                }
                let id = invite.kitchen_id.clone();
                let (kitchen, role, joined_at) = (id.clone(), MemberRole::Member, self.now());
                let member = Member { kitchen, person_id: person.clone(), name: name.to_owned(), role, joined_at };
                let found = kitchens::get(run, &id).await?.ok_or(NO_INVITATION)?;
                let (name, last_used_at) = (found.name, self.base.now_millis());
                let membership = Membership { person: person.clone(), kitchen_id: id.clone(), name, last_used_at };
                match run.commit(kitchens::accept(&invite, &member, &membership)).await {
                    Ok(()) => Ok(id),
                    Err(error) => not_accepted(&error, &invite).map_or_else(|| Err(error.into()), |told| told.map(|()| id)),
                }
            })
            .await
    }

    /// Nobody comes in by a link that was sent so far.
    pub async fn revoke_invitations(&self, kitchen: &KitchenId, owner: &PersonId) -> Result<()> {
        held(self.base.db.run(&REVOKE_INVITES).attempt_one(kitchens::revoke(kitchen, owner)).await?, || KondateReason::NotOwner.into())
    }

    /// Somebody leaves: by themselves, or because the owner wants it. When the owner leaves, the family keeps everything: the kitchen goes to
    /// whoever has been there longest.
    pub async fn leave(&self, kitchen: &KitchenId, who: &PersonId, by: &PersonId) -> Result<()> {
        let _turn = self.queue(kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&LEAVE_KITCHEN);
                let (found, mut members) = kitchens::with_members(run, kitchen).await?;
                let found = found.ok_or(KondateError::NotFound("kitchen"))?;
                by_age(&mut members);
                let is_here = |person: &PersonId| members.iter().any(|member| member.person_id == *person);
                if !is_here(by) {
                    return Err(KondateError::NotFound("kitchen"));
                }
                if by != who && found.owner_id != *by {
                    return Err(KondateReason::NotOwner.into());
                }
                if !is_here(who) {
                    return Err(KondateError::NotFound("member"));
                }
                let Some(heir) = members.iter().find(|member| member.person_id != *who) else {
                    return Err(KondateReason::LastMember.into());
                };
                let heir = (found.owner_id == *who).then_some(&heir.person_id);
                Ok(run.commit(kitchens::leave(&found, who, by, heir)).await?)
            })
            .await
    }

    /// The kitchen is somebody else's who is in it.
    pub async fn hand_over(&self, kitchen: &KitchenId, owner: &PersonId, heir: &PersonId) -> Result<()> {
        if owner == heir {
            return Ok(());
        }
        self.base
            .persist(|| async {
                match self.base.db.run(&HAND_OVER).commit(kitchens::hand_over(kitchen, owner, heir)).await {
                    Err(error) if error.condition_failed_at(0) => Err(KondateReason::NotOwner.into()),
                    Err(error) if error.condition_failed_at(2) => Err(KondateError::NotFound("member")),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// The kitchen has another name.
    pub async fn rename_kitchen(&self, kitchen: &KitchenId, owner: &PersonId, called: &str) -> Result<()> {
        let called = named(called)?;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&RENAME_KITCHEN);
                let (found, members) = kitchens::with_members(run, kitchen).await?;
                let found = found.ok_or(KondateError::NotFound("kitchen"))?;
                if found.owner_id != *owner {
                    return Err(KondateReason::NotOwner.into());
                }
                Ok(run.commit(kitchens::rename(&found, &members, &called)).await?)
            })
            .await
    }

    /// For so many is usually cooked here, or for as many as each recipe says: what is planned from now on is for that many.
    pub async fn cook_usually_for(&self, cook: &Cook, servings: Option<u32>) -> Result<()> {
        check_servings(servings)?;
        let kept = self.base.db.run(&SET_SERVINGS).attempt_one(kitchens::set_servings(&cook.kitchen, servings)).await?;
        held(kept, || KondateError::NotFound("kitchen"))
    }
}

/// Why somebody did not come in, if it is not that others were writing the same. That they are there already is no reason.
fn not_accepted(error: &StoreError, invite: &Invite) -> Option<Result<()>> {
    if error.condition_failed_at(2) || error.condition_failed_at(3) {
        return Some(Ok(()));
    }
    if error.condition_failed_at(4) {
        return Some(Err(KondateReason::TooManyKitchens.into()));
    }
    if error.condition_failed_at(1) {
        let kitchen = error.found_at(1).and_then(|item| Kitchen::from_item(item.view()).ok());
        return match kitchen {
            Some(kitchen) if kitchen.invite_series != invite.series => Some(Err(NO_INVITATION)),
            Some(kitchen) if kitchen.members >= MOST_MEMBERS => Some(Err(KondateReason::KitchenFull.into())),
            // It has another name by now: once more.
            Some(_) => None,
            None => Some(Err(NO_INVITATION)),
        };
    }
    None
}

fn by_age(members: &mut [Member]) {
    members.sort_by(|one, other| one.joined_at.cmp(&other.joined_at).then_with(|| one.person_id.cmp(&other.person_id)));
}

fn named(name: &str) -> Result<String> {
    let name = name.trim();
    check_name("name", "kondate.kitchen_name", "A kitchen's name has 1 to 40 characters.", name, LONGEST_KITCHEN_NAME)?;
    Ok(name.to_owned())
}

fn secret() -> Result<String> {
    let mut bytes = [0u8; 24];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
