//! Which turns people prefer, for the search that follows their habits (the thesis' section 6.1.1.4, "Probabilistic Search").

use cube::Move;

/// How often each turn came after each face in earlier solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// `[last face][turn]`; 6 stands for no turn before.
    counts: [[u32; 18]; 7],
}

impl Habits {
    /// Counts the turns of earlier solutions. A turn that never came counts as seen once, so that none is impossible.
    pub fn learned_from<'a>(solutions: impl IntoIterator<Item = &'a [Move]>) -> Habits {
        let mut counts = [[1; 18]; 7];
        for solution in solutions {
            let mut after = 6;
            for turn in solution {
                counts[after][turn.index()] += 1;
                after = turn.index() / 3;
            }
        }
        Habits { counts }
    }

    /// The turns after a face, the likeliest first, without those rarer than this many per mille of all after it.
    pub(super) fn likeliest_first(&self, after: usize, least_per_mille: u32) -> Vec<u8> {
        let counts = &self.counts[after];
        let all: u64 = counts.iter().copied().map(u64::from).sum();
        let is_likely = |&turn: &u8| {
            let share = 1000 * u64::from(counts[usize::from(turn)]);
            u64::from(least_per_mille) * all <= share
        };
        let mut turns: Vec<u8> = (0..18).filter(is_likely).collect();
        turns.sort_by_key(|&turn| std::cmp::Reverse(counts[usize::from(turn)]));
        turns
    }
}
