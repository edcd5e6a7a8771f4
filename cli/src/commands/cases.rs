//! `cuberig cases`: the catalogue of CFOP in the terminal, as JSON, or as one sheet of pictures.

use std::path::PathBuf;

use clap::Args;
use cube::{Color, Face};
use serde::Serialize;
use teach::catalogue::{Case, Set, named};
use teach::picture::{case_picture, sheet};

use crate::failure::{Failure, OrFail};
use crate::net::cell;
use crate::output::{Output, write_file};
use crate::values::{NotationArgument, Writing};

/// What `cases` takes.
#[derive(Args)]
pub struct CasesArguments {
    /// The set oll, pll or f2l, or a case: "oll 27", "Sune", "T perm", "J(a)", "f2l 5". Spelling does not matter. A name that
    /// cases share, such as J or dot, shows all of them.
    #[arg(required = true, value_name = "SET|NAME")]
    words: Vec<String>,
    /// Draw the case, or several cases on one sheet.
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    notation: NotationArgument,
}

/// The JSON object of one case: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct Shown<'a> {
    set: &'static str,
    name: &'a str,
    number: usize,
    moves: String,
    /// The turn of the top after the moves; empty for none.
    auf: String,
    /// More sequences for the case as it is held, with slices, wide turns and rotations.
    others: Vec<String>,
    /// 54 letters of the faces, a point where anything may be. The first colour lies below.
    mask: String,
}

/// The colours of U R F D L B in the pictures: white below, green in front.
const COLORS: [Color; 6] = [Color::Yellow, Color::Orange, Color::Green, Color::White, Color::Red, Color::Blue];

/// The stickers on top and around it, row by row.
const FROM_ABOVE: [[Option<usize>; 5]; 5] = [
    [None, Some(47), Some(46), Some(45), None],
    [Some(36), Some(0), Some(1), Some(2), Some(11)],
    [Some(37), Some(3), Some(4), Some(5), Some(10)],
    [Some(38), Some(6), Some(7), Some(8), Some(9)],
    [None, Some(18), Some(19), Some(20), None],
];

/// Shows one case, several of the same name, or all of a set.
pub fn run(typed: &CasesArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = typed.notation.notation;
    let shown = named(&typed.words.join(" ")).or_usage()?;
    if let Some(path) = &typed.svg {
        let picture = match shown[..] {
            [case] => case_picture(case),
            ref several => sheet(several),
        };
        write_file(path, &picture)?;
        if !output.wants_json() {
            return Ok(());
        }
    }
    for case in shown {
        if output.wants_json() {
            output.json(&Shown {
                set: case.set.name(),
                name: &case.name,
                number: case.number,
                moves: writing.of_moves(&case.moves),
                auf: case.auf.map_or(String::new(), |turn| writing.of_moves(&[turn])),
                others: others(case, writing).collect(),
                mask: case.mask.to_string(),
            })?;
        } else {
            for line in lines(case, writing) {
                output.text(line)?;
            }
            output.text("")?;
        }
    }
    Ok(())
}

/// More sequences for the case.
fn others(case: &Case, writing: Writing) -> impl Iterator<Item = String> {
    case.others.iter().map(move |other| writing.of_turns(&other.turns))
}

/// The picture of a case with its words at the right.
fn lines(case: &Case, writing: Writing) -> Vec<String> {
    let title = match case.set {
        Set::Oll => format!("{}, {}", case.title(), case.name),
        _ => case.title(),
    };
    let sequence = writing.of_moves(&case.moves);
    let after = case.auf.map(|turn| format!(", then {}", writing.of_moves(&[turn])));
    let mut words = vec![title, case.group.clone(), sequence + &after.unwrap_or_default()];
    words.extend(others(case, writing).map(|other| format!("or {other}")));
    if let Some(left) = &case.left {
        let left = writing.of_moves(left);
        words.push(format!("left hand, held another way: {left}"));
    }
    words.extend(arrows(case));
    let picture = match case.set {
        Set::F2l => in_front(case),
        Set::Oll | Set::Pll => from_above(case),
    };
    let rows = picture.len().max(words.len());
    let width = 18;
    (0..rows)
        .map(|row| {
            let drawn = picture.get(row).cloned().unwrap_or(" ".repeat(width));
            let word = words.get(row).map_or("", String::as_str);
            format!("  {drawn}   {word}").trim_end().to_owned()
        })
        .collect()
}

/// For PLL, which pieces change places.
fn arrows(case: &Case) -> Option<String> {
    let name = |sticker: usize| {
        let corners = cube::Corner::ALL.into_iter();
        let corner = corners.clone().find(|place| place.stickers()[0] == sticker);
        let edge = cube::Edge::ALL.into_iter().find(|place| place.stickers()[0] == sticker);
        corner.map(|place| place.to_string()).or(edge.map(|place| place.to_string())).unwrap_or_default()
    };
    let arrows = case.arrows.iter();
    let arrows: Vec<String> = arrows.map(|&(from, to)| format!("{} to {}", name(from), name(to))).collect();
    (!arrows.is_empty()).then(|| arrows.join(", "))
}

fn shown(case: &Case, sticker: usize) -> String {
    let face = case.mask.stickers()[sticker];
    cell(face.map(|face| COLORS[face.index()]), false)
}

fn from_above(case: &Case) -> Vec<String> {
    let row = |row: &[Option<usize>; 5]| -> String {
        let cells = row.iter().map(|sticker| match sticker {
            Some(sticker) => shown(case, *sticker),
            None => "   ".to_owned(),
        });
        cells.collect::<String>() + "   "
    };
    FROM_ABOVE.iter().map(row).collect()
}

/// The top, and below it the front and the right side.
fn in_front(case: &Case) -> Vec<String> {
    let nine = |face: Face, row: usize| -> String {
        let stickers = (0..3).map(|column| 9 * face.index() + 3 * row + column);
        stickers.map(|sticker| shown(case, sticker)).collect()
    };
    let top = (0..3).map(|row| nine(Face::U, row) + &" ".repeat(9));
    let sides = (0..3).map(|row| nine(Face::F, row) + &nine(Face::R, row));
    top.chain(sides).collect()
}
