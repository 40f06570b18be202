//! Columns.

use chabudai_app::App as _;
use chabudai_app_chirashi::CHIRASHI;
use chabudai_app_chirashi::design::{
    ARTICLES, ARTICLES_OF_CATEGORY, CREATE_ARTICLE, DELETE_ARTICLE, DRAFTS, EDIT_ARTICLE, ONE_ARTICLE, PUBLISHED_ARTICLES,
};
use chabudai_app_chirashi::error::{ChirashiError, ChirashiReason};
use chabudai_app_chirashi::model::{Article, ArticleCounter, Category, Role};
use chabudai_app_chirashi::repo::articles;
use chabudai_app_chirashi::service::ArticleInput;
use chabudai_kernel::db::Paging;
use chabudai_kernel::entity::Entity as _;

use crate::world::{PAGE, World, article_input, on_both};

#[tokio::test]
async fn writing_and_publishing() {
    on_both(async |w: World| {
        let service = &w.service;
        for (input, code) in [
            (ArticleInput { title: None, ..article_input("a") }, "chirashi.title"),
            (ArticleInput { content: Some("長".repeat(50_001)), ..article_input("a") }, "chirashi.content"),
            (ArticleInput { category: None, ..article_input("a") }, "chirashi.category"),
            (ArticleInput { tags: Some(vec!["x".to_owned(); 11]), ..article_input("a") }, "chirashi.tags"),
        ] {
            assert_eq!(service.create_article(&w.root, &input).await.unwrap_err().code(), code);
        }
        let draft = w.costs(&CREATE_ARTICLE, 0, service.create_article(&w.root, &article_input("値上げ"))).await.unwrap();
        w.took_every_step("CH-74");
        assert_eq!((draft.article_id, draft.is_published()), (1, false), "what was refused has taken no number");
        assert_eq!(service.published_article(1).await, Err(ChirashiError::NotFound("column")), "a draft is not there");
        assert_eq!(w.costs(&ONE_ARTICLE, 0, articles::article(w.db(), 1)).await.unwrap(), Some(draft.clone()));
        w.took_every_step("CH-70");
        assert_eq!(articles::article(w.db(), 0).await.unwrap(), None, "the counter is no column");
        w.tick();
        let now = ArticleInput { published: Some(true), ..article_input("特売") };
        let second = service.create_article(&w.root, &now).await.unwrap();
        let ids = |articles: &[Article]| articles.iter().map(|article| article.article_id).collect::<Vec<_>>();
        let published = w.costs(&PUBLISHED_ARTICLES, 0, articles::published(w.db(), PAGE)).await.unwrap();
        assert_eq!(ids(&published.items), [2]);
        w.tick();
        let publish = ArticleInput { published: Some(true), ..ArticleInput::default() };
        let edited = w.costs(&EDIT_ARTICLE, 0, service.edit_article(&w.root, 1, &publish, Some(draft.updated_at))).await.unwrap();
        w.took_every_step("CH-75");
        let stale = service.edit_article(&w.root, 1, &publish, Some(draft.updated_at)).await;
        assert_eq!(stale, Err(ChirashiReason::Stale.into()));
        assert_eq!(ids(&articles::published(w.db(), PAGE).await.unwrap().items), [1, 2], "newest first");
        let first = articles::published(w.db(), Paging { limit: 1, ..PAGE }).await.unwrap();
        let rest = articles::published(w.db(), Paging { limit: 1, cursor: first.next.as_deref(), backward: false }).await.unwrap();
        assert_eq!((ids(&first.items), ids(&rest.items), rest.next), (vec![1], vec![2], None));
        w.took_every_step("CH-71");
        let of = |category| articles::of_category(w.db(), category, PAGE);
        assert_eq!(ids(&w.costs(&ARTICLES_OF_CATEGORY, 0, of(Category::PriceRises)).await.unwrap().items), [1, 2]);
        assert!(of(Category::Other).await.unwrap().items.is_empty());
        w.took_every_step("CH-72");
        // What is corrected stays where it is; what is withdrawn is a draft and nowhere else.
        w.tick();
        let corrected =
            service.edit_article(&w.root, 1, &ArticleInput { title: Some("直し".to_owned()), ..publish.clone() }, None).await.unwrap();
        assert_eq!(corrected.published_at, edited.published_at);
        service.edit_article(&w.root, 2, &ArticleInput { published: Some(false), ..ArticleInput::default() }, None).await.unwrap();
        assert_eq!(ids(&articles::published(w.db(), PAGE).await.unwrap().items), [1]);
        assert_eq!(ids(&of(Category::PriceRises).await.unwrap().items), [1]);
        let drafts = w.costs(&DRAFTS, 0, articles::drafts(w.db(), None, None, PAGE)).await.unwrap();
        assert_eq!(ids(&drafts.items), [2]);
        assert_eq!(second.article_id, 2);
        // A number is not given again.
        w.costs(&DELETE_ARTICLE, 0, service.delete_article(&w.root, 2)).await.unwrap();
        w.took_every_step("CH-76");
        assert_eq!(service.delete_article(&w.root, 2).await, Err(ChirashiError::NotFound("column")));
        assert_eq!(service.create_article(&w.root, &article_input("次")).await.unwrap().article_id, 3);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn drafts_are_those_of_ones_own() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let boss = w.staff("boss", Role::CompanyAdmin, None, &company).await;
        let clerk = w.staff("clerk", Role::StoreUser, Some(&store), &company).await;
        for staff in [&w.root, &boss, &clerk] {
            w.tick();
            service.create_article(staff, &article_input("下書き")).await.unwrap();
        }
        let count = async |company, store| articles::drafts(w.db(), company, store, PAGE).await.unwrap().items.len();
        assert_eq!(count(None, None).await, 3);
        assert_eq!(count(Some(company.company_id), None).await, 2);
        assert_eq!(count(Some(company.company_id), Some(store.store_id)).await, 1);
        w.took_every_step("CH-73");
    })
    .await;
}

/// What is found by words is what the public sees: a draft and the counter are no documents.
#[tokio::test]
async fn drafts_are_found_by_nobody() {
    on_both(async |w: World| {
        let indexed = CHIRASHI.search().expect("it is searched");
        let draft = w.service.create_article(&w.root, &article_input("下書き")).await.unwrap();
        let document = |article: &Article| indexed.document(&ARTICLES, article.to_item().view()).unwrap();
        assert_eq!(document(&draft), None);
        let publish = ArticleInput { published: Some(true), ..ArticleInput::default() };
        let published = w.service.edit_article(&w.root, draft.article_id, &publish, None).await.unwrap();
        let found = document(&published).expect("what is published is found");
        assert!(found.public && found.id == "article:1" && found.texts.iter().any(|(field, text)| *field == "title" && text == "下書き"));
        let counter = ArticleCounter { article_id: ArticleCounter::ID, last: 1 };
        assert_eq!(indexed.document(&ARTICLES, counter.to_item().view()).unwrap(), None);
    })
    .await;
}
