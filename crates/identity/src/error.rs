//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that signing in, out and up can answer instead of its result.
pub type IdentityError = AppError<IdentityReason>;

/// What only signing in, out and up says.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum IdentityReason {
    /// The address and the password do not belong together. Which of the two is wrong is told to nobody.
    #[error("The e-mail address or the password is wrong.")]
    WrongPassword,
    /// The code is wrong, used or too old. Which of the three is told to nobody.
    #[error("The code is wrong or too old.")]
    WrongCode,
    /// There were too many tries; wait so many seconds.
    #[error("There were too many tries. Please wait a moment.")]
    TooManyTries(u64),
    /// The token opens nothing: unknown, expired or revoked.
    #[error("Please sign in.")]
    NotSignedIn,
    /// What was asked for wants a fresh proof that it is the person: a device that is signed in may be in other hands.
    #[error("Confirm that it is you first.")]
    ProofNeeded,
    /// Nobody may join by themselves.
    #[error("Nobody can join this house by themselves. Ask the one who runs it.")]
    SignUpClosed,
    /// The house is empty, and whoever comes has neither the link that it printed nor is on its machine.
    #[error("Nobody lives here yet. Open the link that the server printed when it started.")]
    SetupNeeded,
    /// The link was used, has ended or was taken back. Which of the three is told to nobody.
    #[error("This link was used already or has ended. Ask for another one.")]
    LinkUsed,
    /// So many invitations are given out that nobody has used.
    #[error("You have ten invitations that nobody has used yet. Take one back first.")]
    TooManyInvitations,
    /// What a program brings is no token, or one that has ended or was revoked. Which of the three is told to nobody.
    #[error("This token is not good, or not any more.")]
    TokenEnded,
    /// A token is good, but not for this.
    #[error("This token may not do that: {0}.")]
    TokenScope(&'static str),
    /// So many tokens of programs there are.
    #[error("You have twenty tokens for programs. Revoke one first.")]
    TooManyTokens,
    /// The same request has made it before, and it was taken away since.
    #[error("This was made already, and is gone again.")]
    MadeAndGone,
    /// The address belongs to somebody already. Told to the operator, and to whoever has proven that the address is theirs.
    #[error("This e-mail address belongs to somebody already.")]
    EmailTaken,
    /// The provider is none of this house.
    #[error("One cannot sign in by this provider here.")]
    ProviderUnknown,
    /// The provider does not answer, or the operator and the provider do not understand each other.
    #[error("The provider cannot be reached at the moment. Please try again later, or sign in another way.")]
    ProviderUnavailable,
    /// What the provider said is not to be believed. Why is told to the operator.
    #[error("The sign-in by this provider did not succeed. Please begin again.")]
    ProviderAnswer,
    /// Whoever went to the provider turned back there.
    #[error("The sign-in was cancelled at the provider.")]
    Cancelled,
    /// The sign-in at a provider was not begun here, was used already or took too long. Which of the three is told to nobody.
    #[error("This sign-in has ended or was begun in another browser. Please begin again.")]
    WrongState,
    /// The provider does not say that the address is theirs.
    #[error("The provider has not verified the e-mail address of this account. Verify it there, then sign in again.")]
    EmailUnverified,
    /// An account at a provider is somebody else's here.
    #[error("This account at a provider belongs to somebody else here.")]
    AccountTaken,
    /// The person has another account of the same provider. Told to whoever has proven that the address or the session is theirs.
    #[error("Another account of this provider signs in here already. Use that one, or remove it on the account page first.")]
    AnotherAccount,
    /// Without it nobody could sign in any more.
    #[error("This is the only way to sign in. Choose a password first.")]
    LastWayIn,
    /// What a passkey showed is not to be believed. Why is told to the operator.
    #[error("This passkey does not sign in here. Try another one, or sign in another way.")]
    PasskeyRefused,
    /// What a browser says of a new passkey is not to be believed. Why is told to the operator.
    #[error("This passkey cannot be used here. Please try another device.")]
    PasskeyUnusable,
    /// The challenge was not given to this browser, was used already or is too old. Which of the three is told to nobody.
    #[error("This took too long, or was begun in another browser. Please begin again.")]
    PasskeyEnded,
    /// It is somebody's already.
    #[error("This passkey is registered already.")]
    PasskeyTaken,
    /// There is no room for one more.
    #[error("You have ten passkeys. Remove one first.")]
    TooManyPasskeys,
    /// Browsers have no passkeys for an address like this one.
    #[error("Passkeys need an https address.")]
    PasskeysNeedHttps,
    /// So many people sign in at this moment that there is no memory for one more.
    #[error("Too many people are signing in at this moment. Please try again.")]
    Crowded,
}

impl OwnReason for IdentityReason {
    const CODES: Codes = codes!("identity");

    fn code(&self) -> &'static str {
        match self {
            Self::WrongPassword => "identity.wrong_password",
            Self::WrongCode => "identity.wrong_code",
            Self::TooManyTries(_) => "identity.too_many_tries",
            Self::NotSignedIn => "identity.not_signed_in",
            Self::ProofNeeded => "identity.proof_needed",
            Self::SignUpClosed => "identity.sign_up_closed",
            Self::SetupNeeded => "identity.setup_needed",
            Self::LinkUsed => "identity.link_used",
            Self::TooManyInvitations => "identity.too_many_invitations",
            Self::TokenEnded => "identity.token_ended",
            Self::TokenScope(_) => "identity.token_scope",
            Self::TooManyTokens => "identity.too_many_tokens",
            Self::MadeAndGone => "identity.made_and_gone",
            Self::EmailTaken => "identity.email_taken",
            Self::ProviderUnknown => "identity.provider_unknown",
            Self::ProviderUnavailable => "identity.provider_unavailable",
            Self::ProviderAnswer => "identity.provider_answer",
            Self::Cancelled => "identity.cancelled",
            Self::WrongState => "identity.wrong_state",
            Self::EmailUnverified => "identity.email_unverified",
            Self::AccountTaken => "identity.account_taken",
            Self::AnotherAccount => "identity.another_account",
            Self::LastWayIn => "identity.last_way_in",
            Self::PasskeyRefused => "identity.passkey_refused",
            Self::PasskeyUnusable => "identity.passkey_unusable",
            Self::PasskeyEnded => "identity.passkey_ended",
            Self::PasskeyTaken => "identity.passkey_taken",
            Self::TooManyPasskeys => "identity.too_many_passkeys",
            Self::PasskeysNeedHttps => "identity.passkeys_need_https",
            Self::Crowded => "identity.crowded",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::WrongCode | Self::ProviderAnswer | Self::Cancelled | Self::WrongState | Self::PasskeyUnusable | Self::PasskeyEnded => 400,
            Self::WrongPassword | Self::NotSignedIn | Self::TokenEnded | Self::PasskeyRefused => 401,
            Self::ProofNeeded | Self::SignUpClosed | Self::SetupNeeded | Self::LinkUsed | Self::EmailUnverified | Self::TokenScope(_) => {
                403
            }
            Self::ProviderUnknown => 404,
            Self::EmailTaken
            | Self::TooManyInvitations
            | Self::TooManyTokens
            | Self::MadeAndGone
            | Self::AccountTaken
            | Self::AnotherAccount
            | Self::LastWayIn
            | Self::PasskeyTaken
            | Self::TooManyPasskeys
            | Self::PasskeysNeedHttps => 409,
            Self::TooManyTries(_) => 429,
            Self::ProviderUnavailable | Self::Crowded => 503,
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::WrongPassword => Some("password"),
            Self::WrongCode => Some("code"),
            Self::EmailTaken => Some("email"),
            _ => None,
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyTries(seconds) => Some(*seconds),
            Self::ProviderUnavailable | Self::Crowded => Some(1),
            _ => None,
        }
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, IdentityError>;
