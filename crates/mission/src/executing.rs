//! The end of the moves.

use execution::events::Moment;

use crate::events::{Code, ExecuteEnd};
use crate::mission::{Mission, Next};
use crate::run::Work;

impl Mission {
    /// Takes the end of the moves.
    pub(crate) fn executed(&mut self, now: Moment, end: ExecuteEnd) {
        let Some(run) = &mut self.run else { return };
        run.seen = false;
        run.take_way(&end.moves);
        match end.outcome {
            Ok(()) => {
                let all = run.solution.len();
                run.note_moves(all);
                run.cube = end.cube;
                self.publish_executing(all, None);
                self.after_moves(now);
            }
            Err(failure) => {
                run.note_moves(end.moves_done);
                self.forget();
                self.retry(now, Code::ExecuteFailed, failure, Next::Look(Work::Scan));
            }
        }
    }

    fn after_moves(&mut self, now: Moment) {
        let Some(run) = &mut self.run else { return };
        match run.cube {
            None => return self.go_on(now),
            Some(_) if run.options.look_again => return self.look(now, Work::Check),
            Some(cube) if cube.is_solved() => return self.succeed(now),
            Some(_) => {}
        }
        if run.next_attempt() {
            return self.go_on(now);
        }
        let text = format!("the cube is not solved after {} attempts", run.attempt);
        self.fail(now, Code::NotSolved, text);
    }
}
