//! Whether a lattice goes on beyond three by three, as no face of a cube does.

use crate::lattice::{Lattice, difference};
use crate::regions::Region;

/// What to take off the score because the lattice goes on beyond the face, as keyboards, tiles and
/// windows do. A second face of the same cube may continue it on one side, but only by three more
/// rows and with a bend; any other continuation speaks against a face.
pub(crate) fn extension(regions: &[Region], lattice: &Lattice) -> f64 {
    /// Taken off for a continuation that a cube does not have, and for one that it may have.
    const FOREIGN: f64 = 0.5;
    const NEXT_FACE: f64 = 0.06;
    let mut taken = 0.0;
    // For both axes the directions in which the lattice goes on.
    let mut goes_on: [Vec<f64>; 2] = Default::default();
    for (axis, outward) in [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)] {
        let row = |steps: f64, tolerance: f64| {
            (0..3)
                .filter(|&along| {
                    let mut point = [f64::from(along); 2];
                    point[axis] = 1.0 + outward * (1.0 + steps);
                    continues(regions, lattice, point, tolerance)
                })
                .count()
        };
        if row(1.0, 0.15) < 2 {
            continue;
        }
        goes_on[axis].push(outward);
        let three_more = 2 <= row(2.0, 0.3) && 2 <= row(3.0, 0.45) && row(4.0, 0.3) < 2;
        taken += if three_more { NEXT_FACE } else { FOREIGN };
    }
    // No cube shows faces on two opposite sides, or a sticker where three faces meet.
    let opposite = goes_on.iter().any(|directions| directions.len() == 2);
    let diagonal = goes_on[0].iter().any(|x| {
        goes_on[1]
            .iter()
            .any(|y| continues(regions, lattice, [1.0 + 2.0 * x, 1.0 + 2.0 * y], 0.2))
    });
    // A neighbouring face has three stickers in line with this one; irregular mosaics have more.
    let around = (0..25)
        .map(|cell| [f64::from(cell % 5) - 1.0, f64::from(cell / 5) - 1.0])
        .filter(|point| point.iter().any(|&value| !(0.0..=2.0).contains(&value)))
        .filter(|point| continues(regions, lattice, *point, 0.2))
        .count();
    if opposite || diagonal || 4 < around {
        taken + FOREIGN
    } else {
        taken
    }
}

/// Whether a region of the right size lies at a face point, within `tolerance` pitches.
fn continues(regions: &[Region], lattice: &Lattice, point: [f64; 2], tolerance: f64) -> bool {
    let [u, v] = lattice.map.steps(point);
    let cell_area = (u[0] * v[1] - u[1] * v[0]).abs();
    let place = lattice.map.apply(point);
    regions.iter().any(|region| {
        let off = difference(region.centre, place);
        let share = region.area / cell_area / lattice.fill;
        off[0] * off[0] + off[1] * off[1] < tolerance * tolerance * cell_area
            && (0.6..1.6).contains(&share)
    })
}
