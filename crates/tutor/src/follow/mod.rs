//! Follows a learner's cube through one turn by what a camera sees of it.
//!
//! A [`Follower`] is given the cube before and the turn that was asked for. It takes the faces of each frame, which a
//! learner can show in any order and any way round. Its [`Verdict`] is whether the turn was made, which other turns
//! were made instead, or which face to show next.
//!
//! The guesses are all cubes within three turns of the cube before. Each is weighed by the chances of every sticker of
//! the faces that were seen ([`odds`]). A verdict needs odds of 999 to 1 against all others, so one face alone is hardly
//! ever enough: it does not show what was done to the opposite face.
//!
//! **Invariant: faces that were seen before a turn and after it are not weighed together.** When a face changes, what was
//! seen earlier is forgotten. The same holds when the first face differs from the cube before. A turn that is made
//! between two looks at different faces, and changes none of the faces again in view, cannot be noticed. So the cube
//! counts as something else only when it was seen twice so.
//!
//! Faces alone cannot show everything: on a solved cube U and D' give six faces that look alike. Two neighbours in one picture
//! show how each is turned ([`placing`]), and that settles it.
//!
//! Limits: a cube that is four or more turns away can look, on the faces that were seen, like one that is nearer. Two
//! readings of one face that are wrong in the same way count as what they show.
//! Of 3,600 slips with one to five misread stickers in a hundred, claimed with 0.8 to 0.98, one was named wrongly.
//!
//! The cube has no known position in the hand: a turn of the whole cube alone is not seen, since its faces stay the same.

// The pages of modules are for readers of the source too.
#![allow(rustdoc::private_intra_doc_links)]

mod guess;
mod odds;
mod placing;
mod sight;
mod verdict;

use crate::handscan::around;
use cube::{Face, axial_turns};
use vision::FaceView;

use guess::Guess;
use odds::{CERTAIN, Odds};
use sight::{Sight, Update, least_differences};
pub use verdict::{AwaitedTurn, Slip, SlipKind, Verdict, axial_turn_of};

/// Fewer faces do not show that a cube is something else: one of them can be misread.
const FACES_OF_SOMETHING_ELSE: usize = 3;
/// Two faces together are asked for where they distinguish this much more, as a share of all that can be distinguished.
const MUCH_MORE: f64 = 0.5;
/// A face differs from a guess when more stickers differ than this.
const ODD_ONES: usize = 1;

/// Follows a learner's cube through one turn.
#[derive(Clone, Debug)]
pub struct Follower {
    awaited: AwaitedTurn,
    guesses: Vec<Guess>,
    /// Which guess was asked for.
    asked: usize,
    sight: Sight,
    /// Whether everything that was seen agreed with the cube before.
    as_before: bool,
    /// Whether the cube was once something else.
    was_something_else: bool,
    verdict: Verdict,
}

impl Follower {
    /// Follows this turn. A face counts when this many frames in a row show the same (at least one).
    pub fn new(awaited: AwaitedTurn, frames: usize) -> Follower {
        let guesses = Guess::all(&awaited);
        let asked = guesses.iter().position(|g| axial_turns(&g.turns)[..] == [awaited.turn]);
        let mut follower = Follower {
            awaited,
            asked: asked.expect("all turns of one axis are among the guesses"),
            guesses,
            sight: Sight::new(awaited.scheme, frames),
            as_before: true,
            was_something_else: false,
            verdict: Verdict::NotYet,
        };
        follower.verdict = follower.weigh();
        follower
    }

    /// What all frames so far say.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The faces that the verdict rests on.
    pub fn faces_seen(&self) -> impl Iterator<Item = Face> {
        let scheme = self.awaited.scheme;
        self.sight.seen().map(move |(centre, _)| scheme.face(centre))
    }

    /// The turn that is followed.
    pub fn awaited(&self) -> &AwaitedTurn {
        &self.awaited
    }

    /// Whether all that was seen agrees with the cube before the turn.
    pub fn sees_no_change(&self) -> bool {
        self.as_before
    }

    /// Whether a face of this frame is not as it was before the turn. One frame is no reading yet.
    pub fn is_changed(&self, views: &[FaceView]) -> bool {
        let differs = |view: &FaceView| {
            let colors = view.stickers.map(|sticker| sticker.color);
            let face = self.awaited.scheme.face(colors[4]);
            ODD_ONES < least_differences(self.guesses[0].face(face), &colors)
        };
        views.iter().any(differs)
    }

    /// Takes the faces of a frame, as the detector found them.
    pub fn update(&mut self, views: &[FaceView]) -> &Verdict {
        let updates = self.sight.update(views);
        if updates.is_empty() {
            return &self.verdict;
        }
        for update in updates {
            self.forget_what_is_old(update);
        }
        let before = &self.guesses[0];
        self.as_before = self.sight.seen().all(|(centre, seen)| {
            let face = self.awaited.scheme.face(centre);
            least_differences(before.face(face), &seen.colors) <= ODD_ONES
        });
        self.verdict = self.weigh();
        if self.verdict == Verdict::SomethingElse && !self.was_something_else {
            self.was_something_else = true;
            self.sight.forget_all();
            self.as_before = true;
            self.verdict = self.weigh();
        }
        &self.verdict
    }

    fn forget_what_is_old(&mut self, update: Update) {
        let face = self.awaited.scheme.face(update.centre);
        let differs = self.sight.seen().any(|(centre, seen)| {
            let before = self.guesses[0].face(face);
            centre == update.centre && ODD_ONES < least_differences(before, &seen.colors)
        });
        if update.changed || self.as_before && differs {
            self.sight.forget_before(update.began);
        }
    }

    fn weigh(&self) -> Verdict {
        let seen: Vec<_> = self.sight.seen().collect();
        let odds = Odds::new(&self.guesses, self.asked, seen.iter().map(|(_, seen)| *seen));
        let best = (0..self.guesses.len())
            .max_by(|&a, &b| odds.guesses[a].total_cmp(&odds.guesses[b]))
            .expect("the cube before is a guess");
        let named = self.awaited.judge(&self.guesses[best].turns);
        if named != Verdict::SomethingElse && CERTAIN <= odds.guesses[best] {
            return named;
        }
        let others = self.guesses.iter().zip(&odds.guesses);
        let far = others.filter(|(guess, _)| self.awaited.judge(&guess.turns) == Verdict::SomethingElse);
        let something_else = odds.any_cube + far.map(|(_, odds)| odds).sum::<f64>();
        if CERTAIN <= something_else && FACES_OF_SOMETHING_ELSE <= seen.len() {
            return Verdict::SomethingElse;
        }
        self.most_informative(&odds)
    }

    /// Asks for the face that distinguishes most guesses, one that was not seen yet as long as there is one. Where two
    /// neighbours in one picture distinguish many more, it asks for these: they show how each is turned. The face that the awaited
    /// turn leaves as it was is never asked for: nobody expects to find the turn there, and the other five are enough (see the
    /// tests of [`guess`]).
    fn most_informative(&self, odds: &Odds) -> Verdict {
        let seen = |face: Face| {
            let centre = self.awaited.scheme.color(face);
            let mut seen = self.sight.seen();
            seen.find_map(|(color, seen)| (color == centre).then_some(seen))
        };
        let changed = |face: &Face| !self.awaited.leaves(*face);
        let faces: Vec<Face> = Face::ALL.into_iter().filter(changed).collect();
        let alone = faces.iter().map(|&face| {
            let sameness = odds.sameness(&self.guesses, |guess| guess.free_looks[face.index()]);
            (seen(face).is_some(), sameness, face)
        });
        let pairs = faces.iter().flat_map(|&one| {
            let later = around(one).into_iter().filter(move |&other| one < other);
            later.filter(changed).map(move |other| (one, other))
        });
        let together = pairs.map(|(one, other)| {
            let look = |guess: &Guess| [one, other].map(|face| guess.placed_looks[face.index()]);
            let placed = |face| seen(face).is_some_and(|seen| seen.placed);
            (placed(one) && placed(other), odds.sameness(&self.guesses, look), (one, other))
        });
        let (known, sameness, show) = first_of(alone);
        let (both, least, pair) = first_of(together);
        // Showing one face is easier than showing two.
        if both || !known && (sameness - least < MUCH_MORE * (1.0 - least)) {
            return Verdict::Unclear { show, neighbour: None };
        }
        Verdict::Unclear { show: pair.0, neighbour: Some(pair.1) }
    }
}

/// The first by whether it was seen, and then by how little is the same.
fn first_of<T>(looks: impl IntoIterator<Item = (bool, f64, T)>) -> (bool, f64, T) {
    let first = looks.into_iter().min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    first.expect("five faces at least, and eight of their edges, are left")
}
