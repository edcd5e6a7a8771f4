//! Looking at the cube: before the moves to know it, after them to see whether it is solved.

use cube::{Cube, Face, sticker_name};
use cube_state::tracker::{Knowledge, Source};
use execution::events::Moment;

use crate::events::{Code, Effect, Failure};
use crate::mission::{Mission, Next, Phase};
use crate::run::Work;

impl Mission {
    /// Begins a look. Earlier messages of cube/state no longer count.
    pub(crate) fn look(&mut self, now: Moment, look: Work) {
        self.count_seconds(now, Some(look));
        self.phase = Phase::Forgetting(look);
        self.look_began = now;
        self.cube = None;
        if let Some(run) = &mut self.run {
            run.looks_at_doubt = 0;
        }
        self.effects.push(Effect::ForgetCube);
        self.publish_look_begins(look);
    }

    pub(crate) fn look_for_reading(&mut self, now: Moment, look: Work) {
        let Some(update) = &self.cube else { return };
        if update.source != Source::Camera || update.stamp < self.look_began.ros {
            return;
        }
        let doubtful = update.doubtful.clone();
        match update.knowledge.clone() {
            Knowledge::Incomplete => {}
            Knowledge::Impossible(reason) => {
                let failure = Failure::passing(format!("no cube has the stickers that were read: {reason}"));
                self.forget();
                self.retry(now, Code::StateInvalid, failure, Next::Look(Work::Scan));
            }
            Knowledge::Whole(cube) if doubtful.is_empty() || self.confirms(look, &cube) => {
                self.read(now, look, cube);
            }
            Knowledge::Whole(_) => self.look_at_doubt(now, look, &doubtful),
        }
    }

    /// Whether a look after the moves shows just the cube that they must have led to: two witnesses leave no doubt.
    fn confirms(&self, look: Work, cube: &Cube) -> bool {
        let followed = self.run.as_ref().and_then(|run| run.cube);
        look == Work::Check && followed == Some(*cube)
    }

    /// Shows the faces with stickers in doubt once more, or gives up by the names of the stickers.
    fn look_at_doubt(&mut self, now: Moment, look: Work, doubtful: &[usize]) {
        let Some(run) = &mut self.run else { return };
        let names: Vec<String> = doubtful.iter().copied().map(sticker_name).collect();
        let stickers = names.join(", ");
        if self.settings.looks_at_doubt <= run.looks_at_doubt {
            let looks = run.looks_at_doubt;
            let text = format!(
                "the colours of {stickers} are still in doubt after {looks} more looks; see to better light without glare on them, or learn the cube's own colours"
            );
            self.forget();
            return self.fail(now, Code::StateInvalid, text);
        }
        run.looks_at_doubt += 1;
        let has_doubt = |face: &Face| doubtful.iter().any(|facelet| facelet / 9 == face.index());
        let faces: Vec<Face> = Face::ALL.into_iter().filter(has_doubt).collect();
        self.phase = Phase::Scanning(look);
        self.look_began = now;
        self.cube = None;
        self.publish_doubt(look, &stickers, &faces);
        self.effects.push(Effect::Scan(faces));
    }

    fn read(&mut self, now: Moment, look: Work, cube: Cube) {
        let Some(run) = &mut self.run else { return };
        run.cube = Some(cube);
        run.seen = true;
        run.failed_motion = None;
        match look {
            Work::Check if !cube.is_solved() => {
                if !run.next_attempt() {
                    let text = format!("the cube is still not solved after {} attempts", run.attempt);
                    return self.fail(now, Code::NotSolved, text);
                }
                let text = "the cube is not solved after all moves were done";
                self.effects.push(Effect::Warn(text.into()));
                self.publish_retry(text, Next::Look(Work::Scan));
                self.look(now, Work::Scan);
            }
            _ => self.go_on(now),
        }
    }

    pub(crate) fn look_failed(&mut self, now: Moment, look: Work, failure: Failure) {
        if look == Work::Scan {
            self.forget();
        }
        // After the moves the cube is followed, so the next attempt need only look again.
        self.retry(now, Code::ScanFailed, failure, Next::Look(look));
    }
}
