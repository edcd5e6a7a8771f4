//! The seams between the stickers: whether there are any, whether they are dark, and whether they go on
//! beyond the face as those of tiles, bricks and keyboards do.
//!
//! A seam is what lies between two neighbouring cells and is no mixture of their colours. It is black or white plastic, or
//! the shadow in the gap between two pieces of a stickerless cube. Where two patches of cloth or the squares of a chess
//! board touch there is none.

use crate::homography::Homography;
use crate::{FaceView, Image};

/// What was seen between and around the stickers of a face.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seams {
    /// Seams between two stickers that were both seen: twelve where none is hidden.
    pub looked_at: usize,
    /// How many of those are there.
    pub seen: usize,
    /// How many of those are darker than what they part.
    pub dark: usize,
    /// How many of the 28 places beyond the face show a seam that a larger grid would have there.
    pub beyond: usize,
    /// Whether they do so all along one side.
    pub whole_side: bool,
}

/// A seam differs from the mixtures of what it parts by at least this part of the stickers' brightness.
const DISTINCT: f32 = 0.15;
/// Beyond the face a line counts as a seam if it is at least this part as distinct as the face's own.
const ALIKE: f32 = 0.5;

impl Seams {
    /// Looks between the stickers and one cell beyond each side.
    pub(crate) fn new(image: &Image, face: &FaceView) -> Seams {
        let pairs: Vec<([f64; 2], [f64; 2])> = (0..9)
            .map(|cell| {
                let centre = face.stickers[cell].quad.centre();
                (
                    [(cell % 3) as f64, (cell / 3) as f64],
                    centre.map(f64::from),
                )
            })
            .collect();
        let Some(map) = Homography::fit(&pairs) else {
            return Seams::default();
        };
        let look = Look { image, map };
        let hidden = |cell: usize| face.stickers[cell].recovered;
        let between = |cell: usize, axis: usize| {
            let mut point = [(cell % 3) as f64, (cell / 3) as f64];
            point[axis] += 0.5;
            look.between(point, axis)
        };
        let across = [0, 1, 3, 4, 6, 7].map(|cell| (cell, cell + 1, 0));
        let down = [0, 1, 2, 3, 4, 5].map(|cell| (cell, cell + 3, 1));
        let own: Vec<Departure> = across
            .into_iter()
            .chain(down)
            .filter(|&(a, b, _)| !hidden(a) && !hidden(b))
            .filter_map(|(cell, _, axis)| between(cell, axis))
            .collect();
        if own.is_empty() {
            return Seams::default();
        }
        let brightness = median(
            face.stickers
                .iter()
                .map(|sticker| sticker.rgb.into_iter().fold(0.0, f32::max)),
        );
        let size = median(own.iter().map(|seam| seam.size));
        let dark = own.iter().filter(|seam| seam.brighter < 0.0).count();
        let usual = Departure {
            size,
            brighter: if own.len() < 2 * dark { -1.0 } else { 1.0 },
        };
        let (beyond, whole_side) = look.beyond(usual);
        Seams {
            looked_at: own.len(),
            seen: own
                .iter()
                .filter(|seam| DISTINCT * brightness < seam.size)
                .count(),
            dark,
            beyond,
            whole_side,
        }
    }
}

/// How a line departs from the mixtures of the colours that it parts.
#[derive(Clone, Copy)]
struct Departure {
    /// Distance in steps of 255 over the three channels.
    size: f32,
    /// Positive where it is brighter, negative where darker.
    brighter: f32,
}

/// Looks into the picture in face coordinates (sticker centres at 0 to 2).
struct Look<'a> {
    image: &'a Image,
    map: Homography,
}

impl Look<'_> {
    fn pixel(&self, point: [f64; 2]) -> Option<[f32; 3]> {
        let [x, y] = self.map.apply(point);
        let inside = (0.0..self.image.width() as f64).contains(&x)
            && (0.0..self.image.height() as f64).contains(&y);
        inside.then(|| self.image.rgb_at(x as f32, y as f32))
    }

    fn mean(&self, points: impl Iterator<Item = [f64; 2]>) -> Option<[f32; 3]> {
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for point in points {
            let rgb = self.pixel(point)?;
            (0..3).for_each(|channel| sum[channel] += rgb[channel]);
            count += 1.0;
        }
        Some(sum.map(|value| value / count))
    }

    /// The most distinct line between the two cells half a cell before and behind a point along an axis;
    /// `None` where that is not in the picture.
    fn between(&self, point: [f64; 2], axis: usize) -> Option<Departure> {
        let moved = |along: f64, aside: f64| {
            let mut moved = point;
            moved[axis] += along;
            moved[1 - axis] += aside;
            moved
        };
        let cell = |along: f64| {
            let offsets = [-0.12, 0.0, 0.12];
            self.mean((0..9).map(|k| moved(along + offsets[k % 3], offsets[k / 3])))
        };
        let (a, b) = (cell(-0.5)?, cell(0.5)?);
        let mut most = Departure {
            size: 0.0,
            brighter: 0.0,
        };
        for step in -6..=6 {
            let along = 0.025 * f64::from(step);
            let line = self.mean(
                [-0.15, 0.0, 0.15]
                    .map(|aside| moved(along, aside))
                    .into_iter(),
            )?;
            let departure = departure(a, b, line);
            if most.size < departure.size {
                most = departure;
            }
        }
        Some(most)
    }

    /// How many lines like the seams lie where a larger grid would have seams (four across and three along each side). Also
    /// whether a side has all of them except the outer ones.
    fn beyond(&self, usual: Departure) -> (usize, bool) {
        let alike = |point: [f64; 2], axis: usize| {
            self.between(point, axis).is_some_and(|line| {
                ALIKE * usual.size < line.size && 0.0 < line.brighter * usual.brighter
            })
        };
        let (mut all, mut whole_side) = (0, false);
        for side in 0..4 {
            let (axis, outward) = (side / 2, if side % 2 == 0 { -1.0 } else { 1.0 });
            let place = |along: f64, beyond: f64| {
                let mut point = [along; 2];
                point[axis] = 1.0 + outward * (1.0 + beyond);
                point
            };
            let count = |places: &[f64], beyond: f64, across: usize| {
                places
                    .iter()
                    .filter(|&&along| alike(place(along, beyond), across))
                    .count()
            };
            let between_cells = count(&[0.5, 1.5], 1.0, 1 - axis);
            let behind_cells = count(&[0.0, 1.0, 2.0], 1.5, axis);
            whole_side |= between_cells == 2 && behind_cells == 3;
            all += between_cells + behind_cells + count(&[-0.5, 2.5], 1.0, 1 - axis);
        }
        (all, whole_side)
    }
}

/// How far a colour lies from the straight line between two others.
fn departure(a: [f32; 3], b: [f32; 3], line: [f32; 3]) -> Departure {
    let difference = |p: [f32; 3], q: [f32; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let dot = |p: [f32; 3], q: [f32; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let (span, seen) = (difference(b, a), difference(line, a));
    let share = (dot(span, seen) / dot(span, span).max(1.0)).clamp(0.0, 1.0);
    let off = difference(seen, span.map(|value| share * value));
    Departure {
        size: dot(off, off).sqrt(),
        brighter: off.iter().sum(),
    }
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
