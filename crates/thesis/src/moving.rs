//! The thesis' own way of moving: one motion after the other.

use cube::Move;
use planner::{Error, Plan, Planner};
use rig::{Action, Arm, Motion, Pair, Profile, RigState};

/// Plans moves as the thesis' rig did them: one motion after the other, with both claws of a pair as one. The whole cube
/// turns about R only. Open, turn back and close follow every turn.
///
/// A start that is not at rest is brought to rest first.
///
/// # Errors
/// As [`Planner::moves`]; [`Error::Impossible`] on a rig without all four arms.
pub fn plan_the_thesis_way(profile: &Profile, start: &RigState, moves: &[Move]) -> Result<Plan, Error> {
    if profile.rules.present != [true; 4] {
        return Err(Error::Impossible {
            profile: profile.name.clone(),
            task: "move the thesis' way, which takes four arms,".to_owned(),
        });
    }
    let to_rest = Planner::new(profile).park(start)?;
    let mut writer = Writer { profile, time: to_rest.seconds(), motions: to_rest.motions().to_vec() };
    let mut pose = to_rest.end().pose;
    for turn in moves {
        let mut arm = Arm::at(pose.carry(turn.face()));
        if arm.is_none() {
            writer.turn_cube();
            pose = pose.then(Pair::RL.rotation(1));
            arm = Arm::at(pose.carry(turn.face()));
        }
        let Some(arm) = arm else { continue };
        let quarters = if turn.quarters() == 3 { -1 } else { turn.quarters() as i8 };
        writer.together(&[(arm, Action::Turn(quarters))]);
        writer.turn_back(&[(arm, quarters)]);
    }
    let motions = writer.motions;
    Plan::new(profile, start, motions)
}

/// Writes motions one after the other.
struct Writer<'a> {
    profile: &'a Profile,
    time: f64,
    motions: Vec<Motion>,
}

impl Writer<'_> {
    /// Actions of the same length that start at once.
    fn together(&mut self, actions: &[(Arm, Action)]) {
        let start = self.time;
        for &(arm, action) in actions {
            let end = start + self.profile.timing.seconds(action);
            self.motions.push(Motion { arm, action, start, end });
            self.time = end;
        }
    }

    /// Opens claws, turns them back to neutral and closes them.
    fn turn_back(&mut self, turned: &[(Arm, i8)]) {
        let all = |action: &dyn Fn(i8) -> Action| -> Vec<(Arm, Action)> {
            turned.iter().map(|&(arm, quarters)| (arm, action(quarters))).collect()
        };
        self.together(&all(&|_| Action::Open));
        self.together(&all(&|quarters| Action::Turn(-quarters)));
        self.together(&all(&|_| Action::Close));
    }

    /// An X rotation: F comes up.
    fn turn_cube(&mut self) {
        let [front, back] = Pair::FB.arms();
        self.together(&[(front, Action::Open), (back, Action::Open)]);
        let turned = [(Arm::R, 1), (Arm::L, -1)];
        self.together(&turned.map(|(arm, quarters)| (arm, Action::Turn(quarters))));
        self.together(&[(front, Action::Close), (back, Action::Close)]);
        self.turn_back(&turned);
    }
}
