//! The pictures from which the faces of a cube were read, as far as they are needed: stickers in doubt are settled by looking.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use cube::{Face, faces_of};

use crate::protocol::{FacePicture, FacesInDoubt};

/// Pictures that are kept although no face was read from them so far: reading six faces takes seconds.
const KEPT: usize = 128;
/// A face is shown this long at least after it was read.
const SOON: Duration = Duration::from_millis(100);
/// Faces that arms have shown lately: the newest state of the cube is about one of them.
const SHOWINGS: usize = 12;

/// How a face was read.
#[derive(Clone, Copy, Debug)]
struct Read {
    /// Since when it was shown.
    since: Duration,
    /// When the picture was taken.
    taken: Duration,
    /// By how many quarters clockwise it shows the face turned.
    quarters: u8,
}

/// Pictures by when they were taken, and which of them show the faces as they were read. A picture may come later than the face.
#[derive(Clone, Debug, Default)]
pub struct FaceAlbum {
    /// Square JPEGs of one face each.
    pictures: BTreeMap<Duration, Vec<u8>>,
    faces: [Option<Read>; 6],
    /// Which face arms have shown since when, and how it was turned.
    showings: VecDeque<(Duration, Face, u8)>,
}

impl FaceAlbum {
    /// Keeps a picture of one face.
    pub fn keep(&mut self, taken: Duration, jpeg: Vec<u8>) {
        self.pictures.insert(taken, jpeg);
        let mut others = self.pictures.len().saturating_sub(KEPT);
        let shown: Vec<Duration> =
            self.faces.iter().flatten().filter_map(|read| Some(*self.picture(read)?.0)).collect();
        self.pictures.retain(|at, _| {
            let is_needed = others == 0 || shown.contains(at);
            others -= usize::from(!is_needed);
            is_needed
        });
    }

    /// A face was read from the picture that was taken then, which shows it turned by this many quarters; or it is not known.
    pub fn set(&mut self, face: Face, read: Option<(Duration, u8)>) {
        self.faces[face.index()] = read.map(|(taken, quarters)| Read { since: taken, taken, quarters });
    }

    /// Arms show this face since then, turned by this many quarters.
    pub fn note_showing(&mut self, since: Duration, face: Face, quarters: u8) {
        if self.showings.back().is_some_and(|(_, last, turned)| (*last, *turned) == (face, quarters)) {
            return;
        }
        self.showings.push_back((since, face, quarters));
        if SHOWINGS < self.showings.len() {
            self.showings.pop_front();
        }
    }

    /// The cube is known from these faces, the newest of which was read from the picture that was taken then.
    pub fn note_read(&mut self, faces: &str, newest: Duration) {
        for face in Face::ALL.into_iter().filter(|face| !faces.contains(face.letter())) {
            self.set(face, None);
        }
        let shown = self.showings.iter().rev().find(|(since, ..)| *since < newest);
        if let Some(&(since, face, quarters)) = shown.filter(|(_, face, _)| faces.contains(face.letter())) {
            self.faces[face.index()] = Some(Read { since, taken: newest, quarters });
        }
    }

    /// The picture from which a face was read. On a busy machine it may be lost: then the one before it while the face was shown,
    /// or the next one.
    fn picture(&self, read: &Read) -> Option<(&Duration, &Vec<u8>)> {
        let before = self.pictures.range(read.since..=read.taken).next_back();
        before.or_else(|| self.pictures.range(read.taken..read.taken + SOON).next())
    }

    /// Whether the picture that was taken then is there.
    pub fn has(&self, taken: Duration) -> bool {
        self.pictures.contains_key(&taken)
    }

    /// The faces of these stickers, of those that have a picture.
    pub fn in_doubt(&self, stickers: &[usize]) -> FacesInDoubt {
        let faces = faces_of(stickers).into_iter().filter_map(|face| {
            let read = self.faces[face.index()].as_ref()?;
            Some(FacePicture::new(face, self.picture(read)?.1, read.quarters))
        });
        FacesInDoubt { faces: faces.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn only_faces_in_doubt_are_shown_as_they_were_read() {
        let mut album = FaceAlbum::default();
        album.keep(at(1), b"one".to_vec());
        album.keep(at(2), b"two".to_vec());
        album.set(Face::U, Some((at(1), 0)));
        album.set(Face::F, Some((at(2), 5)));
        album.set(Face::B, Some((at(300), 0)));
        assert_eq!(album.in_doubt(&[]), FacesInDoubt::default());
        // F3 and F4 are on one face. Of B there is no picture yet, and R was not read.
        let shown = album.in_doubt(&[20, 21, 46, 12]).faces;
        let picture = "data:image/jpeg;base64,dHdv".to_owned();
        assert_eq!(shown, [FacePicture { face: "F".into(), picture, quarters: 1 }]);
        album.keep(at(300), b"three".to_vec());
        assert_eq!(album.in_doubt(&[20, 46]).faces.len(), 2, "it came later than the reading");
        album.set(Face::F, None);
        assert_eq!(album.in_doubt(&[20]).faces, [], "another cube");
    }

    #[test]
    fn a_face_that_arms_have_shown_belongs_to_the_picture_that_was_taken_then() {
        let mut album = FaceAlbum::default();
        let letters = |album: &FaceAlbum| {
            let faces = album.in_doubt(&[0, 9, 18, 27, 36, 45]).faces.into_iter();
            faces.map(|face| (face.face, face.quarters)).collect::<Vec<_>>()
        };
        (0u8..9).for_each(|time| album.keep(at(u64::from(time)), vec![time]));
        album.note_showing(at(1), Face::F, 1);
        // Reading takes a while: meanwhile the arms show the next face.
        album.note_showing(at(5), Face::R, 3);
        album.note_read("F", at(4));
        assert_eq!(letters(&album), [("F".to_owned(), 1)]);
        album.note_read("RF", at(8));
        assert_eq!(letters(&album), [("R".to_owned(), 3), ("F".to_owned(), 1)]);
        assert_eq!(album.in_doubt(&[9]).faces[0].picture, "data:image/jpeg;base64,CA==");
        for lost in [8, 7] {
            album.pictures.remove(&at(lost));
        }
        assert_eq!(
            album.in_doubt(&[9]).faces[0].picture,
            "data:image/jpeg;base64,Bg==",
            "the one before the lost ones"
        );
        for lost in [6, 5] {
            album.pictures.remove(&at(lost));
        }
        assert_eq!(letters(&album), [("F".to_owned(), 1)], "no picture of another face");
        album.keep(at(9), Vec::new());
        album.note_read("R", at(8));
        assert_eq!(letters(&album), [("R".to_owned(), 3)], "what was read before counts no more");
        album.note_read("", at(9));
        assert_eq!(letters(&album), []);
    }

    #[test]
    fn old_pictures_go_unless_a_face_was_read_from_them() {
        let mut album = FaceAlbum::default();
        album.keep(at(0), Vec::new());
        album.keep(at(1), Vec::new());
        album.set(Face::U, Some((at(0), 0)));
        for more in 2..1000 {
            album.keep(at(more), Vec::new());
        }
        assert!(album.has(at(0)) && !album.has(at(1)) && album.has(at(999)));
        assert!(album.pictures.len() <= KEPT + 1);
    }
}
