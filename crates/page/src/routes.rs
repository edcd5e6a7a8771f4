//! Which address gives what.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use teach::catalogue;
use teach::picture::case_picture;

use crate::files::file;
use crate::guard::{Guard, watch};
use crate::hub::Hub;
use crate::{photos, socket};

/// Bytes of the body of any request but photographs; none has one.
const LARGEST_BODY: usize = 1 << 10;

/// All that the page serves.
pub(crate) fn router(hub: Arc<Hub>, guard: Guard) -> Router {
    let photographs = post(photos::take).layer(DefaultBodyLimit::max(photos::LARGEST_BODY));
    Router::new()
        .route("/socket", any(socket::upgrade))
        .route("/rig.urdf", get(urdf))
        .route("/meshes/{name}", get(mesh))
        .route("/photos", photographs)
        .route("/cases/{set}/{case}", get(case))
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(guard), watch))
        .with_state(hub)
}

async fn urdf(State(hub): State<Arc<Hub>>) -> Response {
    match &hub.rig {
        Some(rig) => ([(header::CONTENT_TYPE, "application/xml")], rig.urdf.clone()).into_response(),
        None => no_rig(),
    }
}

async fn mesh(State(hub): State<Arc<Hub>>, Path(name): Path<String>) -> Response {
    let mesh = hub.rig.as_ref().and_then(|rig| rig.meshes.get(&name));
    match mesh {
        Some(mesh) => ([(header::CONTENT_TYPE, "model/stl")], mesh.clone()).into_response(),
        None => no_rig(),
    }
}

/// The picture of a case of the catalogue.
async fn case(Path((set, case)): Path<(String, String)>) -> Response {
    let found = set.parse().and_then(|set| catalogue::find(set, &case));
    match found {
        Ok(case) => ([(header::CONTENT_TYPE, "image/svg+xml")], case_picture(case)).into_response(),
        Err(error) => (StatusCode::NOT_FOUND, format!("{error}\n")).into_response(),
    }
}

fn no_rig() -> Response {
    (StatusCode::NOT_FOUND, "this page shows no such rig\n").into_response()
}
