//! Looking at the cube: before the moves to know it, after them to see whether it is solved.

use cube::Cube;

use super::event::{Code, Effect, Knowledge, Moment, Trouble};
use super::node::{Conductor, Next, Phase};
use super::run::Work;

impl Conductor {
    /// Begins a look. What cube/state said before no longer counts.
    pub(super) fn look(&mut self, now: Moment, look: Work) {
        self.count_seconds(now, Some(look));
        self.phase = Phase::Forgetting(look);
        self.look_began = now;
        self.cube = None;
        self.effects.push(Effect::ForgetCube);
        self.tell_look_begins(look);
    }

    pub(super) fn look_for_reading(&mut self, now: Moment, look: Work) {
        let Some(news) = &self.cube else { return };
        if !news.from_camera || news.stamp < self.look_began.ros {
            return;
        }
        let doubtful = news.doubtful;
        match news.knowledge.clone() {
            Knowledge::Incomplete => {}
            Knowledge::Impossible(reason) => {
                let text = format!("no cube can be like what was read: {reason}");
                let trouble = Trouble {
                    text,
                    may_pass: true,
                };
                self.forget();
                self.retry(now, Code::StateInvalid, trouble, Next::Look(Work::Scan));
            }
            Knowledge::Whole(cube) => self.read(now, look, cube, doubtful),
        }
    }

    fn read(&mut self, now: Moment, look: Work, cube: Cube, doubtful: bool) {
        let trust = self.settings.trust_second_look && !doubtful;
        let Some(run) = &mut self.run else { return };
        run.cube = Some(cube);
        run.seen = true;
        match look {
            Work::Check if !cube.is_solved() => {
                if !run.next_attempt() {
                    let text = format!(
                        "the cube is still not solved after {} attempts",
                        run.attempt
                    );
                    return self.fail(now, Code::NotSolved, text);
                }
                let text = "the cube is not solved after all moves were done; trying again";
                self.effects.push(Effect::Warn(text.into()));
                if trust {
                    self.go_on(now)
                } else {
                    self.look(now, Work::Scan)
                }
            }
            _ => self.go_on(now),
        }
    }

    pub(super) fn look_failed(&mut self, now: Moment, look: Work, trouble: Trouble) {
        if look == Work::Scan {
            self.forget();
        }
        // After the moves the cube is followed, so the next attempt need only look again.
        self.retry(now, Code::ScanFailed, trouble, Next::Look(look));
    }
}
