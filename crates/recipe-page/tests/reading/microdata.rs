use chabudai_recipe_page::How;

use crate::read;

#[test]
fn microdata_with_things_in_things() {
    let found = read(
        r#"<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Soup</h1><meta itemprop="totalTime" content="PT20M"><img itemprop="image" data-src="/soup.jpg" src="data:image/gif;base64,AA">
        <div itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Ann</span></div><span itemprop="recipeYield">4 bowls</span>
        <ul><li itemprop="recipeIngredient">1 <b>onion</b></li><li itemprop="recipeIngredient">1 l water</li></ul>
        <ol itemprop="recipeInstructions"><li>Cut.</li><li>Boil.</li></ol></div>"#,
    );
    assert_eq!((found.title.as_str(), found.how, found.author.as_deref()), ("Soup", How::Microdata, Some("Ann")));
    assert_eq!(found.ingredients, ["1 onion", "1 l water"]);
    assert_eq!(found.steps, ["Cut.", "Boil."]);
    assert_eq!((found.times.total, found.image.as_deref()), (Some(20), Some("https://recipes.example/soup.jpg")));
    assert_eq!(found.servings.unwrap().number, Some(4.0));
}

#[test]
fn steps_that_are_things() {
    let step = |text: &str| {
        format!(
            r#"<li itemprop="recipeInstructions" itemscope itemtype="http://schema.org/HowToStep"><span itemprop="text">{text}</span></li>"#
        )
    };
    let page = format!(
        r#"<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Soup</h1><p itemprop="ingredients">1 onion</p><ol>{}{}</ol></div>"#,
        step("Cut."),
        step("Boil.")
    );
    assert_eq!(read(&page).steps, ["Cut.", "Boil."]);
}

#[test]
fn rdfa_and_microformats() {
    for page in [
        r#"<div vocab="https://schema.org/" typeof="Recipe"><h1 property="name">Soup</h1><p property="recipeIngredient">1 onion</p><p property="recipeIngredient">1 l water</p><div property="recipeInstructions"><p>Cut.</p><p>Boil.</p></div></div>"#,
        r#"<div class="h-recipe"><h1 class="p-name">Soup</h1><p class="p-ingredient">1 onion</p><p class="p-ingredient">1 l water</p><div class="e-instructions"><p>Cut.</p><p>Boil.</p></div></div>"#,
        r#"<div class="hrecipe"><h1 class="fn">Soup</h1><p class="ingredient">1 onion</p><p class="ingredient">1 l water</p><div class="instructions"><p>Cut.</p><p>Boil.</p></div></div>"#,
    ] {
        let found = read(page);
        assert_eq!((found.title.as_str(), found.how), ("Soup", How::Microdata));
        assert_eq!(found.ingredients, ["1 onion", "1 l water"], "{page}");
        assert_eq!(found.steps, ["Cut.", "Boil."], "{page}");
    }
}
