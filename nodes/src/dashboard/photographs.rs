//! Six photographs of a cube that a person sends by the page.

use page::Photos;
use page::protocol::Answer;
use tutor::handscan::Photographed;
use vision::{Detector, DetectorOptions};

use crate::runtime::compute;

/// Reads photographs, and answers with the cube. They are of any camera, so the colours of this rig's do not count.
pub async fn read(photos: Photos) {
    let Photos { pictures, reply } = photos;
    let read = move || Photographed::read(&pictures, &mut Detector::new(DetectorOptions::default()));
    reply.send(match compute(read).await {
        Ok(Ok(shown)) => Answer::of_photographs(&shown),
        Ok(Err(reason)) => Answer::refused(reason),
        Err(error) => Answer::refused(format!("{error:#}")),
    });
}
