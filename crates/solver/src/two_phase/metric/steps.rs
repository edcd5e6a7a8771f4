//! What counts as one step in each metric: one turn, or two turns of opposite faces at once.

use cube::{Face, Metric, Move};

use crate::turning::PHASE_TWO_MOVES;

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

/// All steps of a metric and which may follow which.
pub(super) struct Steps {
    pub list: Vec<Step>,
    /// `[last step]`, and behind them for no step before: the steps that may follow.
    pub follow: Vec<Vec<u8>>,
    /// The same for phase-two steps only.
    pub follow_home: Vec<Vec<u8>>,
}

impl Steps {
    pub(super) fn new(metric: Metric) -> Steps {
        let axial = matches!(metric, Metric::AxialHalfTurn | Metric::AxialQuarterTurn);
        let mut sequences: Vec<Vec<Move>> = Move::ALL.iter().map(|&turn| vec![turn]).collect();
        if axial {
            let of = |face: Face| {
                Move::ALL
                    .into_iter()
                    .filter(move |turn| turn.face() == face)
            };
            for face in [Face::U, Face::R, Face::F] {
                sequences.extend(
                    of(face).flat_map(|first| {
                        of(face.opposite()).map(move |second| vec![first, second])
                    }),
                );
            }
        }
        let list: Vec<Step> = sequences
            .iter()
            .map(|moves| Step {
                moves: moves.iter().map(|turn| turn.index() as u8).collect(),
                cost: metric.length(moves) as u8,
                stays: moves
                    .iter()
                    .all(|turn| PHASE_TWO_MOVES.contains(&(turn.index() as u8))),
            })
            .collect();
        let may_follow = |last: Option<usize>, next: usize| {
            let Some(last) = last else { return true };
            let (last, next) = (sequences[last][0].face(), sequences[next][0].face());
            // Both faces of an axis turn in one step, or else the first one before the second.
            if last.axis() == next.axis() {
                !axial && last < next
            } else {
                true
            }
        };
        let follow: Vec<Vec<u8>> = (0..=list.len())
            .map(|last| {
                let last = Some(last).filter(|&last| last < list.len());
                (0..list.len())
                    .filter(|&next| may_follow(last, next))
                    .map(|next| next as u8)
                    .collect()
            })
            .collect();
        let home = |steps: &Vec<u8>| {
            steps
                .iter()
                .copied()
                .filter(|&step| list[usize::from(step)].stays)
                .collect()
        };
        let follow_home = follow.iter().map(home).collect();
        Steps {
            list,
            follow,
            follow_home,
        }
    }

    /// The index that stands for no step before.
    pub(super) fn none(&self) -> usize {
        self.list.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::Cube;
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
                for &step in &steps.follow[last] {
                    let chosen = &steps.list[usize::from(step)];
                    let cost = cost + chosen.cost;
                    if cost <= most {
                        let cube = chosen
                            .moves
                            .iter()
                            .fold(cube, |cube, &turn| cube.apply(Move::ALL[usize::from(turn)]));
                        reached.insert(cube);
                        stack.push((cube, usize::from(step), cost));
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
