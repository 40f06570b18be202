//! Ids and enums with one fixed spelling, declared in a line.

/// Declares an id: a prefix and a UUID, time-ordered when it is made from a UUIDv7.
///
/// ```
/// chabudai_kernel::id! {
///     /// Whose clothes these are.
///     pub WardrobeId = "wd_"
/// }
/// let id = WardrobeId::new(uuid::Uuid::nil());
/// assert_eq!(id.to_string(), "wd_00000000-0000-0000-0000-000000000000");
/// assert_eq!("wd_00000000-0000-0000-0000-000000000000".parse(), Ok(id));
/// for other in ["cl_00000000-0000-0000-0000-000000000000", "wd_00000000000000000000000000000000", "wd_0000000A-0000-0000-0000-000000000000"] {
///     assert!(other.parse::<WardrobeId>().is_err());
/// }
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $vis:vis $name:ident = $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name($crate::uuid::Uuid);

        impl $name {
            /// The id made from a UUID, which should be of version 7.
            pub const fn new(uuid: $crate::uuid::Uuid) -> Self {
                Self(uuid)
            }

            /// The UUID behind the prefix.
            pub const fn uuid(self) -> $crate::uuid::Uuid {
                self.0
            }
        }

        impl $crate::part::KeyPart for $name {
            const FORMAT: &'static str = concat!($prefix, "uuidv7");
            const PATTERN: Option<&'static str> = Some(concat!($prefix, "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"));

            fn write(&self, out: &mut String) {
                out.push_str($prefix);
                out.push_str(self.0.hyphenated().encode_lower(&mut [0; 36]));
            }

            fn parse(text: &str) -> Option<Self> {
                // Exactly one spelling: another would be another key for the same thing. Of 36 characters only the hyphenated form is a UUID.
                let uuid = text.strip_prefix($prefix)?;
                let is_lower = uuid.len() == 36 && !uuid.bytes().any(|byte| byte.is_ascii_uppercase());
                if is_lower { $crate::uuid::Uuid::try_parse(uuid).ok().map(Self) } else { None }
            }
        }

        $crate::spelled_as_in_keys_outside!($name);
    };
}

/// Declares an enum with one fixed spelling per value, the same in keys, items and JSON.
///
/// ```
/// chabudai_kernel::text_enum! {
///     /// Whether it is in the bin.
///     pub Status { Active = "ACTIVE", Deleted = "DELETED" }
/// }
/// assert_eq!(Status::Active.as_str(), "ACTIVE");
/// assert_eq!(Status::ALL.len(), 2);
/// ```
#[macro_export]
macro_rules! text_enum {
    ($(#[$doc:meta])* $vis:vis $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name {
            $($(#[$variant_doc])* #[doc = concat!("`", $text, "`")] $variant),+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The spelling.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl $crate::part::KeyPart for $name {
            const FORMAT: &'static str = $crate::text_enum!(@format $($text)+);
            const TEXTS: &'static [&'static str] = &[$($text),+];

            fn write(&self, out: &mut String) {
                out.push_str(self.as_str());
            }

            fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }

        $crate::spelled_as_in_keys_outside!($name);
    };
    (@format $first:literal $($rest:literal)*) => { concat!($first $(, "|", $rest)*) };
}

/// `Display`, `FromStr` and serde for a part declared in another crate.
#[doc(hidden)]
#[macro_export]
macro_rules! spelled_as_in_keys_outside {
    ($name:ident) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let mut out = String::new();
                $crate::part::KeyPart::write(self, &mut out);
                f.write_str(&out)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::part::NotSpelledSo;

            fn from_str(text: &str) -> Result<Self, $crate::part::NotSpelledSo> {
                <Self as $crate::part::KeyPart>::parse(text)
                    .ok_or($crate::part::NotSpelledSo { format: <Self as $crate::part::KeyPart>::FORMAT })
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::part::deserialize_part(deserializer)
            }
        }
    };
}
