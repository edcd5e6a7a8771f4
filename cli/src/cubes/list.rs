//! The cubes of a file: a table with a header, a table without one, or one cube a line.

use std::io::{self, Read};

use cube::{Color, Face, Reading};

use super::rows::{Row, Rows};
use super::{Given, trimmed};
use crate::failure::log;

/// What people call the column of cubes, in small letters without blanks and underlines. The first one counts most.
const NAMES: [&str; 14] = [
    "facelets",
    "faceletsstring",
    "faceletstring",
    "facelet",
    "cubestring",
    "cubestate",
    "statestring",
    "state",
    "cube",
    "cubes",
    "states",
    "stickers",
    "scrambledstate",
    "kociemba",
];
/// What can stand between columns.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Names of columns are shorter than cubes.
const LONGEST_NAME: usize = 40;
/// A line with this many letters is part of an unfolded cube, or one face.
const PARTS: [usize; 3] = [3, 9, 12];

/// Where the cube stands in each row.
enum Column {
    /// In the column of this number and name.
    At(usize, String),
    /// Where 54 letters stand.
    Recognised,
}

/// The cubes of a file.
pub struct List {
    rows: Rows,
    separator: u8,
    column: Column,
}

impl List {
    /// Reads the header, if there is one.
    ///
    /// # Errors
    /// What the file's reading fails with, and a header that names no column of cubes where none can be recognised.
    pub fn new(source: impl Read + 'static) -> io::Result<List> {
        let mut list = List { rows: Rows::new(source), separator: b',', column: Column::Recognised };
        let Some(first) = list.rows.next().transpose()? else {
            return Ok(list);
        };
        list.separator = separator(&first.text);
        let header = split(&first.text, list.separator);
        if !is_header(&first.text, &header) {
            list.rows.give_back(std::iter::once(first));
            return Ok(list);
        }
        let next = list.rows.next().transpose()?;
        let fields = next.as_ref().map(|row| split(&row.text, list.separator));
        list.column = column(&first, &header, &fields.unwrap_or_default())?;
        list.rows.give_back(next.into_iter());
        Ok(list)
    }

    /// The cube of a row, or of this one and the next ones where each is a part of it.
    fn cube(&mut self, row: Row) -> io::Result<Given> {
        let fields = split(&row.text, self.separator);
        let (at, name) = match &self.column {
            Column::At(at, name) => (*at, name),
            Column::Recognised => return self.recognised(row),
        };
        Ok(match fields.get(at) {
            Some(field) if !field.trim().is_empty() => Given::in_line(field, row.line),
            Some(_) => Given::missing(format!("the column '{name}' is empty"), row.line),
            None => {
                let fault = format!(
                    "the row is too short: the cubes are in column {} ('{name}'), but it has {}",
                    at + 1,
                    fields.len()
                );
                Given::missing(fault, row.line)
            }
        })
    }

    /// The cube of a row that may hold other things too.
    fn recognised(&mut self, row: Row) -> io::Result<Given> {
        if parts(&row.text).is_some() {
            return self.assembled(row);
        }
        if is_cube(&row.text) {
            return Ok(Given::in_line(&row.text, row.line));
        }
        let fields = split(&row.text, self.separator);
        let words = row.text.split(|letter: char| !letter.is_alphanumeric());
        let mut cubes: Vec<&str> = fields.iter().map(String::as_str).chain(words).collect();
        cubes.retain(|text| is_cube(text));
        cubes.sort_unstable();
        cubes.dedup();
        Ok(match cubes[..] {
            [] => Given::in_line(&row.text, row.line),
            [only] => Given::in_line(only, row.line),
            _ => {
                let fault = format!("the row holds {} cubes: a header must name the column facelets", cubes.len());
                Given::missing(fault, row.line)
            }
        })
    }

    /// A cube written over several lines: the unfolded cube, or one face a line. Where the lines do not make one, the first
    /// stands alone.
    fn assembled(&mut self, first: Row) -> io::Result<Given> {
        let mut count = parts(&first.text).unwrap_or_default();
        let mut text = first.text.clone();
        let mut more = Vec::new();
        while count < 54 {
            let Some(row) = self.rows.next().transpose()? else {
                break;
            };
            let letters = parts(&row.text);
            text = format!("{text} {}", row.text);
            more.push(row);
            match letters {
                Some(letters) => count += letters,
                None => break,
            }
        }
        if count == 54 && is_cube(&text) {
            return Ok(Given::in_line(&text, first.line));
        }
        self.rows.give_back(more.into_iter());
        Ok(Given::in_line(&first.text, first.line))
    }
}

impl Iterator for List {
    type Item = io::Result<Given>;

    fn next(&mut self) -> Option<io::Result<Given>> {
        loop {
            match self.rows.next()? {
                Err(error) => return Some(Err(error)),
                Ok(row) if !row.text.contains(char::is_alphanumeric) => {}
                Ok(row) => return Some(self.cube(row)),
            }
        }
    }
}

/// What stands between the columns: what makes a known name or a cube of the first line, or else the most fields.
fn separator(first: &str) -> u8 {
    let by_worth = |separator: &u8| {
        let fields = split(first, *separator);
        let speaks = fields.iter().any(|field| is_known(field) || is_cube(field));
        (speaks, fields.len())
    };
    // Of equals the first one counts.
    let mut best = SEPARATORS[0];
    for separator in SEPARATORS {
        if by_worth(&best) < by_worth(&separator) {
            best = separator;
        }
    }
    best
}

/// The fields of a row, without blanks and quotes around them.
fn split(row: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(separator)
        .buffer_capacity(row.len())
        .from_reader(row.as_bytes());
    // There is no error: it is text, and there is one record.
    let record = reader.records().next().and_then(Result::ok);
    let fields = record.iter().flatten();
    fields.map(|field| trimmed(field).to_owned()).collect()
}

/// Whether a first row names columns.
fn is_header(row: &str, fields: &[String]) -> bool {
    let is_name = |field: &String| field.chars().count() <= LONGEST_NAME;
    let is_no_sticker = |letter: char| letter.is_alphabetic() && !is_sticker(letter);
    let is_name = fields.iter().all(is_name) && fields.iter().any(|field| field.contains(is_no_sticker));
    let is_known = fields.iter().any(|field| is_known(field));
    (is_known || is_name) && !is_cube(row) && !fields.iter().any(|field| is_cube(field))
}

/// Which column has the cubes, by its name or else by what the first row holds.
fn column(line: &Row, header: &[String], first: &[String]) -> io::Result<Column> {
    let holds = |at: &usize| first.get(*at).is_some_and(|field| is_cube(field));
    let mut known: Vec<usize> = (0..header.len()).filter(|at| is_known(&header[*at])).collect();
    known.sort_by_key(|at| NAMES.iter().position(|name| *name == plain(&header[*at])));
    let named = |at: usize| Column::At(at, header[at].clone());
    if let Some(&most) = known.first() {
        return Ok(match header {
            [_] => Column::Recognised,
            _ => named(known.into_iter().find(|at| holds(at)).unwrap_or(most)),
        });
    }
    let columns = header.join(", ");
    let holding: Vec<usize> = (0..header.len()).filter(|at| holds(at)).collect();
    match holding[..] {
        [only] => {
            log(format_args!(
                "line {} does not name a column of cubes (its columns: {columns}); the column '{}' holds one and is read",
                line.line, header[only]
            ));
            Ok(named(only))
        }
        _ => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!(
                "line {} does not name a column of cubes: its columns are {columns}; name the column with the cubes facelets",
                line.line
            ),
        )),
    }
}

fn is_known(name: &str) -> bool {
    NAMES.contains(&plain(name).as_str())
}

/// A name of a column in small letters and digits alone.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether a text is 54 stickers, or 20 pieces.
fn is_cube(text: &str) -> bool {
    let stickers = stickers(text).is_some_and(|count| count == 54);
    stickers || Reading::parse(trimmed(text)).is_ok()
}

/// The letters of a row that is a part of a cube.
fn parts(row: &str) -> Option<usize> {
    stickers(row).filter(|count| PARTS.contains(count))
}

/// How many stickers a text names, if it holds nothing else.
fn stickers(text: &str) -> Option<usize> {
    let letters = || trimmed(text).chars().filter(|letter| is_letter(*letter));
    letters().all(is_sticker).then(|| letters().count())
}

fn is_letter(letter: char) -> bool {
    !letter.is_whitespace() && letter != ','
}

fn is_sticker(letter: char) -> bool {
    let letter = letter.to_ascii_uppercase();
    Face::from_letter(letter).is_some() || Color::from_letter(letter).is_some()
}
