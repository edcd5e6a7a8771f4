//! How a goal begins: all joints read and all drivers found, the estimate settled, what was broken off undone.

use cube::Rotation;
use rig::Joint;

use crate::active_goal::{ActiveGoal, Kind, Phase};
use crate::estimate::{Contradiction, Return};
use crate::events::{Effect, Event, Moment, Settings};
use crate::executive::Executive;
use crate::nearest::nearest_arms;
use crate::report::Code;
use crate::steps::Step;

/// A goal reports what it waits for after this many seconds; finding a driver that is there takes some hundredths.
const WORTH_REPORTING: f64 = 0.3;

impl Executive {
    /// Takes up a goal; it begins as soon as everything that moves is seen.
    pub(crate) fn begin(&mut self, now: Moment, goal: Event, effects: &mut Vec<Effect>) {
        if let Some(refused) = self.refusal(None, &goal) {
            return effects.push(Effect::Ended(refused));
        }
        let kind = match goal {
            Event::Execute(Ok(moves), search) => Kind::Execute(moves, search),
            Event::Scan(Ok(faces), timeout) => Kind::Scan(faces, timeout.unwrap_or(self.settings.timeout_per_face)),
            Event::MoveClaws(goal) => Kind::Claws(goal),
            _ => return,
        };
        self.conductor.goal_begins();
        self.active = Some(ActiveGoal::new(kind, now));
        effects.push(Effect::FindDrivers);
    }

    /// Begins the goal when every joint was read of late and every driver was found; ends it when that takes too long.
    pub(crate) fn gather(&mut self, now: Moment, reported: bool, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else {
            return;
        };
        let fault = self.readings.fault(now.rig, self.settings.reading_age);
        let missing = self.settings.groups.iter().filter(|(id, _)| !active.found.contains(id));
        let missing: Vec<_> = missing.map(|(_, group)| group.name.as_str()).collect();
        let fault = match fault {
            Some(fault) => fault,
            None if !missing.is_empty() => {
                let names = missing.join(", ");
                format!("no action follow_joint_trajectory of {names}; is its driver running?")
            }
            None if active.may_be_given_up(now) => return,
            None => return self.start(now, effects),
        };
        let waited = now.rig - active.started.rig;
        if self.settings.reading_wait < waited {
            return self.end(now, Code::NoJointStates, fault, effects);
        }
        if !reported && WORTH_REPORTING < waited {
            active.phase = Phase::Gathering { reported: true };
            let most = self.settings.reading_wait;
            effects.push(Effect::Note(format!("waiting up to {most} s: {fault}")));
        }
    }

    /// Begins the goal: with undoing what was broken off, or with planning.
    fn start(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        if let Some(goal) = self.active.as_ref().and_then(ActiveGoal::claws_goal) {
            return self.start_claws(now, goal, effects);
        }
        let scan = self.active.as_ref().is_some_and(ActiveGoal::is_whole_scan);
        if let Err(contradiction) = self.settle_estimate(now, scan, effects) {
            return self.end(now, Code::Contradiction, contradiction, effects);
        }
        let Settings { places, tolerances, timing, .. } = &self.settings;
        let back = self.estimate.to_bring_back(&self.readings, places, tolerances, timing);
        if back.is_empty() {
            return self.plan(now, effects);
        }
        let place_of = |joint: &Joint| back.iter().position(|other| other.joint == *joint);
        let step = |back: &Return| Step {
            joint: back.joint,
            from: self.readings.of(back.joint).map_or(back.target, |reading| reading.position),
            target: back.target,
            seconds: back.seconds,
            after: back.after.iter().filter_map(place_of).collect(),
            passed: Vec::new(),
            held: Vec::new(),
        };
        let steps = back.iter().map(step).collect();
        self.start_executor(steps);
    }

    /// Starts motions of a plan if every joint still stands where the plan expects it: since the goal began a person
    /// may have moved one, and a claw that closes misaligned breaks itself.
    pub(crate) fn start_planned(&mut self, now: Moment, steps: Vec<Step>, effects: &mut Vec<Effect>) {
        // A joint may be silent here for as long as while it moves.
        let silence = self.settings.patience.silence;
        if let Some(fault) = self.readings.fault(now.rig, silence) {
            return self.end(now, Code::DriverFailed, fault, effects);
        }
        let Settings { places, tolerances, .. } = &self.settings;
        if let Err(contradiction) = self.estimate.check(&self.readings, places, tolerances) {
            let text = self.lose_pose(&contradiction);
            return self.end(now, Code::Contradiction, text, effects);
        }
        self.start_executor(steps);
    }

    /// Whether all joints still stand where they were left, while the planner moves none: another program may turn the cube, or a hand.
    pub(crate) fn watch_rest(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let is_at_rest = (self.active.as_ref()).is_none_or(|active| matches!(active.phase, Phase::AtView { .. }));
        let Settings { places, tolerances, .. } = &self.settings;
        if let (true, Err(contradiction)) = (is_at_rest, self.estimate.check(&self.readings, places, tolerances)) {
            let text = self.lose_pose(&contradiction);
            match self.active {
                Some(_) => self.end(now, Code::Contradiction, text, effects),
                None => effects.push(Effect::Warn(text)),
            }
        }
    }

    /// Makes sure that arms and pose are known and that the joints agree. From here on the arms count what they do.
    fn settle_estimate(&mut self, now: Moment, scan: bool, effects: &mut Vec<Effect>) -> Result<(), String> {
        let Settings { places, tolerances, .. } = self.settings;
        if let Err(contradiction) = self.estimate.check(&self.readings, &places, &tolerances) {
            let text = self.lose_pose(&contradiction);
            if !scan {
                return Err(text);
            }
            effects.push(Effect::Warn(format!("{contradiction}; starting from what is found")));
        }
        if self.estimate.pose.is_none() && !scan {
            let why = self.lost.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            return Err(format!("the pose of the cube is unknown{why}; scan the cube or set its state"));
        }
        self.lost = None;
        if self.estimate.arms.is_none() {
            let limits = &self.settings.limits;
            let arms = nearest_arms(&self.readings, &places, limits);
            self.estimate.arms = Some(arms.map_err(|error| error.to_string())?);
            // A scan reads the cube afterwards, so it may straighten what is misaligned.
            if !scan && let Err(misaligned) = self.estimate.check(&self.readings, &places, &tolerances) {
                self.estimate.arms = None;
                return Err(format!("{misaligned}; scan the cube, or bring the joint there"));
            }
        }
        self.estimate.pose.get_or_insert(Rotation::IDENTITY);
        self.estimate.turned.begin(now.ros());
        Ok(())
    }

    /// Forgets how the cube lies, and says why.
    fn lose_pose(&mut self, contradiction: &Contradiction) -> String {
        self.estimate.forget();
        self.lost = Some(contradiction.clone());
        format!("{contradiction}; the pose of the cube is lost; scan the cube again")
    }
}
