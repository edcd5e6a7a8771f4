//! What can go wrong in a simulated rig on request.

use serde::Serialize;

/// A fault, and what can be chosen for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultKind {
    /// The name for requests.
    pub name: String,
    /// What happens, in a sentence.
    pub about: String,
    /// What it can strike: the target for requests, and the words for people. Empty where nothing is chosen.
    pub targets: Vec<(String, String)>,
    /// What else is chosen: what is added to the target, and the words for people. Often empty.
    pub variants: Vec<(String, String)>,
    /// How much of it; nothing where there is no more or less.
    pub amount: Option<FaultAmount>,
}

/// How much of a fault can be chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultAmount {
    /// What is counted.
    pub unit: String,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
    /// What the page offers first.
    pub usual: f64,
}
