//! Whether what is left of a phase may be done within a time.
//!
//! Near home the tables know all times. Farther away, phase 1 has bounds of two coordinates at a time, which fall short
//! of the truth and are stretched.

use crate::search::configs::Ticks;
use crate::search::coordinates::{self, SLICES};
use crate::search::ends::Ends;
use crate::search::tables::{COARSE, Parts, Tables};
use crate::search::walk_state::{Child, Inner, Outer};
use cube::AxialTurn;
use cube::symmetry::AXIAL;

/// Percent of bounds as they are.
pub(crate) const EXACT: Ticks = 100;
/// Percent by which the bounds of phase 1 are stretched where they are all there is.
const STRETCH: Ticks = 115;

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
        &self.behind[state * AXIAL + symmetry]
    }

    fn far_behind(&self, state: usize, symmetry: usize) -> &[u8; W] {
        &self.far_behind[state * AXIAL + symmetry]
    }

    /// Where a turn leads.
    pub fn child(&self, at: &Outer, turn: usize) -> Child {
        let mut children = [Child { turn: turn as u8, ..Child::default() }];
        self.follow(at, &mut children);
        children[0]
    }

    /// Where all turns lead that take no longer than `left` and are not of the last turn's axis. Returns how many they are.
    pub fn children(
        &self,
        at: &Outer,
        last_axis: usize,
        left: Ticks,
        children: &mut [Child; AxialTurn::COUNT],
    ) -> usize {
        let costs = &self.parts.costs.next[at.state];
        let mut count = 0;
        for axis in (0..3).filter(|&axis| axis != last_axis) {
            for (net, &(_, cost)) in costs[axis * 15..][..15].iter().enumerate() {
                children[count].turn = (axis * 15 + net) as u8;
                count += usize::from(cost <= left);
            }
        }
        self.follow(at, &mut children[..count]);
        count
    }

    /// Fills in where the turns of some children lead.
    fn follow(&self, at: &Outer, children: &mut [Child]) {
        let costs = &self.parts.costs.next[at.state];
        let moves = &self.parts.moves;
        for child in children {
            let turn = usize::from(child.turn);
            (child.state, child.cost) = costs[turn];
            child.twist = moves.twist[at.twist * AxialTurn::COUNT + turn];
            child.flip = moves.flip[at.flip * AxialTurn::COUNT + turn];
            child.slice = moves.slice[at.slice * AxialTurn::COUNT + turn];
        }
    }

    /// Key of a position of phase 1 in the table of those near home, given the class of its flips and the symmetry that carries it there.
    #[inline]
    fn outer_key(&self, twist: usize, class: usize, symmetry: usize) -> u32 {
        let twist = usize::from(self.parts.sorted.of_twist[twist * AXIAL + symmetry]);
        (class * coordinates::TWISTS + twist) as u32
    }

    /// Whether all is known of what fits into this time.
    pub fn is_near(&self, left: Ticks) -> bool {
        left < (Ticks::from(self.parts.outer.radius) + 1) * self.unit
    }

    /// Moves the children that may finish phase 1 to the front, and returns their number. The bound holds for every config of the
    /// claws. `left` is the time that their parent has.
    pub fn keep_promising(&self, children: &mut [Child], left: Ticks) -> usize {
        let Parts { least_twists, least_flips, .. } = &self.parts;
        // Here and below, one kind of look-up for all before the next and few branches, so that the memory answers many questions at once.
        let mut needed = [0; AxialTurn::COUNT];
        for (needed, child) in needed.iter_mut().zip(&*children) {
            let slice = usize::from(child.slice);
            let twists = least_twists[usize::from(child.twist) * SLICES + slice];
            let flips = least_flips[usize::from(child.flip) * SLICES + slice];
            *needed = twists.max(flips);
        }
        let mut kept = 0;
        for index in 0..children.len() {
            let child = children[index];
            children[kept] = child;
            let left = left - child.cost;
            kept += usize::from(self.is_enough(left, needed[index], self.percent(left)));
        }
        kept
    }

    /// Whether this time is enough for this many units, stretched by this many percent.
    fn is_enough(&self, left: Ticks, units: u8, percent: Ticks) -> bool {
        Ticks::from(units) * self.unit * percent <= left * 100
    }

    /// Percent by which bounds of phase 1 are stretched with this time left.
    pub fn percent(&self, left: Ticks) -> Ticks {
        if self.is_near(left) { EXACT } else { STRETCH }
    }

    /// Moves those children to the front from which phase 1 may be done, and returns how many they are. `left` is what their parent has.
    pub fn keep_fitting(&self, children: &mut [Child], left: Ticks) -> usize {
        let Parts { sorted, outer, .. } = &self.parts;
        let mut flips = [(0, 0); AxialTurn::COUNT];
        for (found, child) in flips.iter_mut().zip(&*children) {
            let place = usize::from(child.flip) * SLICES + usize::from(child.slice);
            *found = sorted.flip_slice.find(place);
        }
        let flips = &flips[..children.len()];
        let mut keys = [0; AxialTurn::COUNT];
        let mut peeked = [[0; 2]; AxialTurn::COUNT];
        for ((key, peeked), (child, &(class, symmetry))) in
            keys.iter_mut().zip(&mut peeked).zip(children.iter().zip(flips))
        {
            if self.is_near(left - child.cost) {
                *key = self.outer_key(child.twist.into(), class, symmetry);
                *peeked = outer.peek(*key);
            }
        }
        let mut kept = 0;
        for (index, &(class, symmetry)) in flips.iter().enumerate() {
            let child = children[index];
            let left = left - child.cost;
            let behind = self.behind(child.state as usize, symmetry);
            let is_fit = if self.is_near(left) {
                // Home is an end, whether or not the walk goes on from there.
                let axis = self.axes[symmetry][usize::from(child.turn) / 15];
                outer.place(keys[index], peeked[index]).is_some_and(|place| {
                    let end = self.ends.at_place(place, axis.into());
                    self.is_enough(left, least(outer.row_at(place), behind), EXACT)
                        && (place == 0 || self.is_enough(left, end, EXACT))
                })
            } else {
                let flips = least(self.parts.flip_slice.row(class as u32), behind);
                let [twist, slice, state] = [child.twist.into(), child.slice.into(), child.state as usize];
                self.is_enough(left, flips, STRETCH)
                    && self.is_enough(left, self.least_of_twists(twist, slice, state), STRETCH)
            };
            children[kept] = child;
            kept += usize::from(is_fit);
        }
        kept
    }

    /// Units that twists and the middle edges' places need at least.
    fn least_of_twists(&self, twist: usize, slice: usize, state: usize) -> u8 {
        let Parts { sorted, twist_slice, .. } = &self.parts;
        let (class, symmetry) = sorted.twist.find(twist);
        let key = class * SLICES + usize::from(sorted.of_slice[slice * AXIAL + symmetry]);
        least(twist_slice.row(key as u32), self.behind(state, symmetry))
    }

    /// Units that phase 1 needs at least from somewhere that is not home, when the last turn was of an axis.
    pub fn still_needed(&self, ends: &Ends, at: &Outer, last_axis: usize) -> u8 {
        let Parts { sorted, outer, .. } = &self.parts;
        let (class, symmetry) = sorted.flip_slice.find(at.flip * SLICES + at.slice);
        let key = self.outer_key(at.twist, class, symmetry);
        let Some(place) = outer.place(key, outer.peek(key)) else {
            return outer.radius;
        };
        let axis = self.axes[symmetry][last_axis];
        least(outer.row_at(place), self.behind(at.state, symmetry))
            .min(outer.radius)
            .max(ends.at_place(place, axis.into()))
    }

    /// Whether phase 1 may be done within this time, with bounds stretched by this many percent far from home.
    pub fn outer_fits(&self, at: &Outer, left: Ticks, percent: Ticks) -> bool {
        let Parts { sorted, outer, flip_slice, .. } = &self.parts;
        let (class, symmetry) = sorted.flip_slice.find(at.flip * SLICES + at.slice);
        let behind = self.behind(at.state, symmetry);
        if self.is_near(left) {
            let row = outer.row(self.outer_key(at.twist, class, symmetry));
            return row.is_some_and(|row| self.is_enough(left, least(row, behind), EXACT));
        }
        self.is_enough(left, least(flip_slice.row(class as u32), behind), percent)
            && self.is_enough(left, self.least_of_twists(at.twist, at.slice, at.state), percent)
    }

    /// Whether the corners of phase 2 may be home within this time.
    pub fn corners_fit(&self, corners: usize, middle: usize, state: usize, left: Ticks) -> bool {
        let units = left / self.unit;
        let sorted = &self.parts.sorted;
        let (class, symmetry) = sorted.corners.find(corners);
        let middle = sorted.of_middle[middle * AXIAL + symmetry];
        let key = class * coordinates::FOURS + usize::from(middle);
        let row = self.parts.corners_middle.row(key as u32);
        Ticks::from(least(row, self.far_behind(state, symmetry))) <= units / COARSE
    }

    /// Whether phase 2 may be done within this time, once the corners fit.
    pub fn inner_fits(&self, at: &Inner, left: Ticks) -> bool {
        let units = left / self.unit;
        let sorted = &self.parts.sorted;
        let (class, symmetry) = sorted.edges.find(at.edges);
        let middle = sorted.of_middle[at.middle * AXIAL + symmetry];
        let key = class * coordinates::FOURS + usize::from(middle);
        let row = self.parts.edges_middle.row(key as u32);
        if units / COARSE < Ticks::from(least(row, self.far_behind(at.state, symmetry))) {
            return false;
        }
        if Ticks::from(self.parts.inner.radius) < units {
            return true;
        }
        let (class, symmetry) = sorted.corners.find(at.corners);
        let edges = usize::from(sorted.of_edges[at.edges * AXIAL + symmetry]);
        let middle = usize::from(sorted.of_middle[at.middle * AXIAL + symmetry]);
        let key = (class * coordinates::PERMUTATIONS + edges) * coordinates::FOURS + middle;
        let row = self.parts.inner.row(key as u32);
        row.is_some_and(|row| Ticks::from(least(row, self.behind(at.state, symmetry))) <= units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pricer::Pricer;
    use crate::search::table_store;
    use crate::search::tables::of_phase_two;
    use cube::{Cube, Move};
    use rig::{Profile, RigState};
    use solver::LoadOptions;
    use testkit::rand::{RngExt, SeedableRng};
    use testkit::rand_chacha::ChaCha8Rng;

    /// No bound forbids what is possible: along a way home, the way fits into the time that it takes.
    #[test]
    fn bounds_allow_every_way_home() {
        let profile = Profile::nxt_2015();
        let options = LoadOptions::cached_in(LoadOptions::user_cache());
        let tables: Tables<24> = table_store::load(&profile, Pricer::new(&profile), &options, &|_| {}).expect("tables");
        let start = tables.pricer.start(&profile, &RigState::REST);
        let state = tables.parts.costs.state(&start);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for round in 0..4000 {
            let turns: Vec<usize> = if round % 2 == 0 { (0..AxialTurn::COUNT).collect() } else { of_phase_two() };
            let mut path: Vec<usize> = Vec::new();
            for _ in 0..random.random_range(1..9) {
                let turn = turns[random.random_range(0..turns.len())];
                if path.last().is_none_or(|last| last / 15 != turn / 15) {
                    path.push(turn);
                }
            }
            let moves: Vec<Move> = path.iter().flat_map(|&turn| AxialTurn::at(turn).moves()).collect();
            let mut cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
            let mut walks = vec![(state, 0)];
            for &turn in &path {
                let (state, cost) = walks[walks.len() - 1];
                let (next, added) = tables.parts.costs.next[state][turn];
                walks.push((next as usize, cost + added));
            }
            // The machine of costs rounds down where faces turn within phases; the price does not.
            let total = tables.pricer.cost(&start, &moves).expect("possible");
            for (step, &(state, cost)) in walks.iter().enumerate() {
                let left = total - cost;
                let outer = Outer { cost, ..Outer::start(&cube, state) };
                assert!(tables.outer_fits(&outer, left, EXACT), "{path:?} {step} {left}");
                // The way goes on with another axis and ends phase 1 with a turn that phase 2 does not have.
                let ends_well = path.last().is_some_and(|&last| !AxialTurn::at(last).is_of_phase_two());
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
                    cube = AxialTurn::at(turn).moves().fold(cube, |cube, one| cube.apply(one));
                }
            }
            assert!(cube.is_solved());
        }
    }
}
