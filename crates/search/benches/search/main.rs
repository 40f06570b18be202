//! 100,000 recipes: how long an index takes to be made, what it takes of disk and memory, and how long questions take, against a scan.
//!
//! `cargo bench -p chabudai-search` prints the figures. The scan has everything in its favour: texts that are folded already and lie in memory, so
//! that it neither reads nor decodes, and it neither ranks nor knows where a word begins.

#[path = "../../tests/support/mod.rs"]
mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::{KeyValue, Named};
use chabudai_kernel::op::{self, BatchWrite, Put};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_search::{Follower, NoSynonyms, Page, Query, Scope, Search, fold};
use chabudai_store_embedded::{EmbeddedStore, Options};
use support::recipe::{RECIPES, Recipe, RecipeIndex, TABLES};
use support::shelf::Shelf;

const DOCUMENTS: usize = 100_000;
const NOW: Now = Now(1_794_699_000);
/// Every second recipe is a household's, of so many.
const HOUSEHOLDS: usize = 1_000;
const QUESTIONS: usize = 1_000;

const WORDS: &str = "豆腐 味噌 鶏肉 豚肉 牛肉 卵 しょうが 生姜 にんにく 玉ねぎ にんじん じゃがいも キャベツ 白菜 ほうれん草 小松菜 トマト きゅうり なす ピーマン \
 大根 かぼちゃ れんこん ごぼう しいたけ えのき しめじ 鮭 鯖 鰤 鯵 えび いか あさり わかめ 昆布 かつお節 醤油 みりん 酒 砂糖 塩 こしょう 酢 ごま油 サラダ油 \
 オリーブオイル バター 牛乳 チーズ 生クリーム ヨーグルト パン粉 小麦粉 片栗粉 米 もち うどん そば パスタ ラーメン カレー シチュー グラタン ハンバーグ \
 コロッケ 天ぷら 唐揚げ 照り焼き 煮物 炒め物 和え物 酢の物 味噌汁 お吸い物 鍋 丼 弁当 サラダ スープ 焼き 煮 蒸し 揚げ 簡単 時短 作り置き 節約 本格 \
 ふわふわ とろとろ カリカリ さっぱり こってり 春 夏 秋 冬 朝食 昼食 夕食 子ども 和風 洋風 中華 韓国風 イタリアン olive oil tofu miso curry rice chicken";
const JOINTS: [&str; 8] = ["の", "と", "を", "に", "で", "、", "が", "入り"];

struct Corpus {
    words: Vec<&'static str>,
    random: fastrand::Rng,
}

impl Corpus {
    /// Some words are in every tenth text, and some in few.
    fn word(&mut self) -> &'static str {
        let skewed = self.random.f64() * self.random.f64();
        self.words[(skewed * self.words.len() as f64) as usize]
    }

    fn text(&mut self, words: usize) -> String {
        (0..words).flat_map(|_| [self.word(), JOINTS[self.random.usize(..JOINTS.len())]]).collect()
    }

    fn recipe(&mut self, n: usize) -> Recipe {
        let owner = n.is_multiple_of(2).then(|| format!("household-{:08}", (n / 2) % HOUSEHOLDS));
        let id = format!("01J{n:023}");
        Recipe { id, public: owner.is_none(), owner, title: self.text(2), body: self.text(11) }
    }

    /// A piece of a text that somebody has, so that something is found.
    fn question(&mut self, recipes: &[Recipe], length: usize) -> String {
        loop {
            let recipe = &recipes[self.random.usize(..recipes.len())];
            let letters: Vec<char> = recipe.body.chars().collect();
            let at = self.random.usize(..letters.len() - length);
            let piece: String = letters[at..at + length].iter().collect();
            if !piece.contains('、') {
                return piece;
            }
        }
    }
}

/// What the process has in memory now, and had at most since the last look, in MB.
fn memory() -> (f64, f64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).and_then(|line| line.split_whitespace().nth(1));
        line.and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    };
    let now = (of("VmRSS:"), of("VmHWM:"));
    // Linux begins a new "at most" from here.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    now
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

#[tokio::main]
async fn main() {
    let mut corpus = Corpus { words: WORDS.split_whitespace().collect(), random: fastrand::Rng::with_seed(7) };
    let recipes: Vec<Recipe> = (0..DOCUMENTS).map(|n| corpus.recipe(n)).collect();
    let letters: usize = recipes.iter().map(|recipe| recipe.title.len() + recipe.body.len()).sum();
    println!("{DOCUMENTS} recipes, {:.1} MB of text, half of them public, half of {HOUSEHOLDS} households", letters as f64 / 1e6);
    let shelf = Arc::new(Shelf::new());
    for recipe in &recipes {
        shelf.put(recipe);
    }

    let folder = tempfile::tempdir().expect("a folder");
    let path = Search::file_of(folder.path(), "recipes");
    let index = || Arc::new(RecipeIndex { version: 1 });
    let search = Search::open(&path, index(), "bench").await.expect("it opens");
    let clock = || Arc::new(FixedClock::at_millis(1_794_699_000_000));
    let follower = Follower::new(&search, shelf.clone(), clock());
    let before = memory().0;
    let begun = Instant::now();
    follower.catch_up().await.expect("it is made");
    let took = begun.elapsed();
    let (after, most) = memory();
    let state = search.state().await.expect("it is there");
    println!("made in {:.2} s, {:.1} MB on disk ({} documents)", took.as_secs_f64(), state.bytes as f64 / 1e6, state.documents);
    println!("memory: {:.1} MB more at most while it was made, {:.1} MB more afterwards", most - before, after - before);

    drop((follower, search));
    let begun = Instant::now();
    let search = Search::open(&path, index(), "bench").await.expect("it opens");
    println!("opened and looked through in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    let follower = Follower::new(&search, shelf.clone(), clock());

    questions(&search, &recipes, &mut corpus).await;
    a_filtered_query(&search, &recipes, &mut corpus).await;

    for (at_once, rounds) in [(1, 500), (500, 10)] {
        let begun = Instant::now();
        for round in 0..rounds {
            for n in 0..at_once {
                shelf.put(&corpus.recipe((round * at_once + n) * 17 % DOCUMENTS));
            }
            follower.catch_up().await.expect("it follows");
        }
        println!("{at_once} at once: {:.3} ms a change", begun.elapsed().as_secs_f64() * 1e3 / f64::from(at_once as u32 * rounds as u32));
    }
}

/// A recipe as a search by a filter wants it.
fn with_folded_body(recipe: &Recipe) -> Item {
    Recipe { body: fold(&recipe.body), ..recipe.clone() }.to_item()
}

/// What an app does without an index: a query of one partition of the embedded store that leaves out what does not contain a text. It reads as
/// much as Wardrobe does for a search, at most.
async fn a_filtered_query(search: &Search, recipes: &[Recipe], corpus: &mut Corpus) {
    const ITEMS: usize = 1_000;
    let folder = tempfile::tempdir().expect("a folder");
    let store = EmbeddedStore::open(&folder.path().join("recipes.sqlite"), TABLES, Options::default()).expect("it opens");
    for some in recipes[..ITEMS].chunks(25) {
        let puts: Vec<BatchWrite> =
            some.iter().map(|recipe| BatchWrite::Put(Put::item(&RECIPES, with_folded_body(recipe)).expect("an item"))).collect();
        store.batch_write(&puts, NOW).await.expect("it is written");
    }
    let (mut reads, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        let asked = corpus.question(&recipes[..ITEMS], 2);
        let begun = Instant::now();
        let partition = Named { attribute: "PK", value: KeyValue::from("RECIPES") };
        let query = op::Query::table(&RECIPES, partition).filter(attr("body").contains(fold(&asked)));
        store.query(&query, NOW).await.expect("a page");
        reads.push(begun.elapsed());
        let begun = Instant::now();
        let query = Query::parse(&asked, &NoSynonyms);
        let scope = Scope::Owner("household-00000042".to_owned());
        search.find(query, scope, Page { offset: 0, limit: 20 }).await.expect("an answer");
        ours.push(begun.elapsed());
    }
    let (read, our) = (percentile(&mut reads, 50).as_secs_f64() * 1e3, percentile(&mut ours, 50).as_secs_f64() * 1e3);
    println!("a filtered query of {ITEMS} items in the embedded store: {read:.2} ms; the same question to the index: {our:.2} ms\n");
}

async fn questions(search: &Search, recipes: &[Recipe], corpus: &mut Corpus) {
    let folded: Vec<(&Recipe, String)> =
        recipes.iter().map(|recipe| (recipe, fold(&format!("{}\n{}", recipe.title, recipe.body)))).collect();
    let before = memory().0;
    println!("\n{:34} {:>9} {:>9} {:>9} {:>11} {:>8}", "question", "p50", "p99", "worst", "scan p50", "ratio");
    let of_one: Vec<Recipe> = recipes.iter().filter(|recipe| recipe.owner.as_deref() == Some("household-00000042")).cloned().collect();
    let owner = || "household-00000042".to_owned();
    for (who, scope) in [("own", Scope::Owner(owner())), ("own and public", Scope::OwnerAndPublic(owner()))] {
        for length in [1, 2, 4] {
            let mut ours = Vec::new();
            let (mut scans, mut hits) = (Vec::new(), 0);
            for nth in 0..QUESTIONS {
                let asked = corpus.question(if who == "own" { &of_one } else { recipes }, length);
                let begun = Instant::now();
                let query = Query::parse(&asked, &NoSynonyms);
                let found = search.find(query, scope.clone(), Page { offset: 0, limit: 20 }).await.expect("an answer");
                ours.push(begun.elapsed());
                hits += found.total;
                if nth % 20 == 0 {
                    let begun = Instant::now();
                    let asked = fold(&asked);
                    let sees = |recipe: &Recipe| (who != "own" && recipe.public) || recipe.owner.as_deref() == Some("household-00000042");
                    let scanned = folded.iter().filter(|(recipe, text)| sees(recipe) && text.contains(&asked)).count();
                    scans.push(begun.elapsed());
                    assert!(scanned > 0);
                }
            }
            let (p50, scan) = (percentile(&mut ours, 50), percentile(&mut scans, 50));
            let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
            println!(
                "{:34} {:>9} {:>9} {:>9} {:>11} {:>7.1}x",
                format!("{length} of {who}, {} found", hits as usize / QUESTIONS),
                ms(p50),
                ms(percentile(&mut ours, 99)),
                ms(percentile(&mut ours, 100)),
                ms(scan),
                scan.as_secs_f64() / p50.as_secs_f64()
            );
        }
    }
    let (after, most) = memory();
    println!("memory: {:.1} MB more at most while it was asked, {:.1} MB more afterwards\n", most - before, after - before);
}
