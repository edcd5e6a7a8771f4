//! The 16 symmetries of the cube that keep the U-D axis: what they do to turns and to configs.
//!
//! Neither the cube nor a rig without twist changes when both are seen in a mirror or from another side: a rig whose
//! cube is renamed by a rotation is the same rig with the cube held otherwise, and mirrored at the horizontal
//! plane every arm stays where it is and turns the other way. So positions that a symmetry carries into
//! each other take the same time, from configs that it carries into each other.

use crate::search::configs::Configs;
use crate::search::turn::{self, Turn};

/// 2 ways up x 4 turns x 2 with a mirror.
pub(crate) const SYMMETRIES: usize = 16;

/// Where a symmetry carries each face (in the order U R F D L B), and whether it mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    faces: [usize; 6],
    mirrors: bool,
}

/// The symmetries as tables.
pub(crate) struct Symmetries {
    inverse: [usize; SYMMETRIES],
    /// `[symmetry][turn]`.
    turns: [[usize; turn::COUNT]; SYMMETRIES],
    /// `[symmetry][config]`.
    pub configs: Vec<Vec<usize>>,
}

/// All 16; the identity comes first.
fn all() -> [Symmetry; SYMMETRIES] {
    std::array::from_fn(|index| {
        // Bit 0 exchanges the R-L and F-B axes, bits 1 to 3 reverse the axes U-D, R-L, F-B.
        let swaps = index & 1;
        let axes = [0, 1 + swaps, 2 - swaps];
        let reversed = [index >> 1 & 1, index >> 2 & 1, index >> 3 & 1];
        let faces = std::array::from_fn(|face| {
            let (axis, end) = (face % 3, face / 3);
            axes[axis] + 3 * (end ^ reversed[axis])
        });
        let mirrors = (swaps + reversed.iter().sum::<usize>()) % 2 == 1;
        Symmetry { faces, mirrors }
    })
}

impl Symmetry {
    fn turn(&self, index: usize) -> usize {
        let turn = Turn::at(index);
        let mut carried = Turn {
            axis: self.faces[turn.axis] % 3,
            net: [0, 0],
        };
        for (end, net) in turn.net.into_iter().enumerate() {
            let face = self.faces[turn.axis + 3 * end];
            carried.net[face / 3] = if self.mirrors { (4 - net) % 4 } else { net };
        }
        carried.index()
    }
}

impl Symmetries {
    pub fn new(configs: &Configs) -> Symmetries {
        let all = all();
        let inverse = all.map(|one| {
            let undoes = |other: &Symmetry| (0..6).all(|face| other.faces[one.faces[face]] == face);
            all.iter()
                .position(undoes)
                .expect("the inverse keeps the U-D axis too")
        });
        Symmetries {
            inverse,
            turns: all.map(|symmetry| std::array::from_fn(|index| symmetry.turn(index))),
            configs: all
                .iter()
                .map(|symmetry| configs.carried(symmetry.faces))
                .collect(),
        }
    }

    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }

    pub fn turn(&self, symmetry: usize, turn: usize) -> usize {
        self.turns[symmetry][turn]
    }

    /// A row of entries by config, once a symmetry has carried the configs.
    pub fn carried<T: Copy, const W: usize>(&self, symmetry: usize, row: &[T; W]) -> [T; W] {
        let mut carried = *row;
        for (&to, &entry) in self.configs[symmetry].iter().zip(row) {
            carried[to] = entry;
        }
        carried
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use rig::Profile;

    /// What the module promises of rigs: times do not change under any symmetry.
    #[test]
    fn times_are_the_same_under_symmetries() {
        for present in [
            [true; 4],
            [true, true, true, false],
            [true, false, true, false],
        ] {
            let mut profile = Profile::nxt_2015();
            profile.rules.present = present;
            profile.rules.min_holding_claws = 1;
            let configs = Configs::new(&profile.rules, Clock::new(&profile.timing));
            let symmetries = Symmetries::new(&configs);
            for symmetry in 0..SYMMETRIES {
                let carried = &symmetries.configs[symmetry];
                for (from, row) in configs.change.iter().enumerate() {
                    for (to, &time) in row.iter().enumerate() {
                        assert_eq!(configs.change[carried[from]][carried[to]], time);
                    }
                }
                for turn in 0..turn::COUNT {
                    let mut ways: Vec<_> = configs.turns[turn]
                        .iter()
                        .map(|&(from, to, time)| (carried[from], carried[to], time))
                        .collect();
                    ways.sort_unstable();
                    assert_eq!(ways, configs.turns[symmetries.turn(symmetry, turn)]);
                }
            }
        }
    }
}
