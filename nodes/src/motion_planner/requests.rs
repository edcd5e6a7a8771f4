//! Goals that come in: begun, or refused with a sentence.

use execution::events::{ClawsGoal, Event};
use execution::report::{ClawCount, ClawsReport, Code, ExecuteReport, ScanReport};
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, ScanCube};

use super::convert;
use super::node_state::{Active, NodeState};
use crate::runtime::{Goal, out_of_range};

/// No search and no look at a face takes longer, seconds.
const LONGEST: f64 = 3600.0;

impl NodeState {
    /// Begins a goal of `execute`, or refuses it.
    pub fn execute(&mut self, goal: Goal<ExecuteMoves::Action>) {
        if let Some(reason) = self.switch.refusal() {
            let report = failed(Code::Stopped, &reason);
            return goal.abort(convert::execute_result(&report, None));
        }
        if self.active.is_some() {
            let report = failed(Code::NoPlan, "another goal is under way");
            return goal.abort(convert::execute_result(&report, None));
        }
        let search = goal.request().search_time;
        let moves = match out_of_range("search_time", search, LONGEST) {
            Some(reason) => Err((Code::NoPlan, reason)),
            None => convert::moves(goal.request()).map_err(|reason| (Code::BadMoves, reason)),
        };
        match moves {
            Err((code, reason)) => {
                goal.abort(convert::execute_result(&failed(code, &reason), None));
            }
            Ok(moves) => {
                self.begin(Active::Execute(goal));
                self.happen(Event::Execute(moves, search));
            }
        }
    }

    /// Begins a goal of `scan`, or refuses it.
    pub fn scan(&mut self, goal: Goal<ScanCube::Action>) {
        let timeout = goal.request().timeout_per_face;
        let faces = match (self.switch.refusal(), &self.active) {
            (Some(reason), _) => Err((Code::Stopped, reason)),
            (None, Some(_)) => Err((Code::NoPlan, "another goal is under way".into())),
            (None, None) => match out_of_range("timeout_per_face", timeout, LONGEST) {
                Some(text) => Err((Code::NoPlan, text)),
                None => convert::faces(goal.request()).map_err(|text| (Code::NoPlan, text)),
            },
        };
        let faces = match faces {
            Ok(faces) => faces,
            Err((code, text)) => {
                let report = ScanReport { code, text, faces_seen: Vec::new(), seconds: 0.0 };
                return goal.abort(convert::scan_result(&report));
            }
        };
        self.begin(Active::Scan(goal));
        // A search for the cube's solution usually follows, and the arms leave the processor time.
        self.maker.load_tables();
        self.happen(Event::Scan(faces, (0.0 < timeout).then_some(timeout)));
    }

    /// Begins a goal of `move_claws`, or refuses it.
    pub fn move_claws(&mut self, goal: Goal<MoveClaws::Action>) {
        let refused = match (self.switch.refusal(), &self.active) {
            (Some(reason), _) => Some((Code::Stopped, reason)),
            (None, Some(_)) => Some((Code::NoPlan, "another goal is under way".into())),
            (None, None) => None,
        };
        if let Some((code, text)) = refused {
            let report = ClawsReport { code, text, claws: ClawCount::default(), seconds: 0.0 };
            return goal.abort(convert::claws_result(&report));
        }
        let &MoveClaws::Goal { close, look_only } = goal.request();
        self.begin(Active::Claws(goal));
        self.happen(Event::MoveClaws(ClawsGoal { close, look_only }));
    }
}

fn failed(code: Code, text: &str) -> ExecuteReport {
    ExecuteReport {
        code,
        text: text.into(),
        moves: Vec::new(),
        moves_done: 0,
        seconds: 0.0,
        lateness: None,
        cube: None,
    }
}
