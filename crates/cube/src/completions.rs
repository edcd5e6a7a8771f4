//! Counts the cubes that show the known stickers and obey the laws of the cube. These are: each piece once, twists that add up
//! to whole turns, an even number of flips, and corners and edges permuted with the same parity.
//!
//! Both kinds of pieces are counted place by place. Three things decide how a half-filled cube can be completed: the pieces
//! that are used, the sum of their twists, and the parity so far. These are at most 2^8 x 3 x 2 states for the corners and 2^12
//! x 2 x 2 for the edges. So the work is bounded, whatever is known.

use crate::{Corner, Edge, Face, Facelets};

/// What is known of the 54 stickers, numbered as at [`Facelets`] and named by the face whose centre has the same colour.
pub type KnownStickers = [Option<Face>; 54];

/// The stickers of these faces alone.
pub fn known_on(facelets: &Facelets, faces: &[Face]) -> KnownStickers {
    std::array::from_fn(|sticker| {
        let is_known = faces.iter().any(|face| face.index() == sticker / 9);
        is_known.then(|| facelets[sticker])
    })
}

/// How many cubes show these stickers, exactly: 43,252,003,274,489,856,000 where nothing is known, 0 where the stickers break
/// a law, 1 where they leave one cube.
pub fn completions(known: &KnownStickers) -> u128 {
    let own = |face: Face| known[face.index() * 9 + 4].is_none_or(|shown| shown == face);
    if !Face::ALL.into_iter().all(own) {
        return 0;
    }
    let corners = ways(known, &Corner::ALL.map(Corner::stickers), &Corner::ALL.map(Corner::faces));
    if corners == [0, 0] {
        return 0;
    }
    let edges = ways(known, &Edge::ALL.map(Edge::stickers), &Edge::ALL.map(Edge::faces));
    corners[0] * edges[0] + corners[1] * edges[1]
}

/// Ways to fill all places with pieces whose turns cancel, by the parity of their permutation. Place `k` has the stickers
/// `places[k]`; piece `p` shows `faces[p]`.
fn ways<const SIDES: usize, const COUNT: usize>(
    known: &KnownStickers,
    places: &[[usize; SIDES]; COUNT],
    faces: &[[Face; SIDES]; COUNT],
) -> [u128; 2] {
    let fits = |place: usize, piece: usize, turn: usize| {
        (0..SIDES)
            .all(|side| known[places[place][(side + turn) % SIDES]].is_none_or(|shown| shown == faces[piece][side]))
    };
    // Ways to come to a set of used pieces, by the sum of turns and the parity.
    let mut counts = vec![[[0u128; 2]; SIDES]; 1 << COUNT];
    counts[0][0][0] = 1;
    for set in 0..(1usize << COUNT) - 1 {
        if counts[set] == [[0; 2]; SIDES] {
            continue;
        }
        let place = set.count_ones() as usize;
        for piece in (0..COUNT).filter(|piece| set >> piece & 1 == 0) {
            // Used pieces with a higher number each make one inversion.
            let inversions = (set >> piece).count_ones() as usize;
            for turn in (0..SIDES).filter(|&turn| fits(place, piece, turn)) {
                for turns in 0..SIDES {
                    for parity in 0..2 {
                        counts[set | 1 << piece][(turns + turn) % SIDES][(parity + inversions) % 2] +=
                            counts[set][turns][parity];
                    }
                }
            }
        }
    }
    counts[(1 << COUNT) - 1][0]
}
