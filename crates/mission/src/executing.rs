//! The end of the moves: what is known of the cube then, and who has to hear of it.

use cube::Cube;

use crate::events::{Code, Effect, ExecuteEnd, Moment};
use crate::mission::{Mission, Next, Phase};
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
                let followed = run.cube.map(|cube| cube.apply_all(&run.solution));
                run.cube = end.cube.or(followed);
                let cube = run.cube;
                self.tell_executing(all, "", f64::NAN);
                match cube {
                    Some(cube) => {
                        self.phase = Phase::Telling;
                        self.effects.push(Effect::TellCube(cube));
                    }
                    None => self.go_on(now),
                }
            }
            Err(trouble) => {
                run.note_moves(end.moves_done);
                self.forget();
                self.correct_state(end.cube);
                self.retry(now, Code::ExecuteFailed, trouble, Next::Look(Work::Scan));
            }
        }
    }

    pub(crate) fn told(&mut self, now: Moment, told: Result<(), String>) {
        if let Err(text) = told {
            let text =
                format!("cube/state could not be told how the cube is after the moves: {text}");
            self.effects.push(Effect::Warn(text));
        }
        let Some(run) = &mut self.run else { return };
        let solved = run.cube.is_some_and(|cube| cube.is_solved());
        if solved || run.options.look_again {
            return if run.options.look_again {
                self.look(now, Work::Check)
            } else {
                self.succeed(now)
            };
        }
        if run.next_attempt() {
            return self.go_on(now);
        }
        let text = format!("the cube is not solved after {} attempts", run.attempt);
        self.fail(now, Code::NotSolved, text);
    }

    /// Sees to it that cube/state does not go on telling how the cube was before moves that broke off.
    pub(crate) fn correct_state(&mut self, cube: Option<Cube>) {
        self.effects.push(match cube {
            Some(cube) => Effect::TellCube(cube),
            None => Effect::ForgetCube,
        });
    }
}
