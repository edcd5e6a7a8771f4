//! The front end's files: part of the program in release builds, read from the folder in debug builds.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// What `npm run build` writes. Without it the page shows how to make it.
#[derive(RustEmbed)]
#[folder = "web/dist"]
#[allow_missing = true]
struct Bundle;

const NOT_MADE: &str =
    "The page's front end is not made yet: run `cargo xtask setup`, then build and start this again.\n";

/// Whether the front end is there to be served.
pub fn has_front_end() -> bool {
    Bundle::get("index.html").is_some()
}

/// A file of the front end as text.
pub(crate) fn text(name: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Bundle::get(name)?.data).into_owned())
}

/// A file of the front end.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let index = path.is_empty();
    let path = if index { "index.html" } else { path };
    match Bundle::get(path) {
        Some(file) => {
            let kind = file.metadata.mimetype().to_owned();
            ([(header::CONTENT_TYPE, kind)], file.data).into_response()
        }
        None if index => (StatusCode::SERVICE_UNAVAILABLE, NOT_MADE).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}
