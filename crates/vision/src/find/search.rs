//! Finds regions that lie like the nine stickers of a face: a 3x3 lattice seen in perspective.
//!
//! A lattice grows from each region and two neighbours that could be the next stickers along its axes. Each step is
//! predicted by the steps before, so perspective may bend it. Every 3x3
//! window of it with enough stickers is fitted with a homography; its error, the evenness of the
//! stickers' sizes and the number of stickers make the score. All comparisons of lengths are made
//! in the region's own affine frame, so that a slanted view costs nothing.

use super::bridge::{bridges, jump};
use super::extension::extension;
use super::grid::Window;
use super::grow::grow;
use super::lattice::Lattice;
use super::neighbours::{neighbours, square_corner};
use super::regions::Region;

/// With this score a lattice needs no hidden row to be guessed.
const COMPLETE: f64 = 0.75;

/// All lattices among the regions, best first; no two overlap.
pub(crate) fn lattices(regions: &[Region]) -> Vec<Lattice> {
    let neighbours = neighbours(regions);
    let mut lattices: Vec<Lattice> = Vec::new();
    let mut settled = vec![false; regions.len()];
    let consider = |window: Window, best: &mut Option<Lattice>| {
        let Some(lattice) = Lattice::fit(regions, window) else {
            return;
        };
        if best.as_ref().is_none_or(|best| best.score < lattice.score) {
            *best = Some(lattice);
        }
    };
    for start in 0..regions.len() {
        if settled[start] {
            continue;
        }
        let mut best: Option<Lattice> = None;
        for first in &neighbours[start] {
            for second in &neighbours[start] {
                if !square_corner(first.side_step, second.side_step) {
                    continue;
                }
                let mut grid = grow(regions, &neighbours, start, first, second);
                jump(regions, &mut grid);
                for window in grid.windows() {
                    consider(window, &mut best);
                }
            }
        }
        if best.as_ref().is_none_or(|best| best.score < COMPLETE) {
            for window in bridges(regions, &neighbours, start) {
                consider(window, &mut best);
            }
        }
        if let Some(lattice) = best {
            if lattice.cells.iter().flatten().count() == 9 && lattice.error < 0.03 {
                lattice.cells.iter().flatten().for_each(|&region| settled[region] = true);
            }
            lattices.push(lattice);
        }
    }
    let taken: Vec<f64> = lattices.iter().map(|lattice| extension(regions, &lattices, lattice)).collect();
    for (lattice, taken) in lattices.iter_mut().zip(taken) {
        lattice.score -= taken;
    }
    lattices.retain(|lattice| 0.0 < lattice.score);
    lattices.sort_by(|a, b| b.score.total_cmp(&a.score));
    apart(lattices)
}

/// Keeps the better of lattices that overlap: no centre of one may lie inside the other.
fn apart(lattices: Vec<Lattice>) -> Vec<Lattice> {
    let mut kept: Vec<Lattice> = Vec::new();
    for lattice in lattices {
        if !kept.iter().any(|other| other.overlaps(&lattice)) {
            kept.push(lattice);
        }
    }
    kept
}
