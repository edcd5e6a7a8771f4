//! The solver: the two-phase method with a budget of positions, which takes some time to answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use cube::Move;
use mission::Failure;
use solver::{Control, Limits};

use crate::context::{CallId, Context, Input, Node, Wake};
use crate::message::{Ending, Goal};
use crate::tools::Tools;

/// Positions that a search looks at.
const BUDGET: u64 = 2_000;

/// The solver behind its action.
pub struct SolverNode {
    tools: Arc<Tools>,
    /// What is found, and not answered yet.
    found: BTreeMap<CallId, Result<Vec<Move>, Failure>>,
}

impl SolverNode {
    /// A solver that begins.
    pub fn new(tools: Arc<Tools>) -> Self {
        Self { tools, found: BTreeMap::new() }
    }

    fn end(&mut self, context: &mut Context<'_>, call: CallId) {
        if let Some(found) = self.found.remove(&call) {
            context.end(call, Ending::Solve(found));
        }
    }
}

impl Node for SolverNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        match input {
            Input::Start => context.wake(1.0, Wake::Second),
            Input::Goal(call, Goal::Solve(cube)) => {
                let limits = Limits { time: None, nodes: Some(BUDGET), threads: 1, ..Limits::default() };
                let solution = self.tools.solver.solve(&cube, &limits, &Control::default());
                let failure = |error: solver::Error| Failure::passing(error.to_string());
                self.found.insert(call, solution.map(|found| found.moves().to_vec()).map_err(failure));
                let seconds = context.draw(0.05..0.3);
                context.wake(seconds, Wake::Work(call.0));
            }
            // It ends with the best that it has.
            Input::Cancel(call) => self.end(context, call),
            Input::Wake(Wake::Work(number)) => self.end(context, CallId(number)),
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                context.report(None);
            }
            _ => {}
        }
    }
}
