//! What the catalog shows of a recipe or set, whichever of the two it is, and who may offer it.

use chabudai_food::{Language, fold};
use chabudai_kernel::part::{UtcSeconds, Word};

use super::{
    DishSet, EntityType, KitchenId, Moment, PersonId, PlanId, Profile, Publication, Recipe, RecipeId, SavedCount, SetId, Visibility,
};
use crate::official;

/// What a kitchen saves of the catalog at most.
pub const MOST_SAVED: u64 = 500;
/// The least that something may cost, in yen …
pub const LEAST_PRICE: u64 = 100;
/// … and the most.
pub const MOST_PRICE: u64 = 10_000;
/// Of a price the house keeps one part in so many, rounded down.
pub const FEE: u64 = 10;
/// So many sets that cost something have one recipe in them, at most, for it to be deleted.
pub const MOST_SOLD_WITH: usize = 50;
/// Whose it is what somebody sold who has left.
pub const FORMER_CREATOR: &str = "former-creator";
/// The names of foods on a card have so many bytes together at most: they rank, and do not have to be all.
const MOST_NAMES: usize = 2_000;

/// Where it stands what somebody sold who has left.
pub(crate) fn former_kitchen() -> KitchenId {
    KitchenId::new(FORMER_CREATOR).expect("a word")
}

chabudai_kernel::text_enum! {
    /// What somebody is in the catalog.
    pub Role { User = "user", UserPlus = "user_plus", Creator = "creator", CreatorPlus = "creator_plus" }
}

impl Role {
    /// May publish, where publishing has to be bought.
    pub fn is_creator(self) -> bool {
        matches!(self, Self::Creator | Self::CreatorPlus)
    }

    /// May sell these.
    pub fn sells(self, kind: EntityType) -> bool {
        match kind {
            EntityType::Recipe => self == Self::CreatorPlus,
            EntityType::Set => self.is_creator(),
        }
    }

    /// Pays every month.
    pub fn is_plus(self) -> bool {
        matches!(self, Self::UserPlus | Self::CreatorPlus)
    }
}

/// A recipe or a set, by its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A recipe.
    Recipe(RecipeId),
    /// A set, with its dishes.
    Set(SetId),
}

impl Target {
    /// The one of that kind and id.
    pub fn new(kind: EntityType, id: &str) -> Option<Self> {
        match kind {
            EntityType::Recipe => RecipeId::new(id).map(Self::Recipe),
            EntityType::Set => SetId::new(id).map(Self::Set),
        }
    }

    /// Which of the two it is.
    pub fn kind(&self) -> EntityType {
        match self {
            Self::Recipe(_) => EntityType::Recipe,
            Self::Set(_) => EntityType::Set,
        }
    }

    /// Its id.
    pub fn id(&self) -> Word {
        let id = match self {
            Self::Recipe(id) => id.as_str(),
            Self::Set(id) => id.as_str(),
        };
        Word::new(id).expect("an id is a word")
    }

    /// What it is called where it is missing.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Recipe(_) => "recipe",
            Self::Set(_) => "set",
        }
    }

    /// It is a starter of the cookbook.
    pub fn is_official(&self) -> bool {
        match self {
            Self::Recipe(id) => official::recipe(id, Language::Ja).is_some(),
            Self::Set(id) => official::set(id, Language::Ja).is_some(),
        }
    }
}

/// What the catalog shows of something: what the record and the creator's card both carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Of which kind it is.
    pub kind: EntityType,
    /// Its id.
    pub id: Word,
    /// When it was first published.
    pub created_at: UtcSeconds,
    /// Whose it is.
    pub creator_id: PersonId,
    /// What they were called when they published it.
    pub creator_name: String,
    /// What it is called.
    pub title: String,
    /// What it looks like.
    pub thumbnail_url: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// From the first cut to the table.
    pub cook_time_minutes: Option<u32>,
    /// Who may read it.
    pub visibility: Visibility,
    /// What it costs, in yen.
    pub price: Option<u64>,
    /// Whether it is in the lists.
    pub status: Publication,
    /// How many kitchens saved it.
    pub saved_count: SavedCount,
    /// How many bought it and have it.
    pub sold_count: u64,
    /// Title, tags and creator, as a search compares them.
    pub search_text: Option<String>,
    /// What goes into it, by the names of the foods.
    pub ingredient_names: Vec<String>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// Counts the writes of the record.
    pub version: u64,
}

impl Card {
    /// The card of something that is published for the first time, free for all until something else is said.
    pub fn new(target: &Target, creator: (&PersonId, &str), created_at: UtcSeconds) -> Self {
        Self {
            kind: target.kind(),
            id: target.id(),
            created_at,
            creator_id: creator.0.clone(),
            creator_name: creator.1.to_owned(),
            title: String::new(),
            thumbnail_url: None,
            tags: Vec::new(),
            cook_time_minutes: None,
            visibility: Visibility::Free,
            price: None,
            status: Publication::Published,
            saved_count: SavedCount::default(),
            sold_count: 0,
            search_text: None,
            ingredient_names: Vec::new(),
            updated_at: None,
            version: 0,
        }
    }

    /// What it is the card of.
    pub fn target(&self) -> Target {
        Target::new(self.kind, self.id.as_str()).expect("the id of a card is a word")
    }

    /// It is in the lists.
    pub fn is_listed(&self) -> bool {
        self.status == Publication::Published
    }

    /// Whoever sold it has left.
    pub fn is_of_former(&self) -> bool {
        self.creator_id.as_str() == FORMER_CREATOR
    }

    /// What has to be paid for it, if anything.
    pub fn price(&self) -> Option<u64> {
        self.price.filter(|_| self.visibility == Visibility::Paid)
    }

    /// The same, with what the recipe says now.
    pub fn of_recipe(mut self, recipe: &Recipe) -> Self {
        self.title.clone_from(&recipe.title);
        self.thumbnail_url.clone_from(&recipe.thumbnail_url);
        self.tags.clone_from(&recipe.tags);
        self.cook_time_minutes = recipe.cook_time_minutes;
        self.ingredient_names = names(std::slice::from_ref(recipe));
        self.with_search()
    }

    /// The same, with what the set and its dishes say now. A set without a picture looks like its first dish.
    pub fn of_set(mut self, set: &DishSet, dishes: &[Recipe]) -> Self {
        self.title.clone_from(&set.title);
        let first = dishes.iter().find_map(|dish| dish.thumbnail_url.clone());
        self.thumbnail_url = set.thumbnail_url.clone().or(first);
        self.tags.clone_from(&set.tags);
        self.cook_time_minutes = None;
        self.ingredient_names = names(dishes);
        self.with_search()
    }

    fn with_search(mut self) -> Self {
        let words = std::iter::once(&self.title).chain(&self.tags).chain([&self.creator_name]);
        self.search_text = Some(words.map(|word| fold(word)).collect::<Vec<_>>().join("\n"));
        self
    }
}

/// The foods of these recipes by name, without what every kitchen has. A name that the table knows is that of the table.
fn names(recipes: &[Recipe]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut bytes = 0;
    for one in recipes.iter().flat_map(|recipe| &recipe.ingredients).filter(|one| !one.is_pantry()) {
        let name = one.food().map_or_else(|| one.name.clone(), |food| food.as_str().to_owned());
        if names.contains(&name) {
            continue;
        }
        bytes += name.len();
        if bytes > MOST_NAMES {
            break;
        }
        names.push(name);
    }
    names
}

impl Profile {
    /// What somebody is in the catalog at a moment, in Unix seconds. What was bought once stays; what is paid by the month ends with what was
    /// paid for.
    pub fn role_at(&self, now: i64) -> Role {
        let said = self.said_role();
        match said {
            Role::CreatorPlus if self.has_plus_at(now) => said,
            _ if self.creator_since.is_some() => Role::Creator,
            Role::UserPlus if self.has_plus_at(now) => said,
            Role::UserPlus | Role::CreatorPlus => Role::User,
            Role::User | Role::Creator => said,
        }
    }

    /// What is paid by the month is paid for at a moment.
    pub fn has_plus_at(&self, now: i64) -> bool {
        self.said_role().is_plus() && self.paid_until.is_none_or(|until| now < until)
    }

    /// What somebody is without what is paid by the month.
    pub(crate) fn own_role(&self) -> Role {
        if self.creator_since.is_some() { Role::Creator } else { Role::User }
    }

    /// Their role is that of a plan, paid or not.
    pub(crate) fn has_role_of(&self, plan: PlanId) -> bool {
        self.said_role() == plan.role()
    }

    fn said_role(&self) -> Role {
        self.role.as_deref().and_then(|role| role.parse().ok()).unwrap_or(Role::User)
    }
}
