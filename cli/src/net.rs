//! The unfolded cube as coloured text.

use std::fmt;

use anstyle::{Ansi256Color, Color as TerminalColor, Style};
use cube::{Color, ColorScheme, Face, Facelets};
use vision::Sticker;

/// Shows facelets as the unfolded cube: U above F, D below it, L to its left, R and B to its right.
pub struct Net {
    colors: [Option<Color>; 54],
    marked: Vec<usize>,
}

impl Net {
    /// The net of these stickers on a cube of this scheme.
    pub fn new(facelets: &Facelets, scheme: &ColorScheme) -> Net {
        Net::partly(facelets.colors(scheme).map(Some))
    }

    /// The net of the stickers that are known, or that matter; the others are grey.
    pub fn partly(colors: [Option<Color>; 54]) -> Net {
        Net { colors, marked: Vec::new() }
    }

    /// The same net with brackets around these stickers.
    #[must_use]
    pub fn marking(self, marked: Vec<usize>) -> Net {
        Net { marked, ..self }
    }

    /// The nine stickers of one row of the net's middle band, or three of its upper and lower parts.
    fn row(&self, faces: &[Face], row: usize) -> String {
        let stickers = faces.iter().flat_map(|face| (0..3).map(move |column| 9 * face.index() + 3 * row + column));
        stickers.map(|at| cell(self.colors[at], self.marked.contains(&at))).collect()
    }

    /// The nine lines of the net, each as wide as the others.
    pub fn lines(&self) -> Vec<String> {
        let blank = " ".repeat(9);
        let bands: [(&[Face], &str, &str); 3] = [
            (&[Face::U], &blank, &blank.repeat(2)),
            (&[Face::L, Face::F, Face::R, Face::B], "", ""),
            (&[Face::D], &blank, &blank.repeat(2)),
        ];
        let rows = bands.into_iter().flat_map(|(faces, before, after)| {
            (0..3).map(move |row| format!("{before}{}{after}", self.row(faces, row)))
        });
        rows.collect()
    }
}

impl fmt::Display for Net {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let lines = self.lines();
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end_matches(' ')).collect();
        formatter.write_str(&lines.join("\n"))
    }
}

/// One sticker as coloured text; brackets mark it.
pub fn cell(color: Option<Color>, marked: bool) -> String {
    lettered(color, '.', marked)
}

/// A row of stickers that were seen as coloured text; a question mark stands for a hidden one.
pub fn seen(stickers: &[Sticker]) -> String {
    let color = |sticker: &Sticker| (!sticker.is_hidden()).then_some(sticker.color);
    stickers.iter().map(|sticker| lettered(color(sticker), '?', false)).collect()
}

/// One sticker, with this letter where it has no colour.
fn lettered(color: Option<Color>, otherwise: char, marked: bool) -> String {
    let style = style(color);
    let letter = color.map_or(otherwise, Color::letter);
    match marked {
        true => format!("{style}[{letter}]{style:#}"),
        false => format!("{style} {letter} {style:#}"),
    }
}

/// Black letters on the sticker's colour; the letters keep it readable where there are no colours.
fn style(color: Option<Color>) -> Style {
    let index = match color {
        Some(Color::White) => 255,
        Some(Color::Yellow) => 226,
        Some(Color::Red) => 160,
        Some(Color::Orange) => 208,
        Some(Color::Green) => 34,
        Some(Color::Blue) => 33,
        None => 245,
    };
    Style::new()
        .fg_color(Some(TerminalColor::Ansi256(Ansi256Color(16))))
        .bg_color(Some(TerminalColor::Ansi256(Ansi256Color(index))))
}
