//! Kitchens, who is in them, and invitations.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::api::{Api, operation};
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path};
use chabudai_web::line::Line;
use chabudai_web::people::{Caller, Person};
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{ID, RecipeRef};
use super::view::{DeletedView, KitchenView, MemberView};
use super::{Answer, AppState, At, List, data, kitchen_id, listed, once};
use crate::error::KondateError;
use crate::model::{KitchenId, LONGEST_KITCHEN_NAME};
use crate::service::{Invited, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let api = api
        .get(
            "/kitchens",
            list_kitchens,
            operation("listKitchens", "In which kitchens one is")
                .answers::<Data<Page<KitchenView>>>(200, "The one that was used last first."),
        )
        .post(
            "/kitchens",
            add_kitchen,
            operation("addKitchen", "Make another kitchen, and go there")
                .body::<KitchenName>()
                .repeatable()
                .answers::<Data<KitchenView>>(201, "The kitchen."),
        )
        .get(
            "/kitchens/{id}",
            get_kitchen,
            operation("getKitchen", "Who is in a kitchen").answers::<Data<WhoView>>(200, "Everybody in it."),
        )
        .patch(
            "/kitchens/{id}",
            rename_kitchen,
            operation("renameKitchen", "Rename one's kitchen").body::<KitchenName>().answers::<Data<WhoView>>(200, "As it is now."),
        )
        .delete(
            "/kitchens/{id}",
            delete_kitchen,
            operation("deleteKitchen", "Delete a kitchen that nobody else is in")
                .answers::<Data<DeletedView>>(200, "It is gone, and can be brought back for a day."),
        )
        .post(
            "/kitchens/{id}/restore",
            restore_kitchen,
            operation("restoreKitchen", "Bring a deleted kitchen back, and go there")
                .answers::<Data<KitchenView>>(200, "The kitchen, as it was."),
        )
        .post(
            "/kitchens/{id}/use",
            use_kitchen,
            operation("useKitchen", "Go to another of one's kitchens")
                .answers::<Data<UsedView>>(200, "What names no kitchen means this one from now on."),
        )
        .post(
            "/kitchens/{id}/owner",
            hand_over,
            operation("handOverKitchen", "Give one's kitchen to somebody who is in it")
                .body::<HeirInput>()
                .answers::<Data<WhoView>>(200, "As it is now."),
        );
    api.path::<MemberAt>()
        .delete(
            "/kitchens/{id}/members/{personId}",
            leave,
            operation("leaveKitchen", "Leave a kitchen, or have somebody leave one's own").answers::<Data<DeletedView>>(
                200,
                "They are not in it any more. When the owner leaves, it is theirs who has been there longest.",
            ),
        )
        .post(
            "/kitchens/{id}/invitations",
            invite,
            operation("inviteIntoKitchen", "Invite somebody into one's kitchen")
                .answers::<Data<InvitationView>>(200, "A secret that works once and for a week. It is told this once."),
        )
        .delete(
            "/kitchens/{id}/invitations",
            revoke,
            operation("revokeKitchenInvitations", "Take back every invitation that is under way")
                .answers::<Data<DeletedView>>(200, "None of them opens anything any more."),
        )
        .post(
            "/invitations/look",
            look,
            operation("lookAtKitchenInvitation", "Who invites, and into which kitchen")
                .body::<SecretInput>()
                .answers::<Data<InvitedView>>(200, "What it says."),
        )
        .post(
            "/invitations/accept",
            accept,
            operation("acceptKitchenInvitation", "Come into a kitchen")
                .body::<SecretInput>()
                .answers::<Data<WhoView>>(200, "The kitchen, and who is in it."),
        )
}

/// What a kitchen is called.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KitchenNameInput")]
#[serde(deny_unknown_fields)]
struct KitchenName {
    #[schemars(with = "Line<LONGEST_KITCHEN_NAME>")]
    name: String,
}

/// Whose it is to be.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KitchenHeirInput")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HeirInput {
    #[schemars(with = "RecipeRef")]
    person_id: Word,
}

/// What an invitation says.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KitchenSecretInput")]
#[serde(deny_unknown_fields)]
struct SecretInput {
    #[schemars(regex(pattern = r"^[A-Za-z0-9_-]{1,64}$"))]
    secret: String,
}

/// Somebody in a kitchen, in an address.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MemberAt {
    #[schemars(regex(pattern = ID))]
    id: String,
    #[schemars(regex(pattern = ID))]
    person_id: String,
}

/// A kitchen and who is in it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KitchenPeopleView")]
#[serde(rename_all = "camelCase")]
struct WhoView {
    id: String,
    /// Empty where nobody has named it.
    name: String,
    owner_id: String,
    /// Whoever has been there longest first.
    members: Vec<MemberView>,
}

/// That one is there now.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "UsedKitchenView")]
struct UsedView {
    id: String,
}

/// An invitation that was just written.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KitchenInvitationView")]
struct InvitationView {
    /// What opens the kitchen, once.
    secret: String,
    #[schemars(with = "Spelled<UtcSeconds>")]
    until: String,
}

/// What an invitation says to whoever has it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "InvitedIntoKitchenView")]
#[serde(rename_all = "camelCase")]
struct InvitedView {
    kitchen_name: String,
    inviter_name: String,
}

/// The kitchen of an address, if somebody is in it. Another one is not there.
async fn theirs(service: &Service, person: &Person, id: &str) -> Result<KitchenId, Problem> {
    let kitchen = kitchen_id(id)?;
    Ok(service.enter(&person.id, &person.name, Some(&kitchen)).await?.kitchen_id)
}

async fn who(service: &Service, kitchen: &KitchenId) -> Answer<WhoView> {
    let (found, members) = service.who_is_here(kitchen).await?;
    data(WhoView {
        id: found.kitchen.to_string(),
        name: found.name,
        owner_id: found.owner_id.to_string(),
        members: members.into_iter().map(MemberView::of).collect(),
    })
}

async fn list_kitchens(State(service): State<Service>, Caller(person): Caller) -> List<KitchenView> {
    listed(service.kitchens(&person.id, &person.name).await?.into_iter().map(KitchenView::of).collect())
}

async fn add_kitchen(
    State(service): State<Service>,
    Caller(person): Caller,
    input: Repeatable<KitchenName>,
) -> Result<(StatusCode, Data<KitchenView>), Problem> {
    let once = once(&input);
    let made = service.add_kitchen(&person.id, &person.name, &input.body.name, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Data { data: KitchenView::of(made) }))
}

async fn get_kitchen(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<WhoView> {
    who(&service, &theirs(&service, &person, &at.id).await?).await
}

async fn rename_kitchen(
    State(service): State<Service>,
    Caller(person): Caller,
    Path(at): Path<At>,
    Body(input): Body<KitchenName>,
) -> Answer<WhoView> {
    let kitchen = theirs(&service, &person, &at.id).await?;
    service.rename_kitchen(&kitchen, &person.id, &input.name).await?;
    who(&service, &kitchen).await
}

async fn delete_kitchen(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<DeletedView> {
    let membership = service.enter(&person.id, &person.name, Some(&kitchen_id(&at.id)?)).await?;
    service.delete_kitchen(&membership).await?;
    data(DeletedView::of(at.id))
}

async fn restore_kitchen(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<KitchenView> {
    data(KitchenView::of(service.restore_kitchen(&person.id, &kitchen_id(&at.id)?).await?))
}

async fn use_kitchen(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<UsedView> {
    service.switch(&person.id, &kitchen_id(&at.id)?).await?;
    data(UsedView { id: at.id })
}

async fn hand_over(
    State(service): State<Service>,
    Caller(person): Caller,
    Path(at): Path<At>,
    Body(input): Body<HeirInput>,
) -> Answer<WhoView> {
    let kitchen = theirs(&service, &person, &at.id).await?;
    service.hand_over(&kitchen, &person.id, &input.person_id).await?;
    who(&service, &kitchen).await
}

async fn leave(State(service): State<Service>, Caller(person): Caller, Path(at): Path<MemberAt>) -> Answer<DeletedView> {
    let kitchen = theirs(&service, &person, &at.id).await?;
    let whom = Word::new(at.person_id.as_str()).ok_or(KondateError::NotFound("member"))?;
    service.leave(&kitchen, &whom, &person.id).await?;
    data(DeletedView::of(at.person_id))
}

async fn invite(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<InvitationView> {
    let kitchen = theirs(&service, &person, &at.id).await?;
    let made = service.invite(&kitchen, &person.id, &person.name).await?;
    let until = jiff::Timestamp::from_second(made.until).map_or_else(|_| String::new(), |at| UtcSeconds(at).to_string());
    data(InvitationView { secret: made.secret, until })
}

async fn revoke(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<DeletedView> {
    let kitchen = theirs(&service, &person, &at.id).await?;
    service.revoke_invitations(&kitchen, &person.id).await?;
    data(DeletedView::of(at.id))
}

async fn look(State(service): State<Service>, Caller(_): Caller, Body(input): Body<SecretInput>) -> Answer<InvitedView> {
    let Invited { kitchen_name, inviter_name, .. } = service.invited(&input.secret).await?;
    data(InvitedView { kitchen_name, inviter_name })
}

async fn accept(State(service): State<Service>, Caller(person): Caller, Body(input): Body<SecretInput>) -> Answer<WhoView> {
    let kitchen = service.accept(&input.secret, &person.id, &person.name).await?;
    // Whoever came by it before may have left since: then it opens nothing any more.
    who(&service, &theirs(&service, &person, kitchen.as_str()).await?).await
}
