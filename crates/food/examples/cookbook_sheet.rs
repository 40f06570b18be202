//! All pictures of the cookbook on one page, on light paper and on dark: `cargo run -p chabudai-food --example cookbook_sheet > sheet.html`.
//! With ids as arguments, only those dishes, larger.

use chabudai_food::cookbook::{self, Language};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let size = if wanted.is_empty() { 150 } else { 300 };
    println!(
        "<!doctype html><meta charset=utf-8><style>body{{margin:0;font:11px sans-serif}}section{{display:grid;\
         grid-template-columns:repeat(auto-fill,{size}px);gap:6px;padding:8px}}.l{{background:#faf6ef;color:#2b2621}}\
         .d{{background:#171513;color:#ede6db}}svg{{width:100%;display:block}}p{{margin:0;text-align:center}}</style>"
    );
    for theme in ["l", "d"] {
        println!("<section class={theme}>");
        for dish in cookbook::dishes().filter(|dish| wanted.is_empty() || wanted.contains(&dish.id)) {
            println!("<div>{}<p>{}</p></div>", dish.picture(), dish.title.get(Language::Ja));
        }
        println!("</section>");
    }
}
