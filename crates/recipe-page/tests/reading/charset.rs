use chabudai_recipe_page::read_page;
use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS, X_MAC_CYRILLIC};

const PAGE: &str = "<html><head><title>親子丼</title></head><body><h1>親子丼の作りかた、かんたんレシピ</h1><h2>材料（2人分）</h2><ul><li>卵 3個</li><li>鶏もも肉 200g</li><li>玉ねぎ 1個</li></ul><h2>作り方</h2><ol><li>玉ねぎをうすく切って、鶏肉といっしょに煮ます。</li><li>溶いた卵をまわし入れて、ふたをします。</li></ol></body></html>";

#[test]
fn by_the_header_by_the_page_and_by_its_looks() {
    for encoding in [SHIFT_JIS, EUC_JP, ISO_2022_JP] {
        let name = encoding.name();
        let header = format!("text/html; charset={name}");
        let with_meta = PAGE.replace("<head>", &format!("<head><meta charset='{name}'>"));
        let with_older_meta =
            PAGE.replace("<head>", &format!(r#"<head><META http-equiv="Content-Type" content="text/html; charset={name}">"#));
        for (page, header) in [(PAGE, Some(header.as_str())), (&with_meta, None), (&with_older_meta, Some("text/html")), (PAGE, None)] {
            let found = read_page(&encoding.encode(page).0, header, None).expect(name);
            assert_eq!(found.ingredients, ["卵 3個", "鶏もも肉 200g", "玉ねぎ 1個"], "{name} {header:?}");
        }
    }
}

#[test]
fn a_mark_at_the_beginning_comes_before_everything() {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(PAGE.encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(read_page(&bytes, Some("text/html; charset=utf-8"), None).unwrap().ingredients[0], "卵 3個");
}

/// These letters are known to every browser, and none guesses them by their looks.
#[test]
fn what_a_page_says_of_itself_is_believed() {
    let page = "<meta charset=x-mac-cyrillic><h1>a</h1><h2>Ingredients</h2><ul><li>1 Кг</li><li>2 x</li></ul><h2>Method</h2><p>Cut it into thin slices and boil it.</p>";
    assert_eq!(read_page(&X_MAC_CYRILLIC.encode(page).0, None, None).unwrap().ingredients, ["1 Кг", "2 x"]);
}

#[test]
fn a_file_of_text_is_read_by_its_looks() {
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode("肉じゃが\n材料\nじゃがいも 3個\n作り方\n煮る。");
    assert!(chabudai_recipe_page::text_of_file(&bytes).starts_with("肉じゃが\n材料"));
    assert_eq!(chabudai_recipe_page::text_of_file("\u{feff}煮物".as_bytes()), "煮物");
}
