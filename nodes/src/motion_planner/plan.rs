//! Asks the planner crate for a plan and puts it into the executor's terms.

use cube::Move;
use planner::{Plan, Planner, plan_the_seeds_way};
use rig::Motion;

use super::meaning::meanings;
use super::node::PlanRequest;
use super::running::Choreography;

/// What is told to others about a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The face turns; empty for a scan.
    pub moves: Vec<Move>,
    /// Name of the profile.
    pub profile: String,
    /// Seconds until the last motion that solves has ended.
    pub seconds: f64,
    /// Seconds that the same moves take one by one; 0 for a scan.
    pub baseline_seconds: f64,
    /// All motions.
    pub motions: Vec<Motion>,
}

/// Makes a plan; with `park` it ends with all claws closed and neutral. The error is a sentence.
pub fn make(
    planner: &Planner,
    request: &PlanRequest,
    park: bool,
) -> Result<(Choreography, Summary), String> {
    let plan = match request {
        PlanRequest::Moves(start, moves) => planner.moves(start, moves),
        PlanRequest::Scan(_) => return Err("scan plans are not there yet".into()),
    };
    let plan = plan.map_err(|error| error.to_string())?;
    let baseline_seconds = match request {
        PlanRequest::Moves(start, moves) => plan_the_seeds_way(planner.profile(), start, moves)
            .map_or(0.0, |baseline| baseline.seconds()),
        PlanRequest::Scan(_) => 0.0,
    };
    let choreography = choreography(planner, &plan, Vec::new(), park)?;
    let summary = Summary {
        moves: plan.moves().to_vec(),
        profile: plan.profile().to_owned(),
        seconds: plan.seconds(),
        baseline_seconds,
        motions: choreography.motions.clone(),
    };
    Ok((choreography, summary))
}

fn choreography(
    planner: &Planner,
    plan: &Plan,
    views: Vec<f64>,
    park: bool,
) -> Result<Choreography, String> {
    let parking = if park { plan.parking() } else { &[] };
    let motions = [plan.motions(), parking].concat();
    // What precedes a motion is earlier in the list, so cutting the parking off leaves no loose end.
    let after = plan.predecessors()[..motions.len()].to_vec();
    let meanings =
        meanings(planner.profile(), plan.start(), &motions).map_err(|error| error.to_string())?;
    Ok(Choreography { start: *plan.start(), motions, meanings, after, views })
}
