//! The cubes that a command is asked about: from an argument, or line by line from a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use cube::{ColorScheme, Cube, Reading};
use serde::Serialize;
use teach::lab::Numbered;
use vision::FaceOrder;

use crate::failure::{Failure, complain, unreadable};
use crate::output::Output;
use crate::values::NumberingName;

/// Longer first lines are no list of cubes.
const LONGEST_LINE: u64 = 64 * 1024;

/// Which cubes a command is about.
#[derive(Args)]
#[group(multiple = false)]
pub struct CubeArguments {
    /// 54 letters of faces or of colours (W Y R O G B). Faces come in the order U R F D L B, each row by row as seen from
    /// outside.
    pub facelets: Option<String>,
    /// Many cubes: a CSV file with a column `facelets`, or one cube a line.
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
        Given {
            facelets: facelets.into(),
            line: None,
            numbering: None,
        }
    }

    /// The same cube, written like this.
    #[must_use]
    pub fn laid_out(self, layout: Layout) -> Given {
        let numbering = layout.numbering.filter(|_| self.is_in_numbers());
        Given {
            numbering,
            ..self.ordered(layout.order)
        }
    }

    /// Whether the cube is written in numbers, not in letters.
    pub fn is_in_numbers(&self) -> bool {
        let letters = || self.facelets.chars();
        letters().any(|letter| letter.is_ascii_digit()) && !letters().any(char::is_alphabetic)
    }

    /// The same cube when its faces were written in another order than U R F D L B. Text that has not 54 letters stays.
    #[must_use]
    fn ordered(self, order: Option<FaceOrder>) -> Given {
        let letters: Vec<char> = self
            .facelets
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
            .collect();
        let Some(order) = order.filter(|_| letters.len() == 54) else {
            return self;
        };
        let mut facelets = vec![' '; 54];
        for (face, nine) in order.faces().into_iter().zip(letters.chunks(9)) {
            facelets[9 * face.index()..][..9].copy_from_slice(nine);
        }
        Given {
            facelets: facelets.into_iter().collect(),
            ..self
        }
    }

    /// Reads and proves it; the error is one sentence.
    pub fn read(&self) -> Result<GivenCube, String> {
        if let Some(name) = self.numbering {
            let cube = Numbered::parse(&self.facelets, name.numbering())
                .and_then(|numbered| numbered.cube())
                .map_err(|error| error.to_string())?;
            return Ok(GivenCube {
                cube,
                scheme: ColorScheme::WESTERN,
            });
        }
        if self.is_in_numbers() {
            let reason = "the cube is written in numbers: --numbering 48, 54 or ulfrbd says which";
            return Err(reason.into());
        }
        let Reading { facelets, scheme } =
            Reading::parse(&self.facelets).map_err(|error| error.to_string())?;
        let scheme_or_usual = scheme.unwrap_or(ColorScheme::WESTERN);
        let cube = Cube::try_from(&facelets).map_err(|error| match scheme {
            Some(scheme) => error.in_colors(&scheme),
            None => error.to_string(),
        })?;
        Ok(GivenCube {
            cube,
            scheme: scheme_or_usual,
        })
    }
}

/// The JSON object of a cube that got no answer.
#[derive(Serialize)]
struct Refused<'a> {
    error: &'a str,
    facelets: &'a str,
}

/// Answers one cube after the other. One that is not solvable as given has its sentence, and the rest is still answered.
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
        let answered = given
            .read()
            .map_err(Failure::NotAsGiven)
            .and_then(|cube| answer(&cube, output));
        match answered {
            Ok(()) => {}
            Err(Failure::NotAsGiven(error)) => {
                failed = true;
                if output.wants_json() {
                    output.json(&Refused {
                        error: &error,
                        facelets: &given.facelets,
                    })?;
                }
                match given.line {
                    Some(line) => complain(format_args!("line {line}: {error}")),
                    None => complain(error),
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
pub fn given(
    typed: &CubeArguments,
) -> Result<Box<dyn Iterator<Item = io::Result<Given>>>, Failure> {
    match (&typed.facelets, &typed.file) {
        (Some(facelets), None) => Ok(Box::new(std::iter::once(Ok(Given::argument(facelets))))),
        (None, Some(path)) => {
            let file =
                File::open(path).map_err(|error| Failure::NotAsGiven(unreadable(path, &error)))?;
            list(BufReader::new(file))
                .map_err(|error| Failure::NotAsGiven(unreadable(path, &error)))
        }
        _ => Err(Failure::Usage("give either FACELETS or --file".into())),
    }
}

/// Reads a CSV with a column `facelets`, or one cube a line where the first line is no such header.
fn list(
    mut source: impl BufRead + 'static,
) -> io::Result<Box<dyn Iterator<Item = io::Result<Given>>>> {
    let mut first = Vec::new();
    let mut line = 0;
    while first.trim_ascii().is_empty() {
        first.clear();
        line += 1;
        if source
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut first)?
            == 0
        {
            return Ok(Box::new(std::iter::empty()));
        }
    }
    if first.len() as u64 == LONGEST_LINE && !first.ends_with(b"\n") {
        let reason = format!("line {line} has more than {LONGEST_LINE} characters");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let first: Vec<u8> = first
        .strip_prefix(b"\xef\xbb\xbf")
        .map(<[u8]>::to_vec)
        .unwrap_or(first);
    match facelets_column(&first) {
        Some(column) => Ok(Box::new(records(source, column, line))),
        None => Ok(Box::new(lines(
            io::Cursor::new(first).chain(source),
            line - 1,
        ))),
    }
}

/// Where the header names a column `facelets`.
fn facelets_column(header: &[u8]) -> Option<usize> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(header);
    let names = reader.byte_records().next()?.ok()?;
    names
        .iter()
        .position(|name| name.eq_ignore_ascii_case(b"facelets"))
}

/// The cubes of a CSV whose header stood on line `header`.
fn records(
    source: impl Read,
    column: usize,
    header: u64,
) -> impl Iterator<Item = io::Result<Given>> {
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(source);
    reader
        .into_byte_records()
        .filter_map(move |record| match record {
            Err(error) => Some(Err(error.into())),
            Ok(record) if record.iter().all(|field| field.trim_ascii().is_empty()) => None,
            Ok(record) => {
                let line = record.position().map(|position| header + position.line());
                let field = record.get(column).unwrap_or_default();
                Some(Ok(Given {
                    facelets: text(field),
                    line,
                    numbering: None,
                }))
            }
        })
}

/// One cube a line; empty lines are skipped. `before` lines were read already.
fn lines(mut source: impl BufRead, before: u64) -> impl Iterator<Item = io::Result<Given>> {
    let mut line = before;
    std::iter::from_fn(move || {
        loop {
            let mut bytes = Vec::new();
            line += 1;
            match source
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
            {
                Err(error) => return Some(Err(error)),
                Ok(0) => return None,
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => {
                    return Some(Ok(Given {
                        facelets: text(&bytes),
                        line: Some(line),
                        numbering: None,
                    }));
                }
            }
        }
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}
