//! The tables of the search, and how they are made.

use cube::AxialTurn;
use rig::Profile;

use crate::clock::Clock;
use crate::phase::is_sequential;
use crate::search::classes::{classes, conjugates};
use crate::search::configs::{self, Ticks};
use crate::search::coordinates::{FLIPS, MoveTable, MoveTables, SLICES, TWISTS};
use crate::search::costs::Costs;
use crate::search::dense::Dense;
use crate::search::ends::Ends;
use crate::search::near::Near;
use crate::search::premoves::{self, Group};
use crate::search::pricer::Pricer;
use crate::search::space::{First, FlipSlice, Follower, Space};
use crate::search::symmetry::Symmetries;
use crate::search::times::Steps;
use cube::symmetry::{AXIAL, Classes};

/// Fines in a quarter turn.
const FINES: Ticks = 60;
/// Units in a quarter turn: a byte holds 21 of them, which is farther than any bound that decides.
pub(crate) const UNITS: Ticks = 12;
/// Units in a unit of the bounds of phase 2, which go farther.
pub(crate) const COARSE: Ticks = 2;
/// Most states of the machine of costs.
const STATES: usize = 30_000;

/// Tables for the search on a rig with up to `W` configs.
pub(crate) struct Tables<const W: usize> {
    pub pricer: Pricer,
    pub parts: Parts<W>,
    /// By state of `costs` and symmetry: how far each config lies behind the best, carried by the symmetry, in units.
    pub behind: Vec<[u8; W]>,
    /// The same in coarse units.
    pub far_behind: Vec<[u8; W]>,
    /// The state of `costs` in which every config may be the one to start with, where the rig takes the same time backwards.
    pub anywhere: Option<usize>,
    pub ends: Ends,
    /// By symmetry: where it carries each axis.
    pub axes: [[u8; 3]; AXIAL],
    pub inner_turns: Vec<usize>,
    /// Premoves of solutions, by what phase 1 they ask for.
    pub groups: Vec<Group>,
    /// Ticks in a unit.
    pub unit: Ticks,
    /// Ticks of a quarter turn.
    pub quarter: Ticks,
}

/// The turns of phase 2.
pub(crate) fn of_phase_two() -> Vec<usize> {
    let turns = AxialTurn::all().filter(|turn| turn.is_of_phase_two());
    turns.map(AxialTurn::index).collect()
}

/// Coordinates in classes, and where symmetries carry the coordinates that follow.
pub(crate) struct Sorted {
    pub flip_slice: Classes,
    pub twist: Classes,
    pub corners: Classes,
    pub edges: Classes,
    pub of_twist: Vec<u16>,
    pub of_slice: Vec<u16>,
    pub of_edges: Vec<u16>,
    pub of_middle: Vec<u16>,
}

impl Sorted {
    fn new(moves: &MoveTables, symmetries: &Symmetries) -> Sorted {
        let singles = || AxialTurn::all().filter(|turn| turn.is_single());
        let all: Vec<usize> = singles().map(AxialTurn::index).collect();
        let inner = singles().filter(|turn| turn.is_of_phase_two());
        let inner: Vec<usize> = inner.map(AxialTurn::index).collect();
        let flip_slice = FlipSlice { flip: &moves.flip, slice: &moves.slice };
        Sorted {
            flip_slice: classes(&flip_slice, symmetries, &all),
            twist: classes(&moves.twist, symmetries, &all),
            corners: classes(&moves.corners, symmetries, &inner),
            edges: classes(&moves.outer_edges, symmetries, &inner),
            of_twist: conjugates(&moves.twist, symmetries, &all),
            of_slice: conjugates(&moves.slice, symmetries, &all),
            of_edges: conjugates(&moves.outer_edges, symmetries, &inner),
            of_middle: conjugates(&moves.middle_edges, symmetries, &inner),
        }
    }
}

/// Makes the tables of some spaces.
struct Maker<'a, const W: usize> {
    moves: &'a MoveTables,
    sorted: &'a Sorted,
    symmetries: &'a Symmetries,
    steps: &'a Steps<W>,
    configs: usize,
    unit: u16,
    all: Vec<usize>,
    inner: Vec<usize>,
}

impl<const W: usize> Maker<'_, W> {
    fn space<'b>(
        &'b self,
        first: First<'b>,
        classes: &'b Classes,
        followers: &[(&'b MoveTable, &'b [u16])],
        turns: &'b [usize],
    ) -> Space<'b> {
        let follower = |&(moves, conjugates)| Follower { moves, conjugates };
        Space { first, classes, followers: followers.iter().map(follower).collect(), turns }
    }

    fn dense(&self, space: &Space, coarse: Ticks) -> Dense<W> {
        Dense::new(space, self.symmetries, self.steps, self.configs, self.unit * coarse as u16)
    }

    /// The least of the rows of all pairs of a coordinate and the places of the middle edges.
    fn leasts(&self, table: &Dense<W>, size: usize, key: impl Fn(usize, usize) -> usize) -> Vec<u8> {
        let least = |row: &[u8; W]| row.iter().copied().min().unwrap_or(0);
        let pairs = (0..size).flat_map(|one| (0..SLICES).map(move |slice| (one, slice)));
        pairs.map(|(one, slice)| least(table.row(key(one, slice) as u32))).collect()
    }

    fn near(&self, space: &Space, quarters: Ticks) -> Near<W> {
        let radius = (quarters * UNITS).min(253) as u8;
        Near::new(space, self.symmetries, self.steps, self.configs, self.unit, radius)
    }

    fn outer(&self, quarters: Ticks) -> (Dense<W>, Dense<W>, Near<W>) {
        let Maker { moves, sorted, .. } = self;
        let flip_slice = First::Two(FlipSlice { flip: &moves.flip, slice: &moves.slice });
        let slice = (&moves.slice, &sorted.of_slice[..]);
        let twist = (&moves.twist, &sorted.of_twist[..]);
        (
            self.dense(&self.space(First::One(&moves.twist), &sorted.twist, &[slice], &self.all), 1),
            self.dense(&self.space(flip_slice, &sorted.flip_slice, &[], &self.all), 1),
            self.near(&self.space(flip_slice, &sorted.flip_slice, &[twist], &self.all), quarters),
        )
    }

    fn inner(&self, quarters: Ticks) -> (Dense<W>, Dense<W>, Near<W>) {
        let Maker { moves, sorted, .. } = self;
        let corners = First::One(&moves.corners);
        let middle = (&moves.middle_edges, &sorted.of_middle[..]);
        let edges = (&moves.outer_edges, &sorted.of_edges[..]);
        let first_edges = First::One(&moves.outer_edges);
        (
            self.dense(&self.space(corners, &sorted.corners, &[middle], &self.inner), COARSE),
            self.dense(&self.space(first_edges, &sorted.edges, &[middle], &self.inner), COARSE),
            self.near(&self.space(corners, &sorted.corners, &[edges, middle], &self.inner), quarters),
        )
    }
}

/// The tables that take time to make, which a file may keep.
pub(crate) struct Parts<const W: usize> {
    pub costs: Costs,
    pub moves: MoveTables,
    pub sorted: Sorted,
    pub twist_slice: Dense<W>,
    pub flip_slice: Dense<W>,
    pub corners_middle: Dense<W>,
    pub edges_middle: Dense<W>,
    /// By twist and slice, and by flip and slice: the least of their rows.
    pub least_twists: Vec<u8>,
    pub least_flips: Vec<u8>,
    pub outer: Near<W>,
    pub inner: Near<W>,
}

/// Ticks of a quarter turn, and of a fine.
fn quarter_and_fine(profile: &Profile) -> (Ticks, Ticks) {
    let quarter = (Clock::new(profile).quarter / configs::TICK) as Ticks;
    (quarter, (quarter / FINES).max(1))
}

impl<const W: usize> Parts<W> {
    /// Makes the tables on two threads; `progress` is called with the share done.
    pub fn new(profile: &Profile, pricer: &Pricer, progress: &(dyn Fn(f64) + Sync)) -> Parts<W> {
        let (_, fine) = quarter_and_fine(profile);
        // Several hundred thousand positions lie within, each time.
        let [outer_radius, inner_radius] = if is_sequential(&profile.rules) { [18, 19] } else { [14, 16] };
        progress(0.0);
        let symmetries = Symmetries::new(&pricer.configs);
        let steps = Steps::new(&pricer.configs, fine);
        let moves = MoveTables::new();
        progress(0.1);
        let sorted = Sorted::new(&moves, &symmetries);
        progress(0.3);
        let maker = Maker {
            moves: &moves,
            sorted: &sorted,
            symmetries: &symmetries,
            steps: &steps,
            configs: pricer.configs.all.len(),
            unit: (FINES / UNITS) as u16,
            all: (0..AxialTurn::COUNT).collect(),
            inner: of_phase_two(),
        };
        let ((costs, inner), outer) = std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let costs = machine(pricer, profile);
                (costs, maker.inner(inner_radius))
            });
            let outer = maker.outer(outer_radius);
            progress(0.8);
            let other = other.join();
            (other.unwrap_or_else(|panic| std::panic::resume_unwind(panic)), outer)
        });
        let (twist_slice, flip_slice, outer) = outer;
        let (corners_middle, edges_middle, inner) = inner;
        let least_twists = maker.leasts(&twist_slice, TWISTS, |twist, slice| {
            let (class, symmetry) = sorted.twist.find(twist);
            class * SLICES + usize::from(sorted.of_slice[slice * AXIAL + symmetry])
        });
        let least_flips =
            maker.leasts(&flip_slice, FLIPS, |flip, slice| sorted.flip_slice.find(flip * SLICES + slice).0);
        Parts {
            costs,
            moves,
            sorted,
            twist_slice,
            flip_slice,
            corners_middle,
            edges_middle,
            least_twists,
            least_flips,
            outer,
            inner,
        }
    }
}

impl<const W: usize> Tables<W> {
    /// Makes the tables.
    pub fn new(profile: &Profile, pricer: Pricer) -> Tables<W> {
        let parts = Parts::new(profile, &pricer, &|_| {});
        Tables::of(profile, pricer, parts)
    }

    /// Adds to tables of the same profile what follows from them at once.
    pub fn of(profile: &Profile, pricer: Pricer, parts: Parts<W>) -> Tables<W> {
        let (quarter, fine) = quarter_and_fine(profile);
        let unit = (FINES / UNITS) * fine;
        let symmetries = Symmetries::new(&pricer.configs);
        let carried = |unit: Ticks| {
            let rows = parts.costs.behind.iter().flat_map(|vector| {
                let mut row = [u8::MAX; W];
                for (byte, &time) in row.iter_mut().zip(vector) {
                    *byte = (time / unit).min(254) as u8;
                }
                std::array::from_fn::<_, AXIAL, _>(|symmetry| symmetries.carried(symmetry, &row))
            });
            rows.collect()
        };
        let [behind, far_behind] = [unit, unit * COARSE].map(carried);
        let configs = pricer.configs.all.len();
        let anywhere = pricer.configs.is_reversible().then_some(configs);
        let inner_turns = of_phase_two();
        let groups = premoves::groups(&parts.costs, configs, quarter);
        let mut tables = Tables {
            pricer,
            parts,
            behind,
            far_behind,
            anywhere,
            ends: Ends::default(),
            axes: std::array::from_fn(|symmetry| {
                [0, 1, 2].map(|axis| (symmetries.turn(symmetry, axis * 15) / 15) as u8)
            }),
            inner_turns,
            groups,
            unit,
            quarter,
        };
        // The state after those of each config is that of any config.
        tables.ends = tables.look_ahead(configs);
        tables
    }
}

/// The machine with the finest grain that leaves few enough states: where faces turn while other claws take new
/// grips, times differ in too many ways to keep them all.
pub(crate) fn machine(pricer: &Pricer, profile: &Profile) -> Costs {
    let (quarter, _) = quarter_and_fine(profile);
    let mut grain = if is_sequential(&profile.rules) { 1 } else { (quarter / 2).max(1) };
    loop {
        match Costs::new(&pricer.configs, grain, STATES) {
            Some(costs) => return costs,
            None => grain = grain.saturating_mul(2),
        }
    }
}
