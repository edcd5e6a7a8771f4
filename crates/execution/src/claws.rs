//! Opening and closing all claws while a person holds the cube.
//!
//! ```text
//!   close:  all open:  each pair in turn, horizontal at first, so that the cube is centred (`planner::loading`)
//!           else:      open claws, upright ─> R and L close ─> F and B close
//!   open:   all at once
//! ```
//!
//! What becomes of the cube is in the person's hands, so that nothing is known of it afterwards.

use cube::Rotation;
use planner::{LOADING_START, loading};
use rig::{Action, Arm, ArmState, Claw, Joint, Pair, RigState, Rules, SAME_INSTANT};

use crate::events::{ClawsGoal, Effect, Moment};
use crate::executive::Executive;
use crate::limits::BeyondLimits;
use crate::nearest::nearest_arms;
use crate::readings::is_short;
use crate::report::{ClawCount, Code};
use crate::steps::Step;

impl Executive {
    /// Begins to open or close all claws, once all joints were read and all drivers were found.
    pub(crate) fn start_claws(&mut self, now: Moment, goal: ClawsGoal, effects: &mut Vec<Effect>) {
        self.report_claws(effects);
        if goal.look_only {
            return self.end(now, Code::Success, String::new(), effects);
        }
        let arms = match self.found_arms() {
            Ok(arms) => arms,
            Err(error) => return self.end(now, Code::Contradiction, error.to_string(), effects),
        };
        let steps = match goal.close {
            true => self.closing(arms),
            false => Ok(self.opening()),
        };
        match steps {
            Err(reason) => self.end(now, Code::Contradiction, reason, effects),
            Ok(steps) => {
                self.estimate.forget();
                self.estimate.arms = Some(arms);
                self.start_executor(steps);
            }
        }
    }

    /// Ends a goal whose claws all stand as it wants them.
    pub(crate) fn end_claws(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        self.estimate.forget();
        self.end(now, Code::Success, String::new(), effects);
    }

    /// Counts the claws that stand as the goal under way wants them, and reports a change.
    pub(crate) fn report_claws(&mut self, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else {
            return;
        };
        let Some(goal) = active.claws_goal() else {
            return;
        };
        let (readings, tolerances) = (&self.readings, &self.settings.tolerances);
        let wanted = match goal.close {
            true => 0.0,
            false => self.settings.places.grip_open,
        };
        let there = |arm: &Arm| {
            let reading = readings.of(arm.grip());
            reading.is_some_and(|reading| tolerances.is_at(arm.grip(), reading.position, wanted))
        };
        let count = ClawCount {
            done: self.settings.rules.arms().filter(there).count(),
            total: self.settings.rules.arms().count(),
        };
        if count != active.claws {
            active.claws = count;
            effects.push(Effect::ClawsFeedback(count));
        }
    }

    fn found_arms(&self) -> Result<[ArmState; 4], BeyondLimits> {
        let settings = &self.settings;
        nearest_arms(&self.readings, &settings.places, &settings.limits)
    }

    fn opening(&self) -> Vec<Step> {
        let mut way = Way::from(self);
        for arm in self.settings.rules.arms() {
            way.grip(arm, Claw::Open, &[]);
        }
        way.steps
    }

    /// Where all claws are open, they take the cube from a hand and centre it. Where a claw is closed, a cube may be in
    /// already: the closed claw stays, and the others turn upright, where no fingers meet, and close. An error names a
    /// closed claw's misaligned wrist.
    fn closing(&self, arms: [ArmState; 4]) -> Result<Vec<Step>, String> {
        let rules = &self.settings.rules;
        let is_open = |arm: Arm| arms[arm.index()].claw == Claw::Open;
        if rules.arms().all(is_open) {
            return Ok(self.loading());
        }
        let mut way = Way::from(self);
        let mut closed = RigState { arms, pose: Rotation::IDENTITY };
        let mut ready = Vec::new();
        for arm in rules.arms() {
            let state = &mut closed.arms[arm.index()];
            if state.claw == Claw::Open {
                ready.extend(way.turn_open(arm, 0, &[]));
                state.wrist = 0;
            } else {
                way.is_square(arm, *state)?;
            }
            state.claw = Claw::Closed;
        }
        if let Err(fault) = rules.judge(&Rules::at_rest(&closed)) {
            return Err(format!("the claws cannot all close: {fault}"));
        }
        // One pair holds the cube for the other.
        for pair in Pair::ALL {
            let closing = rules.arms_of(pair);
            let closing: Vec<_> = closing.filter_map(|arm| way.grip(arm, Claw::Closed, &ready)).collect();
            ready.extend(closing);
        }
        Ok(way.steps)
    }

    /// Open claws take a cube from a hand. First all wrists go to where that begins: those that will be vertical before the others,
    /// so that no open fingers meet.
    fn loading(&self) -> Vec<Step> {
        let settings = &self.settings;
        let rules = &settings.rules;
        let mut way = Way::from(self);
        let mut arms = LOADING_START;
        let (vertical, horizontal): (Vec<Arm>, Vec<Arm>) =
            rules.arms().partition(|arm| arms[arm.index()].is_vertical());
        let mut ready = Vec::new();
        for own in [vertical, horizontal] {
            let turned: Vec<usize> =
                own.into_iter().filter_map(|arm| way.turn_open(arm, arms[arm.index()].wrist, &ready)).collect();
            ready.extend(turned);
        }
        let motions = loading(rules, &settings.timing);
        // Where each motion's step is; none for a joint that stands there already.
        let mut made: Vec<Option<usize>> = Vec::new();
        for motion in &motions {
            let before = motions.iter().zip(&made).filter(|(other, _)| other.end <= motion.start + SAME_INSTANT);
            let after: Vec<usize> = (ready.iter().copied()).chain(before.filter_map(|(_, step)| *step)).collect();
            let arm = &mut arms[motion.arm.index()];
            *arm = arm.after(motion.action);
            let seconds = motion.end - motion.start;
            made.push(way.step(motion.joint(), *arm, seconds, &after));
        }
        way.steps
    }
}

/// Steps from where the joints stand.
struct Way<'a> {
    planner: &'a Executive,
    /// Where each joint stands after the steps so far, radians.
    places: [f64; 8],
    steps: Vec<Step>,
}

impl<'a> Way<'a> {
    fn from(planner: &'a Executive) -> Way<'a> {
        let place = |joint| planner.readings.of(joint).map_or(0.0, |found| found.position);
        Way { planner, places: Joint::ALL.map(place), steps: Vec::new() }
    }

    /// Brings a joint to its place for a state of its arm; the number of the step, unless it stands there.
    fn step(&mut self, joint: Joint, state: ArmState, seconds: f64, after: &[usize]) -> Option<usize> {
        let settings = &self.planner.settings;
        let target = settings.places.of(joint, state);
        let from = std::mem::replace(&mut self.places[joint.index()], target);
        if settings.tolerances.is_at(joint, from, target) && !is_short(joint, from, target) {
            return None;
        }
        self.steps.push(Step {
            joint,
            from,
            target,
            seconds,
            after: after.to_vec(),
            passed: Vec::new(),
            held: Vec::new(),
        });
        Some(self.steps.len() - 1)
    }

    fn grip(&mut self, arm: Arm, claw: Claw, after: &[usize]) -> Option<usize> {
        let timing = &self.planner.settings.timing;
        let seconds = match claw {
            Claw::Open => timing.seconds(Action::Open),
            Claw::Closed => timing.seconds(Action::Close),
        };
        self.step(arm.grip(), ArmState { claw, wrist: 0 }, seconds, after)
    }

    /// Brings the wrist of an open claw to some quarters from neutral, the claw as far open as it goes, after some
    /// steps; the last of its own.
    fn turn_open(&mut self, arm: Arm, wrist: i32, after: &[usize]) -> Option<usize> {
        let settings = &self.planner.settings;
        let state = ArmState { claw: Claw::Open, wrist };
        let way = self.places[arm.wrist().index()] - settings.places.of(arm.wrist(), state);
        let quarters = (way / std::f64::consts::FRAC_PI_2).abs().ceil();
        // Wrists turn a few times around at most.
        let seconds = settings.timing.turn_seconds(quarters as i32);
        let opened = self.grip(arm, Claw::Open, &[]);
        let after: Vec<_> = after.iter().copied().chain(opened).collect();
        self.step(arm.wrist(), state, seconds, &after).or(opened)
    }

    /// Whether the wrist of a closed claw stands where its state has it.
    fn is_square(&self, arm: Arm, state: ArmState) -> Result<(), String> {
        let settings = &self.planner.settings;
        let (found, joint) = (self.places[arm.wrist().index()], arm.wrist());
        if (found - settings.places.of(joint, state)).abs() <= settings.tolerances.contradiction {
            return Ok(());
        }
        let degrees = found.to_degrees();
        Err(format!(
            "{joint} is misaligned: it stands at {degrees:.1} degrees with its claw closed; open the claws first"
        ))
    }
}
