//! Positions of a coordinate in classes: those that symmetries carry into each other count once.

use crate::search::packing::{Packer, Unpacker};
use crate::search::symmetry::Symmetries;
use cube::symmetry::{AXIAL, Classes};

/// How turns act on a coordinate.
pub(crate) trait Turns {
    /// Number of positions; home is 0, and every symmetry leaves home where it is.
    fn size(&self) -> usize;
    /// The position after a turn.
    fn turned(&self, position: usize, turn: usize) -> usize;
}

/// How each position is reached from home: the turns, last first, are read along the parents.
fn parents(turns: &impl Turns, letters: &[usize]) -> Vec<(u32, u8)> {
    let mut parents = vec![(u32::MAX, 0); turns.size()];
    parents[0] = (0, 0);
    let mut found = vec![0_u32];
    let mut next = 0;
    while next < found.len() {
        let from = found[next];
        for &letter in letters {
            let to = turns.turned(from as usize, letter);
            if parents[to].0 == u32::MAX {
                parents[to] = (from, letter as u8);
                found.push(to as u32);
            }
        }
        next += 1;
    }
    parents
}

/// Where each symmetry carries a position: it carries the turns that lead there one by one.
fn images(turns: &impl Turns, symmetries: &Symmetries, parents: &[(u32, u8)], position: usize) -> [usize; AXIAL] {
    let mut path = Vec::new();
    let mut at = position;
    while at != 0 {
        let (parent, letter) = parents[at];
        path.push(usize::from(letter));
        at = parent as usize;
    }
    std::array::from_fn(|symmetry| {
        path.iter().rev().fold(0, |at, &letter| turns.turned(at, symmetries.turn(symmetry, letter)))
    })
}

/// Where each symmetry carries each position: `[16 * position + symmetry]`. `letters` must reach all positions.
pub(crate) fn conjugates(turns: &impl Turns, symmetries: &Symmetries, letters: &[usize]) -> Vec<u16> {
    let parents = parents(turns, letters);
    (0..turns.size())
        .flat_map(|position| images(turns, symmetries, &parents, position))
        .map(|image| image as u16)
        .collect()
}

/// The classes of a coordinate. `letters` are the turns that reach all positions from home.
pub(crate) fn classes(turns: &impl Turns, symmetries: &Symmetries, letters: &[usize]) -> Classes {
    let parents = parents(turns, letters);
    Classes::new(turns.size(), |position| images(turns, symmetries, &parents, position))
}

pub(crate) fn pack(classes: &Classes, packer: &mut Packer) {
    packer.put(&classes.class_and_symmetry);
    packer.put(&classes.representatives);
    packer.put(&classes.stabilizers);
}

pub(crate) fn unpack(unpacker: &mut Unpacker) -> Option<Classes> {
    Some(Classes {
        class_and_symmetry: unpacker.take()?,
        representatives: unpacker.take()?,
        stabilizers: unpacker.take()?,
    })
}
