//! The rules of motion at one instant: what the arms may do at the same time, and what that does to the cube.
//!
//! [`crate::check`] asks [`Rules::judge`] between any two events of a plan; the simulator asks it at
//! every step of its clock. So there is one statement of the rules.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Arm, BrokenRule, Claw, Pair, RigState, Room};

/// What a rig is able to do, and how carefully it holds the cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Which arms the rig has, by [`Arm::index`]; at least one on each of the two axes.
    pub present: [bool; 4],
    /// How far each wrist may turn; `None` where no cable twists.
    pub wrist_range: Option<WristRange>,
    /// How many other claws must be closed and still while a face turns.
    pub min_holding_claws: u8,
    /// Whether both claws of a pair may turn their faces at once.
    pub opposite_turns: bool,
}

/// Where a wrist may stand, in quarters from neutral. Neutral itself lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WristRange {
    /// The least, at most 0.
    pub least: i32,
    /// The most, at least 0.
    pub most: i32,
}

impl WristRange {
    /// As far to either side.
    pub const fn either_way(limit: i32) -> WristRange {
        WristRange { least: -limit, most: limit }
    }

    /// Whether a wrist may stand there.
    pub fn contains(self, quarters: i32) -> bool {
        (self.least..=self.most).contains(&quarters)
    }
}

impl fmt::Display for WristRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} to {}", self.least, self.most)
    }
}

/// What a claw is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ClawPhase {
    /// Fully open.
    Open,
    /// On its way to the cube.
    Closing,
    /// Holding.
    Closed,
    /// On its way from the cube.
    Opening,
}

/// One arm at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArmNow {
    /// What the claw is doing.
    pub claw: ClawPhase,
    /// What the claw is far enough away for: all if it is open, nothing if it is closed.
    pub room: Room,
    /// Where the wrist stands, in quarters from neutral.
    pub wrist: f64,
    /// Which way the wrist is turning: positive clockwise as the arm sees its face, 0 when still.
    pub turning: f64,
}

/// What the closed claws that turn are doing to the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing on the cube turns.
    Holding,
    /// These arms (by [`Arm::index`]) each turn the layer of their face.
    Faces([bool; 4]),
    /// This pair turns the whole cube.
    WholeCube(Pair),
}

impl From<Claw> for ClawPhase {
    fn from(claw: Claw) -> ClawPhase {
        match claw {
            Claw::Open => ClawPhase::Open,
            Claw::Closed => ClawPhase::Closed,
        }
    }
}

impl ArmNow {
    /// Nearest quarter.
    fn quarter(&self) -> i64 {
        self.wrist.round() as i64
    }

    fn is_vertical(&self) -> bool {
        self.quarter().rem_euclid(2) == 0
    }

    fn is_still(&self) -> bool {
        self.turning == 0.0
    }

    /// Horizontal, or on a way that may lead there.
    fn leans(&self) -> bool {
        !self.is_still() || !self.is_vertical()
    }

    /// Closed on the cube and not turning.
    fn holds(&self) -> bool {
        self.claw == ClawPhase::Closed && self.is_still()
    }

    /// Turning something of the cube.
    fn works(&self) -> bool {
        self.claw == ClawPhase::Closed && !self.is_still()
    }
}

impl Rules {
    /// The arms that the rig has.
    pub fn arms(&self) -> impl Iterator<Item = Arm> + '_ {
        Arm::ALL.into_iter().filter(|arm| self.present[arm.index()])
    }

    /// The arms of a pair that the rig has.
    pub fn arms_of(&self, pair: Pair) -> impl Iterator<Item = Arm> + '_ {
        pair.arms().into_iter().filter(|arm| self.present[arm.index()])
    }

    /// Whether a wrist may stand there, in quarters from neutral.
    pub fn allows_wrist(&self, quarters: i32) -> bool {
        self.wrist_range.is_none_or(|range| range.contains(quarters))
    }

    /// How each arm would be seen at rest in a state.
    pub fn at_rest(state: &RigState) -> [ArmNow; 4] {
        state.arms.map(|arm| ArmNow {
            claw: arm.claw.into(),
            room: match arm.claw {
                Claw::Open => Room::FULL,
                Claw::Closed => Room::NONE,
            },
            wrist: f64::from(arm.wrist),
            turning: 0.0,
        })
    }

    /// What the turning claws do to the cube at this instant, or which rule is broken.
    ///
    /// # Errors
    /// The first [`BrokenRule`] found, in the order in which the rules are written in the design.
    pub fn judge(&self, now: &[ArmNow; 4]) -> Result<Work, BrokenRule> {
        let at = |arm: Arm| now[arm.index()];
        let closed = |pair: Pair| self.arms_of(pair).all(|arm| at(arm).claw == ClawPhase::Closed);
        // Some opposite pair of claws is closed, and neither of its claws is opening or closing.
        if !Pair::ALL.into_iter().any(closed) {
            return Err(BrokenRule::NotHeld);
        }
        for arm in self.arms() {
            let moving = matches!(at(arm).claw, ClawPhase::Opening | ClawPhase::Closing);
            if moving && !at(arm).is_still() && !at(arm).room.own_wrist {
                return Err(BrokenRule::TurnsWhileClawMoves { arm });
            }
        }
        let work = self.work(now)?;
        self.fingers_are_clear(now)?;
        Ok(work)
    }

    /// Sorts the turning closed claws into turns of faces and turns of the whole cube.
    fn work(&self, now: &[ArmNow; 4]) -> Result<Work, BrokenRule> {
        let at = |arm: Arm| now[arm.index()];
        let mut turning_faces = [false; 4];
        for pair in Pair::ALL {
            if !self.arms_of(pair).any(|arm| at(arm).works()) {
                continue;
            }
            let other = pair.other();
            if self.arms_of(other).any(|arm| at(arm).claw == ClawPhase::Closed) {
                for arm in self.arms_of(pair).filter(|&arm| at(arm).works()) {
                    self.may_turn_face(now, arm)?;
                    turning_faces[arm.index()] = true;
                }
            } else {
                self.may_turn_cube(now, pair)?;
                return Ok(Work::WholeCube(pair));
            }
        }
        Ok(if turning_faces == [false; 4] { Work::Holding } else { Work::Faces(turning_faces) })
    }

    fn may_turn_face(&self, now: &[ArmNow; 4], arm: Arm) -> Result<(), BrokenRule> {
        let at = |arm: Arm| now[arm.index()];
        for neighbour in arm.neighbours().into_iter().filter(|arm| self.present[arm.index()]) {
            if !at(neighbour).holds() {
                return Err(BrokenRule::NeighbourNotHolding { arm, neighbour });
            }
            if !at(neighbour).is_vertical() {
                return Err(BrokenRule::NeighbourInTheWay { arm, neighbour });
            }
        }
        let opposite = arm.opposite();
        if self.present[opposite.index()] && at(opposite).works() && !self.opposite_turns {
            return Err(BrokenRule::OppositeTurns { arm, opposite });
        }
        let holding = self.arms().filter(|&other| other != arm && at(other).holds()).count();
        if holding < usize::from(self.min_holding_claws) {
            let needed = self.min_holding_claws;
            return Err(BrokenRule::TooFewHolding { arm, holding, needed });
        }
        Ok(())
    }

    fn may_turn_cube(&self, now: &[ArmNow; 4], pair: Pair) -> Result<(), BrokenRule> {
        let at = |arm: Arm| now[arm.index()];
        for arm in self.arms_of(pair.other()) {
            if !at(arm).room.cube {
                return Err(BrokenRule::CubeTurnBlocked { pair, arm });
            }
        }
        // Clockwise for one arm is anticlockwise for the arm across.
        let directions: Vec<f64> = self.arms_of(pair).map(|arm| at(arm).turning).collect();
        if let [one, other] = directions[..]
            && one * other >= 0.0
        {
            return Err(BrokenRule::CubeTorn { pair });
        }
        Ok(())
    }

    /// Two neighbouring claws are never both near the cube and horizontal, or on a way through there: their fingers would meet.
    /// (Closed claws that turn are judged before: their neighbours hold vertically, or are all away.)
    fn fingers_are_clear(&self, now: &[ArmNow; 4]) -> Result<(), BrokenRule> {
        let in_the_way = |arm: &Arm| {
            let now = now[arm.index()];
            !now.room.beside_horizontal && now.leans()
        };
        let first = self.arms_of(Pair::RL).find(in_the_way);
        let second = self.arms_of(Pair::FB).find(in_the_way);
        match (first, second) {
            (Some(first), Some(second)) => Err(BrokenRule::FingersMeet { first, second }),
            _ => Ok(()),
        }
    }
}
