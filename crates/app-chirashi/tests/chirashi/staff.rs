//! Accounts of staff: signing in, the operator, joining and leaving, and how far each reaches.

use std::sync::Arc;

use chabudai_app::App as _;
use chabudai_app_chirashi::CHIRASHI;
use chabudai_app_chirashi::design::{
    ACCOUNTS, ADMIN_BY_ID, ADMIN_BY_USERNAME, ALL_ACCOUNTS, AUDIT_OF_DAY, BEGIN_STAFF_SESSION, CREATE_ACCOUNT, DELETE_ACCOUNT,
    EDIT_ACCOUNT, FIND_STAFF_SIGN_IN, OPERATOR, STAFF_REFRESH, STAFF_SIGN_OUT, WHICH_STAFF_ASKS,
};
use chabudai_app_chirashi::error::{ChirashiError, ChirashiReason};
use chabudai_app_chirashi::model::{MOST_SESSIONS, Role, Username};
use chabudai_app_chirashi::repo::{audit, staff};
use chabudai_app_chirashi::service::{AccountEdit, CompanyInput, Staff};
use chabudai_kernel::db::Paging;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_test_stores::RandomIds;

use crate::world::{PAGE, World, account_input, article_input, comer, flyer_input, on_both, store_input};

const PASSWORD: &str = "a long enough one";

#[tokio::test]
async fn signing_in() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let admin = w.account("admin001", Role::CompanyAdmin, None, Some(&company)).await;
        let wrong = w.costs(&FIND_STAFF_SIGN_IN, 0, service.staff_sign_in("admin001", "not that one", "here")).await;
        let nobody = w.costs(&FIND_STAFF_SIGN_IN, 0, service.staff_sign_in("nobody", "not that one", "here")).await;
        assert_eq!((wrong.unwrap_err(), nobody.unwrap_err()), (ChirashiReason::WrongSignIn.into(), ChirashiReason::WrongSignIn.into()));
        w.took_every_step("CH-21");
        let (_, pair) = w.costs(&BEGIN_STAFF_SESSION, 0, service.staff_sign_in("Admin001", PASSWORD, "here")).await.unwrap();
        let found = w.costs(&WHICH_STAFF_ASKS, 0, service.which_staff_asks(&pair.access)).await.unwrap();
        w.took_every_step("CH-24");
        assert_eq!((found.admin.admin_id, found.company.map(|company| company.name)), (admin.admin_id, Some("スーパーA".to_owned())));
        assert_eq!(found.admin.last_login_at, Some(service.now()), "the last sign-in is recorded");
        assert_eq!(service.who_asks(&pair.access).await, Err(ChirashiReason::NotSignedIn.into()), "staff are no users");
        let next = w.costs(&STAFF_REFRESH, 0, service.staff_refresh(&pair.refresh)).await.unwrap();
        assert_eq!(service.staff_refresh(&pair.refresh).await, Err(ChirashiReason::TokenReused.into()));
        w.took_every_step("CH-25");
        assert_eq!(service.which_staff_asks(&next.access).await.unwrap_err(), ChirashiReason::NotSignedIn.into());
        let (_, pair) = service.staff_sign_in("admin001", PASSWORD, "here").await.unwrap();
        w.costs(&STAFF_SIGN_OUT, 0, service.staff_sign_out(&pair.refresh)).await.unwrap();
        w.took_every_step("CH-26");
        assert!(service.which_staff_asks(&pair.access).await.is_err());
        // A company that is suspended has its staff out at once, and back when it is not any more.
        let (_, pair) = service.staff_sign_in("admin001", PASSWORD, "here").await.unwrap();
        let suspend = |suspended| CompanyInput { suspended: Some(suspended), ..CompanyInput::default() };
        service.edit_company(&w.root, company.company_id, &suspend(true), None).await.unwrap();
        assert_eq!(service.which_staff_asks(&pair.access).await.unwrap_err(), ChirashiReason::NotSignedIn.into());
        assert_eq!(service.staff_sign_in("admin001", PASSWORD, "here").await.unwrap_err(), ChirashiReason::Suspended.into());
        service.edit_company(&w.root, company.company_id, &suspend(false), None).await.unwrap();
        assert!(service.which_staff_asks(&pair.access).await.is_ok());
        for _ in 0..=MOST_SESSIONS {
            w.tick();
            service.staff_sign_in("admin001", PASSWORD, "here").await.unwrap();
        }
        w.took_every_step("CH-23");
        assert!(service.which_staff_asks(&pair.access).await.is_err(), "the oldest is out");
    })
    .await;
}

#[tokio::test]
async fn the_operator_is_a_system_administrator() {
    on_both(async |w: World| {
        let again = w.costs(&OPERATOR, 0, w.service.operator(&comer("root", None))).await.unwrap();
        assert_eq!((again.admin.admin_id, again.admin.role), (w.root.admin.admin_id, Role::SystemAdmin));
        w.took_every_step("CH-27");
        assert_eq!(w.root.admin.password_hash, None, "there is no default password");
        let tried = w.service.staff_sign_in(w.root.admin.username.as_str(), "", "here").await;
        assert_eq!(tried.unwrap_err(), ChirashiReason::WrongSignIn.into());
    })
    .await;
}

#[tokio::test]
async fn accounts() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let other = w.store_of(&company, "渋谷店").await;
        let elsewhere = w.company("スーパーB").await;
        let input = account_input("tencho", Role::StoreUser, Some(store.store_id), Some(&company));
        let once = Once::of_client(&Word::new("k1").unwrap(), "digest".to_owned());
        let admin = w.costs(&CREATE_ACCOUNT, 0, service.create_account(Some(&w.root), &input, Some(&once))).await.unwrap();
        assert_eq!((admin.company_name.as_deref(), admin.store_name.as_deref()), (Some("スーパーA"), Some("新宿店")));
        assert_eq!(
            service.create_account(Some(&w.root), &input, Some(&once)).await.unwrap().admin_id,
            admin.admin_id,
            "sent again, it is one"
        );
        w.took_every_step("CH-30");
        assert_eq!(service.create_account(Some(&w.root), &input, None).await, Err(ChirashiReason::UsernameTaken.into()));
        for (role, store, company) in [
            (Role::SystemAdmin, None, Some(&company)),
            (Role::CompanyAdmin, None, None),
            (Role::CompanyAdmin, Some(store.store_id), Some(&company)),
            (Role::StoreUser, None, Some(&company)),
        ] {
            let refused = service.create_account(Some(&w.root), &account_input("other", role, store, company), None).await;
            assert_eq!(refused.unwrap_err().code(), "chirashi.role_scope");
        }
        let foreign = account_input("other", Role::StoreUser, Some(store.store_id), Some(&elsewhere));
        assert_eq!(service.create_account(Some(&w.root), &foreign, None).await, Err(ChirashiError::NotFound("store")));
        // Lists.
        assert_eq!(w.costs(&ADMIN_BY_ID, 0, staff::admin(w.db(), admin.admin_id)).await.unwrap(), Some(admin.clone()));
        w.took_every_step("CH-20");
        let by_name = w.costs(&ADMIN_BY_USERNAME, 0, staff::by_username(w.db(), &Username::new("tencho").unwrap())).await.unwrap();
        assert_eq!(by_name.unwrap().admin_id, admin.admin_id);
        w.took_every_step("CH-22");
        let boss = w.staff("boss", Role::CompanyAdmin, None, &company).await;
        let of = |role| staff::of_company(w.db(), company.company_id, role, PAGE);
        assert_eq!(w.costs(&ACCOUNTS, 0, of(None)).await.unwrap().items.len(), 2);
        assert_eq!(w.costs(&ACCOUNTS, 0, of(Some(Role::StoreUser))).await.unwrap().items, std::slice::from_ref(&admin));
        w.took_every_step("CH-28");
        let (all, next) = w.costs(&ALL_ACCOUNTS, 1, staff::all(w.db(), PAGE)).await.unwrap();
        assert_eq!((all.len(), next), (3, None), "guards and sessions are no accounts");
        w.took_every_step("CH-29");
        let (first, next) = staff::all(w.db(), Paging { limit: 2, ..PAGE }).await.unwrap();
        let (rest, _) = staff::all(w.db(), Paging { cursor: next.as_deref(), limit: 50, backward: false }).await.unwrap();
        assert_eq!(first.len() + rest.len(), 3);
        assert!(staff::all(w.db(), Paging { cursor: Some("x"), ..PAGE }).await.is_err());
        // Changed: another store signs them out.
        service.staff_sign_in("tencho", PASSWORD, "here").await.unwrap();
        let moved = AccountEdit { store: Some(other.store_id), ..AccountEdit::default() };
        let after = w.costs(&EDIT_ACCOUNT, 0, service.edit_account(&boss, admin.admin_id, &moved, None)).await.unwrap();
        w.took_every_step("CH-31");
        assert_eq!((after.store_name.as_deref(), after.token_epoch), (Some("渋谷店"), 1));
        let (_, pair) = service.staff_sign_in("tencho", PASSWORD, "here").await.unwrap();
        let raise = AccountEdit { role: Some(Role::SystemAdmin), ..AccountEdit::default() };
        assert_eq!(service.edit_account(&boss, admin.admin_id, &raise, None).await.unwrap_err().code(), "chirashi.role_scope");
        let own = AccountEdit { role: Some(Role::StoreUser), store: Some(store.store_id), ..AccountEdit::default() };
        assert_eq!(service.edit_account(&boss, boss.admin.admin_id, &own, None).await, Err(ChirashiReason::OwnAccount.into()));
        assert_eq!(service.delete_account(&boss, boss.admin.admin_id).await, Err(ChirashiReason::OwnAccount.into()));
        assert_eq!(service.delete_account(&boss, w.root.admin.admin_id).await, Err(ChirashiError::NotFound("account")));
        // Gone: with guard and sessions.
        w.costs(&DELETE_ACCOUNT, 0, service.delete_account(&boss, admin.admin_id)).await.unwrap();
        assert!(service.which_staff_asks(&pair.access).await.is_err());
        let second = service.operator(&comer("second", None)).await.unwrap();
        service.delete_account(&w.root, second.admin.admin_id).await.unwrap();
        w.took_every_step("CH-32");
        assert!(service.create_account(Some(&boss), &input, None).await.is_ok(), "the user name is free again");
        w.is_in_order().await;
    })
    .await;
}

/// Every action of staff by every role: at home, next door, elsewhere. What is not theirs is not there.
#[tokio::test]
async fn nobody_reaches_further_than_the_matrix_says() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let (home, next_door) = (w.store_of(&company, "新宿店").await, w.store_of(&company, "渋谷店").await);
        let elsewhere = w.company("スーパーB").await;
        let far = w.store_of(&elsewhere, "大阪店").await;
        let boss = w.staff("boss", Role::CompanyAdmin, None, &company).await;
        let clerk = w.staff("clerk", Role::StoreUser, Some(&home), &company).await;
        let code = |outcome: chabudai_app_chirashi::error::Result<()>| outcome.err().map_or("ok", |error| error.code());
        let flyers = |staff: Staff, store| async move {
            service.create_flyer(&staff, store, &flyer_input("2026-11-15", "2026-11-20"), None).await.map(drop)
        };
        let stores = [home.store_id, next_door.store_id, far.store_id];
        for (staff, expected) in [
            (&w.root, ["ok"; 3]),
            (&boss, ["ok", "ok", "chirashi.not_found"]),
            (&clerk, ["ok", "chirashi.not_found", "chirashi.not_found"]),
        ] {
            for (store, expected) in stores.into_iter().zip(expected) {
                assert_eq!(code(flyers(staff.clone(), store).await), expected);
                assert_eq!(code(service.edit_store(staff, store, &store_input("新宿店"), None).await.map(drop)), expected);
            }
        }
        for (staff, company, expected) in [
            (&boss, &company, "ok"),
            (&boss, &elsewhere, "chirashi.not_found"),
            (&clerk, &company, "chirashi.not_allowed"),
            (&clerk, &elsewhere, "chirashi.not_allowed"),
        ] {
            assert_eq!(code(service.create_store(staff, company.company_id, &store_input("新店"), None).await.map(drop)), expected);
        }
        for staff in [&boss, &clerk] {
            let suspend = CompanyInput { suspended: Some(true), ..CompanyInput::default() };
            assert_eq!(code(service.edit_company(staff, company.company_id, &suspend, None).await.map(drop)), "chirashi.not_allowed");
            assert_eq!(code(service.delete_company(staff, company.company_id).await), "chirashi.not_allowed");
            assert_eq!(code(service.read_company(staff, company.company_id).await.map(drop)), "ok");
            assert_eq!(code(service.read_company(staff, elsewhere.company_id).await.map(drop)), "chirashi.not_found");
        }
        let article = service.create_article(&clerk, &article_input("特売")).await.unwrap();
        let of_root = service.create_article(&w.root, &article_input("お知らせ")).await.unwrap();
        assert_eq!(code(service.edit_article(&boss, article.article_id, &article_input("直し"), None).await.map(drop)), "ok");
        assert_eq!(
            code(service.edit_article(&boss, of_root.article_id, &article_input("直し"), None).await.map(drop)),
            "chirashi.not_found"
        );
        let stranger = w.staff("stranger", Role::CompanyAdmin, None, &elsewhere).await;
        assert_eq!(code(service.delete_article(&stranger, article.article_id).await), "chirashi.not_found");
        let grab = account_input("grab", Role::SystemAdmin, None, None);
        assert_eq!(code(service.create_account(Some(&boss), &grab, None).await.map(drop)), "chirashi.not_found");
        let clerks = account_input("clerk2", Role::StoreUser, Some(home.store_id), Some(&company));
        assert_eq!(code(service.create_account(Some(&clerk), &clerks, None).await.map(drop)), "chirashi.not_allowed");
    })
    .await;
}

#[tokio::test]
async fn every_action_of_staff_is_in_the_log() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let renamed = CompanyInput { name: Some("スーパーAグループ".to_owned()), ..CompanyInput::default() };
        w.tick();
        service.edit_company(&w.root, company.company_id, &renamed, None).await.unwrap();
        w.account("admin001", Role::CompanyAdmin, None, Some(&company)).await;
        let log = w.costs(&AUDIT_OF_DAY, 0, audit::of_day(w.db(), service.today(), PAGE)).await.unwrap().items;
        w.took_every_step("CH-110");
        let told: Vec<(&str, &str)> = log.iter().map(|entry| (entry.action.as_str(), entry.subject.as_str())).collect();
        let id = company.company_id.to_string();
        assert_eq!(told[1..], [("company.edit", id.as_str()), ("company.create", id.as_str())], "the last first");
        assert_eq!(told[0].0, "account.create");
        assert!(!log[0].after.as_ref().unwrap().contains("$2b$"), "what opens doors is in no log");
        let (before, after) = (log[1].before.as_deref().unwrap(), log[1].after.as_deref().unwrap());
        assert!(before.contains(r#""name":"スーパーA""#) && after.contains(r#""name":"スーパーAグループ""#) && !after.contains("phone"));
        assert_eq!((log[1].admin_id, log[1].role), (w.root.admin.admin_id, Role::SystemAdmin));
        // What was refused is not in it.
        let _ = service
            .edit_company(&w.root, company.company_id, &CompanyInput { phone: Some("x".to_owned()), ..renamed }, None)
            .await
            .unwrap_err();
        assert_eq!(audit::of_day(w.db(), service.today(), PAGE).await.unwrap().items.len(), 3);
    })
    .await;
}

/// The first account is made by command, with a password that somebody chose: there is none by default.
#[tokio::test]
async fn an_operator_adds_an_account_by_command() {
    on_both(async |w: World| {
        let task = serde_json::json!({
            "do": "addStaff", "username": "first", "name": "最初の人", "email": "first@example.org", "password": PASSWORD,
            "role": "system_admin", "company": null, "store": null,
        });
        let said = CHIRASHI.operate(w.db(), Arc::new(RandomIds), &task).await.unwrap();
        assert_eq!(said, "最初の人 (system_admin) can sign in as first");
        assert!(CHIRASHI.operate(w.db(), Arc::new(RandomIds), &task).await.is_err(), "the user name is taken");
        let (staff, pair) = w.service.staff_sign_in("first", PASSWORD, "here").await.unwrap();
        assert!(staff.admin.password_hash.unwrap().starts_with("$2b$12$"), "at the cost that the design names");
        assert_eq!(w.service.which_staff_asks(&pair.access).await.unwrap().admin.role, Role::SystemAdmin);
        w.is_in_order().await;
    })
    .await;
}
