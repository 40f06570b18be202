//! A lifelike wardrobe for an empty store: clothes for every season, outfits, and a year of records, with pictures of our own.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, Result};
use chabudai_kernel::op::Scan;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{Day, Word};
use chabudai_media::Pictures;
use chabudai_media::drawn::{self, Garment};
use chabudai_web::text::Lang;
use chabudai_web::zone;
use futures::future::BoxFuture;

use crate::design::{WALK, WARDROBE_TABLE};
use crate::model::{ClothingId, Genre, OutfitId, SeasonTag, WardrobeId};
use crate::name::Name;
use crate::picture::ImageKey;
use crate::service::{NewClothing, NewOutfit, Service, Worn, season_of};

use Garment::{Bag, Cap, Hat, Jacket, Knit, Shirt, Shoes, Skirt, Trousers};
use Genre::{Bottoms, Others, Tops};
use SeasonTag::{All, Autumn, Spring, Summer, Winter};

/// A name in both languages, Japanese first.
type Named = [&'static str; 2];
type Piece = (Named, Genre, Garment, u32, u32, &'static [SeasonTag]);

/// Name, genre, drawing, two colours, seasons.
#[expect(clippy::unreadable_literal, reason = "colours are written as everywhere else")]
const CLOTHES: &[Piece] = &[
    (["白いオックスフォードシャツ", "White Oxford shirt"], Tops, Shirt, 0xf4f1ea, 0xcfc8ba, &[Spring, Autumn]),
    (["藍のリネンシャツ", "Indigo linen shirt"], Tops, Shirt, 0x34467c, 0xe6e0d2, &[Summer]),
    (["生成りのTシャツ", "Natural T-shirt"], Tops, Shirt, 0xeee3cc, 0xb9a988, &[Summer]),
    (["ボーダーカットソー", "Striped tee"], Tops, Shirt, 0xf2efe8, 0x2f3b52, &[Spring, Summer]),
    (["千鳥格子のシャツ", "Houndstooth shirt"], Tops, Shirt, 0x8a8f98, 0x2b2b2b, &[Autumn, Winter]),
    (["薄墨のシャツ", "Light gray shirt"], Tops, Shirt, 0x6d7076, 0xdad6cd, &[All]),
    (["若草のポロシャツ", "Fresh green polo"], Tops, Shirt, 0x7f9c5a, 0xf0ead9, &[Summer]),
    (["紺のカーディガン", "Navy cardigan"], Tops, Knit, 0x27324f, 0xc9b98f, &[Spring, Autumn]),
    (["からし色のニット", "Mustard sweater"], Tops, Knit, 0xc79a2f, 0x8a6a1d, &[Autumn, Winter]),
    (["灰桜のニット", "Dusty pink sweater"], Tops, Knit, 0xcfa9a4, 0x9b7773, &[Winter]),
    (["縄編みセーター", "Cable-knit sweater"], Tops, Knit, 0xe8dfcb, 0xb6a885, &[Winter]),
    (["墨色のタートルネック", "Charcoal turtleneck"], Tops, Knit, 0x37363a, 0x6b6a70, &[Winter]),
    (["デニムジャケット", "Denim jacket"], Tops, Jacket, 0x4b6a96, 0xd9c9a0, &[Spring, Autumn]),
    (["ベージュのトレンチ", "Beige trench coat"], Tops, Jacket, 0xcbb48b, 0x7c6640, &[Spring, Autumn]),
    (["紺のブレザー", "Navy blazer"], Tops, Jacket, 0x2a3353, 0xc7a24d, &[All]),
    (["深緑のコート", "Dark green coat"], Tops, Jacket, 0x38503f, 0x1f2d24, &[Winter]),
    (["インディゴデニム", "Indigo jeans"], Bottoms, Trousers, 0x33476f, 0xc9a86a, &[All]),
    (["白いチノ", "White chinos"], Bottoms, Trousers, 0xeae4d6, 0xb8ad97, &[Spring, Summer]),
    (["カーキのチノ", "Khaki chinos"], Bottoms, Trousers, 0xa08a5e, 0x6d5c3c, &[Spring, Autumn]),
    (["黒のスラックス", "Black slacks"], Bottoms, Trousers, 0x2b2a2e, 0x57555c, &[All]),
    (["グレーのウールパンツ", "Gray wool trousers"], Bottoms, Trousers, 0x84868b, 0x55575c, &[Winter]),
    (["リネンのワイドパンツ", "Wide linen trousers"], Bottoms, Trousers, 0xd9cbb0, 0xa59470, &[Summer]),
    (["紺のプリーツスカート", "Navy pleated skirt"], Bottoms, Skirt, 0x2c3658, 0x4a5788, &[Spring, Autumn]),
    (["れんが色のスカート", "Brick skirt"], Bottoms, Skirt, 0xa5533b, 0x74382a, &[Autumn, Winter]),
    (["水色のスカート", "Light blue skirt"], Bottoms, Skirt, 0x9fbfd2, 0x6d94ad, &[Summer]),
    (["茶のスニーカー", "Brown sneakers"], Others, Shoes, 0x5d3d2a, 0x2e1e15, &[All]),
    (["白いスニーカー", "White sneakers"], Others, Shoes, 0xf1eee6, 0xb9b3a5, &[All]),
    (["麦わら帽子", "Straw hat"], Others, Hat, 0xdcc48c, 0x3b4a7a, &[Summer]),
    (["ニット帽", "Knit cap"], Others, Cap, 0x7b2f36, 0xa8565d, &[Winter]),
    (["帆布のトート", "Canvas tote"], Others, Bag, 0xe2d8c3, 0x34467c, &[All]),
    (["茶のトート", "Brown tote"], Others, Bag, 0x7a4d2e, 0x4c2f1b, &[Autumn, Winter]),
];

/// Names of garments above, by their place in the list.
const OUTFITS: &[(Named, &[usize])] = &[
    (["休日の散歩", "Weekend walk"], &[3, 16, 26, 29]),
    (["仕事の定番", "Everyday work"], &[0, 14, 19, 25]),
    (["夏の涼しい日", "Cool summer day"], &[1, 21, 27]),
    (["秋の図書館", "Autumn library"], &[8, 18, 25, 30]),
    (["冬の外出", "Winter errands"], &[11, 15, 20, 28]),
    (["雨の日", "Rainy day"], &[5, 13, 16]),
    (["会食", "Dinner out"], &[4, 14, 22, 25]),
    (["近所まで", "Around the corner"], &[2, 17, 26]),
];

/// How many days back the records go.
const DAYS: i64 = 400;

/// What every answer to a creation has.
const MADE: &str = "what was made has an id";

/// What the wardrobe is called.
const NAME: Named = ["茶の間のクローゼット", "Our closet"];

/// Where the demo's wardrobes are kept in mind for the next start.
const KEPT: &str = "demo-wardrobe";

/// A wardrobe to look around in for each language of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Examples {
    /// 日本語
    pub ja: WardrobeId,
    /// English
    pub en: WardrobeId,
}

impl Examples {
    /// The one for somebody who reads this language.
    pub fn for_reader_of(&self, lang: Lang) -> WardrobeId {
        match lang {
            Lang::Ja => self.ja,
            Lang::En => self.en,
        }
    }

    /// Whether it is one of them.
    pub fn has(&self, wardrobe: WardrobeId) -> bool {
        self.ja == wardrobe || self.en == wardrobe
    }
}

impl std::fmt::Display for Examples {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.ja, self.en)
    }
}

impl std::str::FromStr for Examples {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut ids = text.split_whitespace().map(|id| id.parse().map_err(drop));
        let (ja, en) = (ids.next().ok_or(())??, ids.next().ok_or(())??);
        Ok(Self { ja, en })
    }
}

/// A wardrobe to look around in.
pub(crate) struct Demo {
    pub(crate) service: Service,
    pub(crate) pictures: Pictures,
    /// The wardrobes that anybody is shown the way to.
    pub(crate) shown_to_anybody: Arc<OnceLock<Examples>>,
}

impl chabudai_app::Demo for Demo {
    fn fill<'a>(&'a self, folder: &'a Path, public_url: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(fill(self, folder, public_url))
    }
}

/// Fills the store, unless there is anything in it, and shows anybody the way to the demo.
async fn fill(app: &Demo, data: &Path, public_url: &str) -> Result<()> {
    let service = &app.service;
    let anything = Scan { limit: Some(1), ..Scan::of(&WARDROBE_TABLE) };
    if !service.db().run(&WALK).scan::<Item>(&anything).await?.0.is_empty() {
        tracing::info!("the store is not empty, so it gets no demo data");
        if let Some(kept) = std::fs::read_to_string(data.join(KEPT)).ok().and_then(|kept| kept.parse().ok()) {
            app.shown_to_anybody.get_or_init(|| kept);
        }
        return Ok(());
    }
    let made = Examples { ja: furnish(app, 0).await?, en: furnish(app, 1).await? };
    std::fs::create_dir_all(data)?;
    std::fs::write(data.join(KEPT), made.to_string())?;
    app.shown_to_anybody.get_or_init(|| made);
    println!("A demo wardrobe is at {public_url}/wardrobe/{}", made.ja);
    println!("Its like in English is at {public_url}/wardrobe/{}", made.en);
    Ok(())
}

/// A wardrobe with everything in it, in one of the languages.
async fn furnish(app: &Demo, language: usize) -> Result<WardrobeId> {
    let service = &app.service;
    let created = service.create_wardrobe(&Name::new(NAME[language])?, None, None).await?;
    let wardrobe: WardrobeId = created.id().context(MADE)?;
    let mut clothes = Vec::new();
    for piece in CLOTHES {
        clothes.push(add(service, &app.pictures, wardrobe, piece, language).await?);
    }
    let mut outfits = Vec::new();
    for (names, places) in OUTFITS {
        let clothing_ids = places.iter().map(|at| clothes[*at]).collect();
        let new = NewOutfit { name: Name::new(names[language])?, clothing_ids, tag_ids: Vec::new() };
        outfits.push(service.add_outfit(wardrobe, &new, None).await?.id::<OutfitId>().context(MADE)?);
    }
    wear(service, wardrobe, &clothes, &outfits).await?;
    Ok(wardrobe)
}

async fn add(service: &Service, pictures: &Pictures, wardrobe: WardrobeId, piece: &Piece, language: usize) -> Result<ClothingId> {
    let (names, genre, garment, main, second, tags) = *piece;
    let drawing = tokio::task::spawn_blocking(move || drawn::picture(garment, rgb(main), rgb(second))).await?;
    let picture = pictures.add(drawing, service.db().clock().now()).await?;
    let key = ImageKey { wardrobe, picture: Word::new(picture.to_string()).context("a picture's id is a word")? };
    service.take_in_picture(&key, None, 0).await?;
    let new = NewClothing { name: Name::new(names[language])?, genre, image_key: Some(key), tag_ids: tags.to_vec() };
    service.add_clothing(wardrobe, &new, None).await?.id().context(MADE)
}

fn rgb(colour: u32) -> drawn::Colour {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

/// One record on most days, by habit: outfits on workdays, something of the season otherwise.
async fn wear(service: &Service, wardrobe: WardrobeId, clothes: &[ClothingId], outfits: &[OutfitId]) -> Result<()> {
    let today = zone::today(service.db().clock(), None).map_err(|problem| anyhow::anyhow!(problem.detail))?;
    for back in (0..DAYS).rev() {
        let day = Day(today.0.saturating_sub(jiff::Span::new().days(back)));
        // A fixed pattern that looks like chance: the same demo every time.
        let chance = (back * 2_654_435_761 + 97) as u64 >> 7;
        if chance.is_multiple_of(6) {
            continue;
        }
        // Nobody wears a straw hat in November.
        let season = season_of(day);
        let fitting: Vec<OutfitId> =
            OUTFITS.iter().zip(outfits).filter(|((_, places), _)| fits(places, season)).map(|(_, id)| *id).collect();
        let worn = if chance % 5 < 2 && !fitting.is_empty() {
            Worn::Outfit(fitting[(chance / 5) as usize % fitting.len()])
        } else {
            Worn::Combination(of_season(day, chance).into_iter().map(|at| clothes[at]).collect())
        };
        service.record(wardrobe, day, today, &worn, None).await?;
    }
    Ok(())
}

/// Whether every garment of an outfit is for a season.
fn fits(places: &[usize], season: SeasonTag) -> bool {
    places.iter().all(|at| CLOTHES[*at].5.contains(&season) || CLOTHES[*at].5.contains(&All))
}

/// A top and a bottom of the season, and now and then something else.
fn of_season(day: Day, chance: u64) -> Vec<usize> {
    let season = season_of(day);
    let fitting = |genre: Genre| -> Vec<usize> {
        let fits = |piece: &Piece| piece.1 == genre && (piece.5.contains(&season) || piece.5.contains(&All));
        CLOTHES.iter().enumerate().filter(|(_, piece)| fits(piece)).map(|(at, _)| at).collect()
    };
    let mut worn = Vec::new();
    for (step, genre) in [(1, Tops), (3, Bottoms), (7, Others)] {
        let choices = fitting(genre);
        if genre != Others || chance.is_multiple_of(3) {
            // Squared, so that a few favourites are worn often and some clothes never.
            let at = (chance / step) % (choices.len() as u64).pow(2);
            worn.push(choices[at.isqrt() as usize]);
        }
    }
    worn
}
