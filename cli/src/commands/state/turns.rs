//! What is known of how six pictures were turned: `--turns`.

use std::str::FromStr;

use cube::Face;

/// The faces whose pictures are not turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns(Vec<Face>);

impl Turns {
    /// Each picture may be turned in any way.
    pub fn any() -> Turns {
        Turns(Vec::new())
    }

    /// No picture is turned.
    pub fn as_taken() -> Turns {
        Turns(Face::ALL.to_vec())
    }

    /// The faces whose pictures are not turned.
    pub fn upright(&self) -> &[Face] {
        &self.0
    }
}

impl FromStr for Turns {
    type Err = String;

    /// Reads `any`, `as-taken`, or letters of faces with or without commas and blanks between them.
    fn from_str(text: &str) -> Result<Turns, String> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
        match text {
            "any" => Ok(Turns::any()),
            "as-taken" => Ok(Turns::as_taken()),
            _ => letters
                .map(|letter| Face::from_letter(letter.to_ascii_uppercase()))
                .collect::<Option<Vec<Face>>>()
                .filter(|faces| !faces.is_empty())
                .map(Turns)
                .ok_or_else(|| "write any, as-taken, or letters of faces (U R F D L B) such as FU".to_owned()),
        }
    }
}
