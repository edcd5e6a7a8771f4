//! Finds faces in a picture: regions at several levels of change, in copies of several sizes, fitted with lattices.

use super::change::ChangeMap;
use super::grid::hidden_side;
use super::lattice::Lattice;
use super::regions::{Limits, Region, RegionFinder};
use super::search::lattices;
use crate::{Error, Image, MeasuredFace, Quad};

/// Greatest change inside a region, level by level: from stickers in haze to hard light.
const LEVELS: [u8; 6] = [5, 8, 12, 18, 28, 44];
/// Longer sides in pixels of the copies that are searched, in this order, until a face is found.
const SCALES: [usize; 3] = [640, 320, 1280];
/// A lattice with this score needs no further search.
const SURE: f64 = 0.75;
/// A lattice below this score is no face.
const LEAST_SCORE: f64 = 0.6;
/// What each sticker that was not seen may cost of the least score.
const GRANTED: f64 = 0.05;

/// Finds faces; keeps its buffers from picture to picture.
pub(crate) struct Finder {
    scaled: Image,
    change: ChangeMap,
    region_finder: RegionFinder,
    regions: Vec<Region>,
}

impl Default for Finder {
    fn default() -> Finder {
        Finder {
            scaled: Image::buffer(),
            change: ChangeMap::default(),
            region_finder: RegionFinder::default(),
            regions: Vec::new(),
        }
    }
}

impl Finder {
    /// At most this many places of the picture that lie like a face, best first, in its own pixels, with their colours.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    pub(crate) fn find(&mut self, image: &Image, most: usize) -> Result<Vec<MeasuredFace>, Error> {
        let longer = image.width().max(image.height());
        let mut best: Vec<(Lattice, f64)> = Vec::new();
        for side in SCALES {
            let side = side.min(2 * longer);
            let factor = f64::from(image.scale_into(side, &mut self.scaled)?);
            let lattices = self.search_scaled()?;
            let score = |list: &[(Lattice, f64)]| list.first().map_or(0.0, |(l, _)| l.score);
            let found: Vec<(Lattice, f64)> = lattices.into_iter().map(|lattice| (lattice, factor)).collect();
            if score(&best) < score(&found) {
                best = found;
            }
            if SURE <= score(&best) || (side == longer && 640 < side) {
                break;
            }
        }
        Ok(best
            .into_iter()
            .filter(|(lattice, _)| {
                let hidden = lattice.cells.iter().filter(|cell| cell.is_none()).count();
                LEAST_SCORE <= lattice.score + GRANTED * hidden as f64
            })
            .flat_map(|(lattice, factor)| places(lattice, 1.0 / factor))
            .filter(|(lattice, quads)| is_inside(lattice, quads, image))
            .take(most)
            .map(|(lattice, quads)| {
                let unseen = lattice.cells.map(|region| region.is_none());
                MeasuredFace::new(image, quads, unseen, lattice.score.clamp(0.0, 1.0) as f32)
            })
            .collect())
    }

    /// The lattices in the scaled copy, best first.
    fn search_scaled(&mut self) -> Result<Vec<Lattice>, Error> {
        let pixels = (self.scaled.width() * self.scaled.height()) as f64;
        let shorter = self.scaled.width().min(self.scaled.height()) as f64;
        self.change.compute(&self.scaled)?;
        // A face fills at most the whole picture (and a bit), at least a twentieth of its side.
        let limits =
            Limits { area: [(shorter / 70.0).powi(2).max(25.0), pixels / 6.0], compactness: 0.86, elongation: 3.5 };
        self.regions.clear();
        for (level, threshold) in LEVELS.into_iter().enumerate() {
            self.region_finder.find(
                &self.change.values,
                self.scaled.width(),
                threshold,
                level,
                &limits,
                &mut self.regions,
            );
        }
        unite(&mut self.regions);
        Ok(lattices(&self.regions))
    }
}

/// Leaves one region of those that several levels cut from the same sticker: the best shaped.
fn unite(regions: &mut Vec<Region>) {
    regions.sort_by(|a, b| {
        let rank = |region: &Region| region.compactness + 0.01 * region.level as f64;
        rank(b).total_cmp(&rank(a))
    });
    let mut kept: Vec<Region> = Vec::with_capacity(regions.len());
    for region in regions.drain(..) {
        let reach = 0.3 * region.area.sqrt();
        let known = kept.iter().any(|other| {
            let [dx, dy] = [0, 1].map(|axis| (other.centre[axis] - region.centre[axis]).abs());
            dx < reach && dy < reach && (0.5..=2.0).contains(&(other.area / region.area))
        });
        if !known {
            kept.push(region);
        }
    }
    *regions = kept;
}

/// Whether no sticker that was not seen lies outside the picture.
fn is_inside(lattice: &Lattice, quads: &[Quad; 9], image: &Image) -> bool {
    quads.iter().zip(&lattice.cells).all(|(quad, seen)| {
        let [x, y] = quad.centre();
        let inside = (0.0..image.width() as f32).contains(&x) && (0.0..image.height() as f32).contains(&y);
        inside || seen.is_some()
    })
}

/// The places that a lattice can be, with their stickers: where a whole line is hidden, that can lie at either side. `scale` leads
/// from the lattice's pixels to the picture's.
fn places(lattice: Lattice, scale: f64) -> impl Iterator<Item = (Lattice, [Quad; 9])> {
    let other = hidden_side(&lattice.cells).map(|side| lattice.moved(side));
    std::iter::once(lattice).chain(other).map(move |lattice| {
        let quads = quads(&lattice, scale);
        (lattice, quads)
    })
}

/// The stickers of a lattice.
fn quads(lattice: &Lattice, scale: f64) -> [Quad; 9] {
    // A region ends a pixel before the fence, so the sticker is a little larger.
    let side = lattice.fill.sqrt().clamp(0.5, 0.96);
    let half = side / 2.0;
    std::array::from_fn(|index| {
        let cell = [(index % 3) as f64, (index / 3) as f64];
        let corner = |du: f64, dv: f64| {
            let [x, y] = lattice.map.apply([cell[0] + du * half, cell[1] + dv * half]);
            [((x + 0.5) * scale) as f32, ((y + 0.5) * scale) as f32]
        };
        Quad([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)])
    })
}
