//! Pictures of recipes: each is for one recipe of its own kitchen, and one that nothing shows is removed a day later, and nothing else.

use chabudai_app::pictures::{Unshown as _, sweep};
use chabudai_app_kondate::design::{DELETE_RECIPE, DISH_PICTURES, EDIT_PROFILE, EDIT_RECIPE, FACES, TAKE_IN_PICTURE};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{MOST_PICTURES_A_DAY, Recipe, RecipeId, address_of};
use chabudai_app_kondate::service::{Avatar, Cook, Offer, RecipeInput, Service, Target};
use chabudai_jobs::Run;
use chabudai_kernel::clock::Clock as _;
use chabudai_media::drawn::{self, Garment};
use chabudai_media::{PictureId, Pictures, Size};

use crate::world::{World, at_once, cook, on_both, person, recipe_input};

const DAY: u64 = 24 * 60 * 60;

/// A picture that somebody has taken in.
async fn taken_in(w: &World, service: &Service, cook: &Cook) -> PictureId {
    let picture = PictureId::new(w.clock.now());
    service.take_in_picture(cook, picture).await.expect("it is noted");
    picture
}

fn showing(picture: Option<PictureId>) -> RecipeInput {
    RecipeInput { image_key: Some(picture), ..RecipeInput::default() }
}

async fn shown_in(w: &World, title: &str, picture: PictureId) -> Recipe {
    let input = RecipeInput { image_key: Some(Some(picture)), ..recipe_input(title, 2, &["玉ねぎ 1個"]) };
    w.service.add_recipe(&w.mei, &input, None).await.expect("it is written down")
}

/// The pictures that are noted as shown by nothing, in the order of their names.
async fn noted(w: &World) -> Vec<String> {
    let of = |item: &serde_json::Value| item["SK"].as_str()?.strip_prefix("PICTURE#").map(str::to_owned);
    let mut all: Vec<String> = w.items().await.iter().filter_map(of).collect();
    all.sort();
    all
}

fn is_no_such_picture<T: std::fmt::Debug>(outcome: &Result<T, KondateError>) -> bool {
    matches!(outcome, Err(KondateError::Invalid { code: "kondate.no_such_picture" | "kondate.no_such_avatar", .. }))
}

#[tokio::test]
async fn added_replaced_and_removed() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let first = PictureId::new(w.clock.now());
        w.costs(&TAKE_IN_PICTURE, 2, service.take_in_picture(mei, first)).await.unwrap();
        assert_eq!(noted(&w).await, [first.to_string()]);
        let curry = shown_in(&w, "カレー", first).await;
        assert_eq!(curry.thumbnail_url.as_deref(), Some(address_of(first).as_str()));
        assert_eq!(noted(&w).await, [""; 0]);
        // The same again changes nothing: neither the key nor the address.
        let same = RecipeInput { thumbnail_url: Some(curry.thumbnail_url.clone()), ..showing(Some(first)) };
        let again = service.edit_recipe(mei, &curry.recipe_id, &same, None).await.unwrap();
        assert_eq!((again.picture(), noted(&w).await.len()), (Some(first), 0));
        let second = taken_in(&w, service, mei).await;
        let replaced = showing(Some(second));
        let edited = service.edit_recipe(mei, &curry.recipe_id, &replaced, None);
        assert_eq!(w.costs(&EDIT_RECIPE, 0, edited).await.unwrap().picture(), Some(second));
        assert_eq!(noted(&w).await, [first.to_string()]);
        // A change of something else leaves it alone; null takes it away.
        let renamed = RecipeInput { title: Some("夏カレー".to_owned()), ..RecipeInput::default() };
        assert_eq!(service.edit_recipe(mei, &curry.recipe_id, &renamed, None).await.unwrap().picture(), Some(second));
        assert_eq!(service.edit_recipe(mei, &curry.recipe_id, &showing(None), None).await.unwrap().thumbnail_url, None);
        let mut both = [first.to_string(), second.to_string()];
        both.sort();
        assert_eq!(noted(&w).await, both);
        // An address of the web takes the place of a picture, and null leaves that alone.
        let third = taken_in(&w, service, mei).await;
        service.edit_recipe(mei, &curry.recipe_id, &showing(Some(third)), None).await.unwrap();
        let web = "https://example.com/curry.jpg".to_owned();
        let linked = RecipeInput { thumbnail_url: Some(Some(web.clone())), ..RecipeInput::default() };
        service.edit_recipe(mei, &curry.recipe_id, &linked, None).await.unwrap();
        assert_eq!(noted(&w).await.len(), 3);
        assert_eq!(service.edit_recipe(mei, &curry.recipe_id, &showing(None), None).await.unwrap().thumbnail_url, Some(web));
        service.publish(mei, "めい", &Target::Recipe(curry.recipe_id.clone()), Offer::FREE).await.unwrap();
        service.edit_recipe(mei, &curry.recipe_id, &RecipeInput::default(), None).await.unwrap();
        w.took_every_step("AP-204");
        w.took_every_step("AP-210");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn one_picture_is_for_one_recipe_of_its_own_kitchen() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let home = service.enter(&person("rin"), "りん", None).await.unwrap();
        let rin = cook("rin", home.kitchen_id);
        let theirs = taken_in(&w, service, &rin).await;
        let ours = taken_in(&w, service, mei).await;
        let curry = shown_in(&w, "カレー", ours).await;
        let stew = w.recipe("肉じゃが", 2, &["じゃがいも 3個"]).await;
        let unknown = PictureId::new(w.clock.now());
        for picture in [theirs, ours, unknown] {
            let refused = service.edit_recipe(mei, &stew, &showing(Some(picture)), None).await;
            assert!(is_no_such_picture(&refused), "{refused:?} on {}", w.name);
            let new = RecipeInput { image_key: Some(Some(picture)), ..recipe_input("別のカレー", 2, &["玉ねぎ 1個"]) };
            assert!(is_no_such_picture(&service.add_recipe(mei, &new, None).await));
            // By its address neither: that says nothing of whose it is.
            let linked = RecipeInput { thumbnail_url: Some(Some(address_of(picture))), ..RecipeInput::default() };
            assert!(is_no_such_picture(&service.edit_recipe(mei, &stew, &linked, None).await));
        }
        assert_eq!(noted(&w).await, [theirs.to_string()]);
        let recipes = service.recipes(mei, &[curry.recipe_id.clone(), stew.clone()]).await.unwrap();
        assert_eq!(recipes.iter().map(Recipe::picture).collect::<Vec<_>>(), [Some(ours), None]);
        // What dishes look like that are known by their ids.
        let ids = [curry.recipe_id.clone(), stew, RecipeId::new("nikujaga").unwrap(), curry.recipe_id.clone()];
        let album = w.costs(&DISH_PICTURES, 1, service.pictures_of(mei, &ids)).await.unwrap();
        assert_eq!(album.into_iter().collect::<Vec<_>>(), [(curry.recipe_id, ours)]);
        w.took_every_step("AP-211");
        w.is_in_order().await;
    })
    .await;
}

/// Somebody's own picture: theirs alone, noted when another takes its place, and when they leave.
#[tokio::test]
async fn a_person_has_a_picture() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let home = service.enter(&person("rin"), "りん", None).await.unwrap();
        let rin = cook("rin", home.kitchen_id);
        let face = async |who: &Cook| service.profile(&who.person).await.unwrap().and_then(|profile| profile.avatar_url);
        let (first, theirs) = (taken_in(&w, service, mei).await, taken_in(&w, service, &rin).await);
        let chosen = Avatar::Picture(first);
        w.costs(&EDIT_PROFILE, 0, service.set_avatar(&mei.person, &chosen)).await.unwrap();
        assert_eq!((face(mei).await, noted(&w).await), (Some(address_of(first)), vec![theirs.to_string()]));
        // The same again changes nothing, also by the address that was told; nobody else can take it, by its key or by its address.
        service.set_avatar(&mei.person, &chosen).await.unwrap();
        service.set_avatar(&mei.person, &Avatar::Address(address_of(first))).await.unwrap();
        for picture in [first, theirs, PictureId::new(w.clock.now())] {
            for avatar in [Avatar::Picture(picture), Avatar::Address(address_of(picture))] {
                let is_own = avatar == Avatar::Picture(theirs);
                if !is_own {
                    assert!(is_no_such_picture(&service.set_avatar(&rin.person, &avatar).await), "{avatar:?} on {}", w.name);
                }
            }
        }
        let refused = service.edit_recipe(mei, &w.recipe("肉じゃが", 2, &["じゃがいも 3個"]).await, &showing(Some(first)), None).await;
        assert!(is_no_such_picture(&refused), "it is a recipe's or somebody's, and not both");
        let members = service.who_is_here(&mei.kitchen).await.unwrap().1;
        let faces = w.costs(&FACES, 0, service.faces(&members)).await.unwrap();
        assert_eq!(faces.into_iter().collect::<Vec<_>>(), [(mei.person.clone(), first)]);
        let second = taken_in(&w, service, mei).await;
        service.set_avatar(&mei.person, &Avatar::Picture(second)).await.unwrap();
        let mut unshown = [first.to_string(), theirs.to_string()];
        unshown.sort();
        assert_eq!((face(mei).await, noted(&w).await), (Some(address_of(second)), unshown.to_vec()));
        service.set_avatar(&mei.person, &Avatar::Nothing).await.unwrap();
        assert_eq!((face(mei).await, noted(&w).await.len()), (None, 3));
        service.set_avatar(&rin.person, &Avatar::Picture(theirs)).await.unwrap();
        service.forget(&rin.person).await.unwrap();
        assert_eq!((face(&rin).await, noted(&w).await.len()), (None, 3), "who leaves leaves no picture behind");
        w.took_every_step("AP-113");
        w.took_every_step("AP-119");
        w.is_in_order().await;
    })
    .await;
}

/// One picture, taken for a face and for a recipe at once.
#[tokio::test]
async fn a_face_or_a_recipe() {
    on_both(async |w: World| {
        let picture = taken_in(&w, &w.service, &w.mei).await;
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let (chosen, shown) = (Avatar::Picture(picture), showing(Some(picture)));
        let services = w.two();
        let (face, recipe) =
            tokio::join!(services[0].set_avatar(&w.mei.person, &chosen), services[1].edit_recipe(&w.mei, &curry, &shown, None));
        assert_eq!(usize::from(face.is_ok()) + usize::from(recipe.is_ok()), 1, "{face:?} {recipe:?} on {}", w.name);
        assert_eq!(noted(&w).await, [""; 0]);
        w.is_in_order().await;
    })
    .await;
}

/// Two servers, two recipes, one picture.
#[tokio::test]
async fn of_many_who_show_one_picture_at_once_one_does() {
    on_both(async |w: World| {
        let picture = taken_in(&w, &w.service, &w.mei).await;
        let recipes = [w.recipe("カレー", 2, &["玉ねぎ 1個"]).await, w.recipe("肉じゃが", 2, &["じゃがいも 3個"]).await];
        let services = w.two();
        let outcomes = at_once(&services, |service, nth| {
            let (mei, recipe) = (w.mei.clone(), recipes[nth / 2 % 2].clone());
            async move { service.edit_recipe(&mei, &recipe, &showing(Some(picture)), None).await }
        })
        .await;
        let shown = w.service.recipes(&w.mei, &recipes).await.unwrap();
        let winners: Vec<&RecipeId> = shown.iter().filter(|one| one.picture() == Some(picture)).map(|one| &one.recipe_id).collect();
        assert_eq!(winners.len(), 1, "one picture in {winners:?} on {}", w.name);
        for outcome in outcomes {
            match outcome {
                Ok(recipe) => assert_eq!(&recipe.recipe_id, winners[0], "on {}", w.name),
                Err(error) => assert!(
                    [KondateReason::Stale.into(), KondateError::Busy].contains(&error) || is_no_such_picture::<()>(&Err(error.clone())),
                    "{error:?} on {}",
                    w.name
                ),
            }
        }
        assert_eq!(noted(&w).await, [""; 0]);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_kitchen_takes_in_so_many_a_day() {
    on_both(async |w: World| {
        let services = w.two();
        let mei = w.mei.clone();
        // Many at once, the first of the day among them; the rest one after the other.
        let outcomes = at_once(&services, |service, _| {
            let (mei, picture) = (mei.clone(), PictureId::new(w.clock.now()));
            async move { service.take_in_picture(&mei, picture).await }
        })
        .await;
        let first = outcomes.iter().filter(|outcome| outcome.is_ok()).count() as u64;
        assert_eq!(noted(&w).await.len() as u64, first, "on {}", w.name);
        for _ in first..MOST_PICTURES_A_DAY {
            taken_in(&w, &w.service, &mei).await;
        }
        let one_more = w.service.take_in_picture(&mei, PictureId::new(w.clock.now())).await;
        assert_eq!(one_more, Err(KondateReason::EnoughPictures.into()), "on {}", w.name);
        assert_eq!(noted(&w).await.len() as u64, MOST_PICTURES_A_DAY);
        w.wait(DAY);
        taken_in(&w, &w.service, &mei).await;
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn the_picture_of_a_recipe_in_the_bin_comes_back_with_it_or_goes_after_it() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let picture = taken_in(&w, service, mei).await;
        let curry = shown_in(&w, "カレー", picture).await.recipe_id;
        w.costs(&DELETE_RECIPE, 0, service.delete_recipe(mei, &curry)).await.unwrap();
        assert_eq!(noted(&w).await, [picture.to_string()]);
        // For as long as the recipe is in the bin, nobody else shows the picture, and nobody removes it.
        let stew = w.recipe("肉じゃが", 2, &["じゃがいも 3個"]).await;
        assert!(is_no_such_picture(&service.edit_recipe(mei, &stew, &showing(Some(picture)), None).await));
        w.wait(29 * DAY);
        assert_eq!(service.unshown(None).await.unwrap(), []);
        service.restore_recipe(mei, &curry).await.unwrap();
        assert_eq!((service.recipe(mei, &curry).await.unwrap().picture(), noted(&w).await.len()), (Some(picture), 0));
        // Gone for good, it does not come back, whether or not the store has removed it yet.
        service.delete_recipe(mei, &curry).await.unwrap();
        w.wait(30 * DAY + 1);
        assert_eq!(service.restore_recipe(mei, &curry).await, Err(KondateError::NotFound("recipe")));
        assert_eq!(service.unshown(None).await.unwrap(), []);
        w.wait(DAY);
        let unshown = service.unshown(None).await.unwrap();
        assert_eq!(unshown.iter().map(|note| note.picture.to_string()).collect::<Vec<_>>(), [picture.to_string()]);
        // Claimed, it is named again until it is gone.
        assert_eq!(service.unshown(None).await.unwrap().len(), 1);
        service.is_gone(&unshown[0]).await.unwrap();
        assert_eq!(noted(&w).await, [""; 0]);
        w.took_every_step("AP-1309");
        w.is_in_order().await;
    })
    .await;
}

/// What the job leaves in the folder.
async fn kept(pictures: &Pictures, all: &[PictureId]) -> Vec<bool> {
    let mut out = Vec::new();
    for picture in all {
        out.push(pictures.get(*picture, Size::Small).await.unwrap().is_some());
    }
    out
}

#[tokio::test]
async fn the_job_removes_what_nothing_shows_and_nothing_else() {
    on_both(async |w: World| {
        let folder = tempfile::tempdir().unwrap();
        let pictures = Pictures::folder(folder.path()).unwrap();
        let mut all = Vec::new();
        for _ in 0..5 {
            let picture = pictures.add(drawn::picture(Garment::Shirt, [1, 2, 3], [4, 5, 6]), w.clock.now()).await.unwrap();
            w.service.take_in_picture(&w.mei, picture).await.unwrap();
            all.push(picture);
        }
        let job = sweep("kondate.sweep-pictures", w.service.clone(), pictures.clone());
        let run = async || {
            let now = jiff::Timestamp::from_second(w.clock.now().0).unwrap();
            job.work(Run { due: now, since: None, now }).await.unwrap().done
        };
        // One is shown; one is replaced; one is in the bin; one is nobody's; one comes later.
        shown_in(&w, "見える", all[0]).await;
        let replaced = shown_in(&w, "替わる", all[1]).await;
        let binned = shown_in(&w, "捨てる", all[2]).await;
        w.service.edit_recipe(&w.mei, &replaced.recipe_id, &showing(None), None).await.unwrap();
        w.service.delete_recipe(&w.mei, &binned.recipe_id).await.unwrap();
        w.wait(DAY - 60);
        assert_eq!(run().await, 0, "nothing is a day old on {}", w.name);
        shown_in(&w, "後から", all[4]).await;
        w.wait(60);
        assert_eq!(run().await, 2, "on {}", w.name);
        assert_eq!(kept(&pictures, &all).await, [true, false, true, false, true], "on {}", w.name);
        // What was removed is nobody's any more.
        assert!(is_no_such_picture(&w.service.edit_recipe(&w.mei, &replaced.recipe_id, &showing(Some(all[3])), None).await));
        // Whoever deletes a kitchen takes its pictures along: those on show, and those in the bin at once as well.
        let second = w.service.add_kitchen(&w.mei.person, "めい", "二つ目", None).await.unwrap();
        let guest = cook("mei", second.kitchen_id.clone());
        let other = pictures.add(drawn::picture(Garment::Hat, [1, 2, 3], [4, 5, 6]), w.clock.now()).await.unwrap();
        w.service.take_in_picture(&guest, other).await.unwrap();
        let input = RecipeInput { image_key: Some(Some(other)), ..recipe_input("よその", 2, &["玉ねぎ 1個"]) };
        w.service.add_recipe(&guest, &input, None).await.unwrap();
        w.service.delete_kitchen(&second).await.unwrap();
        w.wait(DAY + 1);
        assert_eq!((w.service.remove_due_kitchens().await.unwrap(), run().await), ((1, 0), 0));
        w.wait(DAY);
        assert_eq!((run().await, kept(&pictures, &[other]).await), (1, vec![false]), "on {}", w.name);
        w.is_in_order().await;
        // Whoever leaves the house likewise; what nothing will show is not noted twice.
        w.service.forget(&w.mei.person).await.unwrap();
        w.wait(DAY);
        assert_eq!(run().await, 3, "on {}", w.name);
        assert_eq!((kept(&pictures, &all).await, noted(&w).await), (vec![false; 5], Vec::new()), "on {}", w.name);
    })
    .await;
}
