//! A case to practise: the cube on which nothing but the case is left to do, and its lesson.

use cube::{ColorScheme, Cube, Face, LayerTurn, Step, fold_rotations, inverted};

use super::case::{Case, Set};
use super::{recognise_orientation, recognise_pair, recognise_permutation};
use crate::beginner::quarters;
use crate::{Error, Method, Options, Tutor};

/// How the top of a practised case is turned: the case lies at any of four sides, and a turn of the top is left after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auf {
    /// Clockwise quarters of the top before the sequence.
    pub before: i32,
    /// Clockwise quarters of the top after it.
    pub after: i32,
}

impl Auf {
    /// The turns that this seed draws; 16 neighbouring seeds draw all of them.
    pub const fn from_seed(seed: u32) -> Auf {
        Auf { before: (seed % 4) as i32, after: (seed / 4 % 4) as i32 }
    }

    /// The least seed that draws these turns.
    pub const fn seed(self) -> u32 {
        self.before.rem_euclid(4) as u32 + 4 * self.after.rem_euclid(4) as u32
    }
}

impl Case {
    /// The cube that the sequence of the lesson solves, with these turns of the top.
    pub fn start(&self, auf: Auf, slices: bool) -> Cube {
        let start = self.start_of(auf, slices);
        // A case that looks the same from several sides lies as it is recognised. Else another case would be left after it.
        let before = self.recognised(&start).unwrap_or(auf.before);
        self.start_of(Auf { before, ..auf }, slices)
    }

    fn start_of(&self, auf: Auf, slices: bool) -> Cube {
        let steps: Vec<Step> = self.taught(slices).into_iter().flat_map(LayerTurn::steps).collect();
        let sequence = fold_rotations(&steps).0;
        let moves = [quarters(Face::U, auf.before), sequence, quarters(Face::U, auf.after)].concat();
        Cube::SOLVED.apply_all(&inverted(&moves))
    }

    /// By how many quarters the top is turned before the sequence, where this case is seen.
    pub(super) fn recognised(&self, cube: &Cube) -> Option<i32> {
        let found = match self.set {
            Set::Oll => recognise_orientation(cube),
            Set::Pll => recognise_permutation(cube).case,
            Set::F2l => recognise_pair(cube),
        };
        found.filter(|(case, _)| case.number == self.number).map(|(_, before)| before)
    }

    /// Leads a learner through this case alone. The cube is held as the case is drawn, but for the turns of the top: the first
    /// colour lies below.
    ///
    /// # Errors
    /// As [`crate::teach`].
    pub fn practice(&self, auf: Auf, options: Options) -> Result<Tutor, Error> {
        let below = options.scheme.face(options.first);
        let tilt = crate::teacher::bringing_up(below.opposite());
        let centres = Face::ALL.map(|side| {
            let face = Face::ALL.into_iter().find(|&face| tilt.carry(face) == side);
            options.scheme.color(face.unwrap_or(side))
        });
        let scheme = ColorScheme::from_centres(centres).unwrap_or(options.scheme);
        Tutor::new(Method::Cfop, &self.start(auf, options.slices), Options { scheme, ..options })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cube::Color;

    use super::*;
    use crate::catalogue::{Set, cases};

    #[test]
    fn the_lesson_of_each_case_is_its_sequence() {
        for set in Set::ALL {
            for (at, case) in cases(set).iter().enumerate() {
                let first = Color::ALL[at % 6];
                let options = Options { first, ..Options::default() };
                let tutor = case.practice(Auf::default(), options).unwrap();
                let moves = tutor.player().moves().iter().map(|played| played.turn);
                assert!(moves.eq(case.taught(true)), "{}", case.title());
                let options = Options { slices: false, ..options };
                let faces = case.practice(Auf::default(), options).unwrap();
                let wanted = case.moves.iter().copied().chain(case.auf).map(LayerTurn::from);
                assert!(faces.player().moves().iter().map(|played| played.turn).eq(wanted), "{}", case.title());
                assert_eq!(tutor.options().scheme.color(Face::D), first);
                let (_, step) = tutor.player().step().expect("a case has moves");
                assert_eq!(step.case, case.title());
                assert!(!step.pieces.is_empty(), "{}", case.title());
                assert!(tutor.player().lesson().end().cube.is_solved());
            }
        }
    }

    /// The lesson of a case from any side is the turn before, the sequence and the turn after, and no other case.
    #[test]
    fn a_case_from_any_side_is_the_drawn_one_after_a_turn_of_the_top() {
        for case in Set::ALL.iter().flat_map(|&set| cases(set)) {
            let mut sides = HashSet::new();
            for seed in 0..16 {
                let auf = Auf::from_seed(seed);
                assert_eq!(auf.seed(), seed);
                let start = case.start(auf, true);
                let before = case.recognised(&start).expect("the practised case is seen");
                let drawn = start.apply_all(&quarters(Face::U, before));
                // The picture of PLL shows the sides of a top that needs no turn after the sequence.
                if case.set != Set::Pll || auf.after == 0 {
                    assert!(case.mask.fits(&drawn.facelets()), "{} {auf:?}", case.title());
                }
                let tutor = case.practice(auf, Options::default()).unwrap();
                let lesson = tutor.player().lesson();
                assert!(lesson.end().cube.is_solved());
                let titles: Vec<&str> = lesson.steps().map(|(_, step)| step.case.as_str()).collect();
                assert!(matches!(&titles[..], [title] | [title, "last-turn"] if *title == case.title()), "{titles:?}");
                sides.insert((before, start));
            }
            assert!(4 <= sides.len(), "{}", case.title());
        }
    }
}
