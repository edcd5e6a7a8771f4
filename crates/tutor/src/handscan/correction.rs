//! What a person says about a sticker: "U5=R", "sticker U5 is red".

use std::str::FromStr;

use cube::{Color, Face};

use crate::handscan::Error;

/// The colour of one sticker, given by a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// 0 to 53, numbered as at [`cube::Facelets`].
    pub sticker: usize,
    /// What it is.
    pub color: Color,
}

impl FromStr for Correction {
    type Err = Error;

    /// Reads a sticker and a colour, in capital or small letters. A sticker is a face letter and 1 to 9, row by row. A
    /// colour is its letter W Y R O G B or its name. Between them are `=`, `:`, "is" or blanks. The word "sticker" may come
    /// first.
    fn from_str(text: &str) -> Result<Correction, Error> {
        let wrong = || Error::Correction { text: text.chars().take(40).collect() };
        let words = text.to_lowercase().replace(['=', ':'], " ");
        let mut words: Vec<&str> = words.split_whitespace().collect();
        words.retain(|word| !["sticker", "is"].contains(word));
        let [sticker, color] = words[..] else {
            return Err(wrong());
        };
        let mut letters = sticker.chars();
        let face =
            letters.next().and_then(|letter| Face::from_letter(letter.to_ascii_uppercase())).ok_or_else(wrong)?;
        let number = match letters.as_str().parse::<usize>() {
            Ok(number @ 1..=9) if letters.as_str().len() == 1 => number,
            _ => return Err(wrong()),
        };
        let named = |known: &Color| color == known.name() || color == known.letter().to_ascii_lowercase().to_string();
        let color = Color::ALL.into_iter().find(named).ok_or_else(wrong)?;
        Ok(Correction { sticker: 9 * face.index() + number - 1, color })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ways_to_say_it() {
        let wanted = Correction { sticker: 20, color: Color::Green };
        for text in ["F3=G", "f3=green", " F3 : g", "sticker F3 is green", "F3 G"] {
            assert_eq!(text.parse::<Correction>().ok(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_sticker_or_no_colour_is_refused_by_name() {
        for text in ["", "F3", "F0=G", "F10=G", "X1=R", "F3=P", "F3=G=R", "F+3=G", "ü=é"] {
            let error = text.parse::<Correction>().expect_err(text);
            assert!(error.to_string().contains(text), "{error}");
        }
    }
}
