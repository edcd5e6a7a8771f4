//! `cuberig state --type`: a cube typed face by face. Each mistake is named at once, and the face is asked for again.

use std::io::{self, BufRead, Write};

use cube::{Color, ColorScheme, Cube, Face, Reading};

use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::read_cube::ReadCube;
use crate::values::Writing;

/// What is read of each face, in letters of colours or of faces.
struct Typed([Option<[char; 9]>; 6]);

/// How to hold the cube to read each face in the order U R F D L B.
const HOLDING: [&str; 6] = [
    "U, the top, seen from above with F below it",
    "R, the right side, with U above it",
    "F, the front, with U above it",
    "D, the bottom, seen from below with F above it",
    "L, the left side, with U above it",
    "B, the back, seen from behind with U above it",
];

/// Asks for six faces, then prints the cube as the command does with pictures.
pub fn run(writing: Writing, output: &mut Output) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut typed = Typed([None; 6]);
    prompt("Type nine letters for each face, row by row: colours W Y R O G B, or faces U R F D L B.")?;
    prompt("Small letters and blanks are fine. `back` returns to the previous face, `quit` ends.")?;
    loop {
        let Some(face) = Face::ALL.into_iter().find(|face| typed.0[face.index()].is_none()) else {
            match typed.cube() {
                Ok((reading, cube)) => return print(&reading, &cube, writing, output),
                Err(reason) => {
                    prompt(&format!("{reason}\nWhich face do you want to type again (U R F D L B)?"))?;
                    match line(&mut input)?.map(|line| line.parse::<Face>()) {
                        Some(Ok(face)) => typed.0[face.index()] = None,
                        Some(Err(error)) => prompt(&error.to_string())?,
                        None => return fail(&reason, output),
                    }
                    continue;
                }
            }
        };
        prompt(&format!("\n{}\n{}:", typed.net(), HOLDING[face.index()]))?;
        let Some(text) = line(&mut input)? else {
            let missing = Face::ALL.iter().filter(|face| typed.0[face.index()].is_none());
            let missing: Vec<String> = missing.map(Face::to_string).collect();
            let reason = format!("the input ended before all faces were typed: {} is missing", missing.join(" "));
            return fail(&reason, output);
        };
        if text == "back" {
            let before = face.index().checked_sub(1);
            match before {
                Some(before) => typed.0[before] = None,
                None => prompt("This is the first face.")?,
            }
            continue;
        }
        if let Err(reason) = typed.add(face, &text) {
            prompt(&reason)?;
        }
    }
}

/// A line without blanks around it; nothing at the end of the input or after `quit`.
fn line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    let line = line.trim().to_owned();
    Ok((0 < read && line != "quit").then_some(line))
}

/// Words go to the error stream, so that the cube alone is on the output.
fn prompt(text: &str) -> Result<(), Failure> {
    let mut stream = anstream::AutoStream::auto(io::stderr());
    writeln!(stream, "{text}").map_err(Failure::from)
}

fn fail(reason: &str, output: &mut Output) -> Result<(), Failure> {
    if output.wants_json() {
        output.json(&ReadCube::none(reason))?;
    }
    Err(Failure::NotAsGiven(reason.to_owned()))
}

fn print(reading: &Reading, cube: &Cube, writing: Writing, output: &mut Output) -> Result<(), Failure> {
    let facelets = cube.facelets();
    if output.wants_json() {
        return output.json(&ReadCube {
            facelets: facelets.to_string(),
            pieces: writing.pieces(&facelets),
            valid: true,
            certain: true,
            ..ReadCube::default()
        });
    }
    if output.is_terminal() {
        let scheme = reading.scheme.unwrap_or(ColorScheme::WESTERN);
        output.text(Net::new(&facelets, &scheme))?;
    }
    output.text(writing.of_cube(&facelets))
}

impl Typed {
    /// All letters that were typed, with the numbers of their stickers.
    fn letters(&self) -> impl Iterator<Item = (usize, char)> {
        let faces = self.0.iter().enumerate();
        faces.flat_map(|(face, nine)| {
            let nine = nine.iter().flatten().copied().enumerate();
            nine.map(move |(at, letter)| (9 * face + at, letter))
        })
    }

    /// Reads nine letters as a face, or returns what is wrong with them.
    fn add(&mut self, face: Face, text: &str) -> Result<(), String> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
        let letters: Vec<char> = letters.map(|letter| letter.to_ascii_uppercase()).collect();
        let unknown =
            letters.iter().find(|&&letter| Face::from_letter(letter).is_none() && Color::from_letter(letter).is_none());
        if let Some(letter) = unknown {
            return Err(format!("'{letter}' is neither a colour (W Y R O G B) nor a face (U R F D L B)"));
        }
        let count = letters.len();
        let nine: [char; 9] =
            letters.try_into().map_err(|_| format!("a face has 9 stickers, but {count} were typed"))?;
        let before = self.0[face.index()].replace(nine);
        self.check().inspect_err(|_| self.0[face.index()] = before)
    }

    /// What cannot be right any more, whatever the missing faces show.
    fn check(&self) -> Result<(), String> {
        let mut letters = ['?'; 54];
        self.letters().for_each(|(at, letter)| letters[at] = letter);
        let checked = page::laws::check(&String::from_iter(letters), teach::Language::English);
        // What is wrong with the whole cube may be any face's fault.
        if checked.ok || !letters.contains(&'?') { Ok(()) } else { Err(checked.text) }
    }

    /// The whole cube, or why there is none.
    fn cube(&self) -> Result<(Reading, Cube), String> {
        let text: String = self.letters().map(|(_, letter)| letter).collect();
        let reading = Reading::parse(&text).map_err(|error| error.to_string())?;
        let cube = Cube::try_from(&reading.facelets).map_err(|error| match reading.scheme {
            Some(scheme) => error.in_colors(&scheme),
            None => error.to_string(),
        })?;
        Ok((reading, cube))
    }

    /// What is known so far. Letters of faces get the usual colours.
    fn net(&self) -> Net {
        let colored = self.letters().all(|(_, letter)| Color::from_letter(letter).is_some());
        let mut colors = [None; 54];
        for (at, letter) in self.letters() {
            colors[at] = match colored {
                true => Color::from_letter(letter),
                false => Face::from_letter(letter).map(|face| ColorScheme::WESTERN.color(face)),
            };
        }
        Net::partly(colors)
    }
}
