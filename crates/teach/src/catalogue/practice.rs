//! A case to practise: the cube on which nothing but the case is left to do, and its lesson.

use cube::{ColorScheme, Cube, Face, inverted};

use super::case::Case;
use crate::{Error, Method, Options, Tutor};

impl Case {
    /// The cube that the sequence solves, with the turn of the top after it.
    pub fn start(&self) -> Cube {
        let moves: Vec<_> = self.moves.iter().copied().chain(self.auf).collect();
        Cube::SOLVED.apply_all(&inverted(&moves))
    }

    /// Leads a learner through this case alone. The cube is held as the case is drawn: the first colour lies below.
    ///
    /// # Errors
    /// As [`crate::teach`].
    pub fn practice(&self, options: Options) -> Result<Tutor, Error> {
        let below = options.scheme.face(options.first);
        let tilt = crate::teacher::bringing_up(below.opposite());
        let centres = Face::ALL.map(|side| {
            let face = Face::ALL.into_iter().find(|&face| tilt.carry(face) == side);
            options.scheme.color(face.unwrap_or(side))
        });
        let scheme = ColorScheme::from_centres(centres).unwrap_or(options.scheme);
        Tutor::new(Method::Cfop, &self.start(), Options { scheme, ..options })
    }
}

#[cfg(test)]
mod tests {
    use cube::{Color, Step};

    use super::*;
    use crate::catalogue::{Set, cases};

    #[test]
    fn the_lesson_of_each_case_is_its_sequence() {
        for set in Set::ALL {
            for (at, case) in cases(set).iter().enumerate() {
                let first = Color::ALL[at % 6];
                let options = Options { first, ..Options::default() };
                let tutor = case.practice(options).unwrap();
                let wanted = case.moves.iter().copied().chain(case.auf).map(Step::Turn);
                let moves = tutor.player().moves().iter().map(|played| played.step);
                assert!(moves.eq(wanted), "{}", case.title());
                assert_eq!(tutor.options().scheme.color(Face::D), first);
                let (_, step) = tutor.player().step().expect("a case has moves");
                assert_eq!(step.case, case.title());
                assert!(!step.pieces.is_empty(), "{}", case.title());
                assert!(tutor.player().lesson().end().cube.is_solved());
            }
        }
    }
}
