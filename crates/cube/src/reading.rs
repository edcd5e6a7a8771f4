//! Facelets from text, in any of the ways to write them.

use crate::singmaster::are_pieces;
use crate::{Color, Error, Face, Facelets, Reading};

impl Reading {
    /// Reads 54 letters in the order of the drawing at [`Facelets`]: faces (U R F D L B) or colours (W Y R O G B), capital
    /// or small. Blanks and commas between them are skipped. The centres define which letter belongs to which face. Text
    /// that begins with an edge of two letters is read as 20 pieces in Singmaster's notation ([`Facelets::from_pieces`]).
    ///
    /// # Errors
    /// Wrong number of stickers, a letter that is neither or is of the other kind, equal centres.
    pub fn parse(text: &str) -> Result<Reading, Error> {
        if are_pieces(text) {
            return Ok(Reading { facelets: Facelets::from_pieces(text)?, scheme: None });
        }
        let letters: Vec<char> = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        let unknown = |&letter: &char| Face::from_letter(letter).is_none() && Color::from_letter(letter).is_none();
        if let Some(at) = letters.iter().take(54).position(unknown) {
            return Err(Error::UnknownLetter { letter: letters[at], position: at + 1 });
        }
        let letters: [char; 54] =
            letters.try_into().map_err(|letters: Vec<char>| Error::WrongStickerCount { found: letters.len() })?;

        let only_face = letters.iter().position(|&letter| Color::from_letter(letter).is_none());
        let only_color = letters.iter().position(|&letter| Face::from_letter(letter).is_none());
        match (only_face, only_color) {
            (Some(face), Some(color)) => Err(Error::MixedLetters {
                face_letter: letters[face],
                face_position: face + 1,
                color_letter: letters[color],
                color_position: color + 1,
            }),
            (None, Some(_)) => Facelets::from_colors(
                &letters.map(|letter| Color::from_letter(letter).expect("no letter is only a face")),
            ),
            (_, None) => {
                let raw = letters.map(|letter| Face::from_letter(letter).expect("no letter is only a colour"));
                let facelets = Facelets::new(raw).named_by_centres()?;
                Ok(Reading { facelets, scheme: None })
            }
        }
    }
}

impl std::str::FromStr for Facelets {
    type Err = Error;

    /// As [`Reading::parse`], forgetting the colour scheme.
    fn from_str(text: &str) -> Result<Facelets, Error> {
        Ok(Reading::parse(text)?.facelets)
    }
}

impl TryFrom<String> for Facelets {
    type Error = Error;

    fn try_from(text: String) -> Result<Facelets, Error> {
        text.parse()
    }
}
