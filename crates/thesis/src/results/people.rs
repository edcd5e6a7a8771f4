//! Cubes as a person scrambles them, who prefers some turns (for section 6.1.1.4).
//!
//! The thesis gives no scrambles of people, and none are here. So this person is made up. Of 20 turns, 12 are of U and R, 4
//! of F, 4 of the other three faces. Of 10 turns, 5 are clockwise, 3 back, 2 by half.

use cube::{Face, Move};

/// `[face]`, and `[quarters - 1]`: shares of the turns.
const FACES: [(Face, u64); 6] = [(Face::U, 6), (Face::R, 6), (Face::F, 4), (Face::L, 2), (Face::D, 1), (Face::B, 1)];
const QUARTERS: [(i32, u64); 3] = [(1, 5), (2, 2), (3, 3)];

/// The person, with a state of chance of its own.
pub(super) struct Person(u64);

impl Person {
    /// The person of a seed.
    pub(super) fn new(seed: u64) -> Person {
        // Any odd number will do; this one is 2^64 divided by the golden ratio.
        Person(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// This many turns, of which no two neighbours turn the same face.
    pub(super) fn scramble(&mut self, count: usize) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::with_capacity(count);
        while moves.len() < count {
            let (face, quarters) = (self.choose(&FACES), self.choose(&QUARTERS));
            let repeated = moves.last().is_some_and(|last| last.face() == face);
            moves.extend(Move::new(face, quarters).filter(|_| !repeated));
        }
        moves
    }

    fn choose<T: Copy>(&mut self, shares: &[(T, u64)]) -> T {
        // Xorshift of 64 bits; its high bits are the better ones.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let all: u64 = shares.iter().map(|(_, share)| share).sum();
        let mut drawn = (self.0 >> 32) % all;
        for &(what, share) in shares {
            match drawn.checked_sub(share) {
                Some(left) => drawn = left,
                None => return what,
            }
        }
        unreachable!("less than the sum of all shares was drawn")
    }
}
