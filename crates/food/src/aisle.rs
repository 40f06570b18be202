//! Where a Japanese supermarket keeps a food, in the order in which one walks past it.

use serde::{Deserialize, Serialize};

macro_rules! aisles {
    ($($(#[doc = $doc:literal])* $aisle:ident $id:literal $ja:literal $en:literal;)*) => {
        /// One stretch of shelves. The order of the variants is the way through the shop.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Aisle {
            $($(#[doc = $doc])* $aisle,)*
        }

        impl Aisle {
            /// All of them, from the entrance to the till.
            pub const ALL: &'static [Self] = &[$(Self::$aisle),*];

            /// Its name in the table of foods.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$aisle => $id),* }
            }

            /// What the sign above it says in Japanese.
            pub const fn ja(self) -> &'static str {
                match self { $(Self::$aisle => $ja),* }
            }

            /// And in English.
            pub const fn en(self) -> &'static str {
                match self { $(Self::$aisle => $en),* }
            }

            /// The aisle of that name.
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some(Self::$aisle),)* _ => None }
            }
        }
    };
}

aisles! {
    /// Leaves, roots, fruiting vegetables, herbs.
    Vegetables "vegetables" "野菜" "Vegetables";
    /// Beside the vegetables, in a chilled case of their own.
    Mushrooms "mushrooms" "きのこ" "Mushrooms";
    /// Fruit.
    Fruit "fruit" "果物" "Fruit";
    /// Tofu, natto, konjac: what is made daily.
    Tofu "tofu" "豆腐・納豆・こんにゃく" "Tofu, natto and konjac";
    /// Pickles, kimchi, tsukudani.
    Pickles "pickles" "漬物・佃煮" "Pickles";
    /// Fish and seafood.
    Fish "fish" "魚介" "Fish and seafood";
    /// Chikuwa, kamaboko, hanpen.
    FishCakes "fish-cakes" "練り物" "Fish cakes";
    /// Meat.
    Meat "meat" "肉" "Meat";
    /// Ham, sausages, bacon.
    Ham "ham" "ハム・ソーセージ" "Ham and sausages";
    /// Eggs.
    Eggs "eggs" "卵" "Eggs";
    /// Milk, butter, cheese, yogurt.
    Dairy "dairy" "牛乳・乳製品" "Dairy";
    /// Bread.
    Bread "bread" "パン" "Bread";
    /// Fresh and dried noodles, pasta, wrappers.
    Noodles "noodles" "麺・パスタ" "Noodles and pasta";
    /// Rice, grains, rice cakes.
    Rice "rice" "米・雑穀・餅" "Rice and grains";
    /// Dried goods, seaweed, beans, nuts.
    Dried "dried" "乾物・海藻・豆" "Dried goods";
    /// Cans, jars and pouches.
    Canned "canned" "缶詰・瓶詰" "Canned food";
    /// Soy sauce, miso, sugar, sauces.
    Seasonings "seasonings" "調味料" "Seasonings and sauces";
    /// Oils.
    Oils "oils" "油" "Oils";
    /// Spices, and what comes in tubes.
    Spices "spices" "香辛料" "Spices";
    /// Flours, and what is baked with.
    Baking "baking" "粉・製菓材料" "Flour and baking";
    /// Sweets, jam.
    Sweets "sweets" "お菓子・ジャム" "Sweets and jam";
    /// Drinks.
    Drinks "drinks" "飲み物" "Drinks";
    /// Wine, beer, spirits.
    Alcohol "alcohol" "お酒" "Alcohol";
    /// Frozen food, near the till so that it stays frozen.
    Frozen "frozen" "冷凍食品" "Frozen food";
    /// From the tap: nothing to buy.
    Water "water" "水道" "From the tap";
}
