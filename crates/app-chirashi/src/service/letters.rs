//! What is sent by mail, to whatever address: a port, because whoever delivers is the server's choice.

use chabudai_kernel::part::Word;
use futures::future::BoxFuture;

/// A letter to somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// What it is.
    pub kind: LetterKind,
    /// Its name, the same however often it is sent; a mail server sorts out the second.
    pub name: Option<String>,
}

/// What a letter says.
#[derive(Clone, PartialEq, Eq)]
pub enum LetterKind {
    /// The code that shows that an address is one's own.
    RegisterCode(String),
    /// Somebody wanted to register with an address that has an account.
    AlreadyRegistered,
    /// The code with which a new password is chosen.
    ResetCode(String),
    /// New flyers: what they are called, each with its store.
    NewFlyers(Vec<String>),
}

impl std::fmt::Debug for LetterKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::RegisterCode(_) => "RegisterCode(…)",
            Self::AlreadyRegistered => "AlreadyRegistered",
            Self::ResetCode(_) => "ResetCode(…)",
            Self::NewFlyers(_) => "NewFlyers(…)",
        })
    }
}

impl Letter {
    /// Subject and text, in Japanese and in English: what somebody who is not signed in reads is not known.
    pub fn words(&self) -> (String, String) {
        match &self.kind {
            LetterKind::RegisterCode(code) => (
                "確認コード / Your code – Chirashi Kitchen".to_owned(),
                format!("確認コード: {code}\n30分以内に入力してください。\n\nYour code is {code}. It is good for half an hour.\n"),
            ),
            LetterKind::AlreadyRegistered => (
                "登録済みのメールアドレスです / You have an account – Chirashi Kitchen".to_owned(),
                "このメールアドレスはすでに登録されています。そのままログインできます。\n\nThere is an account with this address already. You can sign in.\n".to_owned(),
            ),
            LetterKind::ResetCode(code) => (
                "パスワードの再設定 / A new password – Chirashi Kitchen".to_owned(),
                format!("パスワード再設定コード: {code}\n心当たりがなければ、このメールは破棄してください。\n\nYour code for a new password is {code}. If you did not ask for it, ignore this mail.\n"),
            ),
            LetterKind::NewFlyers(flyers) => {
                let lines: Vec<String> = flyers.iter().map(|flyer| format!("・{flyer}")).collect();
                let lines = lines.join("\n");
                (format!("新着チラシ {}件 / New flyers – Chirashi Kitchen", flyers.len()), format!("お気に入り店舗の新しいチラシです。\n\n{lines}"))
            }
        }
    }
}

/// Carries letters to any address.
pub trait Letters: Send + Sync {
    /// Sends one. Whether it arrives is not known here.
    fn send<'a>(&'a self, to: &'a Word, letter: Letter) -> BoxFuture<'a, Result<(), String>>;
}
