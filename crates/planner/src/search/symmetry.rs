//! The 16 symmetries of the cube that keep the U-D axis: what they do to turns and to configs.
//!
//! Neither the cube nor a rig without twist changes when both are seen in a mirror or from another side. When a rotation
//! renames the cube's faces, the rig is the same and holds the cube differently. When the horizontal plane mirrors the rig,
//! every arm stays where it is and turns the other way. So positions that a symmetry carries into each other take the same
//! time, from configs that it carries into each other.

use cube::AxialTurn;
use cube::symmetry::{AXIAL, SYMMETRIES};

use crate::search::configs::Configs;

/// What the axial symmetries do to turns and to configs, as tables.
pub(crate) struct Symmetries {
    /// `[symmetry][turn]`.
    turns: [[usize; AxialTurn::COUNT]; AXIAL],
    /// `[symmetry][config]`.
    pub configs: Vec<Vec<usize>>,
}

impl Symmetries {
    pub fn new(configs: &Configs) -> Symmetries {
        let axial = &SYMMETRIES.list[..AXIAL];
        Symmetries {
            turns: std::array::from_fn(|symmetry| {
                let moves = &axial[symmetry].moves;
                std::array::from_fn(|turn| {
                    let turn = AxialTurn::at(turn);
                    turn.renamed(|one| moves[one.index()]).index()
                })
            }),
            configs: (axial.iter()).map(|symmetry| configs.carried(symmetry.faces)).collect(),
        }
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
        for present in [[true; 4], [true, true, true, false], [true, false, true, false]] {
            let mut profile = Profile::nxt_2015();
            profile.rules.present = present;
            profile.rules.min_holding_claws = 1;
            let configs = Configs::new(&profile.rules, Clock::new(&profile));
            let symmetries = Symmetries::new(&configs);
            for symmetry in 0..AXIAL {
                let carried = &symmetries.configs[symmetry];
                for (from, row) in configs.change.iter().enumerate() {
                    for (to, &time) in row.iter().enumerate() {
                        assert_eq!(configs.change[carried[from]][carried[to]], time);
                    }
                }
                for turn in 0..AxialTurn::COUNT {
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
