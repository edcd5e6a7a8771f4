//! What a sequence does to the stickers: cycles, order, powers.

use cube::{Corner, Cube, Edge, Face, Rotation, Step, fold_rotations};

use super::numbering::{Numbering, number_at};

/// A permutation of the 54 stickers: where the sticker of each place goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stickers([usize; 54]);

impl Stickers {
    /// What these steps do. Rotations of the whole cube move the centres too.
    pub fn of(steps: &[Step]) -> Stickers {
        let (moves, held) = fold_rotations(steps);
        let turned = Stickers::of_cube(&Cube::SOLVED.apply_all(&moves));
        Stickers(turned.0.map(|to| rotated(to, held)))
    }

    /// What leads from the solved cube to this one.
    pub fn of_cube(cube: &Cube) -> Stickers {
        Stickers(moved(cube))
    }

    /// Where the sticker at this place goes.
    pub const fn to(&self, from: usize) -> usize {
        self.0[from]
    }

    /// The cycles of more than one sticker, in numbers: each begins with its least number, and they come in the order of
    /// these.
    pub fn cycles(&self, numbering: Numbering) -> Vec<Vec<usize>> {
        let mut seen = [false; 54];
        let mut cycles = Vec::new();
        for start in 0..54 {
            let mut cycle = Vec::new();
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                cycle.extend(number_at(at, numbering));
                at = self.0[at];
            }
            if 1 < cycle.len() {
                let least = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap_or(0);
                cycle.rotate_left(least);
                cycles.push(cycle);
            }
        }
        cycles.sort();
        cycles
    }

    /// How often the sequence is done until all stickers are back, 1 at least.
    pub fn order(&self) -> u64 {
        let cycles = self.cycles(Numbering::Facelets);
        cycles.iter().fold(1, |order, cycle| {
            let length = cycle.len() as u64;
            order / common_divisor(order, length) * length
        })
    }
}

fn common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

/// Where each sticker of the solved cube lies in this position.
fn moved(cube: &Cube) -> [usize; 54] {
    let mut to: [usize; 54] = std::array::from_fn(|at| at);
    for place in Corner::ALL {
        let piece = usize::from(cube.corner_permutation()[place.index()]);
        let twist = usize::from(cube.corner_orientation()[place.index()]);
        for (side, from) in Corner::ALL[piece].stickers().into_iter().enumerate() {
            to[from] = place.stickers()[(side + twist) % 3];
        }
    }
    for place in Edge::ALL {
        let piece = usize::from(cube.edge_permutation()[place.index()]);
        let flip = usize::from(cube.edge_orientation()[place.index()]);
        for (side, from) in Edge::ALL[piece].stickers().into_iter().enumerate() {
            to[from] = place.stickers()[(side + flip) % 2];
        }
    }
    to
}

/// Where a place of the cube lies after the whole cube was turned.
fn rotated(at: usize, rotation: Rotation) -> usize {
    let face = rotation.carry(Face::ALL[at / 9]);
    let corner = Corner::ALL.into_iter().find(|place| place.stickers().contains(&at));
    let edge = Edge::ALL.into_iter().find(|place| place.stickers().contains(&at));
    let carried: Vec<usize> = match (corner, edge) {
        (Some(place), _) => {
            let faces = place.faces().map(|face| rotation.carry(face));
            Corner::with_faces(faces).map_or(Vec::new(), |place| place.stickers().to_vec())
        }
        (None, Some(place)) => {
            let faces = place.faces().map(|face| rotation.carry(face));
            Edge::with_faces(faces).map_or(Vec::new(), |place| place.stickers().to_vec())
        }
        (None, None) => vec![9 * face.index() + 4],
    };
    let on_face = carried.into_iter().find(|&sticker| sticker / 9 == face.index());
    on_face.expect("a rotation carries the stickers of a place to those of a place")
}

/// The same sequence for the next side of the cube, letter by letter as the lab writes it: R becomes F, F becomes L, L
/// becomes B, B becomes R. Other letters stay.
pub fn toprotate(moves: &str) -> String {
    let next = |letter: char| match letter {
        'R' => 'F',
        'F' => 'L',
        'L' => 'B',
        'B' => 'R',
        other => other,
    };
    let letters = moves.chars();
    letters
        .map(|letter| match letter.is_ascii_lowercase() {
            true => next(letter.to_ascii_uppercase()).to_ascii_lowercase(),
            false => next(letter),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Notation, parse_moves, parse_steps};

    fn stickers(text: &str) -> Stickers {
        Stickers::of(&parse_steps(text, Notation::Case).unwrap())
    }

    #[test]
    fn the_cycles_of_r_are_as_the_lab_prints_them() {
        let printed: [[usize; 4]; 5] =
            [[2, 18, 23, 7], [3, 10, 22, 15], [6, 14, 19, 11], [26, 37, 46, 35], [30, 34, 42, 38]];
        assert_eq!(stickers("R").cycles(Numbering::Lab), printed.map(Vec::from));
    }

    #[test]
    fn the_document_s_cycles_of_54_are_ours_but_for_one_misprint() {
        // Document 001 numbers U L F R B D, each row by row; its d has [46, 50, 52, 51] for [46, 50, 52, 48].
        let to_ours = |number: usize| [0, 4, 2, 1, 5, 3][number / 9] * 9 + number % 9;
        let printed = [[45, 47, 53, 51], [46, 50, 52, 48], [24, 33, 42, 15]];
        let down = stickers("D");
        for cycle in printed {
            for (at, number) in cycle.into_iter().enumerate() {
                assert_eq!(down.to(to_ours(number)), to_ours(cycle[(at + 1) % 4]), "{number}");
            }
        }
    }

    #[test]
    fn the_orders_are_those_of_the_lab() {
        for (text, order) in
            [("RF", 105), ("Ur", 63), ("rdL", 180), ("RDFLBUrdflbu", 360), ("", 1), ("R", 4), ("RURU", 105)]
        {
            assert_eq!(stickers(text).order(), order, "{text}");
        }
        assert_eq!(stickers("x").order(), 4, "the whole cube");
    }

    #[test]
    fn toprotate_is_the_lab_s_and_a_turn_of_the_whole_cube() {
        assert_eq!(toprotate("RFLBrflb"), "FLBRflbr");
        let text = "RUrFLdB";
        let moves = parse_moves(text, Notation::Case).unwrap();
        let renamed = parse_moves(&toprotate(text), Notation::Case).unwrap();
        let carried: Vec<_> = moves.iter().map(|&turn| Rotation::Y.carry_move(turn)).collect();
        assert_eq!(renamed, carried);
    }
}
