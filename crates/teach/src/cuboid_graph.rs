//! The 2x2x1 solved on the graph of all its states.

use std::collections::BTreeMap;

use cube::{Cuboid, CuboidTurn};

/// What a path is to be short in. The other counts where two paths are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimize {
    /// The number of turns.
    Turns,
    /// The sum of their times, see [`CuboidTurn::time`].
    Time,
}

impl Minimize {
    /// Both.
    pub const ALL: [Minimize; 2] = [Minimize::Turns, Minimize::Time];

    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Minimize::Turns => "turns",
            Minimize::Time => "time",
        }
    }

    /// The length of these turns: first what is minimised, then the other.
    pub fn length(self, turns: &[CuboidTurn]) -> (u32, u32) {
        let (count, time) = (turns.len() as u32, turns.iter().map(|turn| turn.time()).sum());
        match self {
            Minimize::Turns => (count, time),
            Minimize::Time => (time, count),
        }
    }
}

/// All 24 states, each with its four turns.
pub struct CuboidGraph {
    states: Vec<Cuboid>,
}

impl Default for CuboidGraph {
    fn default() -> CuboidGraph {
        CuboidGraph::new()
    }
}

impl CuboidGraph {
    /// Finds all states from the solved one, nearest first.
    pub fn new() -> CuboidGraph {
        let mut states = vec![Cuboid::SOLVED];
        let mut at = 0;
        while at < states.len() {
            for turn in CuboidTurn::ALL {
                let next = states[at].apply(turn);
                if !states.contains(&next) {
                    states.push(next);
                }
            }
            at += 1;
        }
        CuboidGraph { states }
    }

    /// All states, those with the fewest turns to the solved one first.
    pub fn states(&self) -> &[Cuboid] {
        &self.states
    }

    /// Each turn of each state, as numbers of states. Every turn undoes itself, so each edge has one back.
    pub fn edges(&self) -> Vec<(usize, CuboidTurn, usize)> {
        let number = |state: &Cuboid| {
            let found = self.states.iter().position(|known| known == state);
            found.expect("the graph holds all states")
        };
        let mut edges = Vec::new();
        for (from, state) in self.states.iter().enumerate() {
            for turn in CuboidTurn::ALL {
                edges.push((from, turn, number(&state.apply(turn))));
            }
        }
        edges
    }

    /// The best way from a state to each other one. Of paths that are equal in both counts, the one whose turns come first
    /// in the order R U L D.
    pub fn paths_from(&self, start: &Cuboid, minimize: Minimize) -> BTreeMap<Cuboid, Vec<CuboidTurn>> {
        let mut best: BTreeMap<Cuboid, Vec<CuboidTurn>> = BTreeMap::new();
        let mut open = vec![(*start, Vec::new())];
        while let Some(at) = (0..open.len()).min_by_key(|&at| {
            let turns: &Vec<CuboidTurn> = &open[at].1;
            (minimize.length(turns), turns.clone())
        }) {
            let (state, turns) = open.swap_remove(at);
            if best.contains_key(&state) {
                continue;
            }
            for turn in CuboidTurn::ALL {
                let next = [&turns[..], &[turn]].concat();
                open.push((state.apply(turn), next));
            }
            best.insert(state, turns);
        }
        best
    }

    /// The best way to solve a state.
    pub fn solve(&self, state: &Cuboid, minimize: Minimize) -> Vec<CuboidTurn> {
        self.paths_from(state, minimize).remove(&Cuboid::SOLVED).expect("every state can be solved")
    }

    /// How many states need 0, 1, 2 and so on turns.
    pub fn by_distance(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        for turns in self.paths_from(&Cuboid::SOLVED, Minimize::Turns).values() {
            counts.resize(counts.len().max(turns.len() + 1), 0);
            counts[turns.len()] += 1;
        }
        counts
    }

    /// The length of the longest of all best paths, between any two states.
    pub fn diameter(&self, minimize: Minimize) -> u32 {
        let longest = self.states.iter().flat_map(|state| {
            let paths = self.paths_from(state, minimize);
            paths.into_values().map(|turns| minimize.length(&turns).0)
        });
        longest.max().unwrap_or(0)
    }

    /// The graph for Graphviz: each pair of states once, with the turn that joins them and its time.
    pub fn dot(&self) -> String {
        let mut text = String::from("graph cuboid {\n  node [shape=box, fontname=monospace];\n");
        for (number, state) in self.states.iter().enumerate() {
            text += &format!("  {number} [label=\"{state}\"];\n");
        }
        for (from, turn, to) in self.edges() {
            if from < to {
                text += &format!("  {from} -- {to} [label=\"{turn} {}\"];\n", turn.time());
            }
        }
        text + "}\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_has_the_known_figures() {
        let graph = CuboidGraph::new();
        assert_eq!(graph.states().len(), Cuboid::STATES);
        assert_eq!(graph.edges().len(), 96);
        assert_eq!(graph.by_distance(), [1, 4, 10, 8, 1]);
        assert_eq!(graph.diameter(Minimize::Turns), 4);
        assert_eq!(graph.diameter(Minimize::Time), 7);
        let dot = graph.dot();
        assert_eq!(dot.matches(" -- ").count(), 48);
    }

    /// Nine states have a path of fewest turns that is not fastest, yet each state has one path that is best in both.
    #[test]
    fn ties_are_broken_by_the_other_count() {
        let graph = CuboidGraph::new();
        let mut slower = 0;
        for state in graph.states() {
            let [turns, time] = Minimize::ALL.map(|minimize| graph.solve(state, minimize));
            assert_eq!(turns.len(), time.len(), "{state}");
            let fewest = Minimize::Turns.length(&turns).0;
            let fastest = Minimize::Time.length(&time).0;
            let lengths = all_paths(state, fewest);
            assert!(lengths.contains(&fastest), "{state}");
            slower += usize::from(lengths.iter().any(|time| fastest < *time));
            for solution in [turns, time] {
                assert!(state.apply_all(&solution).is_solved());
                assert_eq!(Minimize::Time.length(&solution).0, fastest);
            }
        }
        assert_eq!(slower, 9);
    }

    /// The times of all ways to solve a state in this many turns.
    fn all_paths(state: &Cuboid, turns: u32) -> Vec<u32> {
        if turns == 0 {
            return if state.is_solved() { vec![0] } else { vec![] };
        }
        let next = CuboidTurn::ALL.into_iter().flat_map(|turn| {
            let rest = all_paths(&state.apply(turn), turns - 1);
            rest.into_iter().map(move |time| time + turn.time())
        });
        next.collect()
    }
}
