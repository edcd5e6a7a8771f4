//! Draws what a terminal shows as a picture: coloured text comes in, SVG goes out.
//!
//! ```sh
//! rustc --edition 2024 -O docs/images/terminal_svg.rs -o target/terminal_svg
//! CLICOLOR_FORCE=1 cuberig teach FACELETS | sed -n 84,125p | target/terminal_svg > docs/images/teach.svg
//! ```
//!
//! It is no example of a crate, because `cargo metadata` is near the longest line that colcon reads.

use std::io::{self, Read, Write};

/// Width and height of a character.
const CELL: (f64, f64) = (8.4, 17.0);
/// Space around the text.
const EDGE: f64 = 12.0;

/// How a character looks.
#[derive(Clone, Copy, Default, PartialEq)]
struct Look {
    back: Option<u8>,
    front: Option<u8>,
    bold: bool,
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let lines: Vec<Vec<(char, Look)>> = text.lines().map(read).collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (
        2.0 * EDGE + CELL.0 * columns as f64,
        2.0 * EDGE + CELL.1 * lines.len() as f64,
    );
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"DejaVu Sans Mono, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1b1d23\"/>\n"
    );
    for (row, line) in lines.iter().enumerate() {
        let top = EDGE + CELL.1 * row as f64;
        let mut column = 0;
        for run in line.chunk_by(|one, other| one.1 == other.1) {
            picture += &drawn(run, EDGE + CELL.0 * column as f64, top);
            column += run.len();
        }
    }
    io::stdout().write_all((picture + "</svg>\n").as_bytes())
}

/// Characters of one look that begin at this place.
fn drawn(run: &[(char, Look)], left: f64, top: f64) -> String {
    let (width, height) = (CELL.0 * run.len() as f64, CELL.1 + 0.3);
    let look = run.first().map_or(Look::default(), |(_, look)| *look);
    let mut picture = String::new();
    if let Some(back) = look.back {
        let fill = color(back);
        picture += &format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>\n",
            width + 0.3
        );
    }
    let text: String = run.iter().map(|(letter, _)| escaped(*letter)).collect();
    if !text.trim().is_empty() {
        let fill = look.front.map_or("#e6e6e6", color);
        let weight = if look.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        picture += &format!(
            "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" xml:space=\"preserve\" fill=\"{fill}\"{weight}>{text}</text>\n",
            top + 13.0
        );
    }
    picture
}

/// The characters of a line, with the looks that the escape sequences between them give.
fn read(line: &str) -> Vec<(char, Look)> {
    let (mut shown, mut look) = (Vec::new(), Look::default());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter != '\u{1b}' {
            shown.push((letter, look));
            continue;
        }
        let codes: String = letters
            .by_ref()
            .skip(1)
            .take_while(|&letter| letter != 'm')
            .collect();
        let codes: Vec<u8> = codes
            .split(';')
            .filter_map(|code| code.parse().ok())
            .collect();
        match codes[..] {
            [] | [0] => look = Look::default(),
            [1] => look.bold = true,
            [38, 5, color] => look.front = Some(color),
            [48, 5, color] => look.back = Some(color),
            [38, 5, front, 48, 5, back] => (look.front, look.back) = (Some(front), Some(back)),
            _ => {}
        }
    }
    shown
}

fn escaped(letter: char) -> String {
    match letter {
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '&' => "&amp;".into(),
        other => other.into(),
    }
}

/// Those of the 256 colours of terminals that `cuberig` uses.
fn color(number: u8) -> &'static str {
    match number {
        16 => "#000000",
        33 => "#0087ff",
        34 => "#00af00",
        160 => "#d70000",
        208 => "#ff8700",
        226 => "#ffff00",
        245 => "#8a8a8a",
        255 => "#eeeeee",
        _ => "#e6e6e6",
    }
}
