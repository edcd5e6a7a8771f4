//! Asks the planner crate for a plan and puts it into the executor's terms.

use cube::Move;
use rig::{Motion, Profile};

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

/// Makes a plan. The error is a sentence.
pub fn make(profile: &Profile, request: &PlanRequest) -> Result<(Choreography, Summary), String> {
    let _ = (profile, request);
    Err("the planner is not there yet".into())
}
