//! The table of units.

use super::{Kind, Row};
use crate::amount::Amount;

macro_rules! units {
    ($($(#[doc = $doc:literal])* $unit:ident $kind:expr, $ja:literal, $en:literal, $plural:literal, $also:literal;)*) => {
        /// A unit that is known; any other word for a unit stays the text it was.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Unit {
            $($(#[doc = $doc])* $unit,)*
        }

        pub(super) static ROWS: &[Row] = &[
            $(Row { unit: Unit::$unit, kind: $kind, ja: $ja, en: $en, en_plural: $plural, also: $also },)*
        ];
    };
}

const fn of(number: i64) -> Amount {
    Amount::whole(number)
}

const COUNT: Kind = Kind::Count;
const LOOSE: Kind = Kind::Loose;

units! {
    /// Gram.
    Gram Kind::Mass(of(1)), "g", "g", "g", "グラム|gram|grams|gr|gm|gms";
    /// Kilogram.
    Kilogram Kind::Mass(of(1000)), "kg", "kg", "kg", "キログラム|キロ|kilo|kilos|kilogram|kilograms|kgs";
    /// Milligram.
    Milligram Kind::Mass(Amount::THOUSANDTH), "mg", "mg", "mg", "ミリグラム|milligram|milligrams";
    /// Ounce, of weight.
    Ounce Kind::Mass(Amount::OUNCE), "オンス", "oz", "oz", "ounce|ounces|ozs";
    /// Pound.
    Pound Kind::Mass(Amount::POUND), "ポンド", "lb", "lb", "lbs|pound|pounds";
    /// Millilitre.
    Millilitre Kind::Volume(of(1)), "ml", "ml", "ml", "cc|ミリリットル|シーシー|milliliter|milliliters|millilitre|millilitres|mls";
    /// Decilitre.
    Decilitre Kind::Volume(of(100)), "dl", "dl", "dl", "デシリットル|deciliter|decilitre";
    /// Litre.
    Litre Kind::Volume(of(1000)), "L", "l", "l", "リットル|ℓ|liter|liters|litre|litres|ltr";
    /// Tablespoon: 15 ml in Japan, and near enough everywhere else.
    Tablespoon Kind::Volume(of(15)), "大さじ", "tbsp", "tbsp", "大匙|おおさじ|大サジ|大スプーン|tablespoon|tablespoons|tbsps|tbs|tbl|tblsp|tbls|tbspn";
    /// Teaspoon: 5 ml.
    Teaspoon Kind::Volume(of(5)), "小さじ", "tsp", "tsp", "小匙|こさじ|小サジ|小スプーン|ティースプーン|teaspoon|teaspoons|tsps|tspn";
    /// The Japanese measuring cup: 200 ml.
    Cup Kind::Volume(of(200)), "カップ", "Japanese cup", "Japanese cups", "コップ|計量カップ";
    /// The cup of English recipes: 16 tablespoons.
    UsCup Kind::Volume(of(240)), "米国カップ", "cup", "cups", "c";
    /// The rice cooker's cup: 180 ml.
    Go Kind::Volume(of(180)), "合", "rice-cooker cup", "rice-cooker cups", "ごう|go";
    /// Ten 合.
    Sho Kind::Volume(of(1800)), "升", "sho", "sho", "";
    /// Fluid ounce: two tablespoons.
    FluidOunce Kind::Volume(of(30)), "液量オンス", "fl oz", "fl oz", "fl. oz|fluid ounce|fluid ounces|fl.oz";
    /// Pint, American.
    Pint Kind::Volume(of(480)), "パイント", "pint", "pints", "pt";
    /// Quart.
    Quart Kind::Volume(of(960)), "クォート", "quart", "quarts", "qt|qts";
    /// Gallon.
    Gallon Kind::Volume(of(3840)), "ガロン", "gallon", "gallons", "gal";
    /// Centimetre.
    Centimetre Kind::Length(of(1)), "cm", "cm", "cm", "センチ|センチメートル|centimeter|centimeters|centimetre|centimetres";
    /// Inch.
    Inch Kind::Length(Amount::INCH), "インチ", "inch", "inches", "in|inch-piece";
    /// One of something round.
    Piece COUNT, "個", "piece", "pieces", "コ|ケ|ヶ|箇|ヵ|つ|ピース|pc|pcs";
    /// One of something long.
    Long COUNT, "本", "stalk", "stalks", "ほん|ぽん|ぼん|rib|ribs|spear|spears|ear|ears";
    /// One of something flat.
    Flat COUNT, "枚", "slice", "slices", "まい|スライス|sheet|sheets|leaf|leaves|strip|strips|rasher|rashers";
    /// A bunch.
    Bunch COUNT, "束", "bunch", "bunches", "把|わ|たば|bundle|bundles";
    /// A bag.
    Bag COUNT, "袋", "bag", "bags", "ふくろ|sachet|sachets";
    /// A block of tofu.
    Block COUNT, "丁", "block", "blocks", "";
    /// A head, or a portion of noodles.
    Ball COUNT, "玉", "ball", "balls", "たま|bulb|bulbs";
    /// A clove of garlic, a thumb of ginger.
    Clove COUNT, "かけ", "clove", "cloves", "片|欠片|かけら|欠け|欠|knob|knobs|thumb|thumbs";
    /// A cut of fish, a slice of lemon.
    Cut COUNT, "切れ", "fillet", "fillets", "切|切身|filet|filets|wedge|wedges";
    /// A pack.
    Pack COUNT, "パック", "package", "packages", "pack|packs|packet|packets|pkg|pkgs|pkt|p|carton|cartons|tub|tubs|container|containers|punnet|punnets";
    /// A can.
    Can COUNT, "缶", "can", "cans", "カン|tin|tins";
    /// A plant with its root: broccoli, bok choy.
    Root COUNT, "株", "head", "heads", "かぶ";
    /// A floret, a cluster.
    Cluster COUNT, "房", "floret", "florets", "ふさ|cluster|clusters";
    /// A section of lotus root.
    Section COUNT, "節", "section", "sections", "ふし";
    /// A fish, a prawn.
    Tail COUNT, "尾", "whole fish", "whole fish", "匹|ひき|びき|ぴき";
    /// A bowl, a glass, a squid.
    Bowl COUNT, "杯", "bowl", "bowls", "はい|ばい|ぱい|scoop|scoops";
    /// A bowl of rice.
    RiceBowl COUNT, "膳", "bowl of rice", "bowls of rice", "ぜん";
    /// A loaf.
    Loaf COUNT, "斤", "loaf", "loaves", "";
    /// A box.
    Box COUNT, "箱", "box", "boxes", "はこ";
    /// A jar or a bottle.
    Jar COUNT, "瓶", "jar", "jars", "びん|壜|ビン|bottle|bottles";
    /// A drop.
    Drop COUNT, "滴", "drop", "drops", "てき";
    /// What two fingers hold.
    Pinch COUNT, "つまみ", "pinch", "pinches", "摘み";
    /// A shake.
    Dash COUNT, "ふり", "dash", "dashes", "振り|shake|shakes|sprinkle|sprinkles|ふりかけ分";
    /// What a hand holds.
    Handful COUNT, "つかみ", "handful", "handfuls", "掴み|握り|にぎり";
    /// Once around the pan.
    Drizzle COUNT, "回し", "drizzle", "drizzles", "まわし|周|splash|splashes|たらし|垂らし|glug|glugs";
    /// A grain, a bean.
    Grain COUNT, "粒", "grain", "grains", "つぶ";
    /// A sprig.
    Sprig COUNT, "枝", "sprig", "sprigs", "えだ";
    /// A pair of roe sacs.
    Sac COUNT, "腹", "sac", "sacs", "はら";
    /// A bird.
    Bird COUNT, "羽", "whole bird", "whole birds", "";
    /// A block of fish for sashimi.
    Saku COUNT, "柵", "saku block", "saku blocks", "サク|さく";
    /// For one person.
    Serving COUNT, "人分", "serving", "servings", "人前|食|食分|portion|portions";
    /// A skewer.
    Skewer COUNT, "串", "skewer", "skewers", "くし";
    /// A plate, or the cubes of roux for one.
    Plate COUNT, "皿", "plate", "plates", "さら";
    /// A lump.
    Lump COUNT, "塊", "lump", "lumps", "かたまり|カタマリ|ブロック|hunk|hunks|chunk|chunks";
    /// Something wrapped.
    Wrap COUNT, "包", "parcel", "parcels", "包み|包装";
    /// A roll.
    Roll COUNT, "巻", "roll", "rolls", "巻き|まき|ロール";
    /// A leaf.
    Leaf COUNT, "葉", "frond", "fronds", "";
    /// A cube of stock or of roux.
    Cube COUNT, "キューブ", "cube", "cubes", "";
    /// A stick of butter: 113 g.
    Stick COUNT, "スティック", "stick", "sticks", "";
    /// Twelve.
    Dozen COUNT, "ダース", "dozen", "dozen", "doz";
    /// A pod.
    Pod COUNT, "さや", "pod", "pods", "莢";
    /// A ring.
    Ring COUNT, "輪", "ring", "rings", "リング";
    /// A heap.
    Heap COUNT, "山", "heap", "heaps", "やま|盛り";
    /// A set.
    Set COUNT, "セット", "set", "sets", "";
    /// A case.
    Case COUNT, "ケース", "case", "cases", "";
    /// A tube.
    Tube COUNT, "チューブ", "tube", "tubes", "";
    /// A tray.
    Tray COUNT, "トレー", "tray", "trays", "トレイ|舟";
    /// A very little.
    Little LOOSE, "少々", "a little", "a little", "少少|少し|すこし|少量|ごく少量|ごく少々|わずか|a bit|a touch|a smidgen";
    /// As much as is right.
    Suitable LOOSE, "適量", "as needed", "as needed", "適当|適当量|必要量|必要なだけ|as required|as necessary|q.s.|some";
    /// As much as is right, or none.
    Optional LOOSE, "適宜", "optional", "optional", "";
    /// As one likes.
    ToTaste LOOSE, "お好みで", "to taste", "to taste", "お好み|お好みの量|お好みの枚数|お好みの本数|好みの量|好みで|お好み量|お好みで適量|好みで適量|お好み適量|お好きなだけ|好きなだけ|お好きな量|好きな量|as desired|to your liking";
    /// Plenty.
    Plenty LOOSE, "たっぷり", "plenty", "plenty", "多め|多めに|大量|大量に|たっぷりめ";
    /// Not much.
    Sparing LOOSE, "少なめ", "sparingly", "sparingly", "少なめに|控えめ";
    /// Just covering what is in the pot.
    Covering LOOSE, "ひたひた", "to cover", "to cover", "かぶるくらい|ひたひたの量|ひたひたに";
}
