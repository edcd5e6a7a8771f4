//! Lines that people type: to the guide of a hand scan, to the permutation lab, names of cases, turns of the 2x2x1.

use cube::{Cuboid, CuboidTurn};
use teach::catalogue;
use teach::lab::{Numbered, Numbering};
use tutor::handscan::{Correction, Said};

/// One kind of line, by the first byte.
pub fn run(data: &[u8]) {
    let Some((choice, text)) = crate::choice_and_text(data) else { return };
    match choice % 6 {
        0 => match text.parse::<Said>() {
            Ok(Said::Correct(list)) => list.iter().for_each(exists),
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        },
        1 => {
            if let Ok(correction) = text.parse::<Correction>() {
                exists(&correction);
            }
        }
        2 => {
            if let Ok(cuboid) = text.parse::<Cuboid>() {
                assert_eq!(cuboid.to_string().parse::<Cuboid>().as_ref(), Ok(&cuboid));
            }
        }
        3 => {
            if let Ok(turns) = CuboidTurn::parse_all(text) {
                let back: Vec<CuboidTurn> = turns.iter().rev().copied().collect();
                // Each turn is a half turn, and undoes itself.
                assert_eq!(Cuboid::SOLVED.apply_all(&turns).apply_all(&back), Cuboid::SOLVED);
            }
        }
        4 => {
            for numbering in [Numbering::Lab, Numbering::Facelets, Numbering::Ulfrbd] {
                let Ok(numbered) = Numbered::parse(text, numbering) else { continue };
                if let Ok(cube) = numbered.cube() {
                    assert_eq!(Numbered::of(&cube, numbering).cube().as_ref(), Ok(&cube));
                }
            }
        }
        _ => {
            if let Ok(cases) = catalogue::named(text) {
                assert!(!cases.is_empty());
            }
        }
    }
}

fn exists(correction: &Correction) {
    assert!(correction.sticker < 54, "{correction:?}");
}
