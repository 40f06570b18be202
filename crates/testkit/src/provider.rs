//! An OpenID provider on this machine: it describes itself, sends people back with a code, looks at who asks for a token, and signs.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use aws_lc_rs::encoding::AsDer as _;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// What the program is called there.
pub const CLIENT: &str = "chabudai at home";
/// Its secret, with everything that has to be encoded on the way.
pub const SECRET: &str = "a secret: 100% + &=鍵";

/// Making one takes a while; it is as secret as any other.
static RSA: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let key = aws_lc_rs::rsa::KeyPair::generate(aws_lc_rs::rsa::KeySize::Rsa2048).unwrap();
    // PKCS#8 is a wrapping of 26 bytes around the key of PKCS#1.
    let wrapped: aws_lc_rs::encoding::Pkcs8V1Der<'_> = key.as_der().unwrap();
    wrapped.as_ref()[26..].to_vec()
});

/// A key that the provider signs with.
#[derive(Clone)]
pub struct Key {
    kid: String,
    algorithm: Algorithm,
    private: EncodingKey,
}

impl Key {
    /// As most providers have it.
    pub fn rsa(kid: &str) -> Self {
        Self { kid: kid.to_owned(), algorithm: Algorithm::RS256, private: EncodingKey::from_rsa_der(&RSA) }
    }

    /// As others have it.
    pub fn elliptic(kid: &str) -> Self {
        use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &aws_lc_rs::rand::SystemRandom::new()).unwrap();
        Self { kid: kid.to_owned(), algorithm: Algorithm::ES256, private: EncodingKey::from_ec_der(pkcs8.as_ref()) }
    }

    fn public(&self) -> Value {
        let mut key = serde_json::to_value(Jwk::from_encoding_key(&self.private, self.algorithm).unwrap()).unwrap();
        (key["kid"], key["use"]) = (json!(self.kid), json!("sig"));
        key
    }
}

/// How a token comes to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Forge {
    /// As it should.
    Honest,
    /// Signed by a key that nobody else knows, under the name of one that is known.
    OtherKey,
    /// Not signed, and it says so.
    Nothing,
    /// The public key as a secret that both sides share.
    PublicAsSecret,
}

/// How the provider fares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mood {
    /// As it should.
    Well,
    /// It fails.
    Broken,
    /// It does not answer.
    Silent,
    /// It does not stop answering.
    Talkative,
    /// Whoever goes there turns back.
    Deserted,
}

struct Pending {
    redirect_uri: String,
    challenge: String,
    nonce: String,
    /// Who went there.
    person: Value,
}

type Change = Box<dyn Fn(&mut Value) + Send>;

/// How the provider behaves.
pub struct Settings {
    /// Who is signed in there, in the provider's own words.
    pub person: Value,
    /// What it signs with: the last one; all of them are known.
    pub keys: Vec<Key>,
    /// How a token comes to be.
    pub forge: Forge,
    /// How it fares.
    pub mood: Mood,
    /// How a program may show who it is.
    pub auth: Vec<&'static str>,
    /// Who it says it is, where it does not say the truth.
    pub issuer: Option<String>,
    /// The token says only who it is.
    pub terse: bool,
    /// Changes what the token says.
    pub change: Option<Change>,
    described: u32,
    keyed: u32,
    /// Every code and token that was given away.
    pub given: Vec<String>,
    codes: HashMap<String, Pending>,
}

/// A provider that runs, until the test ends.
#[derive(Clone)]
pub struct There {
    /// Where it is.
    pub origin: String,
    settings: Arc<Mutex<Settings>>,
    clock: Clock,
}

/// Tells the time, in Unix seconds.
type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

impl There {
    /// One that goes by the machine's clock.
    pub fn open() -> Self {
        Self::open_at(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64)
    }

    /// One that goes by another clock, in Unix seconds.
    pub fn open_at(clock: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let person = json!({
            "sub": "1234567890", "email": "Hana@Example.org", "email_verified": true, "name": "花", "picture": "https://example.org/hana.png",
        });
        let settings = Settings {
            person,
            keys: vec![Key::rsa("first")],
            forge: Forge::Honest,
            mood: Mood::Well,
            auth: vec!["client_secret_basic", "client_secret_post"],
            issuer: None,
            terse: false,
            change: None,
            described: 0,
            keyed: 0,
            given: Vec::new(),
            codes: HashMap::new(),
        };
        let there = Self { origin, settings: Arc::new(Mutex::new(settings)), clock: Arc::new(clock) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/keys", get(keys))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .with_state(there.clone());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), router).await })
        });
        there
    }

    /// How it behaves, to be looked at and to be changed.
    pub fn set(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap()
    }

    /// How often the description and the keys were fetched.
    pub fn fetched(&self) -> (u32, u32) {
        let set = self.set();
        (set.described, set.keyed)
    }

    async fn mood(&self) -> Option<Response> {
        let mood = self.set().mood;
        match mood {
            Mood::Well | Mood::Deserted => None,
            Mood::Broken => Some(StatusCode::INTERNAL_SERVER_ERROR.into_response()),
            Mood::Silent => std::future::pending().await,
            Mood::Talkative => Some("x".repeat(1_000_000).into_response()),
        }
    }
}

async fn describe(State(there): State<There>) -> Response {
    if let Some(answer) = there.mood().await {
        return answer;
    }
    let mut set = there.set();
    set.described += 1;
    let origin = &there.origin;
    Json(json!({
        "issuer": set.issuer.as_ref().unwrap_or(origin),
        "authorization_endpoint": format!("{origin}/authorize?theme=paper"),
        "token_endpoint": format!("{origin}/token"),
        "jwks_uri": format!("{origin}/keys"),
        "userinfo_endpoint": format!("{origin}/userinfo"),
        "token_endpoint_auth_methods_supported": set.auth,
    }))
    .into_response()
}

async fn keys(State(there): State<There>) -> Response {
    if let Some(answer) = there.mood().await {
        return answer;
    }
    let mut set = there.set();
    set.keyed += 1;
    let mut keys: Vec<Value> = set.keys.iter().map(Key::public).collect();
    keys.insert(0, json!({ "kty": "a kind of the future", "kid": "future" }));
    Json(json!({ "keys": keys })).into_response()
}

async fn authorize(State(there): State<There>, Query(asked): Query<HashMap<String, String>>) -> Response {
    let fixed = [("response_type", "code"), ("client_id", CLIENT), ("scope", "openid profile email"), ("code_challenge_method", "S256")];
    if fixed.iter().any(|(name, value)| asked.get(*name).map(String::as_str) != Some(value)) || asked["theme"] != "paper" {
        return (StatusCode::BAD_REQUEST, format!("{asked:?}")).into_response();
    }
    let [redirect_uri, challenge, nonce, state] = ["redirect_uri", "code_challenge", "nonce", "state"].map(|name| asked[name].clone());
    assert!([&challenge, &nonce, &state].iter().all(|random| random.len() == 43), "32 bytes each");
    let code = format!("code-{}", uuid::Uuid::new_v4());
    let mut set = there.set();
    let said = if set.mood == Mood::Deserted { ("error", "access_denied") } else { ("code", code.as_str()) };
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs([said, ("state", state.as_str())]).finish();
    let back = format!("{redirect_uri}?{query}");
    if set.mood != Mood::Deserted {
        let person = set.person.clone();
        set.given.push(code.clone());
        set.codes.insert(code, Pending { redirect_uri, challenge, nonce, person });
    }
    Redirect::to(&back).into_response()
}

fn refused(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": error, "error_description": "in more words" }))).into_response()
}

/// Who asks, by the header or by the form, and only as the description says.
fn is_client(set: &Settings, headers: &HeaderMap, form: &HashMap<String, String>) -> bool {
    let Some(header) = headers.get("authorization") else {
        let secret = form.get("client_secret").map(String::as_str);
        let method = if secret.is_some() { "client_secret_post" } else { "none" };
        return form.get("client_id").is_some_and(|id| id == CLIENT) && secret.is_none_or(|it| it == SECRET) && set.auth.contains(&method);
    };
    let basic = STANDARD.decode(header.to_str().unwrap().strip_prefix("Basic ").unwrap()).unwrap();
    let basic = String::from_utf8(basic).unwrap();
    let (id, secret) = basic.split_once(':').unwrap();
    let plain = |text: &str| form_urlencoded::parse(text.as_bytes()).next().unwrap().0.into_owned();
    set.auth.contains(&"client_secret_basic")
        && !form.contains_key("client_id")
        && (plain(id), plain(secret)) == (CLIENT.into(), SECRET.into())
}

async fn token(State(there): State<There>, headers: HeaderMap, body: String) -> Response {
    if let Some(answer) = there.mood().await {
        return answer;
    }
    let form: HashMap<String, String> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let mut set = there.set();
    if !is_client(&set, &headers, &form) {
        return refused("invalid_client");
    }
    // A code is good once, however it was shown.
    let Some(pending) = set.codes.remove(&form["code"]).filter(|_| form["grant_type"] == "authorization_code") else {
        return refused("invalid_grant");
    };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
    if pending.redirect_uri != form["redirect_uri"] || pending.challenge != challenge {
        return refused("invalid_grant");
    }
    let now = (there.clock)();
    let mut claims = if set.terse { json!({ "sub": pending.person["sub"] }) } else { pending.person };
    let said = json!({ "iss": there.origin, "aud": CLIENT, "exp": now + 3600, "iat": now, "nonce": pending.nonce });
    claims.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
    if let Some(change) = &set.change {
        change(&mut claims);
    }
    let id_token = sign(&set, &claims);
    let access_token = format!("access-{}", uuid::Uuid::new_v4());
    set.given.extend([id_token.clone(), access_token.clone()]);
    Json(json!({ "id_token": id_token, "access_token": access_token, "token_type": "Bearer", "expires_in": 3600, "refresh_token": "refresh-1" }))
        .into_response()
}

fn sign(set: &Settings, claims: &Value) -> String {
    let key = set.keys.last().unwrap();
    let header = Header { kid: Some(key.kid.clone()), ..Header::new(key.algorithm) };
    let encode = |header: &Header, key: &EncodingKey| jsonwebtoken::encode(header, claims, key).unwrap();
    match set.forge {
        Forge::Honest => encode(&header, &key.private),
        Forge::OtherKey => encode(&Header { alg: Algorithm::ES256, ..header }, &Key::elliptic("another").private),
        Forge::Nothing => {
            let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
            format!("{}.{}.", part(&json!({ "alg": "none", "kid": key.kid })), part(claims))
        }
        Forge::PublicAsSecret => {
            let public = URL_SAFE_NO_PAD.decode(key.public()["n"].as_str().unwrap()).unwrap();
            encode(&Header { alg: Algorithm::HS256, ..header }, &EncodingKey::from_secret(&public))
        }
    }
}

async fn userinfo(State(there): State<There>, headers: HeaderMap) -> Response {
    let set = there.set();
    let bearer = headers["authorization"].to_str().unwrap().strip_prefix("Bearer ").unwrap().to_owned();
    if !set.given.contains(&bearer) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    Json(set.person.clone()).into_response()
}
