//! On which side of two seen rows (or columns) of a face the third one lies hidden.
//!
//! Six stickers in two lines fix where the lattice lies but not which line is missing. Three things tell. Beside the face
//! lies the background, as it does beside the lines that are seen, and before it the outer margin of the body. Over the
//! hidden line lies something of one colour that comes from beyond the face. And no face is looked for outside the picture.

use super::grid::Side;
use crate::Image;
use crate::homography::Homography;

/// What is seen where the hidden line would lie at one side.
struct SideLook {
    /// Of its three middles, how many lie outside the picture.
    outside: f64,
    /// How much its middles differ from the background beside the seen lines.
    unlike_background: f64,
    /// How much that which lies beside it does.
    beside_unlike_background: f64,
    /// How much more of the body shows at its border than between the seen lines.
    border: f64,
    /// How much of the body shows where the outer edges of the face would go on ...
    edges: f64,
    /// ... over its middles ...
    middles: f64,
    /// ... and along its far edge.
    far_edge: f64,
    /// How much its middles differ among themselves.
    uneven: f64,
}

impl SideLook {
    /// Nats that speak for the hidden line to be here. The weights are those of a logistic regression over
    /// photographs with a line covered by drawn fingers and claws; what those are most alike in is bounded.
    fn nats(&self) -> f64 {
        -0.75 * self.outside
            + 2.3 * self.unlike_background.min(0.8)
            + 1.8 * self.beside_unlike_background.min(0.8)
            + 4.6 * self.border
            - 1.6 * self.edges
            - 1.7 * self.middles
            + 1.4 * self.far_edge
            - 3.5 * self.uneven.min(0.6)
    }
}

/// The chance that the hidden line lies at `side` of the map's nine places and not at the other side of the
/// two lines that are seen. `scale` leads from the map's pixels to the picture's.
pub(crate) fn chance_of_side(image: &Image, map: &Homography, side: Side, scale: f64) -> f64 {
    let look = |here| Look::new(image, map, scale, side, here).side().nats();
    1.0 / (1.0 + (look(false) - look(true)).exp())
}

/// Looks into the picture along and across the seen lines.
struct Look<'a> {
    image: &'a Image,
    map: &'a Homography,
    scale: f64,
    /// The axis across the lines, the line next to the side looked at, and the direction outward.
    axis: usize,
    nearest: f64,
    outward: f64,
}

/// Places along the lines that are beside the face, in cells.
const BESIDE: [f64; 4] = [-1.2, -0.9, 2.9, 3.2];
/// Places along the lines at stickers and at the seams between them.
const ALONG: [f64; 5] = [0.0, 0.5, 1.0, 1.5, 2.0];

impl<'a> Look<'a> {
    fn new(image: &'a Image, map: &'a Homography, scale: f64, side: Side, here: bool) -> Look<'a> {
        let (axis, outward) = side;
        Look {
            image,
            map,
            scale,
            axis,
            nearest: if here { 1.0 } else { 1.0 - outward },
            outward: if here { outward } else { -outward },
        }
    }

    fn side(&self) -> SideLook {
        let bright = ALONG
            .iter()
            .step_by(2)
            .flat_map(|&along| [0.0, -1.0].map(|beyond| self.patch(along, beyond)))
            .flatten()
            .map(|rgb| f64::from(rgb.into_iter().fold(0.0, f32::max)));
        let (sum, count) =
            bright.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        let unit = f64::max(sum / f64::max(count, 1.0), 20.0);
        let middles: Vec<[f32; 3]> = [0.0, 1.0, 2.0]
            .into_iter()
            .filter_map(|along| self.patch(along, 1.0))
            .collect();
        let background: Vec<[f32; 3]> = BESIDE
            .into_iter()
            .flat_map(|along| [0.0, -0.5, -1.0].map(|beyond| self.patch(along, beyond)))
            .flatten()
            .collect();
        let unlike = |colors: &[[f32; 3]]| {
            let nearest = |rgb: &[f32; 3]| {
                let all = background.iter().map(|other| distance(*rgb, *other));
                all.fold(f64::INFINITY, f64::min)
            };
            if colors.is_empty() || background.is_empty() {
                return 0.0;
            }
            colors.iter().map(nearest).sum::<f64>() / colors.len() as f64 / unit
        };
        let beside: Vec<[f32; 3]> = BESIDE
            .into_iter()
            .filter_map(|along| self.patch(along, 1.0))
            .collect();
        let body = self.body();
        let shows = |along: &[f64], from: f64, to: f64| self.share_of(body, along, from, to, unit);
        SideLook {
            outside: (3 - middles.len()) as f64,
            unlike_background: unlike(&middles),
            beside_unlike_background: unlike(&beside),
            border: shows(&ALONG, 0.3, 0.7) - shows(&ALONG, -0.7, -0.3),
            edges: shows(&[-0.55, 2.55], 0.6, 1.4),
            middles: shows(&[0.0, 1.0, 2.0], 0.8, 1.2),
            far_edge: shows(&ALONG, 1.45, 1.65),
            uneven: middles
                .windows(2)
                .map(|pair| distance(pair[0], pair[1]))
                .sum::<f64>()
                / unit,
        }
    }

    /// The colour at a place along the lines, some cells outward of the nearest seen one.
    fn pixel(&self, along: f64, beyond: f64) -> Option<[f32; 3]> {
        let mut point = [along; 2];
        point[self.axis] = self.nearest + self.outward * beyond;
        let [x, y] = self
            .map
            .apply(point)
            .map(|value| (value + 0.5) * self.scale);
        let inside = (0.0..self.image.width() as f64).contains(&x)
            && (0.0..self.image.height() as f64).contains(&y);
        inside.then(|| self.image.rgb_at(x as f32, y as f32))
    }

    /// Mean colour around a place.
    fn patch(&self, along: f64, beyond: f64) -> Option<[f32; 3]> {
        mean((0..9).filter_map(|k| {
            let off = [f64::from(k % 3) - 1.0, f64::from(k / 3) - 1.0].map(|step| 0.09 * step);
            self.pixel(along + off[0], beyond + off[1])
        }))
    }

    /// The colour of the body: the darkest across the seams between the two seen lines.
    fn body(&self) -> [f32; 3] {
        let darkest = |along: f64| {
            (-4..=4)
                .filter_map(|step| self.pixel(along, -0.5 + 0.03 * f64::from(step)))
                .min_by(|a, b| a.iter().sum::<f32>().total_cmp(&b.iter().sum()))
        };
        mean([0.0, 1.0, 2.0].into_iter().filter_map(darkest)).unwrap_or([0.0; 3])
    }

    /// What part of the places between `from` and `to` beyond the line looks like the body.
    fn share_of(&self, body: [f32; 3], along: &[f64], from: f64, to: f64, unit: f64) -> f64 {
        /// Difference, in parts of the stickers' brightness, at which a colour is hardly the body's.
        const UNLIKE: f64 = 0.12;
        const STEPS: i32 = 12;
        let (mut sum, mut count) = (0.0, 0.0);
        for &along in along {
            for step in 0..=STEPS {
                let beyond = from + (to - from) * f64::from(step) / f64::from(STEPS);
                if let Some(rgb) = self.pixel(along, beyond) {
                    sum += (-(distance(rgb, body) / unit / UNLIKE).powi(2)).exp();
                    count += 1.0;
                }
            }
        }
        sum / f64::max(count, 1.0)
    }
}

fn mean(colors: impl Iterator<Item = [f32; 3]>) -> Option<[f32; 3]> {
    let (mut sum, mut count) = ([0.0f32; 3], 0.0f32);
    for rgb in colors {
        (0..3).for_each(|channel| sum[channel] += rgb[channel]);
        count += 1.0;
    }
    (0.0 < count).then(|| sum.map(|value| value / count))
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let squared: f32 = (0..3)
        .map(|channel| (a[channel] - b[channel]).powi(2))
        .sum();
    f64::from(squared.sqrt())
}
