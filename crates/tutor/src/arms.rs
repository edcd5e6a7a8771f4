//! A lesson that arms carry out: they turn the cube's own faces, and never turn it as the lesson holds it.

use cube::{LayerTurn, Layers, Move, Step};
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
                let mut turns = ahead.filter(|(_, played)| played.turn.layers() != Layers::All);
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

/// The turns that lead from one place of a lesson to another, forwards or back. A slice is two turns of faces, a wide turn one.
pub fn arm_turns(player: &Player, from: usize, to: usize) -> Vec<ArmTurn> {
    let faces = |at: usize, turn: LayerTurn| {
        let held = player.hands()[at].held;
        let turns = turn.steps().filter_map(|step| match step {
            Step::Rotate(_) => None,
            Step::Turn(turn) => Move::new(held.face_at(turn.face()), i32::from(turn.quarters())),
        });
        turns.collect::<Vec<Move>>()
    };
    let single = |turns: Vec<Move>, before: usize, reached: usize| {
        let last = turns.len();
        let turns = turns.into_iter().enumerate();
        turns.map(move |(at, turn)| ArmTurn { turn, reached: if at + 1 == last { reached } else { before } })
    };
    match from <= to {
        true => (from..to).flat_map(|at| single(faces(at, player.moves()[at].turn), at, at + 1)).collect(),
        false => {
            let undone = (to..from).rev();
            undone.flat_map(|at| single(faces(at + 1, player.moves()[at].turn.inverse()), at + 1, at)).collect()
        }
    }
}
