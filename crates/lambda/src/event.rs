//! What Lambda hands over: a request of API Gateway or of a function URL, or the word of a schedule.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use crate::path;

/// An event.
#[derive(Debug)]
pub enum Event {
    /// A request.
    Http(Box<HttpEvent>),
    /// A schedule of EventBridge says that it is time.
    Scheduled,
}

/// What was handed over is nothing that a house answers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotOurs {
    /// Of another service, or of nobody.
    #[error("this is neither a request of API Gateway or of a function URL, nor a scheduled event of EventBridge")]
    Unknown,
    /// A request that lacks something, or has something that no request can have.
    #[error("the request cannot be read: {0}")]
    Broken(String),
}

/// In which form a request came, and its answer goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// REST APIs, and HTTP APIs that ask for it.
    V1,
    /// HTTP APIs and function URLs.
    V2,
}

/// A request in either form. What only one of them has is missing in the other.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HttpEvent {
    version: Option<String>,
    #[serde(default)]
    headers: Option<BTreeMap<String, String>>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    is_base64_encoded: bool,
    request_context: RequestContext,
    // 2.0
    raw_path: Option<String>,
    raw_query_string: Option<String>,
    #[serde(default)]
    cookies: Option<Vec<String>>,
    // 1.0
    http_method: Option<String>,
    path: Option<String>,
    #[serde(default)]
    multi_value_headers: Option<BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    query_string_parameters: Option<BTreeMap<String, String>>,
    #[serde(default)]
    multi_value_query_string_parameters: Option<BTreeMap<String, Vec<String>>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RequestContext {
    stage: Option<String>,
    http: Option<HttpContext>,
    identity: Option<Identity>,
    /// Of a load balancer, whose events look like those of REST APIs and are escaped differently.
    elb: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HttpContext {
    method: String,
    source_ip: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Identity {
    source_ip: Option<String>,
}

impl Event {
    /// Reads an event.
    pub fn read(event: Value) -> Result<Self, NotOurs> {
        if event.get("requestContext").is_none() {
            let is_scheduled = event["source"] == "aws.events" && event["detail-type"] == "Scheduled Event";
            return if is_scheduled { Ok(Self::Scheduled) } else { Err(NotOurs::Unknown) };
        }
        let event: HttpEvent = serde_json::from_value(event).map_err(|error| NotOurs::Broken(error.to_string()))?;
        let is_whole = match event.payload() {
            Payload::V1 => event.http_method.is_some() && event.path.is_some(),
            Payload::V2 => event.request_context.http.is_some() && event.raw_path.is_some(),
        };
        if is_whole && event.request_context.elb.is_none() { Ok(Self::Http(Box::new(event))) } else { Err(NotOurs::Unknown) }
    }
}

impl HttpEvent {
    /// The form that it came in.
    pub fn payload(&self) -> Payload {
        if self.version.as_deref() == Some("2.0") { Payload::V2 } else { Payload::V1 }
    }

    /// The request, for a house below this path. The client's address is the one that Amazon has seen.
    pub fn into_request(self, base: &str) -> Result<Request, NotOurs> {
        let broken = |why: &str| NotOurs::Broken(why.to_owned());
        let method = match self.payload() {
            Payload::V1 => self.http_method.as_deref(),
            Payload::V2 => self.request_context.http.as_ref().map(|http| http.method.as_str()),
        };
        let method = method.and_then(|method| Method::from_bytes(method.as_bytes()).ok()).ok_or_else(|| broken("it has no method"))?;
        let uri = self.uri(base).ok_or_else(|| broken("its path is none"))?;
        let headers = self.header_map().ok_or_else(|| broken("a header is none"))?;
        let peer = SocketAddr::new(self.source(), 0);
        let body = match self.body {
            Some(text) if self.is_base64_encoded => STANDARD.decode(text).map_err(|_| broken("its body is no base64"))?,
            text => text.unwrap_or_default().into_bytes(),
        };
        let mut request = Request::new(Body::from(body));
        (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (method, uri, headers);
        request.extensions_mut().insert(ConnectInfo(peer));
        Ok(request)
    }

    /// Who asks. An address that cannot be read is nobody's, and least of all this machine's own, which is believed more than others.
    fn source(&self) -> IpAddr {
        let context = &self.request_context;
        let seen = match self.payload() {
            Payload::V1 => context.identity.as_ref().and_then(|identity| identity.source_ip.as_deref()),
            Payload::V2 => context.http.as_ref().and_then(|http| http.source_ip.as_deref()),
        };
        let seen = seen.and_then(|text| text.parse::<IpAddr>().ok()).filter(|address| !address.to_canonical().is_loopback());
        seen.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
    }

    fn uri(&self, base: &str) -> Option<Uri> {
        // Of payloads 1.0, only those of HTTP APIs say so, and only those have the stage in the path.
        let stage = self.version.as_ref().and(self.request_context.stage.as_deref());
        let path = match self.payload() {
            Payload::V1 => self.path.as_deref(),
            Payload::V2 => self.raw_path.as_deref(),
        };
        let path = path::of_house(path?, stage, base);
        let query = self.query();
        if query.is_empty() { path.parse().ok() } else { format!("{path}?{query}").parse().ok() }
    }

    /// What stands behind the question mark. Payload 2.0 has it as it was; 1.0 has it taken apart and unescaped.
    fn query(&self) -> String {
        if self.payload() == Payload::V2 {
            return self.raw_query_string.clone().unwrap_or_default();
        }
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(all) = self.multi_value_query_string_parameters.as_ref() {
            query.extend_pairs(all.iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value))));
        } else if let Some(all) = self.query_string_parameters.as_ref() {
            query.extend_pairs(all);
        }
        query.finish()
    }

    fn header_map(&self) -> Option<HeaderMap> {
        let mut headers = HeaderMap::new();
        let mut add = |name: &str, value: &str| {
            let (name, value) = (HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_bytes(value.as_bytes()).ok()?);
            headers.append(name, value);
            Some(())
        };
        match &self.multi_value_headers {
            Some(all) => all.iter().try_for_each(|(name, values)| values.iter().try_for_each(|value| add(name, value)))?,
            None => self.headers.iter().flatten().try_for_each(|(name, value)| add(name, value))?,
        }
        if let Some(cookies) = self.cookies.as_ref().filter(|cookies| !cookies.is_empty()) {
            headers.insert(header::COOKIE, HeaderValue::from_bytes(cookies.join("; ").as_bytes()).ok()?);
        }
        Some(headers)
    }
}
