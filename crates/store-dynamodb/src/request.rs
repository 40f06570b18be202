//! The placeholders of an expression as the SDK takes them.

use std::collections::HashMap;

use chabudai_kernel::expr::render::Renderer;
use chabudai_kernel::expr::{Condition, Path, UpdateAction};

use crate::convert::{SdkItem, to_sdk};

/// The expressions of one write.
pub(crate) struct Expressions {
    pub(crate) condition: Option<String>,
    pub(crate) update: Option<String>,
    pub(crate) names: Option<HashMap<String, String>>,
    pub(crate) values: Option<SdkItem>,
}

impl Expressions {
    pub(crate) fn of(condition: Option<&Condition>, actions: &[UpdateAction]) -> Self {
        let mut renderer = Renderer::default();
        let update = (!actions.is_empty()).then(|| renderer.update(actions));
        let condition = condition.map(|condition| renderer.condition(condition));
        Self { condition, update, names: names(&renderer), values: values(&renderer) }
    }
}

/// DynamoDB refuses an empty map of names; no name is no map.
pub(crate) fn names(renderer: &Renderer) -> Option<HashMap<String, String>> {
    let names: HashMap<_, _> = renderer.names().iter().map(|(placeholder, name)| (placeholder.clone(), name.clone())).collect();
    (!names.is_empty()).then_some(names)
}

/// DynamoDB refuses an empty map of values; no value is no map.
pub(crate) fn values(renderer: &Renderer) -> Option<SdkItem> {
    let values: SdkItem = renderer.values().iter().map(|(placeholder, value)| (placeholder.clone(), to_sdk(value.clone()))).collect();
    (!values.is_empty()).then_some(values)
}

/// A projection, or none where everything is asked for.
pub(crate) fn projection(renderer: &mut Renderer, paths: &[Path]) -> Option<String> {
    (!paths.is_empty()).then(|| renderer.projection(paths))
}
