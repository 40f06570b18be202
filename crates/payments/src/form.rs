//! Parameters as Stripe takes them: a form whose names say how deep a value is, `transfer_data[destination]`.

use form_urlencoded::Serializer;

use crate::read::Metadata;

/// The parameters of one request.
#[derive(Clone, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    #[expect(clippy::needless_pass_by_value, reason = "numbers and words are written as they are, without a sign before each")]
    pub(crate) fn with(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.0.push((name.into(), value.to_string()));
        self
    }

    pub(crate) fn maybe(self, name: impl Into<String>, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// `metadata[key]`, below whatever makes the object that carries it.
    pub(crate) fn metadata(mut self, below: Option<&str>, metadata: &Metadata) -> Self {
        let parent = below.map_or_else(|| "metadata".to_owned(), |below| format!("{below}[metadata]"));
        self.0.extend(metadata.iter().map(|(key, value)| (format!("{parent}[{key}]"), value.clone())));
        self
    }

    pub(crate) fn encoded(&self) -> String {
        Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_encoded_and_names_say_how_deep_they_are() {
        let metadata = Metadata::from([("app".to_owned(), "kondate & 献立".to_owned())]);
        let form = Form::default().with("amount", 500).maybe("email", None::<String>).metadata(Some("payment_intent_data"), &metadata);
        assert_eq!(form.encoded(), "amount=500&payment_intent_data%5Bmetadata%5D%5Bapp%5D=kondate+%26+%E7%8C%AE%E7%AB%8B");
    }
}
