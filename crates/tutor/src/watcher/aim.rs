//! From where the learner's next turn is followed, and how the tutor gets there.
//!
//! ```text
//!   place 3 ── y ── place 4 ── R ── place 5        the lesson; the page may show any place of it
//!      └── the cube in the learner's hands          a camera cannot see y: R is awaited, as from place 4
//! ```

use crate::follow::AwaitedTurn;
use cube::{ColorScheme, Cube, Move, Rotation, Step};
use teach::{Hand, Tutor};

/// A cube in a learner's hands, as a camera knows it: the centres have colours, but no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub cube: Cube,
    /// The colours of its centres where `cube` has them.
    pub scheme: ColorScheme,
}

/// Where the cube in the learner's hands is, seen from the lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Base {
    /// It is the cube that the tutor shows.
    Shown,
    /// It is at another place of the lesson: this many moves are done.
    Place(usize),
    /// One or two turns lead to it from the cube that the tutor shows.
    Extra(Vec<Step>),
}

/// The turn to look for, and what it means to the tutor.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    base: Base,
    /// Rotations of the whole cube that come before the turn. No camera sees them: they are done with the turn.
    rotations: Vec<Step>,
    pub awaited: AwaitedTurn,
}

impl Held {
    /// The cube as the tutor shows it.
    pub(crate) fn shown(tutor: &Tutor) -> Held {
        Held::of(&tutor.hand(), tutor)
    }

    fn of(hand: &Hand, tutor: &Tutor) -> Held {
        Held { cube: hand.cube, scheme: hand.scheme(&tutor.options().scheme) }
    }

    /// The same cube with its centres where `scheme` has them; `None` for a cube with other colours.
    pub(crate) fn held_as(&self, scheme: &ColorScheme) -> Option<Cube> {
        let turned = |rotation: &Rotation| {
            let hand = Hand::new(self.cube).rotated(*rotation);
            hand.scheme(&self.scheme) == *scheme
        };
        Some(self.cube.rotated(Rotation::all().find(turned)?))
    }

    fn is(&self, other: &Held) -> bool {
        self.held_as(&other.scheme) == Some(other.cube)
    }
}

impl Aim {
    /// Looks for the next turn from the cube that was seen last, or else from the one that the tutor shows. `None` where
    /// no turn is left.
    pub(crate) fn new(tutor: &Tutor, seen: Option<&Held>) -> Option<Aim> {
        let shown = Held::shown(tutor);
        let seen = seen.unwrap_or(&shown);
        if shown.is(seen) {
            return Aim::along(Base::Shown, tutor.hand(), way_on(tutor), tutor);
        }
        let player = tutor.player();
        let here = player.at();
        let places = player.hands().iter().enumerate();
        let places = places.filter(|(_, hand)| Held::of(hand, tutor).is(seen));
        if let Some((at, hand)) = places.min_by_key(|(at, _)| at.abs_diff(here)) {
            let moves = player.moves()[at..].iter();
            let way = moves.map(|played| played.step).collect();
            return Aim::along(Base::Place(at), *hand, way, tutor);
        }
        let hand = tutor.hand();
        let turns = seen.held_as(&shown.scheme).and_then(|cube| turns_between(hand.cube, cube));
        match turns {
            Some(turns) => {
                let there: Vec<Step> = turns.into_iter().map(Step::Turn).collect();
                let back = reversed(&there);
                let hand = hand.after_all(&there);
                Aim::along(Base::Extra(there), hand, back, tutor)
            }
            // The learner jumped in the lesson, or has another cube: the shown cube is assumed.
            None => Aim::along(Base::Shown, hand, way_on(tutor), tutor),
        }
    }

    fn along(base: Base, hand: Hand, way: Vec<Step>, tutor: &Tutor) -> Option<Aim> {
        let is_turn = |step: &Step| matches!(step, Step::Turn(_));
        let first = way.iter().position(is_turn)?;
        let (rotations, turns) = way.split_at(first);
        let turn_at = |at: usize| match turns.get(at) {
            Some(&Step::Turn(turn)) => Some(turn),
            _ => None,
        };
        let before = Held::of(&hand.after_all(rotations), tutor);
        Some(Aim {
            base,
            rotations: rotations.to_vec(),
            awaited: AwaitedTurn { before: before.cube, scheme: before.scheme, turn: turn_at(0)?, next: turn_at(1) },
        })
    }

    /// The cube in the learner's hands after these turns.
    pub(crate) fn held_after(&self, turns: &[Move]) -> Held {
        Held { cube: self.awaited.before.apply_all(turns), scheme: self.awaited.scheme }
    }

    /// The rotations of the whole cube that come before the turn.
    pub(crate) fn rotations(&self) -> &[Step] {
        &self.rotations
    }

    /// Whether the cube in the learner's hands is not the one that the tutor shows.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.base != Base::Shown
    }

    /// Brings the tutor to the cube after these turns of the learner.
    ///
    /// # Errors
    /// [`teach::Error::TooManyExtraTurns`].
    pub(crate) fn follow(&self, turns: &[Move], tutor: &mut Tutor) -> Result<(), teach::Error> {
        match &self.base {
            Base::Shown => {}
            Base::Place(at) => tutor.go_to(*at)?,
            Base::Extra(steps) => one_by_one(steps, tutor)?,
        }
        one_by_one(&self.rotations, tutor)?;
        let turns: Vec<Step> = turns.iter().copied().map(Step::Turn).collect();
        one_by_one(&turns, tutor)?;
        // A lesson can end with rotations.
        let player = tutor.player();
        let rest = player.moves()[player.at()..].iter();
        let mut rest = rest.map(|played| played.step);
        if tutor.extra_turns().is_empty() && rest.all(|step| matches!(step, Step::Rotate(_))) {
            tutor.go_to(tutor.player().moves().len())?;
        }
        Ok(())
    }
}

fn one_by_one(steps: &[Step], tutor: &mut Tutor) -> Result<(), teach::Error> {
    steps.iter().try_for_each(|&step| tutor.turn(&[step]).map(drop))
}

/// What is to be done from the cube that the tutor shows: back to the lesson, and on.
fn way_on(tutor: &Tutor) -> Vec<Step> {
    let player = tutor.player();
    let lesson = player.moves()[player.at()..].iter();
    let mut lesson = lesson.map(|played| played.step);
    let mut way = way_back(tutor);
    if let ([Step::Turn(done)], Some(Step::Turn(whole))) = (tutor.extra_turns(), player.next())
        && done.face() == whole.face()
        && whole.is_half_turn()
    {
        // Half of a half turn is done: the other half is the same once more.
        lesson.next();
        way = vec![Step::Turn(*done)];
    }
    way.extend(lesson);
    way
}

/// The steps that undo the extra turns.
pub(crate) fn way_back(tutor: &Tutor) -> Vec<Step> {
    reversed(tutor.extra_turns())
}

fn reversed(steps: &[Step]) -> Vec<Step> {
    let inverse = |step: &Step| match step {
        Step::Turn(turn) => Step::Turn(turn.inverse()),
        Step::Rotate(rotation) => Step::Rotate(rotation.inverse()),
    };
    steps.iter().rev().map(inverse).collect()
}

/// One or two turns that lead from one cube to the other.
fn turns_between(from: Cube, to: Cube) -> Option<Vec<Move>> {
    let one = Move::ALL.into_iter().map(|turn| vec![turn]);
    let two = Move::ALL.into_iter().flat_map(|first| Move::ALL.map(|then| vec![first, then]));
    one.chain(two).find(|turns| from.apply_all(turns) == to)
}
