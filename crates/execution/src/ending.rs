//! How a goal ends: what broke off is kept, the pose is published, and the result of moves waits for the owner of the
//! cube.

use cube::Cube;

use crate::active_goal::{Ending, Kind, Phase};
use crate::events::{Effect, Moment, Settings};
use crate::executive::Executive;
use crate::report::Code;
use crate::steps::{Failure, Progress};
use cube_state::tracker::CubeUpdate;

/// How long a goal waits for the owner of the cube, seconds.
const TRACKER_PATIENCE: f64 = 0.5;

impl Executive {
    /// The execution broke off: what stands halfway will be brought back.
    pub(crate) fn broke_off(&mut self, now: Moment, failure: Failure, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else {
            return;
        };
        if active.claws_goal().is_some() {
            self.estimate.forget();
        }
        let Settings { places, tolerances, .. } = self.settings;
        if let (Some(running), Some(executor)) = (&mut active.running, &active.executor) {
            let progress: &[Progress] = executor.progress();
            running.break_off(now.rig, progress, &mut self.estimate, &self.readings, &places, &tolerances);
        }
        // What was to be brought back may by now stand anywhere, too.
        let lost = self.estimate.unfinished.iter().filter_map(|broken| {
            let seen = self.readings.rests(broken.joint, now.rig, &tolerances);
            (!seen).then_some(broken.effect)
        });
        for effect in lost.collect::<Vec<_>>() {
            self.estimate.lose(effect);
        }
        // By now the programs' names are known.
        let named = matches!(failure, Failure::Doubled(_)).then(|| self.publishers.doubled(now.steady)).flatten();
        let code = failure.code();
        let mut text = named.unwrap_or_else(|| failure.to_string());
        let off = self.estimate.check(&self.readings, &places, &tolerances).err();
        let lost = match failure {
            Failure::Moved(moved) => Some(moved),
            _ => off.inspect(|off| text += &format!("; {off}")),
        };
        if lost.is_some() {
            self.estimate.forget();
            self.lost = lost;
        }
        for broken in &self.estimate.unfinished {
            text += &format!("; {} stands halfway and will be brought back", broken.joint);
        }
        self.end(now, code, text, effects);
    }

    /// The goal under way is over. The result of moves waits until the owner of the cube has counted them.
    pub(crate) fn end(&mut self, now: Moment, code: Code, text: String, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.ending = Some(Ending { code, text, seconds: now.rig - active.started.rig });
        active.phase = Phase::Ending(now.steady);
        let has_turned = active.running.is_some() && matches!(active.kind, Kind::Execute(..));
        // The pose comes first: the client of the goal finds it, and the owner of the cube receives the turns.
        self.publish_pose(effects);
        if !has_turned {
            return self.finish(effects);
        }
        self.end_when_followed(now, now.steady, effects);
    }

    fn finish(&mut self, effects: &mut Vec<Effect>) {
        let cube = self.cube();
        if let Some(active) = self.active.take() {
            effects.extend(active.ended(cube).map(Effect::Ended));
        }
    }

    /// Ends a goal that was over at `since`, once the owner of the cube has counted all turns, or does not answer.
    pub(crate) fn end_when_followed(&mut self, now: Moment, since: f64, effects: &mut Vec<Effect>) {
        if !self.is_cube_behind() || since + TRACKER_PATIENCE <= now.steady {
            self.finish(effects);
        }
    }

    /// Whether the owner of the cube has not counted all turns yet.
    fn is_cube_behind(&self) -> bool {
        let turns = self.estimate.turned.turns;
        self.cube_update.as_ref().is_some_and(|update| update.turns != turns)
    }

    /// The cube after all turns, as its owner published it.
    pub(crate) fn cube(&self) -> Option<Cube> {
        let update = self.cube_update.as_ref().filter(|_| !self.is_cube_behind());
        update.and_then(CubeUpdate::cube).filter(|_| self.estimate.pose.is_some())
    }
}
