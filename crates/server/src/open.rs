//! Opens the store, the pictures and the apps that the configuration names.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use chabudai_app::App;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::store::{Store, StoreError};
use chabudai_media::Pictures;
use chabudai_store_embedded::{DataDirectory, EmbeddedStore, Options};

use crate::apps;
use crate::config::{DataOptions, StoreKind};
use crate::runtime::SystemClock;

/// What the house itself keeps, whichever apps are in it.
pub(crate) const HOUSE: &Design = &chabudai_jobs::design::DESIGN;

/// The apps that are asked for.
pub(crate) fn apps(names: &[String]) -> Result<Vec<&'static dyn App>> {
    if let Some(twice) = names.iter().enumerate().find_map(|(at, app)| names[..at].contains(app).then_some(app)) {
        bail!("{twice} is named twice");
    }
    names
        .iter()
        .map(|name| apps::find(name).with_context(|| format!("there is no app {name}; there is: {}", apps::names().join(", "))))
        .collect()
}

/// The designs of the apps that are asked for, the one in whose table the people live, and that of the house.
pub(crate) fn designs(names: &[String]) -> Result<Vec<&'static Design>> {
    let mut designs: Vec<&'static Design> = apps(names)?.into_iter().map(App::design).collect();
    let people = apps::of_people();
    if !designs.iter().any(|design| design.app == people.app) {
        designs.push(people);
    }
    designs.push(HOUSE);
    Ok(designs)
}

/// Every design there is.
pub(crate) fn all_designs() -> impl Iterator<Item = &'static Design> {
    apps::all().iter().map(|app| app.design()).chain([HOUSE])
}

/// The design of this name: an app's, or that of the house.
pub(crate) fn design(name: &str) -> Result<&'static Design> {
    let known = || all_designs().map(|design| design.app).collect::<Vec<_>>().join(", ");
    all_designs().find(|design| design.app == name).with_context(|| format!("there is no app {name}; there is: {}", known()))
}

/// How a store is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// To read and write: the data directory is ours alone.
    Write,
    /// To read, beside a server.
    Read,
}

/// An app's store, and what keeps the data directory ours while it is open.
pub(crate) struct Opened {
    pub(crate) store: Arc<dyn Store>,
    /// The same store where it is a file of ours, for what only a file has.
    pub(crate) file: Option<Arc<EmbeddedStore>>,
    _directory: Option<Arc<DataDirectory>>,
}

/// There while an archive is being put into a data directory. Where it is left, somebody pulled the plug, and half a house is in it.
pub(crate) const RESTORING: &str = ".restoring";

/// Refuses half a house.
pub(crate) fn is_whole(options: &DataOptions) -> Result<()> {
    if options.data.join(RESTORING).exists() {
        bail!("a restore into {} did not come to its end; run it once more", options.data.display());
    }
    Ok(DataDirectory::nothing_is_missing(&options.data)?)
}

/// Takes the data directory, where the store is in it.
pub(crate) fn lock(options: &DataOptions) -> Result<Option<Arc<DataDirectory>>> {
    match options.store {
        StoreKind::Embedded => {
            is_whole(options)?;
            Ok(Some(Arc::new(DataDirectory::lock(&options.data)?)))
        }
        StoreKind::Dynamodb => Ok(None),
    }
}

/// Whether the data directory could not be taken because somebody else has it.
pub(crate) fn is_in_use(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<StoreError>(), Some(StoreError::Invalid { code: "store.in_use", .. }))
}

/// Opens the store of one app.
pub(crate) async fn store(
    options: &DataOptions,
    design: &'static Design,
    directory: Option<Arc<DataDirectory>>,
    access: Access,
) -> Result<Opened> {
    let file = match (options.store, access, &directory) {
        (StoreKind::Embedded, Access::Write, Some(directory)) => Arc::new(directory.open(design, Options::default())?),
        (StoreKind::Embedded, Access::Write, None) => bail!("the data directory is not locked"),
        (StoreKind::Embedded, Access::Read, _) => {
            is_whole(options)?;
            let file = DataDirectory::file_of(&options.data, design.app);
            if !file.exists() {
                bail!("{} has no data of {}", options.data.display(), design.app);
            }
            Arc::new(EmbeddedStore::open_to_read(&file, design.tables)?)
        }
        (StoreKind::Dynamodb, ..) => {
            let store = dynamodb(options, design, access).await?;
            return Ok(Opened { store, file: None, _directory: directory });
        }
    };
    Ok(Opened { store: file.clone(), file: Some(file), _directory: directory })
}

/// What each app keeps, by its name.
pub(crate) type Dbs = Vec<(&'static str, Db)>;

/// Opens the store of every one of these designs, and what they keep over it.
pub(crate) async fn stores(
    options: &DataOptions,
    designs: &[&'static Design],
    directory: Option<&Arc<DataDirectory>>,
    access: Access,
    root_secret: &str,
) -> Result<(Dbs, Vec<Opened>)> {
    let (mut dbs, mut held) = (Vec::new(), Vec::new());
    for &design in designs {
        let opened = store(options, design, directory.cloned(), access).await?;
        dbs.push((design.app, db(design, opened.store.clone(), root_secret)));
        held.push(opened);
    }
    Ok((dbs, held))
}

/// What the people of the house keep, among what is open.
pub(crate) fn of_people(dbs: &[(&'static str, Db)]) -> Result<Db> {
    dbs.iter().find(|(app, _)| *app == apps::of_people().app).map(|(_, db)| db.clone()).context("the people are open")
}

/// What stands before the names of a design's tables.
pub(crate) fn table_prefix(options: &DataOptions, design: &Design) -> String {
    design.table_prefix(&options.table_prefix, options.environment.as_deref())
}

#[cfg(feature = "dynamodb")]
pub(crate) async fn dynamodb_store(options: &DataOptions, design: &Design) -> Result<chabudai_store_dynamodb::DynamoDbStore> {
    use chabudai_store_dynamodb::{Config, DynamoDbStore};
    let mut config = Config::new().prefix(table_prefix(options, design));
    if let Some(endpoint) = &options.endpoint {
        config = config.endpoint(endpoint.clone());
    }
    if let Some(file) = &options.endpoint_ca {
        let pem = std::fs::read(file).with_context(|| file.display().to_string())?;
        config = config.authority(pem).with_context(|| format!("{} is no certificate in PEM", file.display()))?;
    }
    if let Some(region) = &options.region {
        config = config.region(region.clone());
    }
    let secret =
        chabudai_app::options::secret(options.secret_access_key.as_ref(), options.secret_access_key_file.as_ref(), "secret-access-key")?;
    match (&options.access_key_id, secret) {
        (Some(key), Some(secret)) => config = config.keys(key.clone(), secret),
        (None, None) => {}
        _ => bail!("--access-key-id and --secret-access-key go together"),
    }
    Ok(DynamoDbStore::connect(config).await)
}

#[cfg(feature = "dynamodb")]
async fn dynamodb(options: &DataOptions, design: &'static Design, access: Access) -> Result<Arc<dyn Store>> {
    let store = dynamodb_store(options, design).await?;
    if access == Access::Write {
        store.create_tables(design.tables).await?;
    }
    Ok(Arc::new(store))
}

#[cfg(not(feature = "dynamodb"))]
#[expect(clippy::unused_async, reason = "it stands for the driver that was left out")]
async fn dynamodb(_: &DataOptions, _: &'static Design, _: Access) -> Result<Arc<dyn Store>> {
    bail!("this program was built without the DynamoDB driver")
}

/// An app's data over its store.
pub(crate) fn db(design: &'static Design, store: Arc<dyn Store>, root_secret: &str) -> Db {
    let db = Db::new(design, store, Arc::new(SystemClock), root_secret.as_bytes()).seen_by(Arc::new(chabudai_web::own_writes::Own));
    // Debug builds add up what each route asks for, and hold it to the design.
    if cfg!(debug_assertions) { db.observed_by(Arc::new(chabudai_web::route_cost::Observed)) } else { db }
}

/// The pictures.
pub(crate) fn pictures(options: &DataOptions) -> Result<Pictures> {
    pictures_at(&pictures_place(options))
}

/// Where the pictures are by the options: a folder, or a bucket.
pub(crate) fn pictures_place(options: &DataOptions) -> String {
    options.pictures.clone().unwrap_or_else(|| options.data.join("pictures").display().to_string())
}

/// The pictures at a place.
pub(crate) fn pictures_at(place: &str) -> Result<Pictures> {
    let opened = if place.starts_with("s3://") { Pictures::s3(place, []) } else { Pictures::folder(Path::new(place)) };
    opened.with_context(|| format!("{place} cannot keep pictures"))
}

/// Notes in the data directory where the server keeps pictures that are not in it, for a backup that is not told.
pub(crate) fn note_pictures(options: &DataOptions) -> Result<()> {
    let note = options.data.join(PICTURES_ELSEWHERE);
    let Some(place) = options.pictures.as_deref().filter(|_| options.store == StoreKind::Embedded) else {
        return match std::fs::remove_file(&note) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).with_context(|| note.display().to_string()),
            _ => Ok(()),
        };
    };
    let place = if place.starts_with("s3://") { place.to_owned() } else { std::path::absolute(place)?.display().to_string() };
    std::fs::write(&note, place).with_context(|| note.display().to_string())
}

/// Where the last server kept the pictures of a data directory, unless the options say so themselves.
pub(crate) fn noted_pictures(options: &DataOptions) -> String {
    let noted = || std::fs::read_to_string(options.data.join(PICTURES_ELSEWHERE)).ok();
    options.pictures.clone().or_else(noted).unwrap_or_else(|| pictures_place(options))
}

const PICTURES_ELSEWHERE: &str = ".pictures-elsewhere";
