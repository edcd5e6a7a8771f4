//! The nodes of the graph, by number: an order that no hash decides.

use brick::BrickName;

/// A node of the graph, or a person at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub usize);

impl Id {
    /// Conducts runs.
    pub const CONDUCTOR: Id = Id(0);
    /// Moves arms.
    pub const PLANNER: Id = Id(1);
    /// Owns the cube.
    pub const ASSEMBLER: Id = Id(2);
    /// Finds moves.
    pub const SOLVER: Id = Id(3);
    /// Sees faces.
    pub const DETECTOR: Id = Id(4);
    /// The people, and the programs that they use.
    pub const PERSON: Id = Id(9);
    /// How many there are.
    pub const COUNT: usize = 10;

    /// All of them.
    pub fn all() -> impl Iterator<Item = Id> {
        (0..Self::COUNT).map(Id)
    }

    /// The driver of a brick.
    pub fn driver(brick: BrickName) -> Id {
        Id(5 + brick.index())
    }

    /// The brick that it drives, if it drives one.
    pub fn brick(self) -> Option<BrickName> {
        BrickName::ALL.get(self.0.checked_sub(5)?).copied()
    }

    /// Its name in the graph.
    pub fn name(self) -> &'static str {
        match (self.0, self.brick()) {
            (_, Some(brick)) => brick.name(),
            (0, _) => "conductor",
            (1, _) => "motion_planner",
            (2, _) => "state_assembler",
            (3, _) => "solver",
            (4, _) => "face_detector",
            _ => "dashboard",
        }
    }

    /// What it is, as it reports.
    pub fn kind(self) -> &'static str {
        match self.brick() {
            Some(_) => "brick_driver",
            None => self.name(),
        }
    }

    /// The node of this name.
    pub fn parse(name: &str) -> Option<Id> {
        Id::all().find(|id| id.name() == name)
    }
}
