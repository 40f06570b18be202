//! The access patterns of devices.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;

use super::Patterns;
use crate::model::{DeviceList, PushDevice};
use crate::people::People;

impl<T: People> Patterns<T> {
    pub(super) const DEVICE: &'static EntityDesign = &PushDevice::<T>::DESIGN;
    pub(super) const DEVICE_LIST: &'static EntityDesign = &DeviceList::<T>::DESIGN;

    /// ID-43. What an app keeps of its own messages stands in the same range, a few items, and is left out.
    pub const DEVICES: &'static AccessPattern = &AccessPattern {
        id: "ID-43",
        question: "On which devices do messages reach me?",
        steps: &[Step::Query(Range {
            given: &["userId"],
            filters: &["Type"],
            ordered_by: &["platform", "device"],
            ..Range::of(&[Self::DEVICE])
        })],
        cost: Cost::Exactly(1),
    };

    /// ID-44. How often one was added is read before the list, so that whoever adds knows whether it has grown. Of many at once, as many are kept
    /// as one may have.
    pub const REGISTER_DEVICE: &'static AccessPattern = &AccessPattern {
        id: "ID-44",
        question: "Send me messages on this device too.",
        steps: &[
            Step::Get(Self::DEVICE_LIST),
            Step::OneOf(&[
                Step::Transact(&[
                    Action::new(Verb::Put, Self::DEVICE, 1),
                    Action::new(Verb::Check, Self::PROFILE, 1),
                    Action::new(Verb::Check, Self::SESSION, 1),
                    Action::new(Verb::Put, Self::DEVICE_LIST, 1),
                ]),
                Step::Transact(&[
                    Action::new(Verb::Put, Self::DEVICE, 1),
                    Action::new(Verb::Check, Self::PROFILE, 1),
                    Action::new(Verb::Check, Self::SESSION, 1),
                ]),
            ]),
        ],
        cost: Cost::Exactly(2),
    };

    /// ID-46. One write, whatever is left to clear away after it: a session of another epoch opens nothing.
    pub const END_SESSIONS: &'static AccessPattern = &AccessPattern {
        id: "ID-46",
        question: "Sign me out everywhere, or everywhere else.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Update, Self::PROFILE, 1),
            Action::new(Verb::Update, Self::SESSION, 1),
            Action::new(Verb::Delete, Self::DEVICE, 20),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-45
    pub const FORGET_DEVICES: &'static AccessPattern = &AccessPattern {
        id: "ID-45",
        question: "No messages on this device any more.",
        steps: &[Step::BatchWrite(&[Self::DEVICE], 25)],
        cost: Cost::Exactly(1),
    };
}
