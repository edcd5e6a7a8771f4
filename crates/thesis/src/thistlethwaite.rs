//! Thistlethwaite's method: four stages, each into a smaller group of moves.
//!
//! | stage | reaches | moves allowed | positions | longest |
//! |---|---|---|---|---|
//! | 1 | all edges oriented | all | 2048 = 2^11 | 7 |
//! | 2 | corners oriented, middle edges in the middle | no quarter turns of F, B | 1 082 565 = 3^7 * 495 | 10 |
//! | 3 | the group of half turns | no quarter turns of F, B, R, L | 29 400 = 420 * 70 | 13 |
//! | 4 | solved | half turns | 663 552 = 96 * 4!^3 / 2 | 15 |
//!
//! Each stage is solved optimally by walking down a table of distances, so no cube takes more than
//! 45 moves. The counts are those of the thesis' and Thistlethwaite's own tables; his stages took up
//! to 7, 13, 15 and 17 moves because they were not searched through.

use std::time::Instant;

use cube::coordinate::{
    PERMUTATIONS, SLICES, SliceSets, TWISTS, bits, rank_flip, rank_permutation, rank_twist, unrank_permutation,
};
use cube::{Cube, Face, Move};
use solver::{Control, Error, Limits, LoadOptions, Progress, Solution, Solver, Stage, StoredTable};

use crate::Method;

/// Corner permutations that half turns reach.
const SQUARE_CORNERS: usize = 96;
/// Classes of corner permutations that half turns do not tell apart: 8! / 96.
const CORNER_COSETS: usize = PERMUTATIONS / SQUARE_CORNERS;
/// Ways to place four edges on eight places.
const RINGS: usize = 70;
/// Orders of the edges within their three rings.
const RING_ORDERS: usize = 24 * 24 * 24;

const NAMES: [&str; 4] = ["edges oriented", "corners oriented", "half-turn group", "solved"];
/// Values of each stage's coordinate; the last one is twice its positions, because of parity.
const SIZES: [usize; 4] = [2048, TWISTS * SLICES, CORNER_COSETS * RINGS, SQUARE_CORNERS * RING_ORDERS];
/// The name and version of the table file.
const TABLE: &str = "thistlethwaite";
const VERSION: u32 = 1;
const LENGTH: usize = SIZES[0] + SIZES[1] + SIZES[2] + SIZES[3];
/// No position of the group has this coordinate.
const UNREACHED: u8 = u8::MAX;

/// The four-stage solver with its tables.
pub struct Thistlethwaite {
    coordinates: Coordinates,
    distances: StoredTable,
}

/// What distinguishes the positions of each stage.
struct Coordinates {
    sets: SliceSets,
    /// For each corner permutation its class of 96 and, in the class of the solved one, its number.
    corner_cosets: Vec<u16>,
    square_corners: Vec<u16>,
    /// Numbers the 70 sets of four of the eight outer edge places.
    rings: Vec<u8>,
}

/// The moves allowed in a stage.
fn moves(stage: usize) -> Vec<Move> {
    let quarter_faces: &[Face] = match stage {
        0 => &Face::ALL,
        1 => &[Face::U, Face::D, Face::R, Face::L],
        2 => &[Face::U, Face::D],
        _ => &[],
    };
    Move::ALL.into_iter().filter(|turn| turn.is_half_turn() || quarter_faces.contains(&turn.face())).collect()
}

impl Coordinates {
    fn new() -> Coordinates {
        let mut square_corners = vec![u16::MAX; PERMUTATIONS];
        let mut group = vec![Cube::SOLVED];
        square_corners[0] = 0;
        let mut next = 0;
        while let Some(cube) = group.get(next).copied() {
            for turn in moves(3) {
                let moved = cube.apply(turn);
                let rank = rank_permutation(moved.corner_permutation());
                if square_corners[rank] == u16::MAX {
                    square_corners[rank] = group.len() as u16;
                    group.push(moved);
                }
            }
            next += 1;
        }
        let mut corner_cosets = vec![u16::MAX; PERMUTATIONS];
        let mut cosets = 0;
        for rank in 0..PERMUTATIONS {
            if corner_cosets[rank] != u16::MAX {
                continue;
            }
            let corners = unrank_permutation::<8>(rank);
            for cube in &group {
                let same = corners.map(|piece| cube.corner_permutation()[usize::from(piece)]);
                corner_cosets[rank_permutation(&same)] = cosets;
            }
            cosets += 1;
        }
        let mut rings = vec![u8::MAX; 256];
        let masks = (0..256_usize).filter(|mask| mask.count_ones() == 4);
        masks.enumerate().for_each(|(number, mask)| rings[mask] = number as u8);
        Coordinates { sets: SliceSets::new(), corner_cosets, square_corners, rings }
    }

    /// The coordinate of a cube that the stages before have dealt with.
    fn of(&self, stage: usize, cube: &Cube) -> usize {
        let corners = || rank_permutation(cube.corner_permutation());
        let edges = cube.edge_permutation();
        match stage {
            0 => rank_flip(bits(cube.edge_orientation(), |flip| flip == 1)),
            1 => {
                let slice = bits(edges, |piece| piece >= 8);
                rank_twist(cube.corner_orientation()) * SLICES + self.sets.rank(slice)
            }
            2 => {
                // The edges of the ring through U, F, D and B have odd numbers.
                let ring = bits(edges, |piece| piece < 8 && piece % 2 == 1);
                usize::from(self.corner_cosets[corners()]) * RINGS + usize::from(self.rings[usize::from(ring)])
            }
            _ => {
                let ring = |places: [usize; 4], number: fn(u8) -> u8| {
                    rank_permutation(&places.map(|place| number(edges[place])))
                };
                let orders = [
                    ring([0, 2, 4, 6], |piece| piece / 2),
                    ring([1, 3, 5, 7], |piece| piece / 2),
                    ring([8, 9, 10, 11], |piece| piece - 8),
                ];
                orders.iter().fold(usize::from(self.square_corners[corners()]), |number, order| number * 24 + order)
            }
        }
    }

    /// Breadth-first distances to the goal of a stage.
    fn distances(&self, stage: usize, distances: &mut [u8]) {
        distances.fill(UNREACHED);
        distances[self.of(stage, &Cube::SOLVED)] = 0;
        let (mut layer, moves) = (vec![Cube::SOLVED], moves(stage));
        for depth in 1.. {
            let mut next = Vec::new();
            for cube in layer {
                for &turn in &moves {
                    let moved = cube.apply(turn);
                    let distance = &mut distances[self.of(stage, &moved)];
                    if *distance == UNREACHED {
                        *distance = depth;
                        next.push(moved);
                    }
                }
            }
            if next.is_empty() {
                return;
            }
            layer = next;
        }
    }
}

impl Thistlethwaite {
    /// Maps the tables, 2.4 MB, from the cache directory, or generates them there.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Thistlethwaite, Error> {
        let coordinates = Coordinates::new();
        let is_whole = |bytes: &[u8]| bytes.len() == LENGTH;
        let distances = StoredTable::load(TABLE, VERSION, options, progress, is_whole, || {
            let mut bytes = vec![0; LENGTH];
            let mut rest = &mut bytes[..];
            for (stage, size) in SIZES.into_iter().enumerate() {
                let (table, behind) = rest.split_at_mut(size);
                coordinates.distances(stage, table);
                rest = behind;
                progress(&Progress { table: TABLE, done: (stage + 1) as f64 / 4.0, note: None });
            }
            bytes
        })?;
        Ok(Thistlethwaite { coordinates, distances })
    }

    /// Moves to the goal of a stage for a cube that the stages before have dealt with.
    fn distance(&self, stage: usize, cube: &Cube) -> u8 {
        let start: usize = SIZES[..stage].iter().sum();
        self.distances.bytes()[start + self.coordinates.of(stage, cube)]
    }

    /// How many positions of a stage, 0 to 3, stand at each distance from its goal.
    ///
    /// # Panics
    /// For a fifth stage.
    pub fn positions_by_distance(&self, stage: usize) -> Vec<u64> {
        let start: usize = SIZES[..stage].iter().sum();
        let distances = &self.distances.bytes()[start..start + SIZES[stage]];
        let mut counts = Vec::new();
        for &distance in distances.iter().filter(|&&distance| distance != UNREACHED) {
            let distance = usize::from(distance);
            if counts.len() <= distance {
                counts.resize(distance + 1, 0);
            }
            counts[distance] += 1;
        }
        counts
    }
}

impl Solver for Thistlethwaite {
    fn name(&self) -> &'static str {
        Method::Thistlethwaite.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let (mut at, mut stages, mut nodes) = (*cube, Vec::new(), 0);
        for (stage, name) in NAMES.into_iter().enumerate() {
            let (mut taken, allowed) = (Vec::new(), moves(stage));
            while self.distance(stage, &at) > 0 {
                let left = self.distance(stage, &at);
                nodes += 1;
                let nearer = |&turn: &Move| self.distance(stage, &at.apply(turn)) < left;
                let turn =
                    allowed.iter().copied().find(nearer).expect("a position at distance n has a neighbour at n - 1");
                at = at.apply(turn);
                taken.push(turn);
            }
            stages.push(Stage { name: name.to_owned(), moves: taken });
        }
        // Where two stages turn the same face, the turns stay apart, so that each stage stays whole.
        let mut solution = Solution::new(cube, limits.metric, self.name(), stages)?;
        solution.nodes = nodes;
        solution.seconds = start.elapsed().as_secs_f64();
        if let Some(max_length) = limits.max_length.filter(|&most| solution.length() > most) {
            let length = solution.length();
            return Err(crate::Error::TooLong { method: self.name(), length, max_length }.into());
        }
        control.improved(&solution);
        Ok(solution)
    }
}
