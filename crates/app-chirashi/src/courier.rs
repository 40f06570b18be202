//! Takes what people are told to them: to their devices and by mail where the house knows them, by mail alone where only we do.

use std::sync::Arc;
use std::time::Duration;

use chabudai_web::messages::{Mail, Messages, Push, PushText};
use futures::future::BoxFuture;

use crate::model::{Frequency, User};
use crate::service::{Courier, Letter, LetterKind, Letters, Told};

/// How long a message is worth delivering to a device.
const GOOD_FOR: Duration = Duration::from_hours(12);

pub(crate) struct HouseCourier {
    pub(crate) messages: Arc<dyn Messages>,
    pub(crate) letters: Option<Arc<dyn Letters>>,
}

impl HouseCourier {
    async fn take_to(&self, user: &User, told: &Told) -> Result<(), String> {
        let lines: Vec<String> = told.notices.iter().map(|notice| format!("{}({}まで)", notice.store_name, notice.valid_until)).collect();
        let letter = Letter { name: Some(told.name.clone()), kind: LetterKind::NewFlyers(lines.clone()) };
        let Some(person) = &user.person_id else {
            return match (&user.email, &self.letters) {
                (Some(email), Some(letters)) => letters.send(email, letter).await,
                // Nobody to take it: the inbox has it.
                _ => Ok(()),
            };
        };
        let text = PushText {
            title: format!("新着チラシ {}件 / New flyers", told.notices.len()),
            body: lines.join("、"),
            open: "見る / Open".to_owned(),
            page: "/chirashi",
            // A later message of the same tag takes the place of an earlier one, so that what is sent twice is seen once.
            tag: "chirashi-new-flyers",
            action: None,
        };
        let push = Push { text, good_for: GOOD_FOR, is_urgent: false };
        for device in self.messages.devices(person).await.map_err(|error| error.to_string())? {
            self.messages.push(person, &device, &push).await;
        }
        // What is told at once is for devices; a letter a flyer would be too many.
        if told.frequency != Frequency::Realtime {
            let (subject, text) = letter.words();
            self.messages.mail(person, Mail { subject, text }).await.map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl Courier for HouseCourier {
    fn take<'a>(&'a self, user: &'a User, told: &'a Told) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(self.take_to(user, told))
    }
}
