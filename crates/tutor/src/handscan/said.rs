//! What a person says to the guide, a line at a time.

use std::str::FromStr;

use cube::Face;

use crate::handscan::{Correction, Error};

/// One line that a person said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// What some stickers really are.
    Correct(Vec<Correction>),
    /// Look at this face again.
    Again(Face),
    /// It is right as it is.
    Accept,
    /// Forget all faces and begin anew.
    Restart,
    /// Stop here.
    Stop,
}

impl Said {
    /// The words that are understood, for people.
    pub const HELP: &str = "say F3=G to correct a sticker (face, number 1 to 9 row by row, colour), `again F` to show a face again, `restart` to begin anew, `stop` to end";
}

impl FromStr for Said {
    type Err = Error;

    fn from_str(line: &str) -> Result<Said, Error> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            [] | ["y" | "yes" | "ok" | "done"] => Ok(Said::Accept),
            ["restart"] => Ok(Said::Restart),
            ["q" | "quit" | "stop"] => Ok(Said::Stop),
            ["again", face] => match face.parse::<Face>() {
                Ok(face) => Ok(Said::Again(face)),
                Err(_) => Err(Error::NotUnderstood { text: line.chars().take(40).collect(), help: Said::HELP }),
            },
            _ => line.split([',', ';']).map(str::parse::<Correction>).collect::<Result<Vec<_>, _>>().map(Said::Correct),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::Color;

    #[test]
    fn lines_are_understood_or_refused_with_what_could_be_said() {
        let correction = |sticker, color| Correction { sticker, color };
        for (line, said) in [
            ("", Said::Accept),
            (" Yes ", Said::Accept),
            ("q", Said::Stop),
            ("restart", Said::Restart),
            ("again f", Said::Again(Face::F)),
            ("F3=G", Said::Correct(vec![correction(20, Color::Green)])),
            ("u5 is red, B9 w", Said::Correct(vec![correction(4, Color::Red), correction(53, Color::White)])),
        ] {
            assert_eq!(line.parse::<Said>().ok(), Some(said), "{line}");
        }
        for line in ["again x", "F3", "hello", "F3=G,", "again"] {
            let refused = line.parse::<Said>().expect_err(line);
            assert!(refused.to_string().contains("F3=G"), "{refused}");
        }
    }
}
