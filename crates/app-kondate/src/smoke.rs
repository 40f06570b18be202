//! What `chabudai smoke` does here, as the design has it: `POST /v1/recipes`, and then the item by `PK=USER#…`, `SK=RECIPE#…`.

use anyhow::{Context as _, Result, bail};
use chabudai_app::{ApiRequest, HouseApi, Smoke, Written};
use chabudai_kernel::value::{Attributes, Value as Attribute};
use futures::future::LocalBoxFuture;
use serde_json::{Value, json};

use crate::design::MAIN_TABLE;
use crate::model::{KitchenId, Recipe, RecipeId};

const RECIPES: &str = "/kondate/v1/recipes";
const KITCHENS: &str = "/kondate/v1/kitchens";
const KITCHEN: &str = "kondate-kitchen";
/// Whoever finds it in their book, because somebody pulled the plug in between, knows what it is and may delete it.
const TITLE: &str = "試運転 (chabudai smoke)";

/// One recipe in the kitchen that whoever brings the token has used last.
pub(crate) struct OneRecipe;

impl Smoke for OneRecipe {
    fn write<'a>(&'a self, api: &'a dyn HouseApi) -> LocalBoxFuture<'a, Result<Written>> {
        Box::pin(async move {
            let kitchen = kitchen(api).await?;
            let recipe = json!({
                "title": TITLE,
                "servings": 1,
                "ingredients": [{ "name": "水", "quantity": "200", "unit": "ml" }],
                "steps": [{ "text": "沸かす" }],
            });
            let headers = [(KITCHEN, kitchen.as_str())];
            let answer = api.ask(ApiRequest { method: "POST", path: RECIPES, headers: &headers, body: Some(&recipe) }).await?;
            let made = answer.expect(201, &format!("POST {RECIPES}"))?;
            let id = made["data"]["id"].as_str().with_context(|| format!("POST {RECIPES} was answered without an id"))?;
            let ids = (KitchenId::new(&kitchen), RecipeId::new(id));
            let (Some(kitchen_id), Some(recipe_id)) = ids else { bail!("{kitchen} and {id} are no ids of Kondate") };
            let text = |text: String| Attribute::from(text);
            let holds = Attributes::from([
                ("title".to_owned(), text(TITLE.to_owned())),
                ("GSI1PK".to_owned(), text(format!("ENTITY#RECIPE#{id}"))),
                ("GSI1SK".to_owned(), text(format!("OWNER#{kitchen}"))),
            ]);
            Ok(Written {
                what: format!("a recipe by POST {RECIPES}"),
                ids: vec![kitchen.clone(), id.to_owned()],
                table: &MAIN_TABLE,
                key: Recipe::key(kitchen_id, recipe_id),
                holds,
                // For 30 days it can come back.
                marked_by: Some("deletedAt"),
            })
        })
    }

    fn read<'a>(&'a self, api: &'a dyn HouseApi, written: &'a Written) -> LocalBoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let answer = recipe(api, "GET", written, 200).await?;
            if answer["data"]["title"] != TITLE {
                bail!("the recipe that was written comes back as {}", answer["data"]);
            }
            Ok(())
        })
    }

    fn remove<'a>(&'a self, api: &'a dyn HouseApi, written: &'a Written) -> LocalBoxFuture<'a, Result<()>> {
        Box::pin(async move {
            recipe(api, "DELETE", written, 200).await?;
            recipe(api, "GET", written, 404).await.map(drop)
        })
    }
}

/// The kitchen that was used last.
async fn kitchen(api: &dyn HouseApi) -> Result<String> {
    let answer = api.ask(ApiRequest { method: "GET", path: KITCHENS, headers: &[], body: None }).await?;
    let kitchens = answer.expect(200, &format!("GET {KITCHENS}"))?;
    let all = kitchens["data"]["items"].as_array().map(Vec::as_slice).unwrap_or_default();
    let last = all.iter().max_by_key(|kitchen| kitchen["lastUsedAt"].as_u64());
    let id = last.and_then(|kitchen| kitchen["id"].as_str());
    Ok(id.with_context(|| format!("GET {KITCHENS} was answered without a kitchen"))?.to_owned())
}

async fn recipe(api: &dyn HouseApi, method: &str, written: &Written, status: u16) -> Result<Value> {
    let [kitchen, id] = written.ids.as_slice() else { bail!("a recipe has two ids") };
    let path = format!("{RECIPES}/{id}");
    let answer = api.ask(ApiRequest { method, path: &path, headers: &[(KITCHEN, kitchen)], body: None }).await?;
    answer.expect(status, &format!("{method} {path}"))
}
