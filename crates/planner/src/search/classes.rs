//! Positions of a coordinate in classes: those that symmetries carry into each other count once.

use crate::search::stored::{Packer, Unpacker};
use crate::search::symmetry::{SYMMETRIES, Symmetries};

/// The classes of one coordinate.
pub(crate) struct Classes {
    /// By position: 16 x class + a symmetry that carries the position to the representative of its class.
    of: Vec<u32>,
    /// By class: its representative, the least position in it.
    pub representatives: Vec<u32>,
    /// By class: bit per symmetry that leaves the representative where it is.
    selfs: Vec<u16>,
}

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
fn images(
    turns: &impl Turns,
    symmetries: &Symmetries,
    parents: &[(u32, u8)],
    position: usize,
) -> [usize; SYMMETRIES] {
    let mut path = Vec::new();
    let mut at = position;
    while at != 0 {
        let (parent, letter) = parents[at];
        path.push(usize::from(letter));
        at = parent as usize;
    }
    std::array::from_fn(|symmetry| {
        path.iter().rev().fold(0, |at, &letter| {
            turns.turned(at, symmetries.turn(symmetry, letter))
        })
    })
}

/// Where each symmetry carries each position: `[16 * position + symmetry]`. `letters` must reach all positions.
pub(crate) fn conjugates(
    turns: &impl Turns,
    symmetries: &Symmetries,
    letters: &[usize],
) -> Vec<u16> {
    let parents = parents(turns, letters);
    (0..turns.size())
        .flat_map(|position| images(turns, symmetries, &parents, position))
        .map(|image| image as u16)
        .collect()
}

impl Classes {
    /// `letters` are the turns that reach all positions from home.
    pub fn new(turns: &impl Turns, symmetries: &Symmetries, letters: &[usize]) -> Classes {
        const UNKNOWN: u32 = u32::MAX;
        let parents = parents(turns, letters);
        let mut classes = Classes {
            of: vec![UNKNOWN; turns.size()],
            representatives: Vec::new(),
            selfs: Vec::new(),
        };
        for position in 0..turns.size() {
            if classes.of[position] != UNKNOWN {
                continue;
            }
            let class = classes.representatives.len() as u32;
            let mut selfs = 0;
            for (symmetry, image) in images(turns, symmetries, &parents, position)
                .into_iter()
                .enumerate()
            {
                if image == position {
                    selfs |= 1 << symmetry;
                }
                if classes.of[image] == UNKNOWN {
                    classes.of[image] =
                        class * SYMMETRIES as u32 + symmetries.inverse(symmetry) as u32;
                }
            }
            classes.representatives.push(position as u32);
            classes.selfs.push(selfs);
        }
        classes
    }

    /// Class of a position, and a symmetry that carries it to the representative.
    #[inline]
    pub fn find(&self, position: usize) -> (usize, usize) {
        let found = self.of[position] as usize;
        (found / SYMMETRIES, found % SYMMETRIES)
    }

    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// Symmetries other than the identity that leave the representative of a class where it is.
    pub fn selfs(&self, class: usize) -> impl Iterator<Item = usize> + use<> {
        let selfs = self.selfs[class];
        (1..SYMMETRIES).filter(move |symmetry| selfs >> symmetry & 1 == 1)
    }

    pub fn pack(&self, packer: &mut Packer) {
        packer.put(&self.of);
        packer.put(&self.representatives);
        packer.put(&self.selfs);
    }

    pub fn unpack(unpacker: &mut Unpacker) -> Option<Classes> {
        Some(Classes {
            of: unpacker.take()?,
            representatives: unpacker.take()?,
            selfs: unpacker.take()?,
        })
    }
}
