//! The house with a sixth app: one more name in the list.

use chabudai_app::App;
use chabudai_app_okusuri::OKUSURI;
use chabudai_app_wardrobe::WARDROBE;
use chabudai_test_app::MEMO;

static APPS: &[&dyn App] = &[&WARDROBE, &OKUSURI, &MEMO];

fn main() -> anyhow::Result<()> {
    chabudai_server::run(APPS)
}
