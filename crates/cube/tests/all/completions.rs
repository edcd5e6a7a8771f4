//! How many cubes show the stickers of some faces, counted a second way: by building each of them.

use std::collections::BTreeSet;

use cube::{Corner, Cube, Edge, Face, Facelets, KnownStickers, completions, known_on};
use testkit::proptest::prelude::*;

/// Every cube that shows these stickers, up to `limit`: pieces are tried place by place, and [`Cube::from_pieces`] proves the
/// laws of each whole cube.
fn built(known: &KnownStickers, limit: usize) -> Vec<Cube> {
    fn fill(
        known: &KnownStickers,
        corners: &mut Vec<(u8, u8)>,
        edges: &mut Vec<(u8, u8)>,
        limit: usize,
        found: &mut Vec<Cube>,
    ) {
        if found.len() == limit {
            return;
        }
        if corners.len() < 8 {
            let stickers = Corner::ALL[corners.len()].stickers();
            for piece in 0..8u8 {
                for twist in 0..3u8 {
                    let faces = Corner::ALL[usize::from(piece)].faces();
                    let shows = |at: usize| faces[(at + 3 - usize::from(twist)) % 3];
                    let fits = (0..3).all(|at| known[stickers[at]].is_none_or(|f| f == shows(at)));
                    if fits && corners.iter().all(|&(used, _)| used != piece) {
                        corners.push((piece, twist));
                        fill(known, corners, edges, limit, found);
                        corners.pop();
                    }
                }
            }
        } else if edges.len() < 12 {
            let stickers = Edge::ALL[edges.len()].stickers();
            for piece in 0..12u8 {
                for flip in 0..2u8 {
                    let faces = Edge::ALL[usize::from(piece)].faces();
                    let shows = |at: usize| faces[(at + usize::from(flip)) % 2];
                    let fits = (0..2).all(|at| known[stickers[at]].is_none_or(|f| f == shows(at)));
                    if fits && edges.iter().all(|&(used, _)| used != piece) {
                        edges.push((piece, flip));
                        fill(known, corners, edges, limit, found);
                        edges.pop();
                    }
                }
            }
        } else {
            let (c, t) = (|at: usize| corners[at].0, |at: usize| corners[at].1);
            let (e, f) = (|at: usize| edges[at].0, |at: usize| edges[at].1);
            let cube = Cube::from_pieces(
                std::array::from_fn(c),
                std::array::from_fn(t),
                std::array::from_fn(e),
                std::array::from_fn(f),
            );
            found.extend(cube);
        }
    }
    let mut found = Vec::new();
    fill(known, &mut Vec::new(), &mut Vec::new(), limit, &mut found);
    found
}

/// Sets of faces, as bits by [`Face::index`].
fn faces(bits: u8) -> Vec<Face> {
    let is_in = |face: &Face| bits >> face.index() & 1 == 1;
    Face::ALL.into_iter().filter(is_in).collect()
}

/// Pairs of opposite faces and single faces in a set: what a rotation of the cube leaves of it.
fn shape(bits: u8) -> (u32, u32) {
    let pairs = (bits & bits >> 3 & 0b111).count_ones();
    (pairs, bits.count_ones() - 2 * pairs)
}

#[test]
fn nothing_known_leaves_every_cube_and_everything_known_leaves_one() {
    assert_eq!(completions(&[None; 54]), 43_252_003_274_489_856_000);
    let centres = std::array::from_fn(|at| (at % 9 == 4).then(|| Face::ALL[at / 9]));
    assert_eq!(completions(&centres), 43_252_003_274_489_856_000);
    for seed in 0..20 {
        let facelets = Cube::from_seed(seed).facelets();
        assert_eq!(completions(&known_on(&facelets, &Face::ALL)), 1);
    }
}

/// What a solved look of some faces leaves. Only five faces prove a solved cube: of four faces, those around the cube leave
/// 8 cubes, and those that leave two neighbours unseen leave 2.
#[test]
fn a_solved_look_proves_a_solved_cube_from_five_faces_on() {
    for bits in 0..64u8 {
        let known = known_on(&Facelets::SOLVED, &faces(bits));
        let count = completions(&known);
        println!("{:?}: {count}", faces(bits));
        match shape(bits) {
            (3, 0) | (2, 1) => assert_eq!(count, 1),
            (2, 0) => assert_eq!(count, 8),
            (1, 2) => assert_eq!(count, 2),
            (0, 3) => assert_eq!(count, 96),
            (1, 1) => assert_eq!(count, 576),
            _ => assert!(100 < count),
        }
        if count < 2000 {
            let apart: BTreeSet<String> = built(&known, 2000).iter().map(|cube| cube.facelets().to_string()).collect();
            assert_eq!(apart.len() as u128, count, "{:?}", faces(bits));
        }
    }
}

/// Of 1,000 random cubes: how many are known by how many faces. The order of the faces does not matter but for which are
/// opposite to each other.
#[test]
fn nearly_nine_random_cubes_of_ten_are_known_by_five_faces_and_none_by_four() {
    let mut by_five = [0; 6];
    let mut by_four = [0; 2];
    for seed in 0..1000 {
        let facelets = Cube::from_seed(seed).facelets();
        let is_known = |bits: u8| completions(&known_on(&facelets, &faces(bits))) == 1;
        for (missing, count) in by_five.iter_mut().enumerate() {
            *count += usize::from(is_known(0b111_111 & !(1 << missing)));
        }
        by_four[0] += usize::from(is_known(0b110_110));
        by_four[1] += usize::from(is_known(0b111_100));
    }
    println!("known without U, R, F, D, L, B: {by_five:?}; of four around, of four others: {by_four:?}");
    assert!(by_five.iter().all(|known| (850..=920).contains(known)));
    assert_eq!(by_four, [0, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Five faces, four and three: as many as can be built.
    #[test]
    fn as_many_as_can_be_built(seed: u64, bits in 0..64u8) {
        prop_assume!(4 <= bits.count_ones());
        let known = known_on(&Cube::from_seed(seed).facelets(), &faces(bits));
        let built = built(&known, 3000);
        if built.len() < 3000 {
            prop_assert_eq!(completions(&known), built.len() as u128);
        } else {
            prop_assert!(3000 <= completions(&known));
        }
    }

    /// Five faces once more: all ways to lay the nine stickers of the sixth.
    #[test]
    fn as_many_as_the_stickers_of_the_sixth_face_can_be_laid(seed: u64, missing in 0..6usize) {
        fn lay(stickers: &mut [Face; 54], free: &[usize], left: &mut [usize; 6]) -> u128 {
            let Some((&at, free)) = free.split_first() else {
                return u128::from(Cube::try_from(&Facelets::new(*stickers)).is_ok());
            };
            let mut count = 0;
            for face in Face::ALL {
                if 0 < left[face.index()] {
                    left[face.index()] -= 1;
                    stickers[at] = face;
                    count += lay(stickers, free, left);
                    left[face.index()] += 1;
                }
            }
            count
        }
        let facelets = Cube::from_seed(seed).facelets();
        let known = known_on(&facelets, &faces(0b111_111 & !(1 << missing)));
        let free: Vec<usize> = (missing * 9..missing * 9 + 9).filter(|at| at % 9 != 4).collect();
        let mut left = [0; 6];
        for &at in &free {
            left[facelets[at].index()] += 1;
        }
        let mut stickers = *facelets.stickers();
        prop_assert_eq!(completions(&known), lay(&mut stickers, &free, &mut left));
    }

    /// One sticker read wrongly: what breaks the laws leaves no cube.
    #[test]
    fn a_law_that_is_broken_leaves_no_cube(seed: u64, at in 0..54usize, wrong in 0..6usize) {
        let facelets = Cube::from_seed(seed).facelets();
        prop_assume!(facelets[at].index() != wrong);
        let mut known = known_on(&facelets, &Face::ALL);
        known[at] = Some(Face::ALL[wrong]);
        prop_assert_eq!(completions(&known), 0);
    }
}
