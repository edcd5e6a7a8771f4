//! Uniformly random positions, and random sequences of turns.

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Cube, Face, Move, validity};

impl Cube {
    /// A position drawn from all 43 252 003 274 489 856 000 with equal chances.
    pub fn random<R: Rng + ?Sized>(random: &mut R) -> Cube {
        let (mut corners, mut edges) = (*Cube::SOLVED.corner_permutation(), *Cube::SOLVED.edge_permutation());
        corners.shuffle(random);
        edges.shuffle(random);
        // Half of the pairs of permutations have unequal parity; one exchange maps them one to one
        // onto the other half, so the result stays uniform.
        if validity::is_odd(&corners) != validity::is_odd(&edges) {
            edges.swap(0, 1);
        }
        let (mut twists, mut flips) = ([0; 8], [0; 12]);
        twists[..7].iter_mut().for_each(|twist| *twist = random.random_range(0..3));
        flips[..11].iter_mut().for_each(|flip| *flip = random.random_range(0..2));
        twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
        flips[11] = flips.iter().sum::<u8>() % 2;
        Cube::from_lawful(corners, twists, edges, flips)
    }

    /// The random position of a seed: the same on every machine and in every version of this crate.
    pub fn from_seed(seed: u64) -> Cube {
        Cube::random(&mut ChaCha8Rng::seed_from_u64(seed))
    }
}

/// This many random face turns; no two neighbours turn the same face. The same for a seed on every machine and in every version
/// of this crate. Few turns reach few positions; [`Cube::from_seed`] draws from all.
pub fn random_moves(seed: u64, count: usize) -> Vec<Move> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut moves: Vec<Move> = Vec::with_capacity(count);
    while moves.len() < count {
        let face = Face::ALL[random.random_range(0..6)];
        let quarters = random.random_range(1..4);
        let repeated = moves.last().is_some_and(|last| last.face() == face);
        moves.extend(Move::new(face, quarters).filter(|_| !repeated));
    }
    moves
}
