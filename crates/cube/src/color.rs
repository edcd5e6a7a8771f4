//! The six sticker colours and which face wears which.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, Face, Rotation};

/// A sticker colour, in the order of the western scheme's faces U D R L F B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Color {
    /// Letter W.
    White = 0,
    /// Letter Y.
    Yellow = 1,
    /// Letter R.
    Red = 2,
    /// Letter O.
    Orange = 3,
    /// Letter G.
    Green = 4,
    /// Letter B.
    Blue = 5,
}

impl Color {
    /// All colours in index order.
    pub const ALL: [Color; 6] = [Color::White, Color::Yellow, Color::Red, Color::Orange, Color::Green, Color::Blue];

    /// 0 to 5 in the order W Y R O G B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour with this index, or `None` from 6 on.
    pub const fn from_index(index: usize) -> Option<Color> {
        if index < 6 { Some(Color::ALL[index]) } else { None }
    }

    /// The capital letter of the colour.
    pub const fn letter(self) -> char {
        ['W', 'Y', 'R', 'O', 'G', 'B'][self as usize]
    }

    /// The colour of a capital letter W Y R O G B.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'W' => Some(Color::White),
            'Y' => Some(Color::Yellow),
            'R' => Some(Color::Red),
            'O' => Some(Color::Orange),
            'G' => Some(Color::Green),
            'B' => Some(Color::Blue),
            _ => None,
        }
    }

    /// The English name, in small letters.
    pub const fn name(self) -> &'static str {
        ["white", "yellow", "red", "orange", "green", "blue"][self as usize]
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Which colour each face's centre wears: six distinct colours in the order U R F D L B.
///
/// The scheme also fixes how a cube is held, so the same cube held differently has another scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColorScheme([Color; 6]);

impl ColorScheme {
    /// The usual scheme: white up, green in front; white against yellow, red against orange.
    pub const WESTERN: ColorScheme =
        ColorScheme([Color::White, Color::Red, Color::Green, Color::Yellow, Color::Orange, Color::Blue]);

    /// The older Japanese scheme: white against blue, yellow against green, red against orange.
    /// White up and green in front, red comes to lie on the right.
    pub const JAPANESE: ColorScheme =
        ColorScheme([Color::White, Color::Red, Color::Green, Color::Blue, Color::Orange, Color::Yellow]);

    /// The scheme of a cube whose centres show these colours, in the order U R F D L B.
    ///
    /// # Errors
    /// [`Error::RepeatedCentreColor`] where two centres have one colour.
    pub fn from_centres(centres: [Color; 6]) -> Result<ColorScheme, Error> {
        for second in 0..6 {
            for first in 0..second {
                if centres[first] == centres[second] {
                    return Err(Error::RepeatedCentreColor {
                        color: centres[first],
                        first: Face::ALL[first],
                        second: Face::ALL[second],
                    });
                }
            }
        }
        Ok(ColorScheme(centres))
    }

    /// The colour this face's centre wears.
    pub const fn color(&self, face: Face) -> Color {
        self.0[face.index()]
    }

    /// The face whose centre wears this colour.
    pub fn face(&self, color: Color) -> Face {
        let index = self.0.iter().position(|&worn| worn == color);
        Face::ALL[index.expect("six distinct colours are all colours there are")]
    }

    /// The colours of the centres in the order U R F D L B.
    pub const fn centres(&self) -> [Color; 6] {
        self.0
    }

    /// Whether both colour a cube alike, however it is held: one turned as a whole is the other.
    pub fn colors_alike(&self, other: &ColorScheme) -> bool {
        Rotation::all()
            .any(|rotation| Face::ALL.iter().all(|&face| other.color(rotation.carry(face)) == self.color(face)))
    }
}

/// The six colour letters of the centres in the order U R F D L B.
impl fmt::Display for ColorScheme {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|color| write!(formatter, "{}", color.letter()))
    }
}

impl FromStr for ColorScheme {
    type Err = Error;

    /// Reads `western`, `japanese`, or the six colour letters of the faces U R F D L B.
    fn from_str(text: &str) -> Result<ColorScheme, Error> {
        match text {
            "western" => return Ok(ColorScheme::WESTERN),
            "japanese" => return Ok(ColorScheme::JAPANESE),
            _ => {}
        }
        let colors: Option<Vec<Color>> = text.chars().map(Color::from_letter).collect();
        match colors.and_then(|colors| <[Color; 6]>::try_from(colors).ok()) {
            Some(colors) => ColorScheme::from_centres(colors),
            None => Err(Error::UnknownScheme { text: text.into() }),
        }
    }
}

impl Default for ColorScheme {
    fn default() -> ColorScheme {
        ColorScheme::WESTERN
    }
}
