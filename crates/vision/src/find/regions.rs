//! Flat regions: connected pixels without edges between them, with their size and moments.
//!
//! Every kind of sticker (glued on black or white, stickerless, carbon) is a region of little
//! change fenced by more change, whatever its colour. How much change makes a fence depends on light
//! and blur, so regions are cut at several levels and the shape decides.

/// A region that may be a sticker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// Mean pixel.
    pub centre: [f64; 2],
    /// Area in square pixels.
    pub area: f64,
    /// Variances of x, of y, and covariance, in square pixels, of the sticker without its fence.
    pub spread: [f64; 3],
    /// 1 for an ideal square, parallelogram or ellipse; lower for any other shape.
    pub compactness: f64,
    /// The level it was cut at.
    pub level: usize,
}

/// Pixels that the fence around a region takes off each of its sides: smoothing and the window of the
/// change map reach this far beyond an edge.
const FENCE: f64 = 1.25;

/// A run of flat pixels in one row.
#[derive(Clone, Copy)]
struct Run {
    row: u32,
    start: u32,
    /// One past the last pixel.
    end: u32,
}

/// Sums over the pixels of a region.
#[derive(Clone, Copy, Default)]
struct Sums {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
    touches_edge: bool,
}

/// Finds regions; keeps its buffers from picture to picture.
#[derive(Default)]
pub(crate) struct RegionFinder {
    runs: Vec<Run>,
    parents: Vec<u32>,
    sums: Vec<Sums>,
}

/// Which regions are worth keeping.
pub(crate) struct Limits {
    /// Least and greatest area in pixels.
    pub area: [f64; 2],
    /// Least compactness.
    pub compactness: f64,
    /// Greatest ratio of the longer to the shorter axis.
    pub elongation: f64,
}

impl RegionFinder {
    /// Appends the regions of pixels whose `change` is at most `threshold`.
    pub(crate) fn find(
        &mut self,
        change: &[u8],
        width: usize,
        threshold: u8,
        level: usize,
        limits: &Limits,
        found: &mut Vec<Region>,
    ) {
        self.runs.clear();
        self.parents.clear();
        let height = change.len() / width;
        let mut above = 0..0;
        for row in 0..height {
            let line = &change[row * width..(row + 1) * width];
            let first = self.runs.len();
            let mut column = 0;
            while column < width {
                if threshold < line[column] {
                    column += 1;
                    continue;
                }
                let start = column;
                while column < width && line[column] <= threshold {
                    column += 1;
                }
                self.parents.push(self.runs.len() as u32);
                self.runs.push(Run { row: row as u32, start: start as u32, end: column as u32 });
            }
            // Join runs that share a column with one of the row above (both sorted by column).
            let (mut upper, mut lower) = (above.start, first);
            while upper < above.end && lower < self.runs.len() {
                let (a, b) = (self.runs[upper], self.runs[lower]);
                if a.start < b.end && b.start < a.end {
                    self.join(upper, lower);
                }
                if a.end < b.end { upper += 1 } else { lower += 1 }
            }
            above = first..self.runs.len();
        }
        self.collect(width, height);
        for sums in &self.sums {
            if let Some(region) = region(sums, level, limits) {
                found.push(region);
            }
        }
    }

    fn root(&mut self, mut run: usize) -> usize {
        while self.parents[run] as usize != run {
            let grandparent = self.parents[self.parents[run] as usize];
            self.parents[run] = grandparent;
            run = grandparent as usize;
        }
        run
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parents[high] = low as u32;
    }

    /// Sums up the runs of each region at its root.
    fn collect(&mut self, width: usize, height: usize) {
        self.sums.clear();
        self.sums.resize(self.runs.len(), Sums::default());
        for index in 0..self.runs.len() {
            let root = self.root(index);
            let run = self.runs[index];
            let (y, a, b) = (f64::from(run.row), f64::from(run.start), f64::from(run.end));
            let n = b - a;
            let x = n * (a + b - 1.0) / 2.0;
            // Sum of squares of the integers from a to b - 1.
            let squares = |k: f64| (k - 1.0) * k * (2.0 * k - 1.0) / 6.0;
            let sums = &mut self.sums[root];
            sums.n += n;
            sums.x += x;
            sums.y += n * y;
            sums.xx += squares(b) - squares(a);
            sums.yy += n * y * y;
            sums.xy += x * y;
            sums.touches_edge |=
                run.start == 0 || run.end as usize == width || run.row == 0 || run.row as usize + 1 == height;
        }
    }
}

fn region(sums: &Sums, level: usize, limits: &Limits) -> Option<Region> {
    if !(limits.area[0]..=limits.area[1]).contains(&sums.n) {
        return None;
    }
    let (x, y) = (sums.x / sums.n, sums.y / sums.n);
    // A pixel is a unit square and has itself a variance of 1/12.
    let xx = sums.xx / sums.n - x * x + 1.0 / 12.0;
    let yy = sums.yy / sums.n - y * y + 1.0 / 12.0;
    let xy = sums.xy / sums.n - x * y;
    let determinant = (xx * yy - xy * xy).max(1e-6);
    // For a square of side s the variances are s^2 / 12, so area = 12 sqrt(determinant); affine maps
    // change both alike. An ellipse gives 4 pi = 12.57, a triangle 10.4, a ring or an L far less.
    let compactness = sums.n / (12.0 * determinant.sqrt());
    if compactness < limits.compactness {
        return None;
    }
    let (mean, off) = ((xx + yy) / 2.0, ((xx - yy) / 2.0).hypot(xy));
    let (long, short) = (mean + off, (mean - off).max(1e-6));
    if limits.elongation < (long / short).sqrt() {
        return None;
    }
    // Give back what the fence has taken off each side, so that thin regions keep their proportions.
    let grown = |variance: f64| ((12.0 * variance).sqrt() + 2.0 * FENCE).powi(2) / 12.0;
    let (new_long, new_short) = (grown(long), grown(short));
    let area = sums.n * (new_long * new_short / (long * short)).sqrt();
    // The same axes with the new variances: a multiple of the old matrix plus one of the identity.
    let stretch = if off < 1e-9 { 0.0 } else { (new_long - new_short) / (long - short) };
    let shift = (new_long + new_short) / 2.0 - stretch * mean;
    let spread = [stretch * xx + shift, stretch * yy + shift, stretch * xy];
    // A region cut by the picture's edge is not the whole sticker; its shape means less.
    let compactness = if sums.touches_edge { compactness * 0.95 } else { compactness };
    Some(Region { centre: [x, y], area, spread, compactness: compactness.min(1.0), level })
}

#[cfg(test)]
mod tests {
    use super::{FENCE, Limits, RegionFinder};

    const LIMITS: Limits = Limits { area: [20.0, 5000.0], compactness: 0.9, elongation: 2.5 };

    /// A picture of 100 x 80 pixels that is flat where `inside` holds.
    fn regions(inside: impl Fn(f64, f64) -> bool) -> Vec<super::Region> {
        let change: Vec<u8> = (0..8000)
            .map(|pixel| if inside(f64::from(pixel % 100), f64::from(pixel / 100)) { 3 } else { 90 })
            .collect();
        let mut found = Vec::new();
        RegionFinder::default().find(&change, 100, 10, 0, &LIMITS, &mut found);
        found
    }

    #[test]
    fn squares_discs_and_slanted_squares_are_kept() {
        let square = regions(|x, y| (20.0..50.0).contains(&x) && (10.0..40.0).contains(&y));
        assert_eq!(square.len(), 1);
        assert_eq!(square[0].centre, [34.5, 24.5]);
        // The fence stood on the sticker's own edge: it is given back.
        assert!((square[0].area - (30.0 + 2.0 * FENCE).powi(2)).abs() < 1.0);
        assert!((square[0].compactness - 1.0).abs() < 0.01);
        assert_eq!(regions(|x, y| (x - 50.0).hypot(y - 40.0) < 20.0).len(), 1);
        assert_eq!(regions(|x, y| (x - 50.0).abs() + (y - 40.0).abs() < 22.0).len(), 1);
    }

    #[test]
    fn rings_ells_triangles_and_bars_are_not() {
        let ring = |x: f64, y: f64| (12.0..20.0).contains(&(x - 50.0).hypot(y - 40.0));
        let ell = |x: f64, y: f64| x < 40.0 && y < 40.0 && (x < 12.0 || y < 12.0);
        let triangle = |x: f64, y: f64| y < 60.0 && x < y;
        let bar = |x: f64, y: f64| x < 90.0 && (30.0..42.0).contains(&y);
        assert!(regions(|x, y| ring(x, y) && !(x < 50.0 && y < 1.0)).iter().all(|r| r.area < 600.0));
        assert_eq!(regions(ell).len(), 0);
        assert_eq!(regions(triangle).len(), 0);
        assert_eq!(regions(bar).len(), 0);
    }
}
