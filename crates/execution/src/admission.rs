//! Which goals are begun, and how those end that are not.

use cube::outside::number;

use crate::events::Event;
use crate::executive::Executive;
use crate::report::{ClawsReport, Code, ExecuteReport, GoalReport, ScanReport};

/// No search and no look at a face takes longer, seconds.
const LONGEST: f64 = 3600.0;

impl Executive {
    /// How a goal ends that is not begun; none where it may begin. `stopped` is why nothing may move, if so.
    pub fn refusal(&self, stopped: Option<String>, goal: &Event) -> Option<GoalReport> {
        let busy = || self.is_busy().then(|| (Code::Busy, "another goal is under way".to_owned()));
        let (code, text) = stopped.map(|reason| (Code::Stopped, reason)).or_else(busy).or_else(|| unfit(goal))?;
        Some(match goal {
            Event::Scan(..) => GoalReport::Scan(ScanReport { code, text, ..ScanReport::default() }),
            Event::MoveClaws(_) => GoalReport::Claws(ClawsReport { code, text, ..ClawsReport::default() }),
            _ => GoalReport::Execute(ExecuteReport { code, text, ..ExecuteReport::default() }),
        })
    }
}

/// Why a goal cannot be meant.
fn unfit(goal: &Event) -> Option<(Code, String)> {
    let out_of_range = |name: &str, seconds: f64| {
        let is_possible = (0.0..=LONGEST).contains(&seconds);
        (!is_possible)
            .then(|| (Code::BadGoal, format!("{name} must be within 0 to {LONGEST} s, not {}", number(seconds))))
    };
    match goal {
        Event::Execute(moves, search) => {
            let unread = || Some((Code::BadGoal, moves.as_ref().err()?.clone()));
            out_of_range("search_time", *search).or_else(unread)
        }
        Event::Scan(faces, timeout) => {
            let unread = || Some((Code::BadGoal, faces.as_ref().err()?.clone()));
            timeout.and_then(|seconds| out_of_range("timeout_per_face", seconds)).or_else(unread)
        }
        _ => None,
    }
}
