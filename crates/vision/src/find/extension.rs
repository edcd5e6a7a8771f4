//! Whether a lattice goes on beyond three by three, as no face of a cube does.

use super::grid::{SIDES, Side};
use super::lattice::Lattice;
use super::regions::Region;
use crate::homography::difference;

/// What to take off the score because the lattice goes on beyond the face, as keyboards, tiles and
/// windows do. Another face of the same cube may continue it on a side, but only by three more rows and
/// with a bend; any other continuation speaks against a face. `all` are the lattices of the picture.
pub(crate) fn extension(regions: &[Region], all: &[Lattice], lattice: &Lattice) -> f64 {
    /// Taken off for a continuation that a cube does not have, and for one that it may have.
    const FOREIGN: f64 = 0.5;
    const NEXT_FACE: f64 = 0.06;
    let mut taken = 0.0;
    // The directions in which the lattice goes on without a face of its own there.
    let mut goes_on: [Vec<f64>; 2] = Default::default();
    let mut next_faces = Vec::new();
    for side in SIDES {
        if continuation(regions, lattice, side, 1.0, 0.15) < 2 {
            continue;
        }
        if has_next_face(regions, all, lattice, side) {
            taken += NEXT_FACE;
            next_faces.push(side);
            continue;
        }
        goes_on[side.0].push(side.1);
        let rows = |steps, tolerance| continuation(regions, lattice, side, steps, tolerance);
        let three_more = 2 <= rows(2.0, 0.3) && 2 <= rows(3.0, 0.45) && rows(4.0, 0.3) < 2;
        taken += if three_more { NEXT_FACE } else { FOREIGN };
    }
    // No cube shows faces on two opposite sides, or a sticker where three faces meet.
    let opposite = (0..2).any(|axis| {
        let known = next_faces.iter().filter(|side| side.0 == axis).count();
        1 < goes_on[axis].len() + known
    });
    let diagonal = goes_on[0]
        .iter()
        .any(|x| goes_on[1].iter().any(|y| continues(regions, lattice, [1.0 + 2.0 * x, 1.0 + 2.0 * y], 0.2)));
    // A neighbouring face has three stickers in line with this one; irregular mosaics have more.
    let around = (0..25)
        .map(|cell| [f64::from(cell % 5) - 1.0, f64::from(cell / 5) - 1.0])
        .filter(|point| point.iter().any(|&value| !(0.0..=2.0).contains(&value)))
        .filter(|point| !next_faces.iter().any(|&(axis, outward)| 1.5 < (point[axis] - 1.0) * outward))
        .filter(|point| continues(regions, lattice, *point, 0.2))
        .count();
    if opposite || diagonal || 4 < around { taken + FOREIGN } else { taken }
}

/// The face point in the middle of the row that lies `steps` rows beyond a side.
fn beyond((axis, outward): Side, steps: f64) -> [f64; 2] {
    let mut point = [1.0; 2];
    point[axis] = 1.0 + outward * (1.0 + steps);
    point
}

/// How many of the three places `steps` rows beyond a side are taken.
fn continuation(regions: &[Region], lattice: &Lattice, side: Side, steps: f64, tolerance: f64) -> usize {
    (0..3)
        .filter(|&along| {
            let mut point = beyond(side, steps);
            point[1 - side.0] = f64::from(along);
            continues(regions, lattice, point, tolerance)
        })
        .count()
}

/// Whether another whole face lies beyond this side, shares no sticker with this one, and does not go
/// on itself on its far side.
fn has_next_face(regions: &[Region], all: &[Lattice], lattice: &Lattice, side: Side) -> bool {
    /// Least score of a face that can explain its neighbour's continuation.
    const CONVINCING: f64 = 0.75;
    let here = lattice.map.apply([1.0, 1.0]);
    let row = lattice.map.apply(beyond(side, 1.0));
    let reach = {
        let [u, v] = lattice.map.steps(beyond(side, 0.0));
        0.25 * (u[0] * v[1] - u[1] * v[0]).abs()
    };
    let squared = |a: [f64; 2], b: [f64; 2]| {
        let [x, y] = difference(a, b);
        x * x + y * y
    };
    all.iter().any(|other| {
        if other.score < CONVINCING || other.cells.iter().any(Option::is_none) {
            return false;
        }
        let apart = other.cells.iter().all(|cell| !lattice.cells.contains(cell));
        let touches = other.cells.iter().flatten().any(|&region| squared(regions[region].centre, row) < reach);
        let away = |side: &Side| squared(other.map.apply(beyond(*side, 0.0)), here);
        let far = SIDES.into_iter().max_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(SIDES[0]);
        apart && touches && continuation(regions, other, far, 1.0, 0.2) < 2
    })
}

/// Whether a region of the right size lies at a face point, within `tolerance` pitches.
fn continues(regions: &[Region], lattice: &Lattice, point: [f64; 2], tolerance: f64) -> bool {
    let [u, v] = lattice.map.steps(point);
    let cell_area = (u[0] * v[1] - u[1] * v[0]).abs();
    let place = lattice.map.apply(point);
    regions.iter().any(|region| {
        let off = difference(region.centre, place);
        let share = region.area / cell_area / lattice.fill;
        off[0] * off[0] + off[1] * off[1] < tolerance * tolerance * cell_area && (0.6..1.6).contains(&share)
    })
}
