//! What a person says while scanning: lines from the terminal or from the page.

use std::io::BufRead;
use std::str::FromStr;
use std::sync::mpsc::Sender;

use cube::Face;
use vision::guide::Correction;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// What some stickers really are.
    Correct(Vec<Correction>),
    /// Look at this face again.
    Again(Face),
    /// It is right as it is.
    Accept,
    /// Stop here.
    Quit,
}

/// The words that are understood, for people.
pub const HELP: &str = "say F3=G to correct a sticker (face, number 1 to 9 row by row, colour), `again F` to show a face again, `q` to stop";

impl FromStr for Said {
    type Err = String;

    fn from_str(line: &str) -> Result<Said, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            [] | ["y" | "yes" | "ok" | "done"] => Ok(Said::Accept),
            ["q" | "quit" | "stop"] => Ok(Said::Quit),
            ["again", face] => match face.parse::<Face>() {
                Ok(face) => Ok(Said::Again(face)),
                Err(error) => Err(error.to_string()),
            },
            _ => line
                .split([',', ';'])
                .map(|part| part.parse::<Correction>())
                .collect::<Result<Vec<_>, _>>()
                .map(Said::Correct)
                .map_err(|error| format!("{error}; or {HELP}")),
        }
    }
}

/// Passes on the lines of the terminal until it is closed.
pub fn listen_to_terminal(lines: Sender<String>) {
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if lines.send(line).is_err() {
                return;
            }
        }
    });
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
            ("q", Said::Quit),
            ("again f", Said::Again(Face::F)),
            ("F3=G", Said::Correct(vec![correction(20, Color::Green)])),
            (
                "u5 is red, B9 w",
                Said::Correct(vec![
                    correction(4, Color::Red),
                    correction(53, Color::White),
                ]),
            ),
        ] {
            assert_eq!(line.parse::<Said>(), Ok(said), "{line}");
        }
        for line in ["again x", "F3", "hello", "F3=G,", "again"] {
            let refused = line.parse::<Said>().expect_err(line);
            assert!(20 < refused.len(), "{refused}");
        }
    }
}
