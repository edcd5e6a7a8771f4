//! How far a claw must be open before something turns near it.
//!
//! ```text
//!   share of the opening    0 = on the cube         1 = fully open
//!   opening                 |----- cube --- own_wrist ------------|   a turn may start from its mark on
//!   closing                 |----- cube --- own_wrist ------------|   … and must have ended when the claw is back at it
//! ```
//!
//! The thesis waits until a claw is fully open, and closes it once everything stands. That is a share of 1. Fingers are out of
//! the way sooner: `cargo xtask physics --clearances` measures from where on, and `docs/benchmarks.md` has its figures.
//!
//! # What follows from a share
//!
//! The thesis waits until a claw is fully open before its wrist turns back, and until the wrist stands before the claw
//! closes. A profile's `[clearances]` (`rig::Clearances`) define how far a claw must be open. There are three of them:
//! for its own wrist, for a turn of the cube by the other pair, and next to a neighbour when both may be horizontal.
//! They are mirrored for closing: a turn has ended when the closing claw is back at the share. All are 1.0, except in
//! the profiles `…-blended`, which use these figures.
//!
//! - `rig::check` knows when each claw passes each share, by the ramp that the drivers follow (`rig::ramp`). It
//!   refuses a turn that starts sooner or ends later.
//! - `planner/src/crossing.rs` finds the fastest sequence of claws and wrists around a turn of the cube. The costs of
//!   the search, its tables and the counted bound follow from the same phases. In scans the cube turns as soon as the
//!   claws are out of its way, if no face is shown before; all else waits for whole motions.
//! - A plan contains what each motion waits for: other motions, and the share of its way that each must have done
//!   (`Plan::waits`). It also contains how far a closing claw may go before a turn near it has ended (`Plan::holds`).
//! - The executor starts a motion when the joints have passed these positions, or will have passed them when the goal
//!   takes effect. It assumes that a joint follows its ramp when it has come half of that way and moves at least half
//!   as fast as planned (`Seen::foreseen`). It checks this forecast with each reading. If the other joint is late
//!   after all, a claw stops short of its share and a wrist stops after 5 degrees. They go on when the other has come
//!   far enough (`execution/src/held.rs`).

use serde::{Deserialize, Serialize};

use crate::{Error, ramp_time};

/// Shares of a claw's opening from which something may turn, and until which it must stand again while the claw closes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clearances {
    /// From which the claw's own wrist may turn. A finger must not touch the cube at any angle. By kinematics of the rig's
    /// solids, with the claw at rest, it is free from 0.37 on and 2 mm away from 0.43 on. By contact it is free from 0.38
    /// on.
    pub own_wrist: f64,
    /// From which the other pair may turn the whole cube, while this claw stands vertical. The cube's edge must not touch a finger. By
    /// kinematics it is free from 0.20 on and 2 mm away from 0.24 on; by contact it is free from 0.20 on.
    pub cube: f64,
    /// From which this arm and a neighbour may both be horizontal or turning: their fingers meet above the cube's edge. By
    /// kinematics they are free from 0.95 on and 2 mm apart only at 1.00; by contact they are free from 0.95 on.
    pub beside_horizontal: f64,
}

/// What a claw is far enough from the cube for, at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its own wrist may turn: [`Clearances::own_wrist`].
    pub own_wrist: bool,
    /// The cube may turn: [`Clearances::cube`].
    pub cube: bool,
    /// It may be horizontal next to a horizontal claw: [`Clearances::beside_horizontal`].
    pub beside_horizontal: bool,
}

impl Room {
    /// A claw on the cube.
    pub const NONE: Room = Room { own_wrist: false, cube: false, beside_horizontal: false };
    /// A claw that is fully open.
    pub const FULL: Room = Room { own_wrist: true, cube: true, beside_horizontal: true };
}

impl Clearances {
    /// Nothing turns near a claw that is not fully open.
    pub const FULL: Clearances = Clearances { own_wrist: 1.0, cube: 1.0, beside_horizontal: 1.0 };

    /// All three shares.
    pub fn shares(&self) -> [f64; 3] {
        [self.own_wrist, self.cube, self.beside_horizontal]
    }

    /// What a claw has room for that is open by a share.
    pub fn room(&self, share: f64) -> Room {
        self.room_if(|needed| needed <= share)
    }

    /// What a claw has room for when `is_reached` returns for each share whether the claw is open that far.
    pub fn room_if(&self, is_reached: impl Fn(f64) -> bool) -> Room {
        Room {
            own_wrist: is_reached(self.own_wrist),
            cube: is_reached(self.cube),
            beside_horizontal: is_reached(self.beside_horizontal),
        }
    }

    /// Seconds from the start of an opening that takes `seconds` until a share is reached; by symmetry of the ramp also from
    /// there to the end of a closing.
    pub fn seconds_to(share: f64, seconds: f64) -> f64 {
        ramp_time(share) * seconds
    }

    /// Judges the values of a profile file.
    ///
    /// # Errors
    /// [`Error::BadValue`] with key and value.
    pub(crate) fn judge(&self) -> Result<(), Error> {
        let bad = |key: &str, value: f64, reason: &str| {
            Err(Error::BadValue {
                key: format!("clearances.{key}"),
                value: cube::outside::number(value).to_string(),
                reason: reason.to_owned(),
            })
        };
        for (key, value) in
            [("own_wrist", self.own_wrist), ("cube", self.cube), ("beside_horizontal", self.beside_horizontal)]
        {
            if !(0.01..=1.0).contains(&value) {
                return bad(key, value, "it is a share of the opening from 0.01 to 1");
            }
        }
        if self.beside_horizontal < self.own_wrist.max(self.cube) {
            return bad(
                "beside_horizontal",
                self.beside_horizontal,
                "two claws that may meet need at least as much room as one",
            );
        }
        Ok(())
    }
}

impl Default for Clearances {
    fn default() -> Clearances {
        Clearances::FULL
    }
}
