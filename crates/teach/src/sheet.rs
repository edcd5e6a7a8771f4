//! A method on one printed page: its stages with their goals, and each case with a picture and its moves.

use std::collections::BTreeMap;

use cube::{Corner, Cube, Edge, LayerTurn, Notation, format_turns};

use crate::catalogue::{Set, cases};
use crate::hand::{corners_home, edges_home};
use crate::picture::{case_picture, cube_picture};
use crate::text::Values;
use crate::{Error, LessonStep, Method, MethodText, Options, teach};

/// Lessons of random cubes in which cases are looked for. The tests know that all occur.
const LESSONS: u64 = 3000;
/// The stages of the layer method from this one on are about the bottom.
const BELOW: usize = 2;

/// It fits A4 and Letter.
const STYLE: &str = "
@page { margin: 9mm; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { width: 190mm; margin: 0 auto; color: #111; background: #fff; font: 7.5pt/1.25 system-ui, 'DejaVu Sans', Arial, sans-serif; }
h1 { font-size: 13pt; }
header p { margin-bottom: 1.5mm; }
h2 { font-size: 9pt; display: inline; }
section { break-inside: avoid; margin-bottom: 1.5mm; border-top: 0.3mm solid #999; padding-top: 0.8mm; }
ol { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: 1mm 1.5mm; list-style: none; margin-top: 0.8mm; }
li { text-align: center; overflow-wrap: anywhere; }
svg { display: block; width: var(--picture); height: var(--picture); margin: 0 auto; }
strong { display: block; font-weight: 700; white-space: pre-wrap; }
.cfop { --columns: 12; --picture: 10.5mm; }
.cfop li { font-size: 5.2pt; line-height: 1.15; }
.beginner, .layers { --columns: 7; --picture: 15mm; }
.beginner li, .layers li { font-size: 6.5pt; line-height: 1.2; }
";

/// A case as it is printed.
struct Cell {
    picture: String,
    name: String,
    moves: String,
}

/// The page as HTML, in the language of the options and with the first colour of these.
///
/// # Errors
/// As [`teach`].
pub fn sheet(method: Method, options: &Options) -> Result<String, Error> {
    let text = MethodText::of(method, options.language);
    let words = text.words();
    let cells = match method {
        Method::Cfop => of_catalogue(),
        Method::Beginner | Method::Layers => of_lessons(method, options)?,
    };
    let values = Values::new(words, options.scheme, options.scheme.face(options.first));
    let stages = method.stages().iter().zip(&cells).map(|(stage, cells)| {
        let stage = text.stage(stage.key);
        let cells: String = cells.iter().map(written).collect();
        let (name, goal) = (escaped(&values.fill(&stage.name)), escaped(&values.fill(&stage.goal)));
        format!("<section><h2>{name}</h2> <span>{goal}</span><ol>{cells}</ol></section>\n")
    });
    let stages: String = stages.collect();
    let title = escaped(text.title());
    let letters = escaped(words.sentence("terminal.letters"));
    Ok(format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head>\n\
         <body class=\"{method}\"><header><h1>{title}</h1><p>{letters}</p></header>\n<main>{stages}</main></body></html>\n",
        language = options.language,
    ))
}

fn written(cell: &Cell) -> String {
    let (name, moves) = (escaped(&cell.name), escaped(&cell.moves));
    format!("<li>{}{name}<strong>{moves}</strong></li>\n", cell.picture)
}

/// The cross has no cases; the others are those of the catalogue.
fn of_catalogue() -> Vec<Vec<Cell>> {
    let of = |set: Set| {
        let cell = |case: &crate::catalogue::Case| Cell {
            picture: case_picture(case),
            name: match set {
                Set::Oll => format!("{} {}", case.number, case.name),
                Set::Pll | Set::F2l => case.name.clone(),
            },
            moves: format_turns(&case.taught(true), Notation::Standard),
        };
        cases(set).iter().map(cell).collect()
    };
    vec![Vec::new(), of(Set::F2l), of(Set::Oll), of(Set::Pll)]
}

/// For each stage its cases, each with the fewest moves that some lesson has for it.
fn of_lessons(method: Method, options: &Options) -> Result<Vec<Vec<Cell>>, Error> {
    let wanted = MethodText::of(method, options.language).cases().count();
    let mut found: BTreeMap<String, (usize, LessonStep)> = BTreeMap::new();
    for seed in 0..LESSONS {
        let lesson = teach(method, &Cube::from_seed(seed), options)?;
        for (stage, step) in lesson.steps() {
            let is_better = |known: &(usize, LessonStep)| step.turns().len() < known.1.turns().len();
            if found.get(&step.case).is_none_or(is_better) {
                found.insert(step.case.clone(), (stage, step.clone()));
            }
        }
        if found.len() == wanted {
            break;
        }
    }
    let stages = 0..method.stages().len();
    let of_stage = |stage| {
        let own = found.values().filter(move |(of, _)| *of == stage);
        own.map(|(_, step)| cell(step, method == Method::Layers && BELOW <= stage, options)).collect()
    };
    Ok(stages.map(of_stage).collect())
}

/// A step as it is held for its turns: its pieces, and those at home, have their colours.
fn cell(step: &LessonStep, is_below: bool, options: &Options) -> Cell {
    let gripped = step.gripped();
    let own = step.pieces.iter().flat_map(|&piece| gripped.stickers_of(piece));
    let edges = Edge::ALL.into_iter().filter(|&edge| edges_home(&gripped.cube, &[edge]));
    let corners = Corner::ALL.into_iter().filter(|&corner| corners_home(&gripped.cube, &[corner]));
    let home = edges.flat_map(Edge::stickers).chain(corners.flat_map(Corner::stickers));
    let bright: Vec<usize> = own.chain(home).chain((0..6).map(|face| 9 * face + 4)).collect();
    let colors = gripped.facelets().colors(&options.scheme);
    let shown = std::array::from_fn(|at| (step.pieces.is_empty() || bright.contains(&at)).then_some(colors[at]));
    let turns: &[LayerTurn] = step.turns();
    Cell {
        picture: cube_picture(&shown, is_below),
        name: step.name.clone(),
        moves: format_turns(turns, Notation::Standard),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Words};

    #[test]
    fn a_sheet_has_every_stage_and_every_case_of_its_method() {
        for language in Language::ALL {
            for method in Method::ALL {
                let sheet = sheet(method, &Options { language, ..Options::default() }).expect("a sheet");
                assert_eq!(sheet.matches("<h2>").count(), method.stages().len());
                let wanted = match method {
                    Method::Cfop => 57 + 21 + 41,
                    method => MethodText::of(method, language).cases().count(),
                };
                assert_eq!(sheet.matches("<li>").count(), wanted, "{method}");
                assert_eq!(sheet.matches("<svg").count(), wanted, "{method}");
                assert!(!sheet.contains('{') || sheet.matches('{').count() == STYLE.matches('{').count());
                let words = Words::of(language);
                assert!(sheet.contains(&escaped(words.sentence("terminal.letters"))));
            }
        }
    }
}
