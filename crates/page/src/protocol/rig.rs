//! How the rig is: stopped or not, what can be asked of it, how its nodes are.

use std::collections::BTreeMap;

use serde::Serialize;

/// Whether the rig is stopped.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StopNow {
    /// Nothing moves until someone resumes.
    pub stopped: bool,
    /// Who stopped it, or what could not be stopped.
    pub text: String,
    /// Milliseconds from the last request to stop on a page until all motors confirmed that they hold; nothing before that.
    pub took: Option<f64>,
}

/// For each control, why it is off; a control that is not named here does not exist on this page, and an empty reason means that
/// it can be used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Controls {
    /// By the name of the request, such as `start`.
    pub reasons: BTreeMap<String, String>,
}

/// What the nodes say of themselves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Health {
    /// By name.
    pub nodes: Vec<NodeHealth>,
}

/// What one node reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NodeHealth {
    /// Its name.
    pub name: String,
    /// How well it is.
    pub level: Level,
    /// In a sentence.
    pub message: String,
    /// Names and values.
    pub values: Vec<(String, String)>,
    /// Milliseconds since it spoke, when this part was made.
    pub age: f64,
}

/// How well a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// All is well.
    Ok,
    /// Something deserves a look.
    Warn,
    /// It cannot do its work.
    Error,
    /// It reports nothing any more.
    Stale,
}

/// The newest picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Camera {
    /// Milliseconds since it came, when this part was made; nothing when there never was one.
    pub age: Option<f64>,
    /// What it comes from, for people.
    pub source: String,
}
