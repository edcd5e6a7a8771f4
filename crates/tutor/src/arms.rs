//! A lesson that arms carry out: they turn the cube's own faces, and never turn it as the lesson holds it.

use cube::{Move, Step};
use teach::Player;

/// A turn that arms make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmTurn {
    /// The turn, of a face named as in the cube at the lesson's begin.
    pub turn: Move,
    /// How many moves of the lesson are done after it.
    pub reached: usize,
}

/// Where arms pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// After each turn.
    AfterMove,
    /// After each step.
    AfterStep,
    /// After each stage.
    AfterStage,
    /// At the end of the lesson.
    AfterLesson,
}

impl Pause {
    /// Where arms that begin at the player's place pause; rotations of the whole cube before the first turn come with it.
    pub fn place(self, player: &Player) -> usize {
        let end = player.moves().len();
        let now = player.step_number();
        match self {
            Pause::AfterMove => {
                let ahead = player.moves().iter().enumerate().skip(player.at());
                let mut turns = ahead.filter(|(_, played)| matches!(played.step, Step::Turn(_)));
                turns.next().map_or(end, |(at, _)| at + 1)
            }
            Pause::AfterStep => player.begin_of_step(now + 1).min(end),
            Pause::AfterStage => {
                let stage = player.step().map_or(usize::MAX - 1, |(stage, _)| stage);
                player.begin_of_stage(stage + 1)
            }
            Pause::AfterLesson => end,
        }
    }
}

/// The turns that lead from one place of a lesson to another, forwards or back.
pub fn arm_turns(player: &Player, from: usize, to: usize) -> Vec<ArmTurn> {
    let turn = |at: usize| match player.moves()[at].step {
        Step::Rotate(_) => None,
        Step::Turn(turn) => {
            let face = player.hands()[at].held.face_at(turn.face());
            Move::new(face, i32::from(turn.quarters()))
        }
    };
    if from <= to {
        let done = (from..to).filter_map(|at| {
            let reached = at + 1;
            turn(at).map(|turn| ArmTurn { turn, reached })
        });
        return done.collect();
    }
    let undone = (to..from).rev().filter_map(|at| turn(at).map(|turn| ArmTurn { turn: turn.inverse(), reached: at }));
    undone.collect()
}
