//! What a learner can practise in addition to a lesson: the cases of the catalogue, and the 2x2x1.

use serde::Serialize;

/// The catalogue of cases. It never changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalogue {
    /// All sets.
    pub sets: Vec<CaseSet>,
}

/// A set of cases.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CaseSet {
    /// The name for requests, such as `oll`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Its cases in the usual order.
    pub cases: Vec<CaseShown>,
}

/// A case of the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CaseShown {
    /// The name for requests: its number, or the letters of PLL.
    pub name: String,
    /// The name for people, such as "27 Sune".
    pub title: String,
    /// What similar cases have in common.
    pub group: String,
    /// The sequence that its lesson takes, as the learner wants moves written.
    pub moves: String,
    /// More sequences for the same case, written as people do them: with slices, wide turns and rotations, and by turns of faces.
    pub others: Vec<String>,
    /// The 54 stickers of the case as face letters, a point where anything may be.
    pub look: String,
    /// A sequence for the left hand, for the same case held another way; empty where none is usual.
    pub left: String,
}

/// The graph of the 2x2x1: all its states. It never changes, so the browser turns the puzzle by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CuboidGraph {
    /// The letters of the turns, in the order of `to`.
    pub turns: Vec<String>,
    /// How long a hand needs for each of them, in units.
    pub times: Vec<u32>,
    /// All states; the first is solved, and those nearer to it come first.
    pub states: Vec<CuboidState>,
}

/// A state of the 2x2x1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CuboidState {
    /// Its 16 stickers as colour letters, faces F B U D L R.
    pub stickers: String,
    /// The state after each turn, counted from 0.
    pub to: Vec<u32>,
    /// A way to solved with the fewest turns, the fastest of those.
    pub shortest: Vec<String>,
    /// A fastest way to solved.
    pub fastest: Vec<String>,
}
