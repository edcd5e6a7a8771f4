//! What happens to the nodes of a storm: they start, stall, die, and all upsets end.

use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::context::{Input, Node, Wake};
use crate::id::Id;
use crate::nodes::driver::DriverNode;
use crate::nodes::driver_tasks::Gate;
use crate::nodes::{self, SOLVE_AT_LAST};
use crate::plan::{Act, Upset};
use crate::storm::{Letter, Place, Storm};

impl Storm {
    pub(crate) fn start(&mut self, id: Id) {
        let now = self.now();
        if self.places[id.0].node.is_some() {
            return;
        }
        let life = self.places[id.0].life + 1;
        let mut gate = None;
        let node: Box<dyn Node> = match id.brick() {
            Some(brick) => {
                let open = gate.insert(Gate::new()).clone();
                Box::new(DriverNode::new(&self.bench, brick, life, self.loops.clone(), open))
            }
            None => {
                let acts = self.plan.upsets.iter().filter_map(|(at, upset)| match upset {
                    Upset::Act(act) => Some((*at, act.clone())),
                    _ => None,
                });
                let acts: Vec<(f64, Act)> = acts.collect();
                nodes::start(id, &self.tools, &self.bench, &acts, &self.misreadings, self.plan.renders)
            }
        };
        let own = self.plan.seed.wrapping_mul(1_000).wrapping_add(100 * id.0 as u64 + u64::from(life));
        let random = Some(ChaCha8Rng::seed_from_u64(own));
        self.places[id.0] = Place { node: Some(node), life, random, gate, ..Place::default() };
        self.trace.line(now, &format!("{} starts, life {life}", id.name()));
        for (of, by, at) in self.network.begin(now, id) {
            // It is joined when both have discovered each other.
            self.put(at.max(self.network.joined_from(of, by)), Letter::Found(of, by));
        }
        self.deliver(id, Some(life), Input::Start);
    }

    pub(crate) fn go_on(&mut self, id: Id) {
        let waiting = std::mem::take(&mut self.places[id.0].inbox);
        let life = self.places[id.0].life;
        for input in waiting {
            self.deliver(id, Some(life), input);
        }
    }

    pub(crate) fn stall(&mut self, id: Id, seconds: f64) {
        let until = self.now() + seconds;
        let place = &mut self.places[id.0];
        place.stalled_until = place.stalled_until.max(until);
        if let Some(gate) = &place.gate {
            gate.close_until(self.started + Duration::from_secs_f64(place.stalled_until));
        }
        self.put(until + 1e-6, Letter::GoOn(id));
    }

    fn kill(&mut self, id: Id) {
        let now = self.now();
        if self.places[id.0].node.take().is_some() {
            self.places[id.0].gate = None;
            self.places[id.0].inbox.clear();
            self.network.end(now, id);
            self.server_died(id);
            if id == Id::CONDUCTOR {
                self.client_died(id);
            }
        }
    }

    pub(crate) fn upset(&mut self, index: usize) {
        let now = self.now();
        let (_, upset) = self.plan.upsets[index].clone();
        self.trace.line(now, &format!("UPSET {upset}"));
        match upset {
            // The person acts by itself.
            Upset::Act(_) => {}
            Upset::Rig(fault, seconds) => {
                self.bench.world().inject(fault);
                self.put(now + seconds, Letter::Better(false));
            }
            Upset::Kill(id, seconds) => {
                self.kill(id);
                self.put(now + seconds, Letter::Start(id));
            }
            Upset::Stall(id, seconds) => self.stall(id, seconds),
            Upset::Late(most, seconds) => self.network.be_late(most, now + seconds),
            Upset::Cut(others, seconds) => self.network.cut(others, now + seconds),
            Upset::Discovery(most) => self.network.discover_within(Some(most)),
            Upset::Misread(share, seconds) => {
                *self.misreadings.borrow_mut() = share;
                self.put(now + seconds, Letter::Better(true));
            }
        }
    }

    pub(crate) fn heal(&mut self) {
        let now = self.now();
        let truth = self.bench.truth();
        let turns = truth.layer_turns.map(|turn| turn.to_degrees() as i32);
        let bare = truth.bare_turns.map(|turn| turn.to_degrees() as i32);
        let joints = truth.joints.map(|joint| joint.to_degrees() as i32);
        let lies = truth.pose.faces_at_sides();
        let text =
            format!("layers R L F B at {turns:?} degrees, U D at {bare:?}, joints at {joints:?}, cube lies {lies}");
        self.trace.line(now, &format!("ALL UPSETS END; {text}"));
        self.network.heal(now);
        self.bench.world().clear_faults();
        *self.misreadings.borrow_mut() = 0.0;
        for id in Id::all() {
            self.start(id);
        }
        self.laws.healed(now);
        self.put(now + 1.0, Letter::To(Id::PERSON, None, Input::Wake(Wake::Act(SOLVE_AT_LAST))));
    }
}
