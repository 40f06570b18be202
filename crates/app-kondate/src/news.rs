//! `chabudai kondate news`: what everybody is told, by an operator.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use chabudai_app::CommandHouse;
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::NoticeId;
use crate::service::{NewsInput, Service};

/// News, or what is done with it.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct NewsOptions {
    #[command(subcommand)]
    action: Option<NewsAction>,
    #[command(flatten)]
    news: Option<NewsArguments>,
}

/// What is done with news that was told.
#[derive(Subcommand, Clone, Debug)]
enum NewsAction {
    /// List what everybody was told
    List,
    /// Take back what everybody was told
    Remove {
        /// Its id, as `news list` shows it
        id: String,
    },
}

/// What everybody is told.
#[derive(Args, Clone, Debug)]
struct NewsArguments {
    /// What it is about
    #[arg(long, value_name = "TEXT")]
    title: String,
    /// What it says
    #[arg(long, value_name = "TEXT")]
    body: String,
    /// What it is about, for whoever reads English
    #[arg(long, value_name = "TEXT", requires = "body_en")]
    title_en: Option<String>,
    /// What it says, likewise
    #[arg(long, value_name = "TEXT", requires = "title_en")]
    body_en: Option<String>,
    /// Where it leads: an address, or a path such as /kondate/book
    #[arg(long, value_name = "ADDRESS")]
    link: Option<String>,
    /// A picture
    #[arg(long, value_name = "ADDRESS")]
    image: Option<String>,
    /// Tell it on devices, too, by day
    #[arg(long)]
    push: bool,
}

/// The task, as it is handed over.
#[derive(Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Task {
    Tell {
        title: String,
        body: String,
        title_en: Option<String>,
        body_en: Option<String>,
        link: Option<String>,
        image: Option<String>,
        push: bool,
    },
    List,
    Remove {
        id: String,
    },
}

/// Does a command about news, beside a running server or without one.
pub(crate) async fn news(options: &NewsOptions, house: &dyn CommandHouse) -> Result<()> {
    let task = match (options.action.clone(), options.news.clone()) {
        (Some(NewsAction::List), _) => Task::List,
        (Some(NewsAction::Remove { id }), _) => Task::Remove { id },
        (None, Some(NewsArguments { title, body, title_en, body_en, link, image, push })) => {
            Task::Tell { title, body, title_en, body_en, link, image, push }
        }
        (None, None) => anyhow::bail!("say what everybody is to know: --title and --body"),
    };
    print!("{}", house.hand_over(serde_json::to_value(task)?).await?);
    Ok(())
}

/// Does it; what there is to print.
pub(crate) async fn operate(db: &Db, ids: Arc<dyn Ids>, task: &Value) -> Result<String> {
    let service = Service::new(db.clone(), ids);
    match Task::deserialize(task).context("this is nothing that an operator can ask for")? {
        Task::Tell { title, body, title_en, body_en, link, image, push } => {
            let input = NewsInput { title, body, title_en, body_en, link_url: link, image_url: image, push };
            service.tell_all(&input, None).await?;
            Ok("everybody is told\n".to_owned())
        }
        Task::List => {
            let all = service.all_news().await?;
            let line = |news: &crate::model::News| {
                let push = if news.push { " (on devices)" } else { "" };
                format!("{}  {}  {}{push}\n", news.news_id, news.created_at, news.title)
            };
            Ok(if all.is_empty() { "nothing was told\n".to_owned() } else { all.iter().map(line).collect() })
        }
        Task::Remove { id } => {
            let id = NoticeId::new(id).context("there is no such news")?;
            service.untell(&id).await?;
            Ok("taken back\n".to_owned())
        }
    }
}
