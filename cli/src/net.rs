//! The unfolded cube as coloured text.

use std::fmt;

use anstyle::{Ansi256Color, Color as TerminalColor, Style};
use cube::{Color, ColorScheme, Face, Facelets};

/// Shows facelets as the unfolded cube: U above F, D below it, L to its left, R and B to its right.
pub struct Net {
    colors: [Color; 54],
}

impl Net {
    /// The net of these stickers on a cube of this scheme.
    pub fn new(facelets: &Facelets, scheme: &ColorScheme) -> Net {
        Net {
            colors: facelets.colors(scheme),
        }
    }

    /// The nine colours of one row of the net's middle band, or three of its upper and lower parts.
    fn row(&self, faces: &[Face], row: usize) -> impl Iterator<Item = Color> {
        faces.iter().flat_map(move |face| {
            (0..3).map(move |column| self.colors[9 * face.index() + 3 * row + column])
        })
    }
}

impl fmt::Display for Net {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let bands: [(&str, &[Face]); 3] = [
            ("         ", &[Face::U]),
            ("", &[Face::L, Face::F, Face::R, Face::B]),
            ("         ", &[Face::D]),
        ];
        for (at, (indent, faces)) in bands.into_iter().enumerate() {
            for row in 0..3 {
                if 0 < at || 0 < row {
                    writeln!(formatter)?;
                }
                formatter.write_str(indent)?;
                let colors: Vec<Color> = self.row(faces, row).collect();
                formatter.write_str(&stickers(&colors))?;
            }
        }
        Ok(())
    }
}

/// A row of stickers as coloured text.
pub fn stickers(colors: &[Color]) -> String {
    let cell = |&color: &Color| {
        let style = style(color);
        format!("{style} {} {style:#}", color.letter())
    };
    colors.iter().map(cell).collect()
}

/// Black letters on the sticker's colour; the letters keep it readable where there are no colours.
fn style(color: Color) -> Style {
    let index = match color {
        Color::White => 255,
        Color::Yellow => 226,
        Color::Red => 160,
        Color::Orange => 208,
        Color::Green => 34,
        Color::Blue => 33,
    };
    Style::new()
        .fg_color(Some(TerminalColor::Ansi256(Ansi256Color(16))))
        .bg_color(Some(TerminalColor::Ansi256(Ansi256Color(index))))
}
