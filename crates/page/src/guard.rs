//! Who may ask: only browsers that call the page by one of its own names, and only its own pages.
//!
//! A foreign page can have its own name point to this machine; then the browser sends that name as Host. Or it can call this
//! machine by its name; then the browser sends the foreign page's address as Origin. Both are refused.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::phone::{host, reachable};

/// What every answer carries.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; \
         font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// The names that a page answers to.
#[derive(Debug)]
pub(crate) struct Guard {
    scheme: &'static str,
    /// Values of the Host header. The first is the page's own address.
    hosts: Vec<String>,
}

impl Guard {
    /// The names of an address, and more: host names, or names with a port.
    pub(crate) fn new(address: SocketAddr, names: &[String], encrypted: bool) -> Guard {
        let (scheme, usual_port) = if encrypted { ("https", 443) } else { ("http", 80) };
        let port = address.port();
        let mut hosts = Vec::new();
        let mut add = |name: &str| {
            hosts.push(format!("{name}:{port}"));
            if port == usual_port {
                hosts.push(name.to_owned());
            }
        };
        // Nobody can call a page by the address that stands for all.
        if !address.ip().is_unspecified() {
            add(&host(address.ip()));
        }
        let (with_port, without): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| has_port(name));
        without.into_iter().for_each(|name| add(&name.to_ascii_lowercase()));
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            add(name);
        }
        // A foreign page can give its own name to this machine, but cannot make it an address.
        reachable(address.ip()).into_iter().for_each(|own| add(&host(own)));
        hosts.extend(with_port.into_iter().map(|name| name.to_ascii_lowercase()));
        Guard { scheme, hosts }
    }

    /// Where the page is, by the first of its names.
    pub(crate) fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.hosts[0])
    }

    /// The sentence for a request that is refused.
    fn refuses(&self, request: &Request) -> Option<&'static str> {
        let headers = request.headers();
        let Some(host) = single(headers, header::HOST).map(str::to_ascii_lowercase) else {
            return Some("a request must name the host that it wants");
        };
        if !self.hosts.contains(&host) {
            return Some("this page does not answer to that name: give it as one of its names");
        }
        let asks = request.method() == Method::POST || headers.contains_key(header::UPGRADE);
        let own = format!("{}://{host}", self.scheme);
        let origin = single(headers, header::ORIGIN).map(str::to_ascii_lowercase);
        if asks && origin != Some(own) {
            return Some("only the pages of this very address may ask for something");
        }
        None
    }
}

/// Lets a request through or refuses it, and adds the headers that every answer carries.
pub(crate) async fn watch(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.refuses(&request) {
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The value of a header that is there exactly once.
fn single(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Whether a name ends with a port; an IPv6 address stands in brackets.
pub(crate) fn has_port(name: &str) -> bool {
    let end = name.rsplit(']').next().unwrap_or_default();
    end.contains(':')
}
