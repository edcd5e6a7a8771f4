//! Where a sequence of turns starts: the rig need not stand in a config, since claws may be open.

use cube::Rotation;
use rig::{Claw, Pair, RigState, Rules};

use crate::search::configs::{Config, Configs, NEVER, Ticks, Vector};
use crate::wrists::Wrists;

/// How long it takes until all claws are closed and the rig stands in each config.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// Ticks until the first of them.
    pub least: Ticks,
    /// By config: how much later.
    pub behind: Vector,
}

impl Start {
    /// From a state of the rig. Where nothing holds the cube every config counts as reached at once; to plan from there is refused elsewhere.
    ///
    /// Where faces turn while other claws take new grips, a first turn that begins before all claws are closed is left out.
    pub fn new(configs: &Configs, rules: &Rules, state: &RigState) -> Start {
        let (mut wrists, mut open): (Wrists, _) = ([0; 4], [false; 4]);
        for arm in rules.arms() {
            wrists[arm.index()] = u8::from(!state.arm(arm).is_vertical());
            open[arm.index()] = state.arm(arm).claw == Claw::Open;
        }
        let pose = state.pose;
        Start::of(configs.reached(Config { pose, wrists }, open))
    }

    /// A config that is reached first.
    pub fn soonest(&self) -> Option<usize> {
        self.behind.iter().position(|&time| time == 0)
    }

    fn of(times: Vec<Ticks>) -> Start {
        let least = times.iter().copied().min().filter(|&least| least < NEVER);
        let Some(least) = least else {
            let behind = vec![0; times.len()];
            return Start { least: 0, behind };
        };
        Start { least, behind: times.into_iter().map(|time| time - least).collect() }
    }

    /// `behind` of all starts with open claws.
    pub fn all_open(configs: &Configs) -> impl Iterator<Item = Vector> + '_ {
        let bits = |pattern: u8| [0, 1, 2, 3].map(|arm| pattern >> arm & 1);
        let open = (1..16).map(move |pattern| bits(pattern).map(|bit| bit == 1));
        let holds = |open: &[bool; 4]| {
            let is_closed = |pair: Pair| !pair.arms().iter().any(|arm| open[arm.index()]);
            Pair::ALL.into_iter().any(is_closed)
        };
        open.filter(holds).flat_map(move |open| {
            let stands = Rotation::all().flat_map(move |pose| (0..16).map(move |pattern| (pose, bits(pattern))));
            stands.map(move |(pose, wrists)| Start::of(configs.reached(Config { pose, wrists }, open)).behind)
        })
    }
}
