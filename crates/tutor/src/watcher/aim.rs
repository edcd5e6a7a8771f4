//! From where the learner's next turn is followed, and how the tutor gets there.
//!
//! ```text
//!   place 3 ── y ── place 4 ── R ── place 5        the lesson; the page may show any place of it
//!      └── the cube in the learner's hands          a camera cannot see y: R is awaited, as from place 4
//! ```

use crate::follow::{AwaitedTurn, axial_turn_of};
use cube::{ColorScheme, Cube, LayerTurn, Layers, Move, Rotation, Step, axial_turns, fold_rotations};
use teach::{Hand, Tutor, carried};

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
    Extra(Vec<LayerTurn>),
}

/// The turn to look for, and what it means to the tutor.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    base: Base,
    /// Rotations of the whole cube that come before the turn. No camera sees them: they are done with the turn.
    rotations: Vec<LayerTurn>,
    /// The turn as the learner makes it: of a face, a slice, a wide turn.
    pub turn: LayerTurn,
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
            let way = moves.map(|played| played.turn).collect();
            return Aim::along(Base::Place(at), *hand, way, tutor);
        }
        let hand = tutor.hand();
        let turns = seen.held_as(&shown.scheme).and_then(|cube| turns_between(hand.cube, cube));
        match turns {
            Some(turns) => {
                let there: Vec<LayerTurn> = turns.into_iter().map(LayerTurn::from).collect();
                let back = reversed(&there);
                let hand = turned(hand, &there);
                Aim::along(Base::Extra(there), hand, back, tutor)
            }
            // The learner jumped in the lesson, or has another cube: the shown cube is assumed.
            None => Aim::along(Base::Shown, hand, way_on(tutor), tutor),
        }
    }

    fn along(base: Base, hand: Hand, way: Vec<LayerTurn>, tutor: &Tutor) -> Option<Aim> {
        let first = way.iter().position(|turn| turn.layers() != Layers::All)?;
        let (rotations, turns) = way.split_at(first);
        let faces_at = |at: usize| turns.get(at).copied().and_then(axial_turn_of);
        let before = Held::of(&turned(hand, rotations), tutor);
        Some(Aim {
            base,
            rotations: rotations.to_vec(),
            turn: *turns.first()?,
            awaited: AwaitedTurn { before: before.cube, scheme: before.scheme, turn: faces_at(0)?, next: faces_at(1) },
        })
    }

    /// The cube in the learner's hands after these turns.
    pub(crate) fn held_after(&self, turns: &[Move]) -> Held {
        Held { cube: self.awaited.before.apply_all(turns), scheme: self.awaited.scheme }
    }

    /// The rotations of the whole cube that come before the turn.
    pub(crate) fn rotations(&self) -> &[LayerTurn] {
        &self.rotations
    }

    /// Turns of faces as a learner makes them: those of the layers that were asked for are one turn, and what follows is named by
    /// how the cube is held then.
    pub(crate) fn as_made(&self, turns: &[Move]) -> Vec<LayerTurn> {
        let same = [1, 2, 3].into_iter().filter_map(|way| LayerTurn::new(self.turn.face(), self.turn.layers(), way));
        let made = axial_turns(turns).first().copied();
        let Some(one) = { same }.find(|same| axial_turn_of(*same) == made) else {
            return turns.iter().map(|&turn| turn.into()).collect();
        };
        let (_, held) = fold_rotations(&one.steps().collect::<Vec<Step>>());
        let rest = turns.iter().skip(made.map_or(0, |made| made.moves().count()));
        std::iter::once(one).chain(rest.map(|&turn| carried(turn.into(), held))).collect()
    }

    /// Whether the cube in the learner's hands is not the one that the tutor shows.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.base != Base::Shown
    }

    /// Brings the tutor to the cube after these turns of the learner.
    ///
    /// # Errors
    /// [`teach::Error::TooManyExtraTurns`].
    pub(crate) fn follow(&self, turns: &[LayerTurn], tutor: &mut Tutor) -> Result<(), teach::Error> {
        match &self.base {
            Base::Shown => {}
            Base::Place(at) => tutor.go_to(*at)?,
            Base::Extra(turns) => one_by_one(turns, tutor)?,
        }
        one_by_one(&self.rotations, tutor)?;
        one_by_one(turns, tutor)?;
        // A lesson can end with rotations.
        let player = tutor.player();
        let rest = player.moves()[player.at()..].iter();
        let mut rest = rest.map(|played| played.turn);
        if tutor.extra_turns().is_empty() && rest.all(|turn| turn.layers() == Layers::All) {
            tutor.go_to(tutor.player().moves().len())?;
        }
        Ok(())
    }
}

fn one_by_one(turns: &[LayerTurn], tutor: &mut Tutor) -> Result<(), teach::Error> {
    turns.iter().try_for_each(|turn| tutor.turn(&turn.steps().collect::<Vec<Step>>()).map(drop))
}

fn turned(hand: Hand, turns: &[LayerTurn]) -> Hand {
    turns.iter().fold(hand, |hand, &turn| hand.turned(turn))
}

/// What is to be done from the cube that the tutor shows: back to the lesson, and on.
fn way_on(tutor: &Tutor) -> Vec<LayerTurn> {
    let player = tutor.player();
    let lesson = player.moves()[player.at()..].iter().map(|played| played.turn);
    match tutor.other_half() {
        // Half of a half turn is done: the other half is the same once more.
        Some(half) => std::iter::once(half).chain(lesson.skip(1)).collect(),
        None => way_back(tutor).into_iter().chain(lesson).collect(),
    }
}

/// The turns that undo the extra turns.
pub(crate) fn way_back(tutor: &Tutor) -> Vec<LayerTurn> {
    reversed(&tutor.extra_layer_turns())
}

fn reversed(turns: &[LayerTurn]) -> Vec<LayerTurn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// One or two turns that lead from one cube to the other.
fn turns_between(from: Cube, to: Cube) -> Option<Vec<Move>> {
    let one = Move::ALL.into_iter().map(|turn| vec![turn]);
    let two = Move::ALL.into_iter().flat_map(|first| Move::ALL.map(|then| vec![first, then]));
    one.chain(two).find(|turns| from.apply_all(turns) == to)
}
