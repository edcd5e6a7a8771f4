//! How claws take a cube that a person holds between them, so that it ends centred.
//!
//! ```text
//!   R closes and opens ─> L ─> R, all horizontal ─> F and B, vertical
//!      ─> R and L: regrip to vertical ─> F and B: regrip to horizontal, and back
//! ```
//!
//! Vertical fingers close above and below the cube, so they leave it as it lies sideways and in yaw. Horizontal fingers centre it
//! across their own axis and square its yaw, so each pair closes horizontally once. In contact physics a cube that is put in up to
//! 5 mm and 10 degrees misaligned ends within 0.2 mm and 0.2 degrees (`cargo xtask physics --loading`, `docs/physics.md`). R and L begin
//! one after the other: both at once press on opposite corners alike, and a yaw of 10 degrees jams between them. R comes twice,
//! because its first grip keeps a cube that lies sideways from following L.

use rig::{Action, Arm, ArmState, Claw, Motion, Pair, Rules, Timing};

/// The arms before [`loading`]: open, R and L horizontal.
pub const LOADING_START: [ArmState; 4] = [open(1), open(-1), open(0), open(0)];

const fn open(wrist: i32) -> ArmState {
    ArmState { claw: Claw::Open, wrist }
}

/// The motions that take a cube from a person's hand: from [`LOADING_START`] to all claws closed and neutral. The person lets go
/// when the claws of arms R and L are both closed; from then on the motions obey the rules of motion. An arm that the rig lacks does
/// nothing. No wrist goes beyond a quarter from neutral.
pub fn loading(rules: &Rules, timing: &Timing) -> Vec<Motion> {
    let mut list = List { timing, motions: Vec::new(), now: 0.0 };
    let [sides, others] = Pair::ALL.map(|pair| rules.arms_of(pair).collect::<Vec<Arm>>());
    if let [first, second] = sides[..] {
        list.add(&[first], |_| Action::Close);
        list.add(&[first], |_| Action::Open);
        list.add(&[second], |_| Action::Close);
        list.add(&[first], |_| Action::Close);
    } else {
        // Alone it holds the cube as soon as it has closed.
        list.add(&sides, |_| Action::Close);
    }
    // Both arms of a pair turn alike as seen from above.
    let sign = |arm: Arm| if arm == arm.pair().arms()[0] { 1 } else { -1 };
    list.add(&others, |_| Action::Close);
    list.regrip(&sides, |arm| -sign(arm));
    list.regrip(&others, sign);
    list.regrip(&others, |arm| -sign(arm));
    list.motions
}

/// Motions one after the other.
struct List<'a> {
    timing: &'a Timing,
    motions: Vec<Motion>,
    /// When the last of them ends, seconds.
    now: f64,
}

impl List<'_> {
    /// Arms that do something at once.
    fn add(&mut self, arms: &[Arm], action: impl Fn(Arm) -> Action) {
        let start = self.now;
        for &arm in arms {
            let action = action(arm);
            let end = start + self.timing.seconds(action);
            self.motions.push(Motion { arm, action, start, end });
            self.now = self.now.max(end);
        }
    }

    /// Arms let go, turn by a quarter, and close again.
    fn regrip(&mut self, arms: &[Arm], quarters: impl Fn(Arm) -> i8) {
        self.add(arms, |_| Action::Open);
        self.add(arms, |arm| Action::Turn(quarters(arm)));
        self.add(arms, |_| Action::Close);
    }
}
