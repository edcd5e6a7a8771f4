//! The one owner of the cube: readings of the camera, states that clients set, and the moves of the arms go in.
//!
//! ```text
//!   a reading ──┐
//!   a client ───┼──> Tracker ──> the cube, how it is known, since when, which turns it includes
//!   the arms ───┘
//! ```
//!
//! The arms do not publish the cube, only what they have done to it since they began to count ([`Turned`]). The tracker
//! compares two such counts, and turns the cube that it knows by the difference. So the cube is always that of the
//! newest reading or client, followed through all turns since. If the arms lose the cube, it is unknown.

use std::time::Duration;

use cube::{Cube, Face, Move};
use serde::{Deserialize, Serialize};

/// What the arms have done to the cube's pieces since they began to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turned {
    /// A cube that was solved then, as it would be now. `None` when a turn was not seen to its end.
    pub cube: Option<Cube>,
    /// When they began to count, ROS time. What they did before is unknown.
    pub since: Duration,
    /// How often any of this has changed.
    pub turns: u32,
}

impl Turned {
    /// The arms do not count yet.
    pub const NOT_COUNTED: Turned = Turned { cube: None, since: Duration::ZERO, turns: 0 };

    /// The arms have turned a face.
    pub fn turn(&mut self, turn: Move) {
        if let Some(cube) = self.cube {
            self.change(Some(cube.apply(turn)));
        }
    }

    /// From `now` on the arms count, unless they do already.
    pub fn begin(&mut self, now: Duration) {
        if self.cube.is_none() {
            self.since = now;
            self.change(Some(Cube::SOLVED));
        }
    }

    /// The cube is unknown from here on.
    pub fn lose(&mut self) {
        self.change(None);
    }

    fn change(&mut self, cube: Option<Cube>) {
        self.cube = cube;
        self.turns = self.turns.wrapping_add(1);
    }
}

/// Where the knowledge of a cube comes from, in the order of the numbers in `CubeState.msg`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// Read by the camera.
    Camera,
    /// Set by a person or a program.
    Set,
    /// Followed through the turns of the arms.
    Tracked,
}

/// How much of the cube is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Knowledge {
    /// Nothing, or not all of it.
    Incomplete,
    /// All of it.
    Whole(Cube),
    /// All faces, and no cube can be like that; with the reason.
    Impossible(String),
}

/// The cube as its owner publishes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeUpdate {
    /// When the newest face that it rests on was seen, or when it was set or turned, in seconds of ROS time.
    pub stamp: f64,
    /// What is known.
    pub knowledge: Knowledge,
    /// Where that comes from.
    pub source: Source,
    /// The facelets in doubt, 0 to 53.
    pub doubtful: Vec<usize>,
    /// The faces that were read.
    pub faces_seen: Vec<Face>,
    /// [`Turned::turns`] of the newest turn that it includes.
    pub turns: u32,
}

impl CubeUpdate {
    /// The cube, where all of it is known.
    pub fn cube(&self) -> Option<Cube> {
        match self.knowledge {
            Knowledge::Whole(cube) => Some(cube),
            _ => None,
        }
    }

    /// The cube, where all of it is known and nothing is in doubt.
    pub fn certain(&self) -> Option<Cube> {
        self.cube().filter(|_| self.doubtful.is_empty())
    }
}

/// What an update of the arms changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    Nothing,
    /// The arms count anew; the cube is what it was.
    Counted,
    /// The arms have turned the cube, or lost it: what was known of it before holds no more.
    Moved,
}

/// The cube as its one owner knows it.
#[derive(Clone, Debug)]
pub struct Tracker {
    cube: Option<Cube>,
    source: Source,
    since: Duration,
    turned: Turned,
}

impl Tracker {
    /// A tracker that knows nothing since `now` (ROS time).
    pub fn new(now: Duration) -> Tracker {
        Tracker { cube: None, source: Source::Camera, since: now, turned: Turned::NOT_COUNTED }
    }

    /// The cube, where all of it is known and nothing is in doubt.
    pub fn cube(&self) -> Option<Cube> {
        self.cube
    }

    /// How it is known.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Since when.
    pub fn since(&self) -> Duration {
        self.since
    }

    /// The newest turn of the arms that it includes, by [`Turned::turns`].
    pub fn turns(&self) -> u32 {
        self.turned.turns
    }

    /// The camera has read a whole cube, or (`None`) what is not yet or not certainly one.
    pub fn see(&mut self, cube: Option<Cube>, at: Duration) {
        (self.cube, self.source, self.since) = (cube, Source::Camera, at);
    }

    /// A client has set the cube.
    pub fn set(&mut self, cube: Cube, source: Source, at: Duration) {
        (self.cube, self.source, self.since) = (Some(cube), source, at);
    }

    /// Nothing is known of the cube any more.
    pub fn forget(&mut self, at: Duration) {
        self.see(None, at);
    }

    /// Takes what the arms have done so far.
    pub fn follow(&mut self, turned: Turned, at: Duration) -> Change {
        let before = std::mem::replace(&mut self.turned, turned);
        match (before.cube, turned.cube) {
            (None, None) if before.turns == turned.turns => Change::Nothing,
            (None, Some(Cube::SOLVED)) if before.turns.wrapping_add(1) == turned.turns => Change::Counted,
            (Some(before_all), Some(all)) if before.since == turned.since => {
                if before_all == all {
                    return Change::Nothing;
                }
                let done = before_all.inverse().then(&all);
                let cube = self.cube.map(|cube| cube.then(&done));
                (self.cube, self.source, self.since) = (cube, Source::Tracked, at);
                Change::Moved
            }
            // They lost the cube, or were others in the meantime.
            _ => {
                self.forget(at);
                Change::Moved
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::Face;
    use testkit::proptest::prelude::*;

    const AT: Duration = Duration::from_secs(100);

    fn counting(since: u64) -> Turned {
        let mut turned = Turned::NOT_COUNTED;
        turned.begin(Duration::from_secs(since));
        turned
    }

    fn moves() -> impl Strategy<Value = Vec<Move>> {
        let turn = (0..6usize, 1..4i32)
            .prop_filter_map("a face and a turn", |(face, quarters)| Move::new(Face::from_index(face)?, quarters));
        prop::collection::vec(turn, 0..12)
    }

    proptest! {
        /// The cube is the one that was set, with the moves that came after. Moves before and lost updates change
        /// nothing.
        #[test]
        fn the_newest_cube_is_followed_through_all_moves_since(
            before in moves(), after in moves(), seed in 0..1000u64, received in prop::collection::vec(any::<bool>(), 12)
        ) {
            let (mut turned, mut tracker) = (counting(1), Tracker::new(AT));
            for turn in before {
                turned.turn(turn);
            }
            tracker.follow(turned, AT);
            tracker.set(Cube::from_seed(seed), Source::Set, AT);
            for (turn, received) in after.iter().zip(received) {
                turned.turn(*turn);
                if received {
                    tracker.follow(turned, AT);
                }
            }
            tracker.follow(turned, AT);
            prop_assert_eq!(tracker.cube(), Some(Cube::from_seed(seed).apply_all(&after)));
            prop_assert_eq!(tracker.turns(), turned.turns);
            prop_assert_eq!(tracker.follow(turned, AT), Change::Nothing);
        }
    }

    /// A planner that begins anew may have turned as often as the one before, and its first updates may be lost.
    #[test]
    fn what_the_arms_have_lost_is_lost() {
        let lost = |turned: &mut Turned| turned.lose();
        let anew = |turned: &mut Turned| *turned = counting(2);
        let not_received = |turned: &mut Turned| {
            turned.lose();
            turned.begin(Duration::from_secs(3));
        };
        for (counted, happens) in
            [(true, lost as fn(&mut Turned)), (true, anew), (true, not_received), (false, lost), (false, not_received)]
        {
            let mut turned = Turned::NOT_COUNTED;
            if counted {
                turned.begin(Duration::from_secs(1));
            }
            let mut tracker = Tracker::new(AT);
            tracker.follow(turned, AT);
            tracker.set(Cube::SOLVED, Source::Set, AT);
            happens(&mut turned);
            assert_eq!(tracker.follow(turned, AT), Change::Moved);
            assert_eq!((tracker.cube(), tracker.source()), (None, Source::Camera));
            // A cube that is set afterwards holds.
            tracker.set(Cube::from_seed(1), Source::Set, AT);
            turned.begin(Duration::from_secs(4));
            assert_ne!(tracker.follow(turned, AT), Change::Moved);
            assert_eq!(tracker.cube(), Some(Cube::from_seed(1)));
        }
    }

    #[test]
    fn a_cube_that_nobody_knows_stays_unknown_when_it_is_turned() {
        let (mut turned, mut tracker) = (counting(1), Tracker::new(AT));
        assert_eq!(tracker.follow(turned, AT), Change::Counted);
        turned.turn(Move::quarter(Face::R));
        assert_eq!(tracker.follow(turned, AT), Change::Moved);
        assert_eq!(tracker.cube(), None);
    }
}
