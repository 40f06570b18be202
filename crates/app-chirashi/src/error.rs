//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that an operation can answer instead of its result.
pub type ChirashiError = AppError<ChirashiReason>;

/// What only Chirashi Kitchen says.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ChirashiReason {
    /// Nobody is signed in, or not any more.
    #[error("Please sign in.")]
    NotSignedIn,
    /// Nobody learns which of the two is wrong, nor whether there is such an account.
    #[error("This e-mail address or user name and this password do not belong together.")]
    WrongSignIn,
    /// A refresh token came a second time: somebody else may have it, so the session is over for both.
    #[error("This session was ended, because its token was used twice. Please sign in again.")]
    TokenReused,
    /// So many tries in vain that the next has to wait so many seconds.
    #[error("There were too many tries. Please wait a little.")]
    TooManyTries(u64),
    /// More people sign in at this moment than there are processors for.
    #[error("Too many people are signing in at this moment. Please try again.")]
    Crowded,
    /// The operator has not opened registration.
    #[error("Nobody can register here. Ask the one who runs this server.")]
    RegistrationClosed,
    /// The code that came by mail is another one, or too old.
    #[error("This code is wrong or too old. Ask for a new one.")]
    WrongCode,
    /// The user name is somebody's.
    #[error("Somebody has this user name already.")]
    UsernameTaken,
    /// An account with a password has the address of somebody who comes from the house.
    #[error("There is an account with your e-mail address. Give its password once, or begin with a new one.")]
    JoinFirst,
    /// The role may never do this, to nobody's data.
    #[error("Your account cannot do that.")]
    NotAllowed,
    /// One does not take one's own account away.
    #[error("You cannot delete your own account, or change what it may do.")]
    OwnAccount,
    /// Stores are left.
    #[error("This company has stores. Delete them first.")]
    CompanyHasStores,
    /// The company may not publish at the moment.
    #[error("The contract of this company is suspended.")]
    Suspended,
    /// The company may not publish any more.
    #[error("The contract of this company has ended.")]
    ContractEnded,
    /// Somebody else has changed it since it was read.
    #[error("Somebody has changed this in the meantime. Look at it again before you change it.")]
    Stale,
    /// There is no room for more favourites.
    #[error("You have 200 favourite stores. Take one out first.")]
    TooManyFavorites,
    /// Nobody has said what is on the flyer.
    #[error("There is no list of what is on this flyer yet, so nothing can be cooked from it.")]
    NoItems,
    /// No dish has its main ingredient on the flyer.
    #[error("There is no dish whose main ingredient is on this flyer.")]
    NothingToCook,
    /// Somebody else's request is making the recipe, and it takes long.
    #[error("The recipe is being made. Please ask again in a moment.")]
    BeingCooked,
    /// There is no recipe to share.
    #[error("There is no recipe of this flyer to share. Ask for one first.")]
    NoRecipe,
}

impl OwnReason for ChirashiReason {
    const CODES: Codes = codes!("chirashi");

    fn code(&self) -> &'static str {
        match self {
            Self::NotSignedIn => "chirashi.not_signed_in",
            Self::WrongSignIn => "chirashi.wrong_sign_in",
            Self::TokenReused => "chirashi.token_reused",
            Self::TooManyTries(_) => "chirashi.too_many_tries",
            Self::Crowded => "chirashi.crowded",
            Self::RegistrationClosed => "chirashi.registration_closed",
            Self::WrongCode => "chirashi.wrong_code",
            Self::UsernameTaken => "chirashi.username_taken",
            Self::JoinFirst => "chirashi.join_first",
            Self::NotAllowed => "chirashi.not_allowed",
            Self::OwnAccount => "chirashi.own_account",
            Self::CompanyHasStores => "chirashi.company_has_stores",
            Self::Suspended => "chirashi.suspended",
            Self::ContractEnded => "chirashi.contract_ended",
            Self::Stale => "chirashi.stale",
            Self::TooManyFavorites => "chirashi.too_many_favorites",
            Self::NoItems => "chirashi.no_items",
            Self::NothingToCook => "chirashi.nothing_to_cook",
            Self::BeingCooked => "chirashi.being_cooked",
            Self::NoRecipe => "chirashi.no_recipe",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::WrongCode => 400,
            Self::NotSignedIn | Self::WrongSignIn | Self::TokenReused => 401,
            Self::RegistrationClosed | Self::NotAllowed => 403,
            Self::TooManyTries(_) => 429,
            Self::Crowded | Self::BeingCooked => 503,
            Self::UsernameTaken
            | Self::JoinFirst
            | Self::OwnAccount
            | Self::CompanyHasStores
            | Self::Suspended
            | Self::ContractEnded
            | Self::Stale
            | Self::TooManyFavorites
            | Self::NoItems
            | Self::NothingToCook
            | Self::NoRecipe => 409,
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::UsernameTaken => Some("username"),
            Self::WrongCode => Some("code"),
            _ => None,
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyTries(seconds) => Some(*seconds),
            Self::Crowded | Self::BeingCooked => Some(2),
            _ => None,
        }
    }
}

impl From<ChirashiReason> for ChirashiError {
    fn from(reason: ChirashiReason) -> Self {
        Self::Own(reason)
    }
}

/// An input that breaks a rule.
pub(crate) fn invalid<T>(field: &'static str, code: &'static str, message: &'static str) -> Result<T> {
    Err(ChirashiError::Invalid { field, code, message })
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, ChirashiError>;
