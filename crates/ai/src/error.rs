//! What can go wrong with an answer.

use std::time::Duration;

/// Why there is no answer. None of these says what was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AiError {
    /// There is nothing left of the day's budget.
    #[error("the day's budget for the model is used up")]
    OverBudget,
    /// The server has too much to do, also after it was asked again.
    #[error("the model is busy")]
    Busy {
        /// When to come again, where it says so.
        retry_after: Option<Duration>,
    },
    /// The server did not answer, or fell silent.
    #[error("the model took too long")]
    TooSlow,
    /// There is no such server, or the connection broke before anything came.
    #[error("the model cannot be reached")]
    Unreachable,
    /// The answer ended before it was whole.
    #[error("the model's answer was cut off")]
    CutOff,
    /// The model will not answer this.
    #[error("the model refused to answer")]
    Refused,
    /// The answer is not what was asked for.
    #[error("the model's answer cannot be used: {0}")]
    Nonsense(String),
    /// The server does not take the key, the model's name or the request: the operator has to look.
    #[error("the model's server answered {0}")]
    Status(u16),
}

impl AiError {
    /// A stable name, for meters and clients.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OverBudget => "ai.over_budget",
            Self::Busy { .. } => "ai.busy",
            Self::TooSlow => "ai.too_slow",
            Self::Unreachable => "ai.unreachable",
            Self::CutOff => "ai.cut_off",
            Self::Refused => "ai.refused",
            Self::Nonsense(_) => "ai.nonsense",
            Self::Status(_) => "ai.status",
        }
    }
}
