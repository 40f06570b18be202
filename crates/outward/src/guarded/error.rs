//! Why something was not fetched.

/// Why something was not fetched. The codes stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// It is no address of http or https, or one with a name and a password in it.
    #[error("this is no address of a page")]
    NotAnAddress,
    /// It leads, or one that it leads to, to a place that is not of the public internet.
    #[error("this address is not of the public internet")]
    Blocked,
    /// More bytes than were wanted.
    #[error("it is too large")]
    TooLarge,
    /// The deadline passed.
    #[error("it took too long")]
    TooSlow,
    /// It is not what was asked for: no page, or no picture.
    #[error("it is of another kind than was asked for")]
    WrongKind,
    /// Nobody answers there, or not to the end.
    #[error("it cannot be reached")]
    Unreachable,
    /// The server says no, with this status.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// It leads on and on.
    #[error("it leads to another address too often")]
    TooManyRedirects,
}

impl FetchError {
    /// The code of the error, which stays.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotAnAddress => "fetch.not_an_address",
            Self::Blocked => "fetch.blocked",
            Self::TooLarge => "fetch.too_large",
            Self::TooSlow => "fetch.too_slow",
            Self::WrongKind => "fetch.wrong_kind",
            Self::Unreachable => "fetch.unreachable",
            Self::Status(_) => "fetch.status",
            Self::TooManyRedirects => "fetch.too_many_redirects",
        }
    }
}
