//! The thirty ways in which six colours can lie around a cube.

use cube::{Face, Rotation};

/// Which reading is each face, in the order U R F D L B. There is one entry for each of the thirty arrangements that no
/// rotation of the whole cube carries into each other. Each is turned so that as many readings as possible are the faces
/// of their numbers.
pub(crate) fn arrangements() -> Vec<[usize; 6]> {
    let mut best: Vec<([usize; 6], usize, [usize; 6])> = Vec::with_capacity(30);
    for at in permutations() {
        let class = rotated(at).min().unwrap_or(at);
        let kept = kept(&at);
        match best.iter_mut().find(|(known, _, _)| *known == class) {
            Some((_, most, _)) if kept <= *most => {}
            Some((_, most, chosen)) => (*most, *chosen) = (kept, at),
            None => best.push((class, kept, at)),
        }
    }
    best.into_iter().map(|(_, _, at)| at).collect()
}

/// The same arrangement, turned so that as many readings as possible are the faces of their numbers.
pub(crate) fn turned_to_numbers(at: [usize; 6]) -> [usize; 6] {
    rotated(at).max_by_key(kept).unwrap_or(at)
}

/// An arrangement in the 24 positions of the whole cube.
fn rotated(at: [usize; 6]) -> impl Iterator<Item = [usize; 6]> {
    Rotation::all().map(move |rotation| {
        let mut turned = [0; 6];
        for face in Face::ALL {
            turned[rotation.carry(face).index()] = at[face.index()];
        }
        turned
    })
}

/// How many readings are the faces of their numbers.
fn kept(at: &[usize; 6]) -> usize {
    Face::ALL.into_iter().filter(|face| at[face.index()] == face.index()).count()
}

/// All 720 orders of six things.
fn permutations() -> impl Iterator<Item = [usize; 6]> {
    (0..720usize).map(|number| {
        let mut rest = vec![0, 1, 2, 3, 4, 5];
        let mut number = number;
        std::array::from_fn(|taken| {
            let left = 6 - taken;
            let next = rest.remove(number % left);
            number /= left;
            next
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_thirty_and_the_given_order_is_among_them() {
        let all = arrangements();
        // 6! colourings, each met in 24 positions (Burnside: no rotation but none fixes one).
        assert_eq!(all.len(), 720 / 24);
        assert!(all.contains(&[0, 1, 2, 3, 4, 5]));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 30);
    }

    #[test]
    fn an_arrangement_is_turned_to_the_numbers() {
        // R and L exchanged, seen from behind: U and D keep their places, and no turn of the whole cube keeps more than four.
        let exchanged = [0, 4, 2, 3, 1, 5];
        let behind = [0, 1, 5, 3, 4, 2];
        let turned = turned_to_numbers(behind);
        assert_eq!(kept(&turned), 4, "{turned:?}");
        assert!(rotated(exchanged).any(|at| at == turned));
        assert!(rotated([0, 1, 2, 3, 4, 5]).all(|at| turned_to_numbers(at) == [0, 1, 2, 3, 4, 5]));
    }
}
