//! One thread's search: phases one of given cost, in batches, and phase two behind each.
//!
//! A phase one is searched depth first, but in batches: the positions of a batch lead to the next
//! one together. So the processor fetches the table entries of all of them at once, and waits for
//! none alone. Sequences that end in phase two are gathered as leaves, to be finished in batches too.

use cube::{Cube, Metric};

use super::expander::{Expander, Leaf, Node};
use super::problem::Problem;
use super::search_tables::{SearchTables, position};
use super::work_items::{WorkItem, WorkItems};
use crate::Stage;
use crate::race::Race;

/// Positions looked at together.
const BATCH: usize = 64;
/// Positions that one thread looks at before others help: some tenths of a millisecond.
const OPENING: u64 = 10_000;
/// `true` ends the search.
pub(super) type Ended = bool;

/// A bit for each move that may follow a turn of a face. That face need not turn again, nor the first face of an axis after
/// the second one. Entry 6 is for no turn before.
pub const MAY_FOLLOW: [u32; 7] = {
    let mut allowed = [0x3FFFF; 7];
    let mut face = 0;
    while face < 6 {
        allowed[face] &= !(7 << (3 * face));
        if face >= 3 {
            allowed[face] &= !(7 << (3 * (face - 3)));
        }
        face += 1;
    }
    allowed
};

/// A position in phase two.
#[derive(Clone, Copy)]
pub(super) struct Home {
    pub(super) corners: u16,
    pub(super) edges: u16,
    pub(super) slice: u16,
}

/// One thread of a search. Nothing that it keeps belongs to a work item: what is gathered for one lives in its [`ItemSearch`].
pub(super) struct Worker<'a> {
    tables: SearchTables<'a>,
    problems: &'a [Problem],
    items: &'a WorkItems,
    race: &'a Race<'a>,
    /// In quarter turns, whether all solutions are of odd or of even length.
    parity: Option<usize>,
    nodes: u64,
    countdown: u32,
}

/// The search of one work item. All that it gathers is made for it and dropped with it.
pub(super) struct ItemSearch<'w, 'a> {
    worker: &'w mut Worker<'a>,
    pub(super) tables: SearchTables<'a>,
    pub(super) problem: &'a Problem,
    /// The cost of phase one.
    pub(super) length: usize,
    expander: Expander<'a>,
    /// `[steps]`: the positions being looked at after this many steps.
    levels: Vec<Vec<Node>>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) homes: Vec<Home>,
    /// The steps to a leaf, and of phase two behind them.
    pub(super) path: Vec<u8>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        tables: SearchTables<'a>,
        problems: &'a [Problem],
        items: &'a WorkItems,
        race: &'a Race<'a>,
        parity: Option<usize>,
    ) -> Worker<'a> {
        Worker { tables, problems, items, race, parity, nodes: 0, countdown: 0 }
    }

    /// Takes work items until none is left or the search ends.
    pub(super) fn run(&mut self) {
        self.run_while(|_| true);
        self.race.add_nodes(std::mem::take(&mut self.nodes));
    }

    /// Takes work items until there is a first solution, which nearly always comes sooner than a second
    /// thread could be started.
    pub(super) fn open(&mut self) {
        let wanted = self.race.limit();
        self.run_while(|worker| worker.race.limit() == wanted && worker.nodes < OPENING);
    }

    fn run_while(&mut self, go_on: impl Fn(&Self) -> bool) {
        while go_on(self)
            && let Some(item) = self.items.next(self.race)
        {
            if self.search(&item) {
                break;
            }
        }
    }

    /// Searches the phases one of a work item.
    fn search(&mut self, item: &WorkItem) -> Ended {
        let problem = &self.problems[item.problem];
        let Some(root) = self.root(problem, item.length) else {
            return false;
        };
        ItemSearch::new(self, problem, item.length).begin(root, item.first_step)
    }

    /// Where phases one of this cost begin; `None` where phase two is farther.
    fn root(&self, problem: &Problem, length: usize) -> Option<Node> {
        let (tables, at) = (self.tables, problem.coordinates);
        let mut root = Node {
            at: at.class,
            twist: at.twist,
            corners: problem.corners,
            slice: problem.slice,
            parent: 0,
            symmetry: at.symmetry,
            step: tables.steps.none(),
            left: length as u8,
            distance: tables.distance(at.class, at.twist),
        };
        if root.left <= tables.graph.reach {
            let number = tables.graph.number(position(at.class, at.twist))?;
            (root.at, root.distance) = (number, tables.graph.distance(number));
        }
        (root.distance <= root.left).then_some(root)
    }

    /// The greatest length that is still wanted and possible.
    #[inline]
    fn limit(&self) -> usize {
        let limit = self.race.limit();
        match self.parity {
            Some(parity) if limit % 2 != parity => limit.saturating_sub(1),
            _ => limit,
        }
    }

    /// Counts positions and looks at the clock now and then.
    #[inline]
    fn must_end(&mut self, nodes: usize) -> bool {
        self.nodes += nodes as u64;
        match self.countdown.checked_sub(nodes as u32) {
            Some(countdown) => {
                self.countdown = countdown;
                false
            }
            None => {
                self.countdown = Race::NODES_BETWEEN_CHECKS;
                if self.race.has_node_limit() {
                    self.race.add_nodes(std::mem::take(&mut self.nodes));
                }
                self.race.must_end()
            }
        }
    }
}

impl<'w, 'a> ItemSearch<'w, 'a> {
    fn new(worker: &'w mut Worker<'a>, problem: &'a Problem, length: usize) -> ItemSearch<'w, 'a> {
        let tables = worker.tables;
        ItemSearch {
            worker,
            tables,
            problem,
            length,
            expander: Expander::new(tables),
            levels: vec![Vec::new(); 2],
            leaves: Vec::new(),
            homes: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Searches phases one that begin with this step; one of no cost has no first step.
    fn begin(&mut self, root: Node, first_step: Option<usize>) -> Ended {
        let Some(first_step) = first_step else {
            self.leaves.push(Leaf { corners: root.corners, slice: root.slice, parent: 0, step: root.step });
            return self.finish_leaves(0);
        };
        let seen = self.tables.steps.renamed[usize::from(root.symmetry)][first_step];
        self.levels[0].push(root);
        let [root, children, ..] = &mut self.levels[..] else {
            return false;
        };
        let (leaves, only) = (&mut self.leaves, Some(usize::from(seen)));
        self.expander.expand(root, 0, only, children, leaves);
        self.finish_leaves(0) || self.expand(1)
    }

    /// Searches on from all positions of a level.
    fn expand(&mut self, depth: usize) -> Ended {
        let count = self.levels[depth].len();
        if count == 0 {
            return false;
        }
        if self.levels.len() == depth + 1 {
            self.levels.push(Vec::new());
        }
        // Batches of equal size rather than a small one in the end.
        let batch = count.div_ceil(count.div_ceil(BATCH));
        for from in (0..count).step_by(batch) {
            let to = count.min(from + batch);
            if self.must_end(to - from) {
                return true;
            }
            if self.limit() < self.length {
                return false;
            }
            let (above, below) = self.levels.split_at_mut(depth + 1);
            let nodes = &above[depth][from..to];
            let (children, leaves) = (&mut below[0], &mut self.leaves);
            self.expander.expand(nodes, from as u16, None, children, leaves);
            if self.finish_leaves(depth) || self.expand(depth + 1) {
                return true;
            }
        }
        false
    }

    /// The greatest length that is still wanted and possible.
    #[inline]
    pub(super) fn limit(&self) -> usize {
        self.worker.limit()
    }

    /// What lengths of solutions differ by: in quarter turns every other length is impossible.
    pub(super) fn stride(&self) -> usize {
        if self.worker.parity.is_some() { 2 } else { 1 }
    }

    /// Counts positions and looks at the clock now and then.
    #[inline]
    pub(super) fn must_end(&mut self, nodes: usize) -> bool {
        self.worker.must_end(nodes)
    }

    /// Reports a solution.
    pub(super) fn improve(&mut self, stages: Vec<Stage>) -> Ended {
        let race = self.worker.race;
        race.add_nodes(std::mem::take(&mut self.worker.nodes));
        race.improve(stages)
    }

    /// The steps that led to a leaf of a level, into `path`.
    pub(super) fn trace(&mut self, depth: usize, leaf: &Leaf) {
        self.path.clear();
        if leaf.step == self.tables.steps.none() {
            return;
        }
        self.path.push(leaf.step);
        let mut parent = leaf.parent;
        for level in (1..=depth).rev() {
            let node = &self.levels[level][usize::from(parent)];
            self.path.push(node.step);
            parent = node.parent;
        }
        self.path.reverse();
    }
}

/// The parity that the lengths of all solutions have, where the metric gives them one: a quarter
/// turn makes an odd permutation of the corners.
pub(super) fn parity(metric: Metric, cube: &Cube) -> Option<usize> {
    let corners = cube.corner_permutation();
    let pairs = (0..8).flat_map(|first| (first + 1..8).map(move |second| (first, second)));
    let inversions = pairs.filter(|&(first, second)| corners[first] > corners[second]);
    (metric == Metric::QuarterTurn).then(|| inversions.count() % 2)
}
