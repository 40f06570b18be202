//! Where a store is: 47 prefectures in 8 regions. A region is derived, never typed, so that it cannot contradict its prefecture.

chabudai_kernel::text_enum! {
    /// A region of Japan.
    pub Region {
        Hokkaido = "北海道",
        Tohoku = "東北",
        Kanto = "関東",
        Chubu = "中部",
        Kinki = "近畿",
        Chugoku = "中国",
        Shikoku = "四国",
        Kyushu = "九州",
    }
}

chabudai_kernel::text_enum! {
    /// A prefecture of Japan, in the order of its official number.
    pub Prefecture {
        Hokkaido = "北海道",
        Aomori = "青森県",
        Iwate = "岩手県",
        Miyagi = "宮城県",
        Akita = "秋田県",
        Yamagata = "山形県",
        Fukushima = "福島県",
        Ibaraki = "茨城県",
        Tochigi = "栃木県",
        Gunma = "群馬県",
        Saitama = "埼玉県",
        Chiba = "千葉県",
        Tokyo = "東京都",
        Kanagawa = "神奈川県",
        Niigata = "新潟県",
        Toyama = "富山県",
        Ishikawa = "石川県",
        Fukui = "福井県",
        Yamanashi = "山梨県",
        Nagano = "長野県",
        Gifu = "岐阜県",
        Shizuoka = "静岡県",
        Aichi = "愛知県",
        Mie = "三重県",
        Shiga = "滋賀県",
        Kyoto = "京都府",
        Osaka = "大阪府",
        Hyogo = "兵庫県",
        Nara = "奈良県",
        Wakayama = "和歌山県",
        Tottori = "鳥取県",
        Shimane = "島根県",
        Okayama = "岡山県",
        Hiroshima = "広島県",
        Yamaguchi = "山口県",
        Tokushima = "徳島県",
        Kagawa = "香川県",
        Ehime = "愛媛県",
        Kochi = "高知県",
        Fukuoka = "福岡県",
        Saga = "佐賀県",
        Nagasaki = "長崎県",
        Kumamoto = "熊本県",
        Oita = "大分県",
        Miyazaki = "宮崎県",
        Kagoshima = "鹿児島県",
        Okinawa = "沖縄県",
    }
}

impl Prefecture {
    /// The region that it is in.
    pub const fn region(self) -> Region {
        match self {
            Self::Hokkaido => Region::Hokkaido,
            Self::Aomori | Self::Iwate | Self::Miyagi | Self::Akita | Self::Yamagata | Self::Fukushima => Region::Tohoku,
            Self::Ibaraki | Self::Tochigi | Self::Gunma | Self::Saitama | Self::Chiba | Self::Tokyo | Self::Kanagawa => Region::Kanto,
            Self::Niigata
            | Self::Toyama
            | Self::Ishikawa
            | Self::Fukui
            | Self::Yamanashi
            | Self::Nagano
            | Self::Gifu
            | Self::Shizuoka
            | Self::Aichi => Region::Chubu,
            Self::Mie | Self::Shiga | Self::Kyoto | Self::Osaka | Self::Hyogo | Self::Nara | Self::Wakayama => Region::Kinki,
            Self::Tottori | Self::Shimane | Self::Okayama | Self::Hiroshima | Self::Yamaguchi => Region::Chugoku,
            Self::Tokushima | Self::Kagawa | Self::Ehime | Self::Kochi => Region::Shikoku,
            Self::Fukuoka
            | Self::Saga
            | Self::Nagasaki
            | Self::Kumamoto
            | Self::Oita
            | Self::Miyazaki
            | Self::Kagoshima
            | Self::Okinawa => Region::Kyushu,
        }
    }
}

impl Region {
    /// Its prefectures, in their order.
    pub fn prefectures(self) -> impl Iterator<Item = Prefecture> {
        Prefecture::ALL.iter().copied().filter(move |prefecture| prefecture.region() == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prefecture_is_in_one_of_eight_regions() {
        assert_eq!((Prefecture::ALL.len(), Region::ALL.len()), (47, 8));
        let counts: Vec<usize> = Region::ALL.iter().map(|region| region.prefectures().count()).collect();
        assert_eq!(counts, [1, 6, 7, 9, 7, 5, 4, 8]);
        assert_eq!("東京都".parse::<Prefecture>().unwrap().region().as_str(), "関東");
    }
}
