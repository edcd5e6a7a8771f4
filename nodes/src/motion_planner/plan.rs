//! Asks the planner crate for a plan and puts it into the executor's terms.

use cube::Move;
use planner::{Plan, Planner, plan_the_seeds_way};
use rig::{Motion, Side};

use super::events::PlanRequest;
use super::meaning::meanings;
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

/// Makes a plan; with `park` a plan for moves ends with all claws closed and neutral. The error is a sentence.
pub fn make(
    planner: &Planner,
    request: &PlanRequest,
    park: bool,
) -> Result<(Choreography, Summary), String> {
    let in_words = |error: planner::Error| error.to_string();
    let (plan, views, baseline_seconds) = match request {
        PlanRequest::Moves(start, moves) => {
            let plan = planner.moves(start, moves).map_err(in_words)?;
            let baseline = plan_the_seeds_way(planner.profile(), start, moves);
            (
                plan,
                Vec::new(),
                baseline.map_or(0.0, |baseline| baseline.seconds()),
            )
        }
        PlanRequest::Scan(start) => {
            let scan = planner.scan(start, &Side::ALL).map_err(in_words)?;
            (
                scan.plan,
                scan.views.iter().map(|view| view.seconds).collect(),
                0.0,
            )
        }
    };
    let parks = park && views.is_empty();
    let choreography = choreography(planner, &plan, views, parks)?;
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
    Ok(Choreography {
        start: *plan.start(),
        motions,
        meanings,
        after,
        views,
    })
}
