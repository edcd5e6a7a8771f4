//! Which address gives what.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};

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

fn no_rig() -> Response {
    (StatusCode::NOT_FOUND, "this page shows no such rig\n").into_response()
}
