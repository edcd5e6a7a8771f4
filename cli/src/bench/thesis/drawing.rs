//! A result as a picture: for each row the ratio of the measured figure to the published one, on a scale of powers of ten.

use std::path::Path;

use svg::Document;
use svg::node::element::{Circle, Line, Rectangle, Text};
use thesis::results::{Entry, Row};

use super::{figure, published_text};
use crate::failure::Failure;
use crate::output::write_file;

const ROW: f64 = 18.0;
const TOP: f64 = 52.0;
const SCALE: f64 = 320.0;
/// A character's width, at the most on average, in the sans-serif fonts that are usual.
const CHARACTER: f64 = 6.5;

/// Writes the picture of a result.
pub fn draw(entry: Entry, rows: &[Row], path: &Path) -> Result<(), Failure> {
    write_file(path, &picture(entry, rows).to_string())
}

fn picture(entry: Entry, rows: &[Row]) -> Document {
    let figures = rows.iter().map(figures).collect::<Vec<String>>();
    let longest = |widest: usize, text: &String| widest.max(text.chars().count());
    let labels = rows.iter().map(|row| &row.row).fold(0, longest);
    // Where the scale begins, behind the labels, and where the figures do.
    let start = 16.0 + CHARACTER * labels as f64;
    let end = start + SCALE;
    let (width, height) =
        (end + 16.0 + CHARACTER * figures.iter().fold(24, longest) as f64, TOP + ROW * rows.len() as f64 + 12.0);
    let ratios = rows.iter().filter_map(|row| row.ratio.filter(|ratio| 0.0 < *ratio));
    let exponents: Vec<f64> = ratios.map(f64::log10).collect();
    // Whole powers of ten around all ratios and 1.
    let least = exponents.iter().copied().fold(-1.0, f64::min).floor();
    let most = exponents.iter().copied().fold(1.0, f64::max).ceil();
    let x = |exponent: f64| start + 10.0 + (SCALE - 20.0) * (exponent - least) / (most - least);
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "white"))
        .add(text(8.0, 18.0, &format!("{entry}: {}", entry.title)).set("font-weight", "bold"));
    for exponent in least as i32..=most as i32 {
        let at = x(f64::from(exponent));
        let color = if exponent == 0 { "#c0392b" } else { "#dddddd" };
        document = document
            .add(line(at, TOP - 8.0, at, height - 8.0).set("stroke", color))
            .add(text(at, TOP - 12.0, &power(exponent)).set("text-anchor", "middle"));
    }
    document = document.add(text(end + 8.0, TOP - 12.0, "measured / published"));
    for (number, (row, figures)) in rows.iter().zip(&figures).enumerate() {
        let y = TOP + ROW * (number as f64 + 0.5);
        document = document.add(text(start, y + 4.0, &row.row).set("text-anchor", "end")).add(text(
            end + 8.0,
            y + 4.0,
            figures,
        ));
        if let Some(ratio) = row.ratio.filter(|ratio| 0.0 < *ratio) {
            let at = x(ratio.log10());
            document = document
                .add(line(x(0.0), y, at, y).set("stroke", "#2c6fbb").set("stroke-width", 2))
                .add(Circle::new().set("cx", at).set("cy", y).set("r", 4).set("fill", "#2c6fbb"));
        }
    }
    document
}

/// Both figures of a row, with their unit.
fn figures(row: &Row) -> String {
    let measured = row.measured.map_or("-".to_owned(), figure);
    format!("{measured} / {} {}", published_text(&row.published), row.unit)
}

fn text(x: f64, y: f64, words: &str) -> Text {
    Text::new(words).set("x", x).set("y", y)
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Line {
    let line = Line::new().set("x1", x1).set("y1", y1);
    line.set("x2", x2).set("y2", y2)
}

/// 1, 10, 0.01, …; powers from a million on.
fn power(exponent: i32) -> String {
    match exponent {
        -4..=4 => format!("{}", 10_f64.powi(exponent)),
        _ => format!("1e{exponent}"),
    }
}
