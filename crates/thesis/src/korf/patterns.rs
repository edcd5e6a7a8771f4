//! Korf's pattern databases: the fewest moves that solve the corners, or six of the edges.
//!
//! | pattern | positions | kept |
//! |---|---|---|
//! | corners | 8! * 3^7 = 88 179 840 | 2768 * 2187 under 16 symmetries, half a byte each |
//! | edges UR UF UL UB FR FL | 12! / 6! * 2^6 = 42 577 920 | (12 * 11 * 10 * 2^3)^2, half a byte each |
//!
//! The other six edges are the first six of the cube turned upside down and back to front, so one
//! table serves both.

use cube::coordinate::{TWISTS, rank_permutation, rank_twist};
use cube::symmetry::{AXIAL, SYMMETRIES, Symmetry};
use cube::{Cube, Move};
use solver::parts::{
    CORNER_CLASSES, CornerClasses, EQUAL_COSTS, Product, corner_moves, distances, on_threads, packed, renamed_twists,
    single_moves, twist_moves,
};
use solver::{Error, LoadOptions, Progress, StoredTable};

use crate::Method;

/// Places and flips of three edges: 12 * 11 * 10 * 2^3.
pub(super) const TRIPLES: usize = 10_560;
/// The edges of the first and second triple of the pattern.
const PATTERN: [[u8; 3]; 2] = [[0, 1, 2], [3, 8, 9]];
const CORNER_BYTES: usize = CORNER_CLASSES * TWISTS / 2;
/// The name and version of the table file.
const TABLE: &str = "korf";
const VERSION: u32 = 1;
const LENGTH: usize = CORNER_BYTES + TRIPLES * TRIPLES / 2;

/// The databases and the tables that move through them.
pub(super) struct Patterns {
    file: StoredTable,
    corner_classes: Vec<u32>,
    /// Of each class the symmetries that leave it as it is.
    corner_stabilizers: Vec<u16>,
    corner_moves: Vec<u16>,
    twist_moves: Vec<u16>,
    renamed_twists: Vec<u16>,
    triple_moves: Vec<u16>,
    /// The half turn that takes the other six edges to the places of the pattern.
    half_turn: &'static Symmetry,
}

/// Where a cube stands in the three patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Position {
    corners: u16,
    twist: u16,
    /// Two triples of the pattern, and two of the pattern of the cube turned over.
    triples: [u16; 4],
}

/// The number of places and flips of three edges.
fn rank_triple(places: [u8; 3], flips: [u8; 3]) -> usize {
    let [first, second, third] = places;
    let second_rank = second - u8::from(first < second);
    let third_rank = third - u8::from(first < third) - u8::from(second < third);
    let order = (usize::from(first) * 11 + usize::from(second_rank)) * 10 + usize::from(third_rank);
    flips.iter().fold(order, |rank, &flip| rank * 2 + usize::from(flip))
}

fn unrank_triple(rank: usize) -> ([u8; 3], [u8; 3]) {
    let flips = [2, 1, 0].map(|bit| (rank >> bit & 1) as u8);
    let order = rank / 8;
    let first = (order / 110) as u8;
    let mut second = (order / 10 % 11) as u8;
    second += u8::from(second >= first);
    let mut third = (order % 10) as u8;
    for taken in [first.min(second), first.max(second)] {
        third += u8::from(third >= taken);
    }
    ([first, second, third], flips)
}

/// `[triple * 18 + move]`.
fn triple_moves() -> Vec<u16> {
    let moved = |rank: usize, turn: Move| {
        let (places, flips) = unrank_triple(rank);
        let cube = Cube::SOLVED.apply(turn);
        let to = places.map(|place| {
            let to = cube.edge_permutation().iter().position(|&from| from == place);
            to.expect("a move sends every place somewhere")
        });
        let flipped = std::array::from_fn(|edge| flips[edge] ^ cube.edge_orientation()[to[edge]]);
        rank_triple(to.map(|place| place as u8), flipped) as u16
    };
    (0..TRIPLES).flat_map(|rank| Move::ALL.map(|turn| moved(rank, turn))).collect()
}

/// The two triples of a cube.
fn triples(cube: &Cube) -> [u16; 2] {
    PATTERN.map(|edges| {
        let places = edges.map(|edge| {
            let place = cube.edge_permutation().iter().position(|&piece| piece == edge);
            place.expect("every edge is somewhere") as u8
        });
        rank_triple(places, places.map(|place| cube.edge_orientation()[usize::from(place)])) as u16
    })
}

impl Patterns {
    /// Maps the databases, 59 MB, or generates them.
    pub(super) fn load(
        method: Method,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Patterns, Error> {
        if let Some(allowed) = options.memory.filter(|&allowed| allowed < LENGTH as u64) {
            return Err(Error::TooLittleMemory { method: method.name(), needed: LENGTH as u64, allowed });
        }
        if options.threads == 0 {
            return Err(Error::NoThreads);
        }
        let corner_moves = corner_moves();
        let every_move: [u8; 18] = std::array::from_fn(|turn| turn as u8);
        let classes = CornerClasses::new(&corner_moves, &single_moves(&every_move));
        let (twist_moves, renamed_twists, triple_moves) = (twist_moves(), renamed_twists(), triple_moves());
        let is_whole = |bytes: &[u8]| bytes.len() == LENGTH;
        let file = StoredTable::load(TABLE, VERSION, options, progress, is_whole, || {
            let report = |from: f64, share: f64| {
                move |done: f64| progress(&Progress { table: TABLE, done: from + share * done, note: None })
            };
            let corners = Product {
                rows: CORNER_CLASSES,
                columns: TWISTS,
                moves: 18,
                row_moves: &classes.moves,
                column_moves: &twist_moves,
                renamed_columns: &renamed_twists,
                stabilizers: &classes.stabilizers,
                costs: EQUAL_COSTS,
            };
            let row_moves: Vec<u32> = triple_moves.iter().map(|&triple| u32::from(triple) << 4).collect();
            let unchanged: Vec<u16> = (0..TRIPLES as u16).collect();
            let start = triples(&Cube::SOLVED).map(usize::from);
            let edges = Product {
                rows: TRIPLES,
                columns: TRIPLES,
                moves: 18,
                row_moves: &row_moves,
                column_moves: &triple_moves,
                renamed_columns: &unchanged,
                stabilizers: &[1; TRIPLES],
                costs: EQUAL_COSTS,
            };
            let mut bytes = Vec::with_capacity(LENGTH);
            on_threads(options.threads, || {
                bytes.extend(packed(&distances(&corners, 0, &report(0.0, 0.1))));
                let goal = start[0] * TRIPLES + start[1];
                bytes.extend(packed(&distances(&edges, goal, &report(0.1, 0.9))));
            });
            bytes
        })?;
        // A rotation that exchanges U with D and F with B takes the other six edges onto the pattern.
        let half_turn = SYMMETRIES
            .list
            .iter()
            .find(|symmetry| {
                !symmetry.mirror
                    && [4, 5, 6, 7, 10, 11]
                        .iter()
                        .all(|&edge: &usize| [0, 1, 2, 3, 8, 9].contains(&symmetry.edges[edge]))
            })
            .expect("turning the cube about the R-L axis does it");
        Ok(Patterns {
            file,
            corner_classes: classes.class_and_symmetry,
            corner_stabilizers: classes.stabilizers,
            corner_moves,
            twist_moves,
            renamed_twists,
            triple_moves,
            half_turn,
        })
    }

    /// Bytes of the databases.
    pub(super) fn length(&self) -> u64 {
        LENGTH as u64
    }

    /// Bytes of the corner database and of the edge database.
    pub(super) fn lengths(&self) -> [u64; 2] {
        [CORNER_BYTES, LENGTH - CORNER_BYTES].map(|bytes| bytes as u64)
    }

    /// How many positions stand at each distance: of the corners, and of six edges.
    pub(super) fn positions_by_distance(&self) -> [Vec<u64>; 2] {
        let mut corners = [0; 16];
        for (class, stabilizer) in self.corner_stabilizers.iter().enumerate() {
            for twist in 0..TWISTS {
                let distance = self.nibble(0, class * TWISTS + twist);
                corners[usize::from(distance)] += u64::from(AXIAL as u32 / stabilizer.count_ones());
            }
        }
        let mut edges = [0; 16];
        for index in 0..TRIPLES * TRIPLES {
            edges[usize::from(self.nibble(CORNER_BYTES, index))] += 1;
        }
        // The farthest value stands where two edges would share a place.
        [corners, edges].map(|counts| {
            let counts = &counts[..15];
            let behind = counts.iter().rposition(|&count| 0 < count);
            counts[..behind.map_or(0, |last| last + 1)].to_vec()
        })
    }

    /// Where the cube stands.
    pub(super) fn position(&self, cube: &Cube) -> Position {
        let [first, second] = triples(cube);
        let [third, fourth] = triples(&self.half_turn.rename(cube));
        Position {
            corners: rank_permutation(cube.corner_permutation()) as u16,
            twist: rank_twist(cube.corner_orientation()) as u16,
            triples: [first, second, third, fourth],
        }
    }

    /// Where it stands after a move.
    #[inline]
    pub(super) fn after(&self, position: Position, turn: usize) -> Position {
        let turned_over = self.half_turn.moves[turn].index();
        let triple = |index: usize, turn: usize| self.triple_moves[usize::from(position.triples[index]) * 18 + turn];
        Position {
            corners: self.corner_moves[usize::from(position.corners) * 18 + turn],
            twist: self.twist_moves[usize::from(position.twist) * 18 + turn],
            triples: [triple(0, turn), triple(1, turn), triple(2, turned_over), triple(3, turned_over)],
        }
    }

    /// The fewest moves that solve the corners.
    #[inline]
    pub(super) fn corner_distance(&self, corners: u16, twist: u16) -> u8 {
        let entry = self.corner_classes[usize::from(corners)] as usize;
        let twist = self.renamed_twists[(entry & 15) * TWISTS + usize::from(twist)];
        self.nibble(0, (entry >> 4) * TWISTS + usize::from(twist))
    }

    /// The fewest moves that solve six edges, given as two triples.
    #[inline]
    pub(super) fn edge_distance(&self, first: u16, second: u16) -> u8 {
        self.nibble(CORNER_BYTES, usize::from(first) * TRIPLES + usize::from(second))
    }

    /// Whether the cube surely needs more than this many moves.
    #[inline]
    pub(super) fn farther_than(&self, position: &Position, moves: usize) -> bool {
        let [first, second, third, fourth] = position.triples;
        usize::from(self.corner_distance(position.corners, position.twist)) > moves
            || usize::from(self.edge_distance(first, second)) > moves
            || usize::from(self.edge_distance(third, fourth)) > moves
    }

    /// The fewest moves that the patterns prove.
    #[inline]
    pub(super) fn bound(&self, position: &Position) -> usize {
        let [first, second, third, fourth] = position.triples;
        let corners = self.corner_distance(position.corners, position.twist);
        let edges = self.edge_distance(first, second);
        usize::from(corners.max(edges).max(self.edge_distance(third, fourth)))
    }

    #[inline]
    fn nibble(&self, start: usize, index: usize) -> u8 {
        self.file.bytes()[start + index / 2] >> (index % 2 * 4) & 15
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Patterns {
        Patterns::load(Method::Korf, &LoadOptions::small(LoadOptions::user_cache()), &|_| {}).unwrap()
    }

    /// Corner positions at each distance, as R. Korf published them in 1997.
    const CORNERS: [u64; 12] =
        [1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736];

    /// To three places, as Korf gives the means.
    fn mean(counts: &[u64]) -> f64 {
        let sum: u64 = (0..).zip(counts).map(|(distance, count)| distance * count).sum();
        let mean = sum as f64 / counts.iter().sum::<u64>() as f64;
        (1000.0 * mean).round() / 1000.0
    }

    #[test]
    fn patterns_are_distributed_as_published() {
        let patterns = patterns();
        let [corners, edges] = patterns.positions_by_distance();
        assert_eq!(corners, CORNERS);
        assert_eq!(mean(&corners), 8.764);
        // Six edges take at most 10 moves.
        assert_eq!(edges.iter().sum::<u64>(), 42_577_920); // 12! / 6! * 2^6
        assert_eq!((edges.len(), edges[0]), (11, 1));
        assert_eq!(mean(&edges), 7.668);
        positions_move_like_cubes(&patterns);
    }

    fn positions_move_like_cubes(patterns: &Patterns) {
        for rank in 0..TRIPLES {
            let (places, flips) = unrank_triple(rank);
            assert_eq!(rank_triple(places, flips), rank);
        }
        for seed in 0..30 {
            let cube = Cube::from_seed(seed);
            for turn in Move::ALL {
                let moved = patterns.after(patterns.position(&cube), turn.index());
                assert_eq!(moved, patterns.position(&cube.apply(turn)));
            }
        }
        assert_eq!(patterns.bound(&patterns.position(&Cube::SOLVED)), 0);
    }
}
