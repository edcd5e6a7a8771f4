//! Corners as the distance tables see them: tetrad and orientation at each place, up to symmetry.

use super::lanes::Lanes;
use super::position::{CORNERS, ORIENTATION, corner_number};
use cube::symmetry::{SYMMETRIES, Symmetry, side};

/// Tetrads times twists.
pub(super) const CORNER_COSETS: usize = 70 * TWISTS;
/// Corner cosets up to symmetry.
pub(super) const CLASSES: usize = 3393;
pub(super) const TWISTS: usize = 2187;
/// A symmetry's number in an entry of `class_and_symmetry`.
pub(super) const SYMMETRY_BITS: u32 = 6;

/// The corner cosets up to symmetry.
pub(super) struct Classes {
    /// For each corner coset its class times 64 plus the symmetry that renames it to the class's
    /// representative.
    pub class_and_symmetry: Vec<u32>,
    /// The corner coset that stands for each class.
    pub representatives: Vec<u32>,
    /// For each class a bit for each symmetry that leaves its representative as it is.
    pub stabilizers: Vec<u64>,
}

fn corner_side(symmetry: &Symmetry, number: usize) -> u8 {
    let corner = CORNERS[number];
    let image = cube::Corner::ALL[usize::from(symmetry.corners[corner.index()])];
    side(symmetry, corner.faces(), image.faces())
}

/// The tetrads by rank, as masks of the places that hold the second tetrad.
pub(super) fn tetrad_masks() -> impl Iterator<Item = usize> {
    (0..256_usize).filter(|mask| mask.count_ones() == 4)
}

/// Tetrad mask and twists of a corner coset.
fn corners_of(coset: usize) -> (usize, [u8; 8]) {
    let mask = tetrad_masks().nth(coset / TWISTS).expect("there are 70 masks of four");
    let mut rank = coset % TWISTS;
    let mut twists = [0; 8];
    for twist in &mut twists[..7] {
        *twist = (rank % 3) as u8;
        rank /= 3;
    }
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    (mask, twists)
}

pub(super) fn corner_coset(mask: usize, twists: &[u8; 8]) -> usize {
    let rank = tetrad_masks().position(|known| known == mask).expect("four places hold the second tetrad");
    let twist = twists[..7].iter().rev().fold(0, |rank, &twist| rank * 3 + usize::from(twist));
    rank * TWISTS + twist
}

/// The corner coset renamed by a symmetry.
fn renamed(coset: usize, symmetry: &Symmetry) -> usize {
    let (mask, twists) = corners_of(coset);
    let (mut new_mask, mut new_twists) = (0, [0; 8]);
    for place in 0..8 {
        // The first piece of the tetrad does for all of it: a symmetry treats them alike.
        let piece = if mask >> place & 1 == 1 { 4 } else { 0 };
        let image = |number: usize| corner_number(usize::from(symmetry.corners[CORNERS[number].index()]));
        let turned = 3 + corner_side(symmetry, piece) + twists[place] - corner_side(symmetry, place);
        let turned = turned % 3;
        new_mask |= usize::from(image(piece) >= 4) << image(place);
        new_twists[image(place)] = if symmetry.mirror { (3 - turned) % 3 } else { turned };
    }
    corner_coset(new_mask, &new_twists)
}

impl Classes {
    /// Finds all classes. Takes some tenths of a second.
    pub(super) fn new() -> Classes {
        let mut class_and_symmetry = vec![u32::MAX; CORNER_COSETS];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for coset in 0..CORNER_COSETS {
            if class_and_symmetry[coset] != u32::MAX {
                continue;
            }
            let mut stabilizer = 0;
            for (index, symmetry) in SYMMETRIES.list.iter().enumerate() {
                let image = renamed(coset, symmetry);
                if image == coset {
                    stabilizer |= 1 << index;
                }
                if class_and_symmetry[image] == u32::MAX {
                    class_and_symmetry[image] =
                        (representatives.len() as u32) << SYMMETRY_BITS | u32::from(SYMMETRIES.inverse[index]);
                }
            }
            representatives.push(coset as u32);
            stabilizers.push(stabilizer);
        }
        Classes { class_and_symmetry, representatives, stabilizers }
    }
}

/// Corners of each class's representative.
pub(super) fn corner_positions<L: Lanes>(representatives: &[u32]) -> Vec<L> {
    let corners = |&coset: &u32| {
        let (mask, twists) = corners_of(coset as usize);
        let mut next = [0, 4];
        L::load(&std::array::from_fn(|place| match place {
            0..8 => {
                let piece = &mut next[mask >> place & 1];
                *piece += 1;
                (*piece - 1) | twists[place] << ORIENTATION
            }
            _ => place as u8,
        }))
    };
    representatives.iter().map(corners).collect()
}
