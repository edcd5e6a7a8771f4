//! A simulated learner, who turns a cube and shows the faces that the follower asks for.

use cube::{AxialTurn, ColorScheme, Cube, Face, Move, axial_turns};
use testkit::learner::{Shown, holds_showing, seen};
use testkit::rand::seq::IndexedRandom;
use testkit::rand_chacha::ChaCha8Rng;
use tutor::follow::{AwaitedTurn, Follower, Verdict};
use vision::FaceView;

/// Frames in a row that make a face count.
pub const FRAMES: usize = 3;
/// A learner gives up after this many looks.
pub const MOST_LOOKS: usize = 12;

/// A turn of one face that is asked for.
pub fn awaited(before: Cube, scheme: ColorScheme, turn: Move, next: Option<Move>) -> AwaitedTurn {
    let of = |turn: Move| -> AxialTurn { axial_turns(&[turn])[0] };
    AwaitedTurn { before, scheme, turn: of(turn), next: next.map(of) }
}

/// A cube in a learner's hands, and the turn that was asked for.
pub struct Learner {
    pub awaited: AwaitedTurn,
    /// The cube now.
    pub cube: Cube,
}

impl Learner {
    /// One who was asked for a turn, with another to come after it, and made these turns.
    pub fn who_made(made: &[Move], before: Cube, turn: Move, next: Move) -> Learner {
        Learner { awaited: awaited(before, ColorScheme::WESTERN, turn, Some(next)), cube: before.apply_all(made) }
    }

    /// What the camera sees of a face that is held before it any way round, and of a neighbour of that face, where one is
    /// asked for.
    pub fn seen(&self, show: Face, neighbour: Option<Face>, random: &mut ChaCha8Rng) -> Vec<Shown> {
        let held = *holds_showing(show).choose(random).expect("there are four");
        let faces: Vec<Face> = [Some(show), neighbour].into_iter().flatten().collect();
        seen(&self.cube, &self.awaited.scheme, held, &faces)
    }

    /// Whether a verdict is true of the cube: the turns that it names lead to the cube now, and `undo` back.
    pub fn is_right(&self, verdict: &Verdict) -> bool {
        let AwaitedTurn { before, turn, .. } = self.awaited;
        let done = turn.moves().fold(before, |cube, turn| cube.apply(turn));
        match verdict {
            Verdict::NotYet => self.cube == before,
            Verdict::Done => self.cube == done,
            Verdict::DoneWrongly(slip) => {
                self.cube == before.apply_all(&slip.turns)
                    && self.cube.apply_all(&slip.undo()) == before
                    && self.cube != before
                    && self.cube != done
                    && slip.turns.len() <= turn.moves().count() + 1
            }
            Verdict::SomethingElse => !within_two_turns(before, self.cube),
            Verdict::Unclear { .. } => true,
        }
    }

    /// Shows the faces that are asked for until there is a verdict. Returns it with the looks that it took. None of the faces is
    /// the one that the awaited turn leaves as it was.
    pub fn until_verdict(
        &self,
        follower: &mut Follower,
        mut look: impl FnMut(Face, Option<Face>) -> Vec<FaceView>,
    ) -> (Verdict, usize) {
        for looks in 0..MOST_LOOKS {
            let Verdict::Unclear { show, neighbour } = *follower.verdict() else {
                return (follower.verdict().clone(), looks);
            };
            let mut asked = [Some(show), neighbour].into_iter().flatten();
            assert!(asked.all(|face| !self.awaited.leaves(face)), "{show} {neighbour:?} for {:?}", self.awaited);
            for _ in 0..FRAMES {
                follower.update(&look(show, neighbour));
            }
        }
        (follower.verdict().clone(), MOST_LOOKS)
    }
}

fn within_two_turns(before: Cube, cube: Cube) -> bool {
    let one = || Move::ALL.into_iter().map(move |turn| before.apply(turn));
    let two = || one().flat_map(|cube| Move::ALL.map(|turn| cube.apply(turn)));
    before == cube || one().any(|near| near == cube) || two().any(|near| near == cube)
}
