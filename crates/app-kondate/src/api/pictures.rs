//! Pictures of recipes, taken in; and their addresses as they go out.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::http::StatusCode;
use chabudai_app::pictures::{FORM_BYTES, form_schema, one_picture};
use chabudai_media::{PictureId, Pictures};
use chabudai_web::api::Api;
use chabudai_web::envelope::Data;
use chabudai_web::problem::Problem;
use schemars::JsonSchema;
use serde::Serialize;

use super::{AppState, Inside, inside};
use crate::model::{LARGEST_PICTURE, Plan, RecipeId, address_of, picture_at};
use crate::picture::take_in;
use crate::service::{Cook, NO_SUCH_PICTURE, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.post(
        "/images",
        Handler::layer(add_image, DefaultBodyLimit::max(LARGEST_PICTURE + FORM_BYTES)),
        inside("addRecipeImage", "Take in a picture of a dish (JPEG, PNG or WebP, at most 5 MB)")
            .raw_body("multipart/form-data", form_schema())
            .answers::<Data<ImageView>>(201, "The key to put on a recipe within a day."),
    )
}

/// A picture that was taken in.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RecipeImageView")]
#[serde(rename_all = "camelCase")]
struct ImageView {
    /// To be sent as a recipe's `imageKey`.
    image_key: String,
    /// Where it is shown.
    thumbnail_url: String,
}

async fn add_image(
    State(service): State<Service>,
    State(pictures): State<Pictures>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    request: Request,
) -> Result<(StatusCode, Data<ImageView>), Problem> {
    let bytes = one_picture(request, LARGEST_PICTURE).await?;
    let picture = take_in(&service, &pictures, &cook, bytes).await?;
    let data = ImageView { image_key: picture.to_string(), thumbnail_url: links.out(address_of(picture)) };
    Ok((StatusCode::CREATED, Data { data }))
}

/// The key of a picture, in a body.
pub(super) fn image_key(key: &str) -> Result<PictureId, Problem> {
    Ok(key.parse().map_err(|_| NO_SUCH_PICTURE)?)
}

/// Addresses of pictures: by path where they are kept, whole where a client is to load them.
#[derive(Clone)]
pub(super) struct Links(Arc<str>);

impl Links {
    pub(super) fn of(public_url: &str) -> Self {
        Self(public_url.trim_end_matches('/').into())
    }

    /// The address as it goes out.
    pub(super) fn out(&self, address: String) -> String {
        if picture_at(&address).is_some() { format!("{}{address}", self.0) } else { address }
    }

    /// The address of a page of the house, as it is given to another device.
    pub(super) fn page(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The address as it is kept: whoever sends back what they were told changes nothing.
    pub(super) fn kept(&self, address: String) -> String {
        match address.strip_prefix(&*self.0) {
            Some(path) if picture_at(path).is_some() => path.to_owned(),
            _ => address,
        }
    }
}

/// What dishes look like now. A plan and a log copy what a recipe looked like then, and such a picture may be gone by now.
pub(super) struct Album {
    links: Links,
    now: HashMap<RecipeId, PictureId>,
}

impl Album {
    /// Of dishes, by recipe and the picture that was copied. Only a picture of the house is looked for: of an address on the web nobody here knows
    /// whether it still is.
    pub(super) async fn of(
        service: &Service,
        cook: &Cook,
        links: &Links,
        mut dishes: Vec<(&RecipeId, Option<&str>)>,
    ) -> Result<Self, Problem> {
        dishes.retain(|(_, copied)| copied.and_then(picture_at).is_some());
        let ids: Vec<&RecipeId> = dishes.into_iter().map(|(id, _)| id).collect();
        Ok(Self { links: links.clone(), now: service.pictures_of(cook, ids).await? })
    }

    /// Of the dishes of plans.
    pub(super) async fn of_plans(service: &Service, cook: &Cook, links: &Links, plans: &[&Plan]) -> Result<Self, Problem> {
        let dishes = plans.iter().flat_map(|plan| &plan.items);
        Self::of(service, cook, links, dishes.map(|dish| (&dish.recipe_id, dish.thumbnail_url.as_deref())).collect()).await
    }

    /// The address of a dish's picture, as it goes out.
    pub(super) fn picture(&self, recipe: Option<&RecipeId>, copied: Option<&str>) -> Option<String> {
        match picture_at(copied?) {
            Some(_) => recipe.and_then(|recipe| self.now.get(recipe)).map(|picture| self.links.out(address_of(*picture))),
            None => copied.map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_went_out_comes_back_as_it_is_kept() {
        let links = Links::of("https://example.com/house/");
        let kept = format!("/kondate/pictures/{:040x}/640.jpg", 7);
        let out = links.out(kept.clone());
        assert_eq!(out, format!("https://example.com/house{kept}"));
        assert_eq!(links.kept(out), kept);
        let other = "https://example.com/house/other.jpg".to_owned();
        assert_eq!((links.out(other.clone()), links.kept(other.clone())), (other.clone(), other));
    }
}
