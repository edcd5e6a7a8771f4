//! Cubes piece by piece, as D. Singmaster writes them.
//!
//! The places have a fixed order, and at each place stands the piece that lies there. Its first letter is the
//! colour that faces the way of the place's first letter: `FD` at `UR` shows F on top and D at the right. After
//! D. Singmaster's "Notes on Rubik's Magic Cube", in the order of the thesis (section 2.1.7).

use crate::{Corner, Edge, Error, Face, Facelets};

/// The places in the order in which pieces are written.
const PLACES: [&str; 20] = [
    "UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL", "UFR", "URB", "UBL", "ULF", "DRF", "DFL",
    "DLB", "DBR",
];

impl Facelets {
    /// The pieces in Singmaster's notation, which does not name the centres: they count as those of
    /// [`crate::Cube::SOLVED`]. A solved cube is
    /// `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`.
    pub fn pieces(&self) -> String {
        let shown = |place: &str| -> String {
            let stickers = stickers_at(place).into_iter();
            let letters = stickers.map(|sticker| self.stickers()[sticker].letter());
            letters.collect()
        };
        PLACES.map(shown).join(" ")
    }

    /// Reads 20 pieces in Singmaster's notation, capital or small, with blanks or commas between them. Whether
    /// they make a cube is not checked here, as for 54 letters.
    ///
    /// # Errors
    /// [`Error::WrongPieceCount`], or [`Error::UnknownPiece`] where a piece has other letters than its place can show.
    pub fn from_pieces(text: &str) -> Result<Facelets, Error> {
        let pieces: Vec<&str> = words(text).collect();
        if pieces.len() != PLACES.len() {
            let found = pieces.len();
            return Err(Error::WrongPieceCount { found });
        }
        let mut stickers = std::array::from_fn(|sticker| Face::ALL[sticker / 9]);
        for (number, (piece, place)) in pieces.into_iter().zip(PLACES).enumerate() {
            let unknown = || Error::UnknownPiece { piece: piece.to_owned(), number: number + 1, letters: place.len() };
            let face = |letter: char| Face::from_letter(letter.to_ascii_uppercase());
            let shown: Option<Vec<Face>> = piece.chars().map(face).collect();
            let shown = shown.filter(|shown| shown.len() == place.len());
            for (sticker, face) in stickers_at(place).into_iter().zip(shown.ok_or_else(unknown)?) {
                stickers[sticker] = face;
            }
        }
        Ok(Facelets::new(stickers))
    }
}

/// Whether the text is meant as pieces: it begins with an edge, as no list of 54 letters does that people group by rows.
pub(crate) fn are_pieces(text: &str) -> bool {
    let mut lengths = words(text).map(|word| word.chars().count());
    lengths.next() == Some(2) && lengths.next().is_some() && lengths.all(|length| length <= 3)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
}

/// The numbers of the stickers at a place, in the order of its letters.
fn stickers_at(place: &str) -> Vec<usize> {
    let faces: Vec<Face> = place.chars().filter_map(Face::from_letter).collect();
    let at = |face: &Face| {
        let edge = Edge::ALL.into_iter().filter(|_| faces.len() == 2).find_map(|edge| {
            let has_all = edge.faces().iter().all(|face| faces.contains(face));
            let index = edge.faces().iter().position(|other| other == face)?;
            has_all.then(|| edge.stickers()[index])
        });
        let corner = Corner::ALL.into_iter().find_map(|corner| {
            let has_all = corner.faces().iter().all(|face| faces.contains(face));
            let index = corner.faces().iter().position(|other| other == face)?;
            has_all.then(|| corner.stickers()[index])
        });
        edge.or(corner).expect("the places are edges and corners")
    };
    faces.iter().map(at).collect()
}
