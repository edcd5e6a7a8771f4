//! Positions near home, with their exact distance in face turns.
//!
//! The bound tables see two coordinates at a time. Near home, where nearly all nodes of a search are, a set of all positions
//! within a few face turns knows better: whatever is not in it needs more of them.

use crate::search::turn::{self, Turn};

/// Positions by key, with their distance in face turns; open addressing.
pub(crate) struct Near {
    slots: Vec<u64>,
    /// Whatever is not in the set needs more than this.
    pub radius: usize,
}

const EMPTY: u64 = u64::MAX;

impl Near {
    /// All positions within `radius` single face turns of home. `turned` gives the position after a turn.
    pub fn new(
        home: u64,
        radius: usize,
        bits: u32,
        turns: &[usize],
        turned: impl Fn(u64, usize) -> u64,
    ) -> Near {
        let mut near = Near {
            slots: vec![EMPTY; 1 << bits],
            radius,
        };
        near.insert(home, 0);
        let mut shell = vec![home];
        for distance in 1..=radius {
            let mut next = Vec::new();
            for &position in &shell {
                for &turn in turns {
                    let position = turned(position, turn);
                    if near.insert(position, distance) {
                        next.push(position);
                    }
                }
            }
            shell = next;
        }
        near
    }

    fn slot(&self, position: u64) -> usize {
        let mixed = position.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn insert(&mut self, position: u64, distance: usize) -> bool {
        let mut slot = self.slot(position);
        while self.slots[slot] != EMPTY {
            if self.slots[slot] >> 4 == position {
                return false;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = position << 4 | distance as u64;
        true
    }

    /// Face turns from home; one more than the radius stands for all that are farther.
    pub fn distance(&self, position: u64) -> usize {
        let mut slot = self.slot(position);
        while self.slots[slot] != EMPTY {
            if self.slots[slot] >> 4 == position {
                return (self.slots[slot] & 15) as usize;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.radius + 1
    }
}

/// Single face turns among turns.
pub(crate) fn singles(turns: impl IntoIterator<Item = usize>) -> Vec<usize> {
    turns
        .into_iter()
        .filter(|&index| index < turn::COUNT && Turn::at(index).net.contains(&0))
        .collect()
}
