//! The three laws of solvability, proven on the arrays of a cube's pieces.
//!
//! A cube that was put together at random can be solved only if its edge flips add up to an even number and its corner twists to
//! whole turns. Also, its corners and edges must be permuted with the same parity. That is one cube in 2 * 3 * 2 = 12.

use crate::{Corner, Edge, Error};

/// Proves that the arrays are permutations and orientations.
pub(crate) fn check_arrays(
    corners: &[u8; 8],
    twists: &[u8; 8],
    edges: &[u8; 12],
    flips: &[u8; 12],
) -> Result<(), Error> {
    check_permutation("corner", corners)?;
    check_range("corner orientation", twists, 3)?;
    check_permutation("edge", edges)?;
    check_range("edge orientation", flips, 2)
}

fn check_permutation(what: &'static str, values: &[u8]) -> Result<(), Error> {
    check_range(what, values, values.len())?;
    match (0..values.len()).find(|&index| values[..index].contains(&values[index])) {
        Some(index) => Err(Error::BadArray { what, index, value: values[index] }),
        None => Ok(()),
    }
}

fn check_range(what: &'static str, values: &[u8], limit: usize) -> Result<(), Error> {
    match values.iter().position(|&value| usize::from(value) >= limit) {
        Some(index) => Err(Error::BadArray { what, index, value: values[index] }),
        None => Ok(()),
    }
}

/// Proves the three laws for arrays that are permutations and orientations.
pub(crate) fn check_laws(corners: &[u8; 8], twists: &[u8; 8], edges: &[u8; 12], flips: &[u8; 12]) -> Result<(), Error> {
    if flips.iter().sum::<u8>() % 2 != 0 {
        let edges = (0..12).filter(|&place| flips[place] != 0).map(|place| Edge::ALL[usize::from(edges[place])]);
        return Err(Error::FlippedEdge { edges: edges.collect() });
    }
    let thirds = twists.iter().sum::<u8>() % 3;
    if thirds != 0 {
        let corners = (0..8).filter(|&place| twists[place] != 0).map(|place| Corner::ALL[usize::from(corners[place])]);
        return Err(Error::TwistedCorner { corners: corners.collect(), thirds });
    }
    let corners_odd = is_odd(corners);
    if corners_odd != is_odd(edges) {
        return Err(Error::PermutationParity { corners_odd });
    }
    Ok(())
}

/// Whether a permutation is odd: each pair of values in the wrong order counts once.
pub(crate) fn is_odd(permutation: &[u8]) -> bool {
    let inversions = (0..permutation.len())
        .map(|second| permutation[..second].iter().filter(|&&first| first > permutation[second]).count())
        .sum::<usize>();
    inversions % 2 == 1
}
