//! Whether what is left of a phase may be done within a time.
//!
//! Near home the tables know all times. Farther away, phase 1 has bounds of two coordinates at a time, which fall short
//! of the truth and are stretched.

use crate::search::classes::Turns;
use crate::search::configs::Ticks;
use crate::search::coordinates::{self, SLICES};
use crate::search::ends::Ends;
use crate::search::symmetry::SYMMETRIES;
use crate::search::tables::{COARSE, Tables};
use crate::search::turn;

/// Percent of bounds as they are.
pub(crate) const EXACT: Ticks = 100;
/// Percent by which the bounds of phase 1 are stretched where they are all there is.
const STRETCH: Ticks = 115;

/// Where a walk stands in phase 1.
#[derive(Clone, Copy)]
pub(crate) struct Outer {
    pub twist: usize,
    pub flip: usize,
    pub slice: usize,
    pub state: usize,
    pub cost: Ticks,
}

/// A turn of phase 1 and where it leads.
#[derive(Clone, Copy, Default)]
pub(crate) struct Child {
    pub cost: Ticks,
    pub state: u32,
    pub twist: u16,
    pub flip: u16,
    pub slice: u16,
    pub turn: u8,
    /// Units still needed at least, whatever the config.
    pub least: u8,
}

impl Child {
    /// Where it leads from there.
    pub fn of(&self, at: &Outer) -> Outer {
        Outer {
            twist: self.twist.into(),
            flip: self.flip.into(),
            slice: self.slice.into(),
            state: self.state as usize,
            cost: at.cost + self.cost,
        }
    }
}

/// Where a walk stands in phase 2.
#[derive(Clone, Copy)]
pub(crate) struct Inner {
    pub corners: usize,
    pub edges: usize,
    pub middle: usize,
    pub state: usize,
    pub cost: Ticks,
}

impl Outer {
    pub fn is_home(&self) -> bool {
        self.twist == 0 && self.flip == 0 && self.slice == 0
    }
}

/// The least sum of what is needed and how far behind the best the rig stands, over all configs.
#[inline]
fn least<const W: usize>(needed: &[u8; W], behind: &[u8; W]) -> u8 {
    let mut least = u8::MAX;
    for (&one, &other) in needed.iter().zip(behind) {
        least = least.min(one.saturating_add(other));
    }
    least
}

impl<const W: usize> Tables<W> {
    fn behind(&self, state: usize, symmetry: usize) -> &[u8; W] {
        &self.behind[state * SYMMETRIES + symmetry]
    }

    fn far_behind(&self, state: usize, symmetry: usize) -> &[u8; W] {
        &self.far_behind[state * SYMMETRIES + symmetry]
    }

    #[inline]
    pub fn child(&self, at: &Outer, turn: usize) -> Child {
        let (state, cost) = self.costs.next[at.state][turn];
        let twist = self.moves.twist.turned(at.twist, turn);
        let flip = self.moves.flip.turned(at.flip, turn);
        let slice = self.moves.slice.turned(at.slice, turn);
        let twists = self.least_twists[twist * SLICES + slice];
        let flips = self.least_flips[flip * SLICES + slice];
        Child {
            cost,
            state,
            twist: twist as u16,
            flip: flip as u16,
            slice: slice as u16,
            turn: turn as u8,
            least: twists.max(flips),
        }
    }

    /// Percent by which bounds of phase 1 are stretched with so many units left.
    pub fn stretch(&self, units: Ticks) -> Ticks {
        if units <= Ticks::from(self.outer.radius) {
            EXACT
        } else {
            STRETCH
        }
    }

    /// Key of a position of phase 1 in the table of those near home, and the symmetry that carries it there.
    #[inline]
    fn outer_key(&self, twist: usize, flip: usize, slice: usize) -> (u32, usize) {
        let sorted = &self.sorted;
        let (class, symmetry) = sorted.flip_slice.find(flip * SLICES + slice);
        let twist = usize::from(sorted.of_twist[twist * SYMMETRIES + symmetry]);
        ((class * coordinates::TWISTS + twist) as u32, symmetry)
    }

    /// Whether all is known of what fits into so much time.
    pub fn is_near(&self, left: Ticks) -> bool {
        left / self.unit <= Ticks::from(self.outer.radius)
    }

    /// Moves those children to the front from which phase 1 may be done, and says how many they are. `left` is what their parent has, near home.
    pub fn keep_fitting(&self, children: &mut [Child], left: Ticks) -> usize {
        // One kind of look-up for all before the next, so that the memory answers many questions at once.
        let mut keys = [(0, 0); turn::COUNT];
        for (key, child) in keys.iter_mut().zip(&*children) {
            *key = self.outer_key(child.twist.into(), child.flip.into(), child.slice.into());
        }
        let keys = &keys[..children.len()];
        let mut peeked = [[0; 2]; turn::COUNT];
        for (peeked, &(key, _)) in peeked.iter_mut().zip(keys) {
            *peeked = self.outer.peek(key);
        }
        let mut kept = 0;
        for (index, (&(key, symmetry), peeked)) in keys.iter().zip(peeked).enumerate() {
            let child = children[index];
            let units = (left - child.cost) / self.unit;
            let behind = self.behind(child.state as usize, symmetry);
            let Some(place) = self.outer.place(key, peeked) else {
                continue;
            };
            let axis = self.axes[symmetry][usize::from(child.turn) / 15];
            // Home is an end, whether or not the walk goes on from there.
            let is_fit = Ticks::from(least(self.outer.row_at(place), behind)) <= units
                && (place == 0 || Ticks::from(self.ends.at_place(place, axis.into())) <= units);
            if is_fit {
                children[kept] = child;
                kept += 1;
            }
        }
        kept
    }

    /// Units that phase 1 needs at least from somewhere that is not home, when the last turn was of an axis.
    pub fn still_needed(&self, ends: &Ends, at: &Outer, last_axis: usize) -> u8 {
        let (key, symmetry) = self.outer_key(at.twist, at.flip, at.slice);
        let Some(place) = self.outer.place(key, self.outer.peek(key)) else {
            return self.outer.radius;
        };
        let axis = self.axes[symmetry][last_axis];
        least(self.outer.row_at(place), self.behind(at.state, symmetry))
            .min(self.outer.radius)
            .max(ends.at_place(place, axis.into()))
    }

    /// Whether phase 1 may be done within so much time, with bounds stretched by so many percent.
    pub fn outer_fits(&self, at: &Outer, left: Ticks, stretch: Ticks) -> bool {
        let units = left / self.unit;
        let sorted = &self.sorted;
        if self.is_near(left) {
            let (key, symmetry) = self.outer_key(at.twist, at.flip, at.slice);
            let behind = self.behind(at.state, symmetry);
            let row = self.outer.row(key);
            return row.is_some_and(|row| Ticks::from(least(row, behind)) <= units);
        }
        let (class, symmetry) = sorted.twist.find(at.twist);
        let key = class * SLICES + usize::from(sorted.of_slice[at.slice * SYMMETRIES + symmetry]);
        let twists = least(
            self.twist_slice.row(key as u32),
            self.behind(at.state, symmetry),
        );
        if units * 100 < Ticks::from(twists) * stretch {
            return false;
        }
        let (class, symmetry) = sorted.flip_slice.find(at.flip * SLICES + at.slice);
        let flips = least(
            self.flip_slice.row(class as u32),
            self.behind(at.state, symmetry),
        );
        Ticks::from(flips) * stretch <= units * 100
    }

    /// Whether the corners of phase 2 may be home within so much time.
    pub fn corners_fit(&self, corners: usize, middle: usize, state: usize, left: Ticks) -> bool {
        let units = left / self.unit;
        let sorted = &self.sorted;
        let (class, symmetry) = sorted.corners.find(corners);
        let middle = sorted.of_middle[middle * SYMMETRIES + symmetry];
        let key = class * coordinates::FOURS + usize::from(middle);
        let row = self.corners_middle.row(key as u32);
        Ticks::from(least(row, self.far_behind(state, symmetry))) <= units / COARSE
    }

    /// Whether phase 2 may be done within so much time, once the corners fit.
    pub fn inner_fits(&self, at: &Inner, left: Ticks) -> bool {
        let units = left / self.unit;
        let sorted = &self.sorted;
        let (class, symmetry) = sorted.edges.find(at.edges);
        let middle = sorted.of_middle[at.middle * SYMMETRIES + symmetry];
        let key = class * coordinates::FOURS + usize::from(middle);
        let row = self.edges_middle.row(key as u32);
        if units / COARSE < Ticks::from(least(row, self.far_behind(at.state, symmetry))) {
            return false;
        }
        if Ticks::from(self.inner.radius) < units {
            return true;
        }
        let (class, symmetry) = sorted.corners.find(at.corners);
        let edges = usize::from(sorted.of_edges[at.edges * SYMMETRIES + symmetry]);
        let middle = usize::from(sorted.of_middle[at.middle * SYMMETRIES + symmetry]);
        let key = (class * coordinates::EIGHTS + edges) * coordinates::FOURS + middle;
        let row = self.inner.row(key as u32);
        row.is_some_and(|row| Ticks::from(least(row, self.behind(at.state, symmetry))) <= units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pricer::Pricer;
    use crate::search::turn::Turn;
    use cube::{Cube, Move};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rig::{Profile, RigState};

    /// No bound forbids what is possible: along a way home, the way fits into the time that it takes.
    #[test]
    fn bounds_allow_every_way_home() {
        let profile = Profile::nxt_2015();
        let tables: Tables<24> = Tables::new(&profile, Pricer::new(&profile));
        let state = tables.pricer.config_of(&profile, &RigState::REST);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for round in 0..4000 {
            let turns: Vec<usize> = if round % 2 == 0 {
                (0..turn::COUNT).collect()
            } else {
                turn::of_phase_two()
            };
            let mut path: Vec<usize> = Vec::new();
            for _ in 0..random.random_range(1..9) {
                let turn = turns[random.random_range(0..turns.len())];
                if path.last().is_none_or(|last| last / 15 != turn / 15) {
                    path.push(turn);
                }
            }
            let moves: Vec<Move> = path
                .iter()
                .flat_map(|&turn| Turn::at(turn).moves())
                .collect();
            let mut cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
            let mut walks = vec![(state, 0)];
            for &turn in &path {
                let (state, cost) = walks[walks.len() - 1];
                let (next, added) = tables.costs.next[state][turn];
                walks.push((next as usize, cost + added));
            }
            // The machine of costs rounds down where faces turn within phases; the price does not.
            let total = tables.pricer.cost(state, &moves).expect("possible");
            for (step, &(state, cost)) in walks.iter().enumerate() {
                let left = total - cost;
                let outer = Outer {
                    twist: coordinates::twist(&cube),
                    flip: coordinates::flip(&cube),
                    slice: coordinates::slice(&cube),
                    state,
                    cost,
                };
                assert!(
                    tables.outer_fits(&outer, left, EXACT),
                    "{path:?} {step} {left}"
                );
                // The way goes on with another axis and ends phase 1 with a turn that phase 2 does not have.
                let ends_well = path
                    .last()
                    .is_some_and(|&last| !Turn::at(last).is_of_phase_two());
                if 0 < step && step < path.len() && ends_well {
                    let axis = path[step - 1] / 15;
                    let needed = if outer.is_home() {
                        tables.ends.at_home(axis)
                    } else {
                        tables.still_needed(&tables.ends, &outer, axis)
                    };
                    assert!(Ticks::from(needed) <= left / tables.unit, "{path:?} {step}");
                }
                if round % 2 == 1 {
                    let inner = Inner {
                        corners: coordinates::corners(&cube),
                        edges: coordinates::outer_edges(&cube),
                        middle: coordinates::middle_edges(&cube),
                        state,
                        cost,
                    };
                    assert!(tables.corners_fit(inner.corners, inner.middle, state, left));
                    assert!(tables.inner_fits(&inner, left), "{path:?} {step} {left}");
                }
                if let Some(&turn) = path.get(step) {
                    cube = Turn::at(turn)
                        .moves()
                        .fold(cube, |cube, one| cube.apply(one));
                }
            }
            assert!(cube.is_solved());
        }
    }
}
