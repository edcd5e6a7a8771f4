//! Which regions could be the sticker next to each region.

use super::regions::Region;
use crate::homography::difference;

/// Distance of neighbouring stickers in sides of a sticker: from touching to far apart.
const PITCH: [f64; 2] = [0.95, 1.75];

/// One neighbour of a region.
pub(crate) struct Neighbour {
    /// The other region.
    pub region: usize,
    /// Step to it in pixels.
    pub step: [f64; 2],
    /// Step in the region's affine frame, in sides.
    pub side_step: [f64; 2],
}

/// For each region those that could be the next sticker in any direction.
pub(crate) fn neighbours(regions: &[Region]) -> Vec<Vec<Neighbour>> {
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by(|&a, &b| regions[a].centre[0].total_cmp(&regions[b].centre[0]));
    let mut lists: Vec<Vec<Neighbour>> = regions.iter().map(|_| Vec::new()).collect();
    for (rank, &a) in order.iter().enumerate() {
        let region = &regions[a];
        // Side lengths never exceed twice the root of the area by much (elongation is limited).
        let reach = 4.0 * region.area.sqrt();
        let to_sides = to_sides(region);
        let candidates = order[..rank].iter().rev().take_while(|&&b| region.centre[0] - regions[b].centre[0] <= reach);
        let candidates = candidates
            .chain(order[rank + 1..].iter().take_while(|&&b| regions[b].centre[0] - region.centre[0] <= reach));
        for &b in candidates {
            let other = &regions[b];
            let ratio = other.area / region.area;
            if !(0.4..=2.5).contains(&ratio) {
                continue;
            }
            let step = difference(other.centre, region.centre);
            let side_step = to_sides(step);
            let length = side_step[0].hypot(side_step[1]);
            if (PITCH[0]..=PITCH[1]).contains(&length) {
                lists[a].push(Neighbour { region: b, step, side_step });
            }
        }
    }
    lists
}

/// The root (Cholesky) of 12 times a region's variances: from a square of side one (up to rotation) to the region.
fn root(region: &Region) -> [f64; 3] {
    let [xx, yy, xy] = region.spread.map(|variance| 12.0 * variance);
    let l11 = xx.sqrt();
    let l21 = xy / l11;
    [l11, l21, (yy - l21 * l21).max(1e-9).sqrt()]
}

/// The linear map that turns the region into that square.
pub(crate) fn to_sides(region: &Region) -> impl Fn([f64; 2]) -> [f64; 2] + use<> {
    let [l11, l21, l22] = root(region);
    move |[x, y]: [f64; 2]| [x / l11, (y - l21 * x / l11) / l22]
}

/// A step in the region's sides as one in pixels.
pub(crate) fn from_sides(region: &Region, [a, b]: [f64; 2]) -> [f64; 2] {
    let [l11, l21, l22] = root(region);
    [l11 * a, l21 * a + l22 * b]
}

/// Whether two steps could be the two axes: about equally long and about at right angles, turning
/// clockwise in the picture (y down), so that no lattice is mirrored.
pub(crate) fn square_corner(a: [f64; 2], b: [f64; 2]) -> bool {
    let (la, lb) = (a[0].hypot(a[1]), b[0].hypot(b[1]));
    let sine = (a[0] * b[1] - a[1] * b[0]) / (la * lb);
    // Within 33 degrees of a right angle.
    0.84 < sine && la < 1.4 * lb && lb < 1.4 * la
}
