//! The cheapest legal cube: which pieces lie where, so that the sum of sticker costs is least among all solvable cubes.
//! Also how much every other reading of each sticker would cost.
//!
//! A legal cube is a permutation of eight corners with twists that add up to a multiple of three, and one of twelve edges
//! with an even number of flips. Both permutations have the same parity. Both halves are solved exactly by dynamic
//! programming over the set of pieces used so far (Held and Karp). There are 2^8 x 3 x 2 states for the corners, and 2^12 x
//! 2 x 2 for the edges. Running it from both ends gives for each place, piece and orientation the cheapest whole that
//! contains it.

use cube::{Corner, Cube, Edge, Facelets};

/// The price of reading sticker `s` (numbered as at [`cube::Facelets`]) as face `f`: `cost[s][f]`.
pub type Costs = [[f32; 6]; 54];

/// What the search found.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The cheapest legal cube.
    pub cube: Cube,
    /// Its facelets.
    pub facelets: Facelets,
    #[cfg(test)]
    cost: f32,
}

/// One kind of piece: how many, how many ways each can lie, which stickers each place has.
struct Kind<const STICKERS: usize> {
    places: Vec<[usize; STICKERS]>,
    faces: Vec<[usize; STICKERS]>,
}

/// Prices by the sum of orientations and the parity so far.
type Row<const STICKERS: usize> = [[f32; 2]; STICKERS];

/// The search over one kind of piece. A set of pieces fills as many places, the first ones.
struct Half<const STICKERS: usize> {
    kind: Kind<STICKERS>,
    /// Price of piece p with orientation o at place k: `price[k][p][o]`.
    price: Vec<Vec<[f32; STICKERS]>>,
    /// Least price from the start to a set.
    forward: Vec<Row<STICKERS>>,
    /// Least price from a set to the end with orientation sum 0 and even parity of the whole. To end
    /// odd is the same as to start with the other parity, so this serves both.
    backward: Vec<Row<STICKERS>>,
}

/// A piece at the next place.
struct Step {
    piece: usize,
    /// The set with it.
    set: usize,
    /// Whether it makes the permutation odd if it was even (1), or not (0).
    odd: usize,
}

/// Entries of a row as the states see them that are this turn and parity before them.
fn behind<const STICKERS: usize>(row: &Row<STICKERS>, turn: usize, odd: usize) -> Row<STICKERS> {
    let at = |turns: usize| row[(turns + turn) % STICKERS];
    std::array::from_fn(|turns| [at(turns)[odd], at(turns)[1 ^ odd]])
}

/// Lowers a row to the entries of another one plus a price, where these are less.
fn lower<const STICKERS: usize>(least: &mut Row<STICKERS>, row: &Row<STICKERS>, price: f32) {
    for (least, &entry) in least.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
        let total = entry + price;
        if total < *least {
            *least = total;
        }
    }
}

impl<const STICKERS: usize> Half<STICKERS> {
    const NONE: Row<STICKERS> = [[f32::INFINITY; 2]; STICKERS];

    fn new(kind: Kind<STICKERS>, costs: &Costs) -> Half<STICKERS> {
        let count = kind.places.len();
        // Orientation o turns the piece so that its reference sticker (0) shows at sticker o of the place.
        let price_of = |place: &[usize; STICKERS], faces: &[usize; STICKERS], turn: usize| {
            let stickers = (0..STICKERS).map(|at| costs[place[(at + turn) % STICKERS]][faces[at]]);
            stickers.sum()
        };
        let prices = |place| {
            let at = |faces| std::array::from_fn(|turn| price_of(place, faces, turn));
            kind.faces.iter().map(at).collect()
        };
        let price = kind.places.iter().map(prices).collect();
        let mut half = Half { kind, price, forward: Vec::new(), backward: vec![Self::NONE; 1 << count] };
        half.run_backward();
        half
    }

    /// The set of all pieces.
    fn full(&self) -> usize {
        (1 << self.kind.places.len()) - 1
    }

    /// What may come next after a set.
    fn steps(&self, set: usize) -> impl Iterator<Item = Step> + use<STICKERS> {
        let pieces = 0..self.kind.places.len();
        let left = pieces.filter(move |piece| set >> piece & 1 == 0);
        left.map(move |piece| Step {
            piece,
            set: set | 1 << piece,
            // Pieces already placed with a higher number each make one inversion.
            odd: (set >> piece).count_ones() as usize % 2,
        })
    }

    /// Prices of a piece at the place that follows a set, by its orientation.
    fn prices(&self, set: usize, piece: usize) -> [f32; STICKERS] {
        self.price[set.count_ones() as usize][piece]
    }

    fn run_backward(&mut self) {
        let full = self.full();
        self.backward[full][0][0] = 0.0;
        for set in (0..full).rev() {
            let mut least = Self::NONE;
            for step in self.steps(set) {
                for (turn, price) in self.prices(set, step.piece).into_iter().enumerate() {
                    let after = behind(&self.backward[step.set], turn, step.odd);
                    lower(&mut least, &after, price);
                }
            }
            self.backward[set] = least;
        }
    }

    fn run_forward(&mut self) {
        let full = self.full();
        let mut forward = vec![Self::NONE; full + 1];
        forward[0][0][0] = 0.0;
        for set in 0..full {
            let before = forward[set];
            for step in self.steps(set) {
                for (turn, price) in self.prices(set, step.piece).into_iter().enumerate() {
                    let before = behind(&before, STICKERS - turn, step.odd);
                    lower(&mut forward[step.set], &before, price);
                }
            }
        }
        self.forward = forward;
    }

    /// Least price of the whole half with this parity of its permutation.
    fn best(&self, odd: usize) -> f32 {
        self.backward[0][0][odd]
    }

    /// The pieces and orientations of the cheapest half with this parity.
    fn pieces(&self, odd: usize) -> Vec<usize> {
        let (mut set, mut turns, mut parity) = (0, 0, odd);
        let mut options = Vec::new();
        while set != self.full() {
            let mut chosen = (f32::INFINITY, 0, 0, 0);
            for step in self.steps(set) {
                for (turn, price) in self.prices(set, step.piece).into_iter().enumerate() {
                    let after = &self.backward[step.set];
                    let total = price + after[(turns + turn) % STICKERS][parity ^ step.odd];
                    if total < chosen.0 {
                        chosen = (total, step.piece, turn, step.odd);
                    }
                }
            }
            let (_, piece, turn, odd) = chosen;
            options.push(piece * STICKERS + turn);
            set |= 1 << piece;
            turns = (turns + turn) % STICKERS;
            parity ^= odd;
        }
        options
    }

    /// Lowers `least[sticker][face]` to the cheapest whole cube that shows it, where `other[odd]`
    /// is the price of the other half of that parity.
    fn fill_least(&self, other: [f32; 2], least: &mut Costs) {
        let count = self.kind.places.len();
        let mut through = vec![vec![f32::INFINITY; count * STICKERS]; count];
        for set in 0..self.full() {
            let (before, place) = (&self.forward[set], set.count_ones() as usize);
            for step in self.steps(set) {
                for (turn, price) in self.prices(set, step.piece).into_iter().enumerate() {
                    let after = behind(&self.backward[step.set], turn, step.odd);
                    // Cheapest halves of each parity that contain the piece here.
                    let mut whole = [f32::INFINITY; 2];
                    for (before, after) in before.iter().zip(&after) {
                        for (parity, before) in before.iter().enumerate() {
                            for (odd, whole) in whole.iter_mut().enumerate() {
                                let total = before + price + after[parity ^ odd];
                                if total < *whole {
                                    *whole = total;
                                }
                            }
                        }
                    }
                    let entry = &mut through[place][step.piece * STICKERS + turn];
                    for (whole, other) in whole.into_iter().zip(other) {
                        *entry = entry.min(whole + other);
                    }
                }
            }
        }
        for (place, options) in self.kind.places.iter().zip(&through) {
            for (option, &total) in options.iter().enumerate() {
                let (piece, turn) = (option / STICKERS, option % STICKERS);
                for at in 0..STICKERS {
                    let entry = &mut least[place[(at + turn) % STICKERS]][self.kind.faces[piece][at]];
                    *entry = entry.min(total);
                }
            }
        }
    }
}

/// The cheapest legal cube under these costs (finite, not negative infinite).
pub fn cheapest(costs: &Costs) -> Legal {
    Search::new(costs).legal()
}

/// For each sticker: how much dearer than the cheapest legal cube the cheapest one is that shows
/// something else there (infinite for the centres).
pub(crate) fn margins(costs: &Costs) -> [f32; 54] {
    Search::new(costs).margins()
}

/// Another cube must differ in this many of the stickers that were seen, else a single misread one could pass for it.
const FEWEST_APART: f32 = 2.0;

/// Whether another cube shows nearly the same stickers where they were seen: it differs there in fewer than [`FEWEST_APART`].
pub(crate) fn too_few_apart(facelets: &Facelets, seen: &[bool; 54]) -> bool {
    let costs = std::array::from_fn(|sticker| {
        let shown = facelets[sticker].index();
        std::array::from_fn(|face| f32::from(u8::from(seen[sticker] && face != shown)))
    });
    margins(&costs).iter().any(|apart| *apart < FEWEST_APART)
}

/// Both halves with their prices.
struct Search {
    corners: Half<3>,
    edges: Half<2>,
}

impl Search {
    fn new(costs: &Costs) -> Search {
        let corners = Kind {
            places: Corner::ALL.map(Corner::stickers).to_vec(),
            faces: Corner::ALL.map(|corner| corner.faces().map(|face| face.index())).to_vec(),
        };
        let edges = Kind {
            places: Edge::ALL.map(Edge::stickers).to_vec(),
            faces: Edge::ALL.map(|edge| edge.faces().map(|face| face.index())).to_vec(),
        };
        Search { corners: Half::new(corners, costs), edges: Half::new(edges, costs) }
    }

    /// Price of the cheapest cube with this parity of both permutations.
    fn price(&self, odd: usize) -> f32 {
        self.corners.best(odd) + self.edges.best(odd)
    }

    fn parity(&self) -> usize {
        usize::from(self.price(1) < self.price(0))
    }

    fn legal(&self) -> Legal {
        let odd = self.parity();
        let mut stickers = *Facelets::SOLVED.stickers();
        for (place, option) in self.corners.pieces(odd).into_iter().enumerate() {
            let (piece, turn) = (option / 3, option % 3);
            for (at, face) in Corner::ALL[piece].faces().into_iter().enumerate() {
                stickers[Corner::ALL[place].stickers()[(at + turn) % 3]] = face;
            }
        }
        for (place, option) in self.edges.pieces(odd).into_iter().enumerate() {
            let (piece, turn) = (option / 2, option % 2);
            for (at, face) in Edge::ALL[piece].faces().into_iter().enumerate() {
                stickers[Edge::ALL[place].stickers()[(at + turn) % 2]] = face;
            }
        }
        let facelets = Facelets::new(stickers);
        Legal {
            cube: Cube::try_from(&facelets)
                .expect("pieces once each, twists and flips that cancel and equal parities are a cube"),
            facelets,
            #[cfg(test)]
            cost: self.price(odd),
        }
    }

    fn margins(mut self) -> [f32; 54] {
        self.corners.run_forward();
        self.edges.run_forward();
        let cost = self.price(self.parity());
        let stickers = *self.legal().facelets.stickers();
        let mut least = [[f32::INFINITY; 6]; 54];
        let (corners, edges) = (&self.corners, &self.edges);
        corners.fill_least([edges.best(0), edges.best(1)], &mut least);
        edges.fill_least([corners.best(0), corners.best(1)], &mut least);
        std::array::from_fn(|sticker| {
            (0..6)
                .filter(|&face| face != stickers[sticker].index())
                .map(|face| least[sticker][face] - cost)
                .fold(f32::INFINITY, f32::min)
                .max(0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Costs, cheapest, margins};
    use cube::Cube;
    use testkit::rand::{RngExt, SeedableRng};

    fn costs_of(cube: &Cube, wrong: f32) -> Costs {
        let facelets = cube.facelets();
        std::array::from_fn(|sticker| {
            std::array::from_fn(|face| if facelets.stickers()[sticker].index() == face { 0.0 } else { wrong })
        })
    }

    #[test]
    fn clean_costs_give_the_cube_back() {
        for seed in 0..40 {
            let cube = Cube::from_seed(seed);
            let legal = cheapest(&costs_of(&cube, 1.0));
            assert_eq!(legal.cube, cube);
            assert_eq!(legal.cost, 0.0);
            // The nearest other cubes differ by a three-cycle, two twists, two flips or two swaps.
            let margin = margins(&costs_of(&cube, 1.0));
            let smallest = margin.iter().copied().fold(f32::INFINITY, f32::min);
            assert!((2.0..=6.0).contains(&smallest), "seed {seed}: {smallest}");
        }
    }

    #[test]
    fn no_random_legal_cube_is_cheaper_and_margins_hold() {
        let mut random = testkit::rand_chacha::ChaCha8Rng::seed_from_u64(7);
        let costs: Costs = std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(0.0..1.0)));
        let legal = cheapest(&costs);
        let margin = margins(&costs);
        let price = |cube: &Cube| -> f32 {
            cube.facelets()
                .stickers()
                .iter()
                .enumerate()
                .filter(|(sticker, _)| sticker % 9 != 4)
                .map(|(sticker, face)| costs[sticker][face.index()])
                .sum()
        };
        assert!((price(&legal.cube) - legal.cost).abs() < 1e-3);
        for _ in 0..20_000 {
            // Random cubes and neighbours of the best one.
            let far = Cube::random(&mut random);
            let near = (0..random.random_range(1..8))
                .fold(legal.cube, |cube, _| cube.apply(cube::Move::ALL[random.random_range(0..18)]));
            for other in [far, near] {
                let dearer = price(&other) - legal.cost;
                assert!(dearer >= -1e-3);
                let (best, shown) = (legal.facelets, other.facelets());
                for (sticker, least) in margin.iter().enumerate() {
                    if best.stickers()[sticker] != shown.stickers()[sticker] {
                        assert!(*least <= dearer + 1e-3);
                    }
                }
            }
        }
    }
}
