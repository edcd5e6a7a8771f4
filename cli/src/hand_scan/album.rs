//! The pictures of the faces that a guide has read, for stickers in doubt.

use cube::Face;
use page::FaceAlbum;
use page::protocol::FacesInDoubt;
use tutor::handscan::Guide;
use vision::{Image, straightened};

/// Keeps the picture of a face that was read from this frame. Without a guide no face is read.
pub fn note_frame(album: &mut FaceAlbum, guide: Option<&Guide>, frame: &Image) {
    for face in Face::ALL {
        let seen = guide.and_then(|guide| guide.seen_at(face));
        album.set(face, seen.map(|seen| (seen.at, seen.quarters)));
        if let Some(seen) = seen.filter(|seen| !album.has(seen.at))
            && let Some(jpeg) = straightened(frame, &seen.quads)
        {
            album.keep(seen.at, jpeg);
        }
    }
}

/// The faces of which the guide doubts stickers.
pub fn in_doubt(album: &FaceAlbum, guide: Option<&Guide>) -> FacesInDoubt {
    let reading = guide.and_then(Guide::reading);
    album.in_doubt(reading.map_or(&[], |reading| &reading.doubtful))
}
