//! How cheap the pieces of a cube can be at best, for each of the 4^6 ways in which its faces are turned.

use cube::{Corner, Edge, place_seen};

/// The price of each sticker, numbered by reading and place, for the colour of each reading's centre.
pub(crate) type ByReading = [[f32; 6]; 54];

/// What a place can hold when its stickers are those of one way to turn its faces.
#[derive(Clone, Copy)]
struct Choice {
    /// Price of the cheapest piece.
    least: f32,
    /// How much more the cheapest other piece costs.
    gap: f32,
    /// Which piece is the cheapest.
    piece: usize,
}

/// A place of a piece with its faces and, for each way to turn those, the choice there.
struct Place {
    faces: Vec<usize>,
    /// By the turns of the faces, two bits each, the first face lowest.
    choices: Vec<Choice>,
}

/// The places of corners and edges.
pub(crate) struct Bound {
    corners: Vec<Place>,
    edges: Vec<Place>,
    /// The reading that is each face.
    at: [usize; 6],
}

impl Bound {
    /// Prepares the places for an arrangement: which reading is each face, in the order U R F D L B.
    pub(crate) fn new(prices: &ByReading, at: &[usize; 6]) -> Bound {
        let corners = Corner::ALL.map(|corner| (corner.stickers(), corner.faces().map(|f| f.index())));
        let edges = Edge::ALL.map(|edge| (edge.stickers(), edge.faces().map(|f| f.index())));
        Bound { corners: places(prices, at, &corners), edges: places(prices, at, &edges), at: *at }
    }

    /// All ways to turn the readings whose lower bound is below `limit`, with that bound: quarters
    /// clockwise of each reading.
    pub(crate) fn ways(&self, settled: &[Option<u8>; 6], limit: f32) -> Vec<(f32, [u8; 6])> {
        let mut ways = Vec::new();
        for number in 0..1usize << 12 {
            let quarters: [u8; 6] = std::array::from_fn(|reading| (number >> (2 * reading) & 3) as u8);
            let fits = |(&turn, settled): (&u8, &Option<u8>)| settled.is_none_or(|s| s == turn);
            if !quarters.iter().zip(settled).all(fits) {
                continue;
            }
            let of_face = self.at.map(|reading| usize::from(quarters[reading]));
            let mut bound = 0.0;
            for kind in [&self.corners, &self.edges] {
                bound += least(kind, &of_face);
                if limit <= bound {
                    break;
                }
            }
            if bound < limit {
                ways.push((bound, quarters));
            }
        }
        ways
    }
}

fn places<const N: usize, const COUNT: usize>(
    prices: &ByReading,
    at: &[usize; 6],
    kind: &[([usize; N], [usize; N]); COUNT],
) -> Vec<Place> {
    kind.iter()
        .map(|(stickers, faces)| {
            let choice = |turns: usize| {
                let rows: [&[f32; 6]; N] = std::array::from_fn(|k| {
                    let quarters = (turns >> (2 * k) & 3) as u8;
                    let place = place_seen(stickers[k] % 9, quarters);
                    &prices[9 * at[faces[k]] + place]
                });
                let (mut first, mut second) = ((f32::INFINITY, 0), f32::INFINITY);
                for (piece, (_, shown)) in kind.iter().enumerate() {
                    let price = |turn: usize| -> f32 { (0..N).map(|k| rows[(k + turn) % N][at[shown[k]]]).sum() };
                    let price = (0..N).map(price).fold(f32::INFINITY, f32::min);
                    if price < first.0 {
                        second = first.0;
                        first = (price, piece);
                    } else if price < second {
                        second = price;
                    }
                }
                Choice { least: first.0, gap: second - first.0, piece: first.1 }
            };
            Place { faces: faces.to_vec(), choices: (0..1 << (2 * N)).map(choice).collect() }
        })
        .collect()
}

/// The cheapest pieces, with what it costs that all but one of the places that want the same piece
/// must take another.
fn least(places: &[Place], of_face: &[usize; 6]) -> f32 {
    let (mut sum, mut gaps, mut widest) = (0.0, [0.0f32; 12], [0.0f32; 12]);
    for place in places {
        let turns = place.faces.iter().enumerate().fold(0, |turns, (k, &face)| turns | of_face[face] << (2 * k));
        let choice = place.choices[turns];
        sum += choice.least;
        gaps[choice.piece] += choice.gap;
        widest[choice.piece] = widest[choice.piece].max(choice.gap);
    }
    let conflicts: f32 = gaps.iter().zip(&widest).map(|(gap, widest)| gap - widest).sum();
    sum + conflicts
}
