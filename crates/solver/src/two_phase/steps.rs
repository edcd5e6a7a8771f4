//! What counts as one step in each metric: one turn, or two turns of opposite faces at once.

use cube::{AxialTurn, Axis, Cube, Metric, Move};

use crate::turning::PHASE_TWO_MOVES;
use cube::symmetry::{AXIAL, SYMMETRIES};

/// One step of a sequence.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Indices of its one or two moves.
    pub moves: Vec<u8>,
    /// What it counts.
    pub cost: u8,
    /// Whether it keeps a cube in phase two.
    pub stays: bool,
}

/// More than the steps of any metric, for tables by step.
pub(super) const STEPS: usize = 64;

/// All steps of a metric, which may follow which, and how symmetries rename them.
pub(super) struct Steps {
    pub list: Vec<Step>,
    /// The steps that keep a cube in phase two: single moves first, in the order of the tables.
    pub home: Vec<u8>,
    /// What each step counts.
    pub costs: [u8; STEPS],
    /// `[symmetry][step]`: the step renamed.
    pub renamed: [[u8; STEPS]; AXIAL],
    /// `[symmetry][renamed step]`: the step that was renamed.
    pub original: [[u8; STEPS]; AXIAL],
    /// `[symmetry][last step]`, the last step as it is: the steps that may follow, renamed, a bit
    /// for each.
    pub follow: [[u64; STEPS]; AXIAL],
    /// Steps, a bit for each, that are looked at before the others, which they lead.
    pub leaders: u64,
    /// `[leader]`: the steps that it leads. What a leader leads to and what such a step leads to are
    /// one of cost 1 apart, so the distance of the first bounds that of the second.
    pub led: [u64; STEPS],
    /// `[last step]`: the places in `home` of the steps that may follow, a bit for each.
    pub follow_home: [u32; STEPS],
}

impl Steps {
    pub(super) fn new(metric: Metric) -> Steps {
        let axial = matches!(metric, Metric::AxialHalfTurn | Metric::AxialQuarterTurn);
        let sequences = sequences(axial);
        let list: Vec<Step> = sequences
            .iter()
            .map(|moves| Step {
                moves: moves.iter().map(|turn| turn.index() as u8).collect(),
                cost: metric.length(moves) as u8,
                stays: moves.iter().all(|turn| PHASE_TWO_MOVES.contains(&(turn.index() as u8))),
            })
            .collect();
        let pairs = (Move::COUNT..list.len()).filter(|&step| list[step].stays);
        let home: Vec<u8> = PHASE_TWO_MOVES.into_iter().chain(pairs.map(|step| step as u8)).collect();
        let may_follow = |last: usize, next: usize| {
            let Some(last) = sequences.get(last) else {
                return true;
            };
            let (last, next) = (last[0].face(), sequences[next][0].face());
            // Both faces of an axis turn in one step, or else the first one before the second.
            last.axis() != next.axis() || (!axial && last < next)
        };
        let mut steps = Steps {
            costs: [0; STEPS],
            renamed: [[0; STEPS]; AXIAL],
            original: [[0; STEPS]; AXIAL],
            follow: [[0; STEPS]; AXIAL],
            leaders: 0,
            led: [0; STEPS],
            follow_home: [0; STEPS],
            home,
            list,
        };
        for (step, chosen) in steps.list.iter().enumerate() {
            steps.costs[step] = chosen.cost;
        }
        for symmetry in 0..AXIAL {
            let moves = &SYMMETRIES.list[symmetry].moves;
            for (step, sequence) in sequences.iter().enumerate() {
                let image: Vec<Move> = sequence.iter().map(|turn| moves[turn.index()]).collect();
                let renamed = place(&sequences, &image);
                steps.renamed[symmetry][step] = renamed as u8;
                steps.original[symmetry][renamed] = step as u8;
            }
        }
        steps.choose_leaders(&sequences);
        for last in 0..=sequences.len() {
            for next in (0..sequences.len()).filter(|&next| may_follow(last, next)) {
                for symmetry in 0..AXIAL {
                    let renamed = steps.renamed[symmetry][next];
                    steps.follow[symmetry][last] |= 1 << renamed;
                }
                if let Some(place) = steps.home.iter().position(|&home| usize::from(home) == next) {
                    steps.follow_home[last] |= 1 << place;
                }
            }
        }
        steps
    }

    /// Takes as leader whichever step leads most of those that have no leader yet, until all have.
    fn choose_leaders(&mut self, sequences: &[Vec<Move>]) {
        let reached: Vec<Cube> = sequences.iter().map(|moves| Cube::SOLVED.apply_all(moves)).collect();
        let reach = |leader: usize| -> u64 {
            let cheap = (0..sequences.len()).filter(|&step| self.costs[step] == 1);
            let next: Vec<Cube> = cheap.map(|step| reached[leader].apply_all(&sequences[step])).collect();
            (0..sequences.len())
                .filter(|&step| step == leader || next.contains(&reached[step]))
                .fold(0, |mask, step| mask | 1 << step)
        };
        let within_reach: Vec<u64> = (0..sequences.len()).map(reach).collect();
        let mut alone = (1_u64 << sequences.len()) - 1;
        while alone != 0 {
            let leads = |&step: &usize| (within_reach[step] & alone).count_ones();
            let leader = (0..sequences.len())
                .filter(|&step| alone >> step & 1 == 1)
                .max_by_key(leads)
                .expect("some step is alone");
            self.leaders |= 1 << leader;
            self.led[leader] = within_reach[leader] & alone & !(1 << leader);
            alone &= !within_reach[leader];
        }
    }

    /// The number that stands for no step before.
    pub(super) fn none(&self) -> u8 {
        self.list.len() as u8
    }
}

/// The turns of each step. Opposite faces are in the order of the first half of the faces.
fn sequences(axial: bool) -> Vec<Vec<Move>> {
    let mut sequences: Vec<Vec<Move>> = Move::ALL.iter().map(|&turn| vec![turn]).collect();
    let quarters = (1..4).flat_map(|first| (1..4).map(move |second| [first, second]));
    for axis in Axis::ALL.into_iter().filter(|_| axial) {
        let pairs = quarters.clone();
        let pairs = pairs.filter_map(|quarters| AxialTurn::new(axis, quarters));
        sequences.extend(pairs.map(|turn| turn.moves().collect()));
    }
    sequences
}

/// Where a step is listed, whichever of its two turns comes first.
fn place(sequences: &[Vec<Move>], step: &[Move]) -> usize {
    let backwards: Vec<Move> = step.iter().rev().copied().collect();
    sequences
        .iter()
        .position(|known| *known == step || *known == backwards)
        .expect("a symmetry takes opposite faces to opposite faces")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every position within some steps is reached, each at its true cost: against a plain search
    /// over single moves.
    #[test]
    fn steps_reach_what_moves_reach() {
        for metric in Metric::ALL {
            let steps = Steps::new(metric);
            let axial = matches!(metric, Metric::AxialHalfTurn | Metric::AxialQuarterTurn);
            assert_eq!(steps.list.len(), if axial { 45 } else { 18 });
            let most = if axial { 2 } else { 3 };
            let mut reached = HashSet::from([Cube::SOLVED]);
            let mut stack = vec![(Cube::SOLVED, steps.none(), 0)];
            while let Some((cube, last, cost)) = stack.pop() {
                let follow = steps.follow[0][usize::from(last)];
                for step in (0..steps.none()).filter(|step| follow >> step & 1 == 1) {
                    let chosen = &steps.list[usize::from(step)];
                    let cost = cost + chosen.cost;
                    if cost <= most {
                        let cube =
                            chosen.moves.iter().fold(cube, |cube, &turn| cube.apply(Move::ALL[usize::from(turn)]));
                        reached.insert(cube);
                        stack.push((cube, step, cost));
                    }
                }
            }
            let mut plain = HashSet::new();
            let mut paths = vec![vec![]];
            while let Some(path) = paths.pop() {
                plain.insert(Cube::SOLVED.apply_all(&path));
                for turn in Move::ALL {
                    let mut longer = path.clone();
                    longer.push(turn);
                    if longer.len() <= 4 && metric.length(&longer) <= usize::from(most) {
                        paths.push(longer);
                    }
                }
            }
            assert_eq!(reached, plain, "{metric}");
        }
    }
}
