//! Figure 5.3: a face of one colour, whose mean is that colour and not grey. The thesis shows a red one, which its white balance
//! takes for red light, and leaves it to the user to switch the balance off. It gives no rates.
//!
//! The faces are found by the product's finder for all readers, because the question is about colours.

use cube::Color;
use vision::WhiteBalance;

use super::lights::Stickers;
use super::pictures::{LIGHTS, Pictures};
use super::{Conditions, Published, Row};
use crate::{ClassifierKind, DetectorKind, Error, Reader};

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let count = conditions.either(3, 10);
    let mut pictures = Pictures::new();
    let classic = || Reader::new(DetectorKind::Lattice, ClassifierKind::Classic);
    let mut readers = [
        ("the thesis' colours", classic()),
        ("the same without white balance", classic().balancing(WhiteBalance::Off)),
        ("the product's colours", Reader::new(DetectorKind::Lattice, ClassifierKind::Light)),
    ];
    let mut rows = Vec::new();
    for (at, color) in Color::ALL.into_iter().enumerate() {
        conditions.report(at as f64 / 6.0, color.name());
        let mut stickers = [Stickers::default(); 3];
        for number in 0..count {
            let picture = pictures.one_colour(&LIGHTS[0], color, number)?;
            for ((_, reader), stickers) in readers.iter_mut().zip(&mut stickers) {
                stickers.read(reader, &picture)?;
            }
        }
        for ((name, _), stickers) in readers.iter().zip(stickers) {
            let [right, wrong, lost] = stickers.percent();
            let row = format!("{}, passes: {name}", color.name());
            let row = Row::new(row, "% of stickers", Published::NOTHING, right);
            rows.push(row.noted(format!("{wrong:.0} % wrong, {lost:.0} % not found")));
        }
    }
    Ok(rows)
}
