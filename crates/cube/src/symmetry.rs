//! The 48 symmetries of the cube and how they rename positions and moves.
//!
//! A symmetry S renames a position: what was at face f is now at face S(f), and shows S of what it
//! showed. The renamed position is as far from solved as the first, and renamed moves solve it.
//! The first 16 symmetries keep the axis from U to D. The others are these 16, followed by one or two turns about the axis
//! through the corner URF, which move another axis there.

use std::sync::LazyLock;

use crate::{Corner, Cube, Edge, Face, Move, Rotation};

/// Symmetries that keep the U-D axis: 4 turns y, times 2 (upside down), times 2 (mirrored).
pub const AXIAL: usize = 16;
/// All symmetries: 16 times 3 axes.
pub const ALL: usize = 48;

/// One symmetry, written out for places, pieces and moves.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Where it takes each face.
    pub faces: [Face; 6],
    /// Where it takes each corner place.
    pub corners: [u8; 8],
    /// Where it takes each edge place.
    pub edges: [u8; 12],
    /// What it makes of each move; a mirror turns the other way round.
    pub moves: [Move; Move::COUNT],
    /// Whether it is a mirror.
    pub mirror: bool,
    /// Whether it takes the F-B axis to the R-L axis, which exchanges the first and second sticker
    /// of the middle edges.
    pub swaps_sides: bool,
}

/// All symmetries with their products.
pub struct Symmetries {
    /// The 48 symmetries; the first 16 keep the U-D axis.
    pub list: Vec<Symmetry>,
    /// `then[a][b]`: the symmetry that does a and then b.
    pub then: Vec<[u8; ALL]>,
    /// `inverse[a]`: the symmetry that undoes a.
    pub inverse: [u8; ALL],
}

/// Positions in classes: those that the axial symmetries carry into each other count once.
#[derive(Clone, Debug)]
pub struct Classes {
    /// `[position]`: class times 16, plus the symmetry that renames to its representative.
    pub class_and_symmetry: Vec<u32>,
    /// For each class, the least position in it.
    pub representatives: Vec<u32>,
    /// For each class, a bit for each symmetry that leaves its representative as it is.
    pub stabilizers: Vec<u16>,
}

/// The symmetries, made once.
pub static SYMMETRIES: LazyLock<Symmetries> = LazyLock::new(Symmetries::new);

type FaceMap = [Face; 6];

fn follow(first: FaceMap, second: FaceMap) -> FaceMap {
    first.map(|face| second[face.index()])
}

impl Symmetry {
    fn new(faces: FaceMap) -> Symmetry {
        let image = |face: Face| faces[face.index()];
        let corners = Corner::ALL.map(|corner| {
            Corner::with_faces(corner.faces().map(image)).expect("three faces that meet still meet") as u8
        });
        let edges = Edge::ALL
            .map(|edge| Edge::with_faces(edge.faces().map(image)).expect("two faces that meet still meet") as u8);
        // Seen from the corner, a mirror turns the order of the three faces round.
        let first = Corner::Urf.faces().map(image);
        let target = Corner::ALL[usize::from(corners[0])].faces();
        let mirror = !(0..3).any(|twist| (0..3).all(|side| target[(side + twist) % 3] == first[side]));
        let moves = Move::ALL.map(|turn| {
            let quarters = i32::from(turn.quarters()) * if mirror { -1 } else { 1 };
            Move::new(image(turn.face()), quarters).expect("a turn stays a turn")
        });
        let swaps_sides = image(Face::F).axis() == Face::R.axis();
        Symmetry { faces, corners, edges, moves, mirror, swaps_sides }
    }

    /// The renamed position.
    pub fn rename(&self, cube: &Cube) -> Cube {
        let image = |face: Face| self.faces[face.index()];
        let (mut corners, mut twists, mut edges, mut flips) = ([0; 8], [0; 8], [0; 12], [0; 12]);
        for place in Corner::ALL {
            let piece = Corner::ALL[usize::from(cube.corner_permutation()[place.index()])];
            let twist = usize::from(cube.corner_orientation()[place.index()]);
            let new_place = Corner::ALL[usize::from(self.corners[place.index()])];
            let new_piece = Corner::ALL[usize::from(self.corners[piece.index()])];
            // Where the sticker that comes first on the new piece is, before and after.
            let first = piece.faces().iter().position(|&face| image(face) == new_piece.faces()[0]);
            let side = first.expect("the renamed piece has the renamed faces");
            let shown_at = image(place.faces()[(side + twist) % 3]);
            let new_twist = new_place.faces().iter().position(|&face| face == shown_at);
            corners[new_place.index()] = new_piece as u8;
            twists[new_place.index()] = new_twist.expect("the renamed place has the renamed faces") as u8;
        }
        for place in Edge::ALL {
            let piece = Edge::ALL[usize::from(cube.edge_permutation()[place.index()])];
            let flip = usize::from(cube.edge_orientation()[place.index()]);
            let new_place = Edge::ALL[usize::from(self.edges[place.index()])];
            let new_piece = Edge::ALL[usize::from(self.edges[piece.index()])];
            let side = usize::from(image(piece.faces()[0]) != new_piece.faces()[0]);
            let shown_at = image(place.faces()[(side + flip) % 2]);
            edges[new_place.index()] = new_piece as u8;
            flips[new_place.index()] = u8::from(shown_at != new_place.faces()[0]);
        }
        Cube::from_pieces(corners, twists, edges, flips).expect("a renamed position is as solvable as before")
    }
}

/// Which sticker of a renamed piece or place bears the name that the first sticker had to give up:
/// 0 where the first one stays first.
pub fn side<const N: usize>(symmetry: &Symmetry, from: [Face; N], to: [Face; N]) -> u8 {
    from.iter().position(|face| symmetry.faces[face.index()] == to[0]).expect("the renamed piece has the renamed faces")
        as u8
}

impl Symmetries {
    fn new() -> Symmetries {
        let rotation = |rotation: Rotation| Face::ALL.map(|face| rotation.carry(face));
        let mirror = Face::ALL.map(|face| if face.axis() == Face::R.axis() { face.opposite() } else { face });
        let (y, upside_down) = (rotation(Rotation::Y), rotation(Rotation::Z.times(2)));
        // U to R, R to F, F to U.
        let diagonal = rotation(Rotation::carrying_up_and_front_to(Face::R, Face::U).expect("R and U meet"));
        let power = |map: FaceMap, times: usize| (0..times).fold(Face::ALL, |done, _| follow(done, map));
        let maps: Vec<FaceMap> = (0..ALL)
            .map(|index| {
                let turned = follow(power(y, index % 4), power(upside_down, index / 4 % 2));
                let mirrored = follow(turned, power(mirror, index / 8 % 2));
                follow(mirrored, power(diagonal, index / AXIAL))
            })
            .collect();
        let find = |map: FaceMap| {
            maps.iter().position(|&known| known == map).expect("the 48 symmetries are closed under products") as u8
        };
        let then: Vec<[u8; ALL]> = (0..ALL).map(|a| std::array::from_fn(|b| find(follow(maps[a], maps[b])))).collect();
        let inverse =
            std::array::from_fn(|a| (0..ALL).find(|&b| then[a][b] == 0).expect("every symmetry can be undone") as u8);
        Symmetries { list: maps.into_iter().map(Symmetry::new).collect(), then, inverse }
    }
}

impl Classes {
    /// The classes of positions from 0 up. `renamed` is asked once for each class: what the axial symmetries make of a
    /// position.
    pub fn new(positions: usize, renamed: impl Fn(usize) -> [usize; AXIAL]) -> Classes {
        let mut classes = Classes {
            class_and_symmetry: vec![u32::MAX; positions],
            representatives: Vec::new(),
            stabilizers: Vec::new(),
        };
        for position in 0..positions {
            if classes.class_and_symmetry[position] != u32::MAX {
                continue;
            }
            let class = classes.representatives.len() as u32;
            let mut stabilizer = 0;
            for (symmetry, image) in renamed(position).into_iter().enumerate() {
                stabilizer |= u16::from(image == position) << symmetry;
                if classes.class_and_symmetry[image] == u32::MAX {
                    let back = u32::from(SYMMETRIES.inverse[symmetry]);
                    classes.class_and_symmetry[image] = class << 4 | back;
                }
            }
            classes.representatives.push(position as u32);
            classes.stabilizers.push(stabilizer);
        }
        classes
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a position, and a symmetry that renames the position to the representative.
    #[inline]
    pub fn find(&self, position: usize) -> (usize, usize) {
        let found = self.class_and_symmetry[position] as usize;
        (found / AXIAL, found % AXIAL)
    }

    /// The symmetries other than the identity that leave the representative of a class as it is.
    pub fn stabilizing(&self, class: usize) -> impl Iterator<Item = usize> + use<> {
        let stabilizer = self.stabilizers[class];
        (1..AXIAL).filter(move |symmetry| stabilizer >> symmetry & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renaming_respects_composition_and_moves() {
        let symmetries = &*SYMMETRIES;
        let distinct: std::collections::HashSet<_> = symmetries.list.iter().map(|symmetry| symmetry.faces).collect();
        assert_eq!(distinct.len(), ALL);
        assert_eq!(symmetries.list.iter().filter(|symmetry| symmetry.mirror).count(), 24);
        let (a, b) = (Cube::from_seed(1), Cube::from_seed(2));
        for (index, symmetry) in symmetries.list.iter().enumerate() {
            assert_eq!(symmetry.rename(&a).then(&symmetry.rename(&b)), symmetry.rename(&a.then(&b)));
            assert_eq!(symmetry.rename(&Cube::SOLVED), Cube::SOLVED);
            for turn in Move::ALL {
                let renamed = symmetry.rename(&Cube::SOLVED.apply(turn));
                assert_eq!(renamed, Cube::SOLVED.apply(symmetry.moves[turn.index()]));
            }
            for (other, second) in symmetries.list.iter().enumerate() {
                let product = &symmetries.list[usize::from(symmetries.then[index][other])];
                assert_eq!(second.rename(&symmetry.rename(&a)), product.rename(&a));
            }
            let back = &symmetries.list[usize::from(symmetries.inverse[index])];
            assert_eq!(back.rename(&symmetry.rename(&a)), a);
        }
        assert!(symmetries.list[..AXIAL].iter().all(|symmetry| symmetry.faces[0].axis() == Face::U.axis()));
    }

    #[test]
    fn rotations_are_among_them() {
        let cube = Cube::from_seed(3);
        for rotation in Rotation::all() {
            let faces = Face::ALL.map(|face| rotation.carry(face));
            let symmetry = SYMMETRIES.list.iter().find(|symmetry| symmetry.faces == faces).unwrap();
            assert!(!symmetry.mirror);
            assert_eq!(symmetry.rename(&cube), cube.rotated(rotation));
        }
    }
}
