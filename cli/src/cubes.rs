//! The cubes that a command is asked about: from an argument, or line by line from a file.

mod list;
mod orders;
mod rows;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use clap::Args;
use cube::outside::quoted;
use cube::{ColorScheme, Cube, Notation, Sequence};
use serde::Serialize;
use teach::lab::Numbered;
use vision::FaceOrder;

use crate::failure::{Failure, OrFail, log, unreadable};
use crate::output::Output;
use crate::values::NumberingName;
use list::List;
use orders::Understood;

/// What programs put around a cube: quotes of all kinds, the brackets and separators of a list, invisible marks.
const AROUND: [char; 21] = [
    '"', '[', ']', '(', ')', '\'', '`', '\u{b4}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201c}', '\u{201d}',
    '\u{201e}', '\u{ab}', '\u{bb}', ',', ';', '\u{feff}', '\u{200b}', '\u{200e}',
];

/// Which cubes a command is about.
#[derive(Args)]
#[group(multiple = false)]
pub struct CubeArguments {
    /// 54 letters of faces or of colours (W Y R O G B). Faces come in the order U R F D L B, each row by row as seen from
    /// outside. The unfolded cube row by row is recognised.
    pub facelets: Option<String>,
    /// Many cubes: a table with a column `facelets` (or `state`, `cube`, …), or one cube a line. Lines that begin with # are left out.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// One cube as it was written.
#[derive(Debug, PartialEq)]
pub struct Given {
    /// The text, as it stands there.
    pub facelets: String,
    /// The line of the file, counted from 1; none for an argument.
    pub line: Option<u64>,
    /// How its stickers are numbered, if it is written in numbers.
    pub numbering: Option<NumberingName>,
    /// Why there is no cube in this line.
    fault: Option<String>,
    /// Whether the order of its faces was given.
    is_ordered: bool,
}

/// How cubes are written, where it is not the usual way.
#[derive(Args, Clone, Copy, Default)]
pub struct Layout {
    /// The order in which the faces of FACELETS are written, if it is not URFDLB.
    #[arg(long, value_name = "FACES")]
    pub order: Option<FaceOrder>,
    /// FACELETS is a list of numbers: at each place the number of the sticker that lies there.
    #[arg(long, value_enum, conflicts_with = "order")]
    pub numbering: Option<NumberingName>,
}

/// A cube that was read and found possible.
pub struct GivenCube {
    /// What lies before us.
    pub cube: Cube,
    /// The colours it was written in, or the usual ones.
    pub scheme: ColorScheme,
}

impl Given {
    /// A cube given as an argument.
    pub fn argument(facelets: &str) -> Given {
        Given { facelets: trimmed(facelets).into(), line: None, numbering: None, fault: None, is_ordered: false }
    }

    /// A cube in a line of a file.
    fn in_line(facelets: &str, line: u64) -> Given {
        Given { line: Some(line), ..Given::argument(facelets) }
    }

    /// A line without a cube.
    fn missing(fault: String, line: u64) -> Given {
        Given { fault: Some(fault), ..Given::in_line("", line) }
    }

    /// The same cube, written like this.
    #[must_use]
    pub fn laid_out(self, layout: Layout) -> Given {
        let numbering = layout.numbering.filter(|_| self.is_in_numbers());
        Given { numbering, ..self.ordered(layout.order) }
    }

    /// Whether the cube is written in numbers, not in letters.
    pub fn is_in_numbers(&self) -> bool {
        let letters = || self.facelets.chars();
        letters().any(|letter| letter.is_ascii_digit()) && !letters().any(char::is_alphabetic)
    }

    /// The error for a cube in numbers without --numbering.
    fn how_to_write_numbers(&self) -> &'static str {
        let digits = self.facelets.chars().filter(char::is_ascii_digit).count();
        match digits {
            // The numbers of 48 or 54 stickers have more digits.
            54 => {
                "a digit for each colour is not read: write the letters of colours (W Y R O G B) or faces (U R F D L B)"
            }
            _ => "the cube is written in numbers: add --numbering 48, 54 or ulfrbd",
        }
    }

    /// Whether the text is moves rather than stickers, which have no numbers and primes.
    fn is_moves(&self) -> bool {
        let is_mark = |letter: char| letter.is_ascii_digit() || "'’′".contains(letter);
        let moves = || Sequence::parse(&self.facelets, Notation::Auto).ok();
        self.facelets.chars().filter(|letter| is_mark(*letter)).count() < 40
            && self.facelets.contains(is_mark)
            && moves().is_some_and(|moves| !moves.turns.is_empty())
    }

    /// The same cube when its faces were written in another order than U R F D L B. Text that has not 54 letters stays.
    #[must_use]
    fn ordered(self, order: Option<FaceOrder>) -> Given {
        let Some(order) = order else {
            return self;
        };
        let facelets = match orders::letters(&self.facelets).try_into() {
            Ok(letters) => orders::by_face(&letters, order).into_iter().collect(),
            Err(_) => self.facelets,
        };
        Given { facelets, is_ordered: true, ..self }
    }

    /// Reads and validates it; the error is one sentence. If its letters are in an order that was not given, the error stream
    /// names that order.
    pub fn read(&self) -> Result<GivenCube, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if let Some(name) = self.numbering {
            let cube = Numbered::parse(&self.facelets, name.numbering())
                .and_then(|numbered| numbered.cube())
                .map_err(|error| error.to_string())?;
            return Ok(GivenCube { cube, scheme: ColorScheme::WESTERN });
        }
        if self.is_in_numbers() {
            return Err(self.how_to_write_numbers().into());
        }
        if self.is_moves() {
            return Err(format!(
                "{} looks like moves, but a cube is 54 letters: cuberig sequence apply prints the cube after moves",
                quoted(&self.facelets)
            ));
        }
        if self.is_ordered {
            return orders::read(&self.facelets);
        }
        let Understood { cube, remark } = orders::understand(&self.facelets)?;
        match (remark, self.line) {
            (Some(remark), Some(line)) => log(format_args!("line {line}: {remark}")),
            (Some(remark), None) => log(remark),
            (None, _) => {}
        }
        Ok(cube)
    }
}

/// The JSON object of a cube that got no answer.
#[derive(Serialize)]
struct Refused<'a> {
    error: &'a str,
    facelets: &'a str,
}

/// Answers one cube after the other. A cube that is not solvable gets an error, and the rest is still answered.
pub fn for_each(
    typed: &CubeArguments,
    layout: Layout,
    output: &mut Output,
    mut answer: impl FnMut(&GivenCube, &mut Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut any, mut failed) = (false, false);
    for given in given(typed)? {
        let given = given.map_err(|error| {
            let path = typed.file.as_deref().unwrap_or(Path::new("the input"));
            Failure::NotAsGiven(unreadable(path, &error))
        })?;
        let given = given.laid_out(layout);
        any = true;
        let answered = given.read().or_fail().and_then(|cube| {
            // A panic at one cube must not stop the others.
            let answered = catch_unwind(AssertUnwindSafe(|| answer(&cube, output)));
            answered.unwrap_or_else(|_| {
                let fault = "cuberig crashed at this cube: this is a bug in cuberig, please report it";
                Err(Failure::NotAsGiven(fault.into()))
            })
        });
        match answered {
            Ok(()) => {}
            Err(Failure::NotAsGiven(error)) => {
                failed = true;
                if output.wants_json() {
                    output.json(&Refused { error: &error, facelets: &given.facelets })?;
                }
                match given.line {
                    Some(line) => log(format_args!("line {line}: {error}")),
                    None => log(error),
                }
            }
            Err(fatal) => return Err(fatal),
        }
    }
    match (any, failed) {
        (_, true) => Err(Failure::Several),
        (true, false) => Ok(()),
        (false, false) => Err(Failure::NotAsGiven("the file holds no cubes".into())),
    }
}

/// The cubes that the arguments name, one after the other as the file delivers them.
pub fn given(typed: &CubeArguments) -> Result<Box<dyn Iterator<Item = io::Result<Given>>>, Failure> {
    match (&typed.facelets, &typed.file) {
        (Some(facelets), None) => Ok(Box::new(std::iter::once(Ok(Given::argument(facelets))))),
        (None, Some(path)) => {
            let file = cube::outside::stream(path).map_err(|error| Failure::NotAsGiven(unreadable(path, &error)))?;
            let list = List::new(file).map_err(|error| Failure::NotAsGiven(unreadable(path, &error)))?;
            Ok(Box::new(list))
        }
        _ => Err(Failure::Usage("give either FACELETS or --file".into())),
    }
}

/// A text without blanks, quotes and invisible characters around it.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || AROUND.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_at_one_cube_costs_this_cube_only() {
        let path = std::env::temp_dir().join(format!("cuberig-fault-{}.txt", std::process::id()));
        let cubes = [1, 2, 3].map(Cube::from_seed);
        let lines = cubes.map(|cube| cube.facelets().to_string());
        std::fs::write(&path, lines.join("\n")).expect("a file can be written");
        let typed = CubeArguments { facelets: None, file: Some(path.clone()) };
        let mut asked = Vec::new();
        let mut output = Output::new(true);
        let ended = for_each(&typed, Layout::default(), &mut output, |given, _| {
            asked.push(given.cube);
            assert_ne!(given.cube, cubes[1], "this cube is too much for the method");
            Ok(())
        });
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(asked, cubes);
        assert!(matches!(ended, Err(Failure::Several)), "{ended:?}");
    }
}
