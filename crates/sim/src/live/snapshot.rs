//! The live world at one moment, and how a client waits for changes.

use std::sync::Arc;

use tokio::sync::watch;

use super::Simulation;
use crate::Truth;
use crate::render::Scene;

/// The world at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The true state.
    pub truth: Truth,
    /// What happened against the rules of motion, oldest first.
    pub violations: Arc<[String]>,
    /// What the camera sees.
    pub scene: Arc<Scene>,
}

impl Snapshot {
    /// The present of a simulation.
    pub fn of(simulation: &Simulation) -> Self {
        Self {
            truth: simulation.truth(),
            violations: simulation.violations().into(),
            scene: Arc::new(simulation.scene()),
        }
    }

    /// Whether anything but the time differs.
    pub fn differs(&self, new: &Self) -> bool {
        let truth = Truth { time: self.truth.time, ..new.truth.clone() };
        self.truth != truth || self.violations != new.violations || self.scene != new.scene
    }
}

/// Waits for changes of the cube, its pose and the violations. Moving joints alone do not count.
pub struct TruthChanges {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    last: Arc<Snapshot>,
}

impl TruthChanges {
    pub(super) fn new(snapshots: watch::Receiver<Arc<Snapshot>>) -> Self {
        let last = snapshots.borrow().clone();
        Self { snapshots, last }
    }

    /// Waits for the next change; forever once the world has ended.
    pub async fn next(&mut self) {
        while self.snapshots.changed().await.is_ok() {
            let new = self.snapshots.borrow_and_update().clone();
            let old = std::mem::replace(&mut self.last, new.clone());
            let same = old.truth.cube == new.truth.cube
                && old.truth.pose == new.truth.pose
                && old.truth.solved == new.truth.solved
                && old.violations == new.violations;
            if !same {
                return;
            }
        }
        std::future::pending().await
    }
}
