//! Style sheets, scripts and icons: embedded, compressed once, and kept by browsers for ever.

use std::cell::RefCell;
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress, Status};
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;

/// A file that pages use, in the program. An app brings its own.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name in addresses. The ending says what it is: `css`, `js`, `svg`, `png` or `webp`.
    pub name: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

/// Files of the folder `assets` of a crate, by their names.
#[macro_export]
macro_rules! asset_files {
    ($($name:literal),* $(,)?) => {
        &[$($crate::assets::File {
            name: $name,
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", $name)),
        }),*]
    };
}

/// A file and what it is sent as.
struct Asset {
    name: &'static str,
    bytes: Bytes,
    /// Made when it is first asked for: the best compression takes longer than a start may.
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
const WEBP: &str = "image/webp";

/// What every page may use, whichever apps there are.
static SHARED: &[File] = asset_files![
    "site.css",
    "design.css",
    "api.css",
    "api.js",
    "site.js",
    "confirm.js",
    "copy.js",
    "lists.js",
    "passwords.js",
    "pictures.js",
    "order.js",
    "phrases.js",
    "forms.js",
    "devices.js",
    "worker.js",
    "house-worker.js",
    "icons.svg",
    "house.svg",
    "house-180.png",
    "house-192.png",
    "house-512.png",
];

/// The files of a site: those that all pages share, and those of its apps.
pub(crate) struct Assets {
    files: Vec<Asset>,
    version: String,
}

impl Assets {
    /// With the colours of the apps, as a style sheet.
    pub(crate) fn new<'a>(apps: impl Iterator<Item = &'a [File]>, accents: String) -> Self {
        let files = std::iter::once(SHARED).chain(apps).flatten().map(|file| (file.name, Bytes::from_static(file.bytes)));
        let files = files.chain([("accents.css", Bytes::from(accents))]);
        let of = |(name, bytes)| Asset { name, bytes, brotli: OnceLock::new(), gzip: OnceLock::new() };
        let files: Vec<Asset> = files.map(of).collect();
        let mut digest = Sha256::new();
        for (at, asset) in files.iter().enumerate() {
            debug_assert!(files[..at].iter().all(|other| other.name != asset.name), "two files are called {}", asset.name);
            digest.update(asset.name);
            digest.update(&asset.bytes);
        }
        let version = URL_SAFE_NO_PAD.encode(&digest.finalize()[..9]);
        Self { files, version }
    }

    /// The part of an asset's address that changes when any of them does. One for all of them, so that a script's `import "./other.js"`
    /// needs no rewriting.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Whether there is such a file.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.files.iter().any(|asset| asset.name == name)
    }

    /// Answers one asset. An address of another version still answers, but is not kept: it is from a page of before an upgrade.
    pub(crate) fn answer(&self, asked_version: &str, name: &str, headers: &HeaderMap) -> Response {
        let Some(asset) = self.files.iter().find(|asset| asset.name == name) else { return Problem::not_found().into_response() };
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let (bytes, encoding) = asset.encoded(accepted);
        let kept = if asked_version == self.version { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut response = (StatusCode::OK, bytes).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type()));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        if asset.kind() == "svg" {
            // The icons are used by pages; as pages of their own they could do nothing either.
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'"));
        }
        response
    }

    /// Answers the script of a service worker, which may see to everything below `scope`. It is asked for under an address that never
    /// changes, so nobody keeps it; and it may speak with this house, which what is no page may not otherwise.
    pub(crate) fn worker(&self, name: &str, scope: &str, headers: &HeaderMap) -> Response {
        let mut response = self.answer("", name, headers);
        let Ok(scope) = HeaderValue::from_str(scope) else { return Problem::not_found().into_response() };
        response.headers_mut().insert(HeaderName::from_static("service-worker-allowed"), scope);
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; script-src 'self'; connect-src 'self'"));
        response
    }
}

impl Asset {
    fn kind(&self) -> &'static str {
        self.name.rsplit_once('.').map_or("", |(_, kind)| kind)
    }

    fn content_type(&self) -> &'static str {
        match self.kind() {
            "css" => STYLE,
            "js" => SCRIPT,
            "svg" => SVG,
            "webp" => WEBP,
            _ => PNG,
        }
    }

    /// The bytes and the name of their encoding.
    fn encoded(&self, accepted: &str) -> (Bytes, Option<&'static str>) {
        let is_compressed = matches!(self.kind(), "png" | "webp");
        if !is_compressed && accepts(accepted, "br") {
            return (self.brotli.get_or_init(|| brotli(&self.bytes).into()).clone(), Some("br"));
        }
        if !is_compressed && accepts(accepted, "gzip") {
            return (self.gzip.get_or_init(|| gzip(&self.bytes, 9).into()).clone(), Some("gzip"));
        }
        (self.bytes.clone(), None)
    }
}

/// Whether an `Accept-Encoding` header names an encoding.
pub(crate) fn accepts(header: &str, encoding: &str) -> bool {
    header
        .split(',')
        .map(|part| part.split(';').map(str::trim).collect::<Vec<_>>())
        .any(|part| part[0] == encoding && !part.contains(&"q=0"))
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 9, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &params).expect("memory takes every byte");
    out
}

fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::with_capacity(bytes.len() / 4), flate2::Compression::new(level));
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes every byte")
}

thread_local! {
    /// A compressor is a quarter of a megabyte of tables: made anew for every page, it would take longer than its work.
    static QUICK: RefCell<Compress> = RefCell::new(Compress::new_gzip(Compression::new(1), 15));
}

/// Compresses a page at the quickest level: it is small, and the next one is different.
pub(crate) fn gzip_quickly(bytes: &[u8]) -> Vec<u8> {
    QUICK.with_borrow_mut(|compress| {
        compress.reset();
        let mut out = Vec::with_capacity(bytes.len() / 6 + 1024);
        loop {
            let read = compress.total_in() as usize;
            match compress.compress_vec(&bytes[read..], &mut out, FlushCompress::Finish).expect("memory takes every byte") {
                Status::StreamEnd => return out,
                Status::Ok | Status::BufError => out.reserve(out.capacity().max(1024)),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asset_is_smaller_on_its_way_and_the_same_at_its_end() {
        for asset in
            Assets::new(std::iter::empty(), String::new()).files.iter().filter(|asset| asset.kind() != "png" && !asset.bytes.is_empty())
        {
            let (br, encoding) = asset.encoded("gzip, deflate, br");
            assert_eq!(encoding, Some("br"));
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut &br[..], &mut plain).unwrap();
            assert_eq!(plain, asset.bytes);
            assert!(asset.encoded("gzip").0.len() < asset.bytes.len(), "{}", asset.name);
            assert_eq!(asset.encoded("br;q=0"), (asset.bytes.clone(), None));
        }
    }

    #[test]
    fn a_page_comes_out_as_it_went_in() {
        use std::io::Read as _;
        let long = (0..20_000).map(|n: u32| (n * 7919).to_string()).collect::<Vec<_>>().join("<li>");
        for page in [String::new(), "<p>短い</p>".to_owned(), long] {
            for _ in 0..2 {
                let mut out = String::new();
                flate2::read::GzDecoder::new(&gzip_quickly(page.as_bytes())[..]).read_to_string(&mut out).unwrap();
                assert_eq!(out, page);
            }
        }
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let mut files: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        let mut served: Vec<String> = SHARED.iter().map(|file| file.name.to_owned()).collect();
        files.sort();
        served.sort();
        assert_eq!(files, served);
    }
}
