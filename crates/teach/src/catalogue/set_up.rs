//! A case on a cube that somebody else sets up and judges: whose layers of the first colour lie at any face, seen from any side.

use cube::{Cube, Face, Rotation};

use super::case::{Case, Set};
use super::practice::Auf;
use super::recognise_orientation;
use crate::beginner::{QUARTERS, quarters, two_layers, y_rotations};
use crate::teacher::bringing_up;

impl Case {
    /// The cubes on which nothing but this case is left to do, by the 16 turns of the top. The layers that are done begin at the
    /// face `below`.
    pub fn starts(&self, below: Face) -> Vec<Cube> {
        let back = bringing_up(below.opposite()).inverse();
        let mut starts: Vec<Cube> = Vec::new();
        for seed in 0..16 {
            let start = self.start(Auf::from_seed(seed), false).rotated(back);
            if !starts.contains(&start) {
                starts.push(start);
            }
        }
        starts
    }

    /// Whether a cube shows this case from one of its sides, with the face `below` at the bottom. What the case leaves open, such as
    /// where the pieces on top of OLL are, may be as it likes.
    pub fn is_shown_by(&self, cube: &Cube, below: Face) -> bool {
        held(cube, below).any(|held| match self.set {
            Set::Pll => is_oriented(&held) && self.recognised(&held).is_some(),
            Set::Oll | Set::F2l => self.recognised(&held).is_some_and(|before| {
                let drawn = held.apply_all(&quarters(Face::U, before));
                self.mask.fits(&drawn.facelets())
            }),
        })
    }

    /// Whether a cube is as this case leaves it, with the face `below` at the bottom: of F2L with its two layers, of OLL with the
    /// colour of the top too, of PLL solved but for a turn of the top.
    pub fn is_done_on(&self, cube: &Cube, below: Face) -> bool {
        held(cube, below).any(|held| self.is_end(&held))
    }

    /// The same of a cube whose two layers lie below.
    pub(super) fn is_end(&self, cube: &Cube) -> bool {
        match self.set {
            Set::F2l => two_layers(cube),
            Set::Oll => is_oriented(cube),
            Set::Pll => QUARTERS.into_iter().any(|after| cube.apply_all(&quarters(Face::U, after)).is_solved()),
        }
    }
}

/// Whether the two lower layers are done, and the top shows one colour.
fn is_oriented(cube: &Cube) -> bool {
    two_layers(cube) && recognise_orientation(cube).is_none()
}

/// A cube as it is held with a face below, from its four sides.
fn held(cube: &Cube, below: Face) -> impl Iterator<Item = Cube> {
    let tilted: Cube = cube.rotated(bringing_up(below.opposite()));
    y_rotations().into_iter().map(move |turn: Rotation| tilted.rotated(turn))
}

#[cfg(test)]
mod tests {
    use cube::inverted;

    use super::*;
    use crate::catalogue::{cases, find};

    fn all() -> impl Iterator<Item = &'static Case> {
        Set::ALL.into_iter().flat_map(cases)
    }

    /// The moves of the file solve it, held with the first colour below; no other case of the set is shown.
    #[test]
    fn every_start_of_a_case_shows_it_alone_and_its_moves_do_it() {
        for (at, case) in all().enumerate() {
            let below = Face::ALL[at % 6];
            let starts = case.starts(below);
            assert!(4 <= starts.len(), "{}", case.title());
            for start in starts {
                let shown: Vec<&str> = cases(case.set)
                    .iter()
                    .filter(|other| other.is_shown_by(&start, below))
                    .map(|case| &*case.name)
                    .collect();
                assert_eq!(shown, [&*case.name], "{}", case.title());
                assert!(!case.is_done_on(&start, below), "{}", case.title());
                let tilt = bringing_up(below.opposite());
                let is_done = QUARTERS.into_iter().any(|before| {
                    let moves = [quarters(Face::U, before), case.moves.clone()].concat();
                    let moves: Vec<_> = moves.iter().map(|&turn| tilt.inverse().carry_move(turn)).collect();
                    case.is_done_on(&start.apply_all(&moves), below)
                });
                assert!(is_done, "{}", case.title());
            }
        }
    }

    #[test]
    fn a_solved_cube_shows_no_case_and_a_scrambled_one_has_none_done() {
        for case in all() {
            for below in Face::ALL {
                assert!(!case.is_shown_by(&Cube::SOLVED, below) && case.is_done_on(&Cube::SOLVED, below));
                let scrambled = Cube::from_seed(case.number as u64);
                assert!(
                    !case.is_shown_by(&scrambled, below) && !case.is_done_on(&scrambled, below),
                    "{}",
                    case.title()
                );
            }
        }
    }

    /// What is left after a case differs from set to set.
    #[test]
    fn a_case_may_leave_what_comes_after_it() {
        let [t, sune] = [(Set::Pll, "T"), (Set::Oll, "27")].map(|(set, name)| find(set, name).expect("a case"));
        let before = |case: &Case| Cube::SOLVED.apply_all(&inverted(&case.moves));
        let both = before(t).apply_all(&inverted(&sune.moves));
        // The pieces on top are permuted, and twisted.
        assert!(sune.is_shown_by(&both, Face::D) && !t.is_shown_by(&both, Face::D));
        assert!(!sune.is_shown_by(&both, Face::U), "the layers lie at the other face");
        assert!(sune.is_done_on(&before(t), Face::D) && !t.is_done_on(&before(t), Face::D));
        assert!(cases(Set::F2l)[0].is_done_on(&both, Face::D) && !cases(Set::F2l)[0].is_done_on(&both, Face::U));
        // A turn of the top does not matter.
        let turned = Cube::SOLVED.apply_all(&quarters(Face::U, 1));
        assert!(t.is_done_on(&turned, Face::D) && !t.is_done_on(&turned, Face::F));
    }
}
