//! Six photographs of a cube that a page sends: `POST /photos`.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::Field;
use axum::extract::{Multipart, State};
use axum::http::{HeaderMap, StatusCode};
use cube::Face;
use tokio::sync::mpsc;

use crate::asked::{Photos, Reply};
use crate::hub::Hub;
use crate::protocol::Answer;

/// Bytes of one photograph.
const LARGEST: usize = 12 << 20;
/// Bytes of all six, with what stands between them.
pub(crate) const LARGEST_BODY: usize = 6 * LARGEST + (64 << 10);
/// How long reading them may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The header that carries the token.
const TOKEN: &str = "x-cuberig-token";

/// Takes six photographs, has them read, and answers with the cube.
pub(crate) async fn take(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
    form: Multipart,
) -> (StatusCode, Json<Answer>) {
    let refused = |status, reason: String| (status, Json(Answer::refused(reason)));
    let token = headers.get(TOKEN).and_then(|token| token.to_str().ok());
    if !hub.admits(token) {
        let reason = "the page's address lacks its token, or has a wrong one";
        return refused(StatusCode::UNAUTHORIZED, reason.into());
    }
    let Some(readers) = &hub.photos else {
        return refused(StatusCode::NOT_FOUND, "no photographs are taken here".into());
    };
    // Six photographs are large, so one page at a time may send some.
    let Ok(_turn) = hub.photos_turn.try_acquire() else {
        let reason = "photographs of another page are being read: try again in a moment";
        return refused(StatusCode::SERVICE_UNAVAILABLE, reason.into());
    };
    let pictures = match read(form).await {
        Ok(pictures) => pictures,
        Err(reason) => return refused(StatusCode::BAD_REQUEST, reason),
    };
    hub.note_asked();
    let (to, mut answers) = mpsc::channel(1);
    let photos = Photos { pictures, reply: Reply::new(0, to) };
    if readers.try_send(photos).is_err() {
        let reason = "nobody reads photographs just now: try again in a moment";
        return refused(StatusCode::SERVICE_UNAVAILABLE, reason.into());
    }
    match tokio::time::timeout(PATIENCE, answers.recv()).await {
        Ok(Some(answer)) => (StatusCode::OK, Json(answer)),
        _ => refused(StatusCode::GATEWAY_TIMEOUT, "reading the photographs took too long".into()),
    }
}

/// The photographs of the form, in the order of the faces.
async fn read(mut form: Multipart) -> Result<[Bytes; 6], String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("the form cannot be read: {error}");
    let mut pictures: [Option<Bytes>; 6] = Default::default();
    while let Some(field) = form.next_field().await.map_err(|error| unreadable(&error.body_text()))? {
        let name: String = field.name().unwrap_or_default().chars().take(40).collect();
        let face = name.parse::<Face>().map_err(|error| format!("a photograph is named by its face: {error}"))?;
        let picture = read_field(field, face).await?;
        if pictures[face.index()].replace(picture).is_some() {
            return Err(format!("there are two photographs of the face {face}"));
        }
    }
    let missing = Face::ALL.into_iter().find(|face| pictures[face.index()].is_none());
    match missing {
        None => Ok(pictures.map(Option::unwrap_or_default)),
        Some(face) => Err(format!("the photograph of the face {face} is missing")),
    }
}

async fn read_field(mut field: Field<'_>, face: Face) -> Result<Bytes, String> {
    let mut picture = Vec::new();
    loop {
        match field.chunk().await {
            Ok(None) => return Ok(picture.into()),
            Ok(Some(chunk)) if picture.len() + chunk.len() <= LARGEST => {
                picture.extend_from_slice(&chunk);
            }
            Ok(Some(_)) => {
                return Err(format!("the photograph of {face} is larger than 12 MiB"));
            }
            Err(error) => {
                return Err(format!("the photograph of {face} did not arrive: {}", error.body_text()));
            }
        }
    }
}
