//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that an operation in a kitchen can answer instead of its result.
pub type KondateError = AppError<KondateReason>;

/// What only Kondate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KondateReason {
    /// Somebody else has changed it since it was read.
    #[error("Somebody has changed this in the meantime. Look at it again before you change it.")]
    Stale,
    /// There is nothing in the next slot.
    #[error("There is no next set yet. Choose one first.")]
    NothingNext,
    /// It is a starter, or somebody else's.
    #[error("This is not yours to change. Make a copy of it.")]
    NotYours,
    /// Only the owner of the kitchen may.
    #[error("Only the owner of this kitchen can do that.")]
    NotOwner,
    /// The kitchen has as many people as there is room for.
    #[error("There is no room in this kitchen: eight people are in it.")]
    KitchenFull,
    /// Somebody is in as many kitchens as there is room for.
    #[error("You are in ten kitchens already. Leave one of them first.")]
    TooManyKitchens,
    /// Whoever is alone in a kitchen does not leave it.
    #[error("You are the only one in this kitchen, so it stays yours.")]
    LastMember,
    /// Whoever shares a kitchen does not delete it.
    #[error("Others are in this kitchen, or it is not yours. Leave it instead, and they keep everything.")]
    NotAlone,
    /// There is no room for more of these.
    #[error("There is no room for more. Delete something first.")]
    Full,
    /// The kitchen has taken in as many pictures as it may in a day.
    #[error("This kitchen has added 200 pictures today. More can follow tomorrow.")]
    EnoughPictures,
    /// Somebody has added as many pictures as they may in a day, in however many kitchens.
    #[error("You have added as many pictures as you can today. More can follow tomorrow.")]
    EnoughOwnPictures,
    /// Somebody has imported as many recipes as they may in a month.
    #[error("You have imported as many recipes as you can this month. You can still write recipes down yourself.")]
    EnoughImports,
    /// A set whose recipes are all gone.
    #[error("The recipes of this set are gone.")]
    NothingToCook,
    /// So many tabs are seen already.
    #[error("Eight tabs are shown already. Hide one of them first.")]
    TooManyTabs,
    /// A category of everybody's is hidden, and neither renamed nor deleted.
    #[error("This category belongs to everybody. You can hide it.")]
    DefaultCategory,
    /// There is a category of this name.
    #[error("There is a category of this name already.")]
    CategoryTwice,
    /// Publishing has to be bought, and was not.
    #[error("Only creators can publish. Become one first.")]
    NotCreator,
    /// A creator who may not sell this.
    #[error("Your plan does not include selling this.")]
    NotSeller,
    /// Nobody would get the money.
    #[error("Set up your payouts before you sell something.")]
    NoPayouts,
    /// This house sells nothing.
    #[error("Nothing is sold here. You can publish it for free.")]
    NothingSold,
    /// It is in another kitchen than somebody's own.
    #[error("You can only publish from your own kitchen.")]
    OwnKitchen,
    /// It was never published.
    #[error("This is not published.")]
    NotPublished,
    /// It costs something, and was not bought.
    #[error("Buy this first to see all of it.")]
    Locked,
    /// Somebody has bought it.
    #[error("Somebody has bought this, so it cannot be deleted. You can stop offering it.")]
    Sold,
    /// It is theirs already.
    #[error("You have bought this already.")]
    AlreadyBought,
    /// It is their own.
    #[error("This is your own.")]
    OwnItem,
    /// It costs nothing, is not offered, or its seller cannot be paid.
    #[error("This cannot be bought at the moment.")]
    NotForSale,
    /// Its creator has changed it meanwhile.
    #[error("The price has changed. Look at it again before you buy.")]
    PriceChanged,
    /// They are one.
    #[error("You are a creator already.")]
    AlreadyCreator,
    /// They have one.
    #[error("You have a subscription already.")]
    AlreadySubscribed,
    /// They have none.
    #[error("You have no subscription.")]
    NotSubscribed,
    /// A bank says no.
    #[error("Your card was declined. Nothing was charged.")]
    Declined,
    /// Stripe does not answer, or not as it should.
    #[error("The payment service cannot be reached at the moment. Please try again: nothing is charged twice.")]
    PaymentsAway,
    /// It is a dish of what somebody has bought.
    #[error("Somebody has bought this set with these dishes, so they stay in it. You can add others.")]
    SoldDish,
    /// The operation was done before; what it made follows.
    #[error("This request was carried out before.")]
    Replayed,
}

impl OwnReason for KondateReason {
    const CODES: Codes = codes!("kondate");

    fn code(&self) -> &'static str {
        match self {
            Self::Stale => "kondate.stale",
            Self::NothingNext => "kondate.nothing_next",
            Self::NotYours => "kondate.not_yours",
            Self::NotOwner => "kondate.not_owner",
            Self::KitchenFull => "kondate.kitchen_full",
            Self::TooManyKitchens => "kondate.too_many_kitchens",
            Self::LastMember => "kondate.last_member",
            Self::NotAlone => "kondate.not_alone",
            Self::Full => "kondate.full",
            Self::EnoughPictures => "kondate.enough_pictures",
            Self::EnoughOwnPictures => "kondate.enough_own_pictures",
            Self::EnoughImports => "kondate.enough_imports",
            Self::NothingToCook => "kondate.nothing_to_cook",
            Self::TooManyTabs => "kondate.too_many_tabs",
            Self::DefaultCategory => "kondate.default_category",
            Self::CategoryTwice => "kondate.category_twice",
            Self::NotCreator => "kondate.not_creator",
            Self::NotSeller => "kondate.not_seller",
            Self::NoPayouts => "kondate.no_payouts",
            Self::NothingSold => "kondate.nothing_sold",
            Self::OwnKitchen => "kondate.own_kitchen",
            Self::NotPublished => "kondate.not_published",
            Self::Locked => "kondate.locked",
            Self::Sold => "kondate.sold",
            Self::AlreadyBought => "kondate.already_bought",
            Self::OwnItem => "kondate.own_item",
            Self::NotForSale => "kondate.not_for_sale",
            Self::PriceChanged => "kondate.price_changed",
            Self::AlreadyCreator => "kondate.already_creator",
            Self::AlreadySubscribed => "kondate.already_subscribed",
            Self::NotSubscribed => "kondate.not_subscribed",
            Self::Declined => "kondate.declined",
            Self::PaymentsAway => "kondate.payments_away",
            Self::SoldDish => "kondate.sold_dish",
            Self::Replayed => "kondate.replayed",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::NotYours
            | Self::NotOwner
            | Self::DefaultCategory
            | Self::NotCreator
            | Self::NotSeller
            | Self::OwnKitchen
            | Self::Locked => 403,
            Self::EnoughPictures | Self::EnoughOwnPictures | Self::EnoughImports => 429,
            Self::Full | Self::TooManyTabs | Self::CategoryTwice => 422,
            Self::Stale
            | Self::NothingNext
            | Self::KitchenFull
            | Self::TooManyKitchens
            | Self::LastMember
            | Self::NotAlone
            | Self::NothingToCook
            | Self::NoPayouts
            | Self::NothingSold
            | Self::NotPublished
            | Self::Sold
            | Self::AlreadyBought
            | Self::OwnItem
            | Self::NotForSale
            | Self::PriceChanged
            | Self::AlreadyCreator
            | Self::AlreadySubscribed
            | Self::NotSubscribed
            | Self::SoldDish
            | Self::Replayed => 409,
            Self::Declined => 402,
            Self::PaymentsAway => 503,
        }
    }

    fn field(&self) -> Option<&'static str> {
        matches!(self, Self::EnoughPictures | Self::EnoughOwnPictures).then_some("file")
    }
}

impl From<KondateReason> for KondateError {
    fn from(reason: KondateReason) -> Self {
        Self::Own(reason)
    }
}

/// An input that breaks a rule.
pub(crate) fn invalid<T>(field: &'static str, code: &'static str, message: &'static str) -> Result<T> {
    Err(KondateError::Invalid { field, code, message })
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, KondateError>;
