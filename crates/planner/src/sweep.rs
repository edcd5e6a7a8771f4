//! The search for the fastest chain of phases that shows faces to the camera.

use cube::Rotation;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rig::{Arm, CameraView, Pair};
use rustc_hash::FxHashMap;

use crate::clock::Nanos;
use crate::phase::Model;
use crate::wrists::Wrists;

/// All claws closed, except at the start; what has been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Node {
    pub wrists: Wrists,
    pub pose: Rotation,
    pub open: [bool; 4],
    /// Bit per face still to be seen.
    pub unseen: u8,
}

/// A phase: the holder's turns of the cube, and where the active wrists close; `None` in the last phase.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    pub holder: Pair,
    pub turns: Vec<i32>,
    pub closes: Option<Wrists>,
}

impl Sweep {
    fn new(holder: Pair, turns: &[i32], closes: Option<Wrists>) -> Sweep {
        Sweep { holder, turns: turns.to_vec(), closes }
    }
}

impl Node {
    fn key(&self) -> u64 {
        let wrists = self.wrists.iter().fold(0, |key, &wrist| key * 8 + u64::from(wrist));
        let open = self.open.iter().fold(0, |key, &open| key * 2 + u64::from(open));
        ((wrists * 24 + self.pose.index() as u64) * 16 + open) * 64 + u64::from(self.unseen)
    }
}

pub(crate) struct Search<'a> {
    model: &'a Model,
    view: CameraView,
    known: FxHashMap<u64, (Nanos, Option<(Node, Sweep)>)>,
    queue: BinaryHeap<Reverse<(Nanos, Nanos, Node)>>,
}

impl<'a> Search<'a> {
    pub fn new(model: &'a Model, view: CameraView) -> Search<'a> {
        Search { model, view, known: FxHashMap::default(), queue: BinaryHeap::new() }
    }

    pub fn run(mut self, first: Node) -> Option<Vec<(Node, Nanos, Sweep)>> {
        self.reach(first, 0, || None);
        while let Some(Reverse((total, left, node))) = self.queue.pop() {
            let nanos = total - left;
            if self.known.get(&node.key()).is_none_or(|(known, _)| *known < nanos) {
                continue;
            }
            if node.unseen == 0 {
                return Some(self.read_back(node));
            }
            for holder in Pair::ALL {
                self.expand(&node, nanos, holder);
            }
        }
        None
    }

    /// At least this long until all is seen, counted from the view before or from now.
    fn bound(&self, unseen: u8) -> Nanos {
        let clock = &self.model.clock;
        let axes = [0b001_001, 0b010_010, 0b100_100].map(|faces: u8| (unseen & faces).count_ones());
        let across = axes.iter().filter(|&&count| count == 2).count() as Nanos;
        let changes = axes.iter().filter(|&&count| 0 < count).count().saturating_sub(1) as Nanos;
        across * clock.half + changes * (clock.close + clock.opening.cube.min(clock.open) + clock.quarter)
    }

    /// Notes a way to a node where it is the fastest so far; `from` returns its last step.
    fn reach(&mut self, node: Node, nanos: Nanos, from: impl FnOnce() -> Option<(Node, Sweep)>) {
        let key = node.key();
        if self.known.get(&key).is_none_or(|(known, _)| nanos < *known) {
            let left = self.bound(node.unseen);
            self.known.insert(key, (nanos, from()));
            self.queue.push(Reverse((nanos + left, left, node)));
        }
    }

    fn expand(&mut self, node: &Node, nanos: Nanos, holder: Pair) {
        if holder.arms().into_iter().any(|arm| node.open[arm.index()]) {
            return;
        }
        let mut turns = Vec::new();
        let unseen = self.after_view(node.unseen, &node.wrists, node.pose, holder);
        let here = Node { unseen, ..*node };
        self.stop(node, nanos, holder, here, &mut turns);
    }

    /// What is still unseen after a stop.
    fn after_view(&self, unseen: u8, wrists: &Wrists, pose: Rotation, holder: Pair) -> u8 {
        if is_clear(self.model, self.view, wrists, &holder.arms()) {
            unseen & !(1 << self.view.face(pose).index())
        } else {
            unseen
        }
    }

    /// What is still unseen of a rig with all claws closed.
    pub fn after_closing(&self, unseen: u8, wrists: &Wrists, pose: Rotation) -> u8 {
        if is_clear(self.model, self.view, wrists, &Arm::ALL) {
            unseen & !(1 << self.view.face(pose).index())
        } else {
            unseen
        }
    }

    /// The active claws are open and the cube stands at `here`: end, close, or turn on.
    fn stop(&mut self, from: &Node, nanos: Nanos, holder: Pair, here: Node, turns: &mut Vec<i32>) {
        let opened = nanos + opening(self.model, from, holder);
        let turned = match turns[..] {
            [] => opened,
            _ => nanos + cube_free(self.model, self.view, from, holder) + self.turning(from, holder, turns),
        };
        if here.unseen == 0 {
            let last = Node { open: [false; 4], ..here };
            self.reach(last, turned, || Some((*from, Sweep::new(holder, turns, None))));
            return;
        }
        self.close(from, holder, &here, turns, opened, turned);
        if turns.len() == 3 {
            return;
        }
        for cube in [1, -1, 2, -2] {
            let is_seen = is_clear(self.model, self.view, &here.wrists, &holder.arms());
            // Two turns with nothing to see between them are one turn.
            if !turns.is_empty() && !is_seen {
                break;
            }
            if let Some(wrists) = self.model.holder_turned(&here.wrists, holder, cube) {
                let pose = here.pose.then(holder.rotation(cube));
                let next = Node { wrists, pose, unseen: self.after_view(here.unseen, &wrists, pose, holder), ..here };
                turns.push(cube);
                self.stop(from, nanos, holder, next, turns);
                turns.pop();
            }
        }
    }

    /// How long turns of the cube take.
    fn turning(&self, from: &Node, holder: Pair, turns: &[i32]) -> Nanos {
        let mut wrists = from.wrists;
        let time = |&cube: &i32| {
            let nanos = self.model.cube_turn(&wrists, holder, cube);
            wrists = (self.model.holder_turned(&wrists, holder, cube)).unwrap_or(wrists);
            nanos
        };
        turns.iter().map(time).sum()
    }

    /// Closes the active claws with their wrists anywhere they may be.
    fn close(&mut self, from: &Node, holder: Pair, here: &Node, turns: &[i32], opened: Nanos, turned: Nanos) {
        let model = self.model;
        let active = holder.other().arms();
        let holder_is_vertical = model.is_vertical(&here.wrists, holder);
        let ends = |arm: Arm| {
            let neutral = model.domain.neutral();
            let ends = match model.present[arm.index()] {
                true => 0..model.domain.size(),
                false => neutral..neutral + 1,
            };
            ends.filter(move |&end| holder_is_vertical || model.domain.is_vertical(end))
        };
        for first in ends(active[0]) {
            for second in ends(active[1]) {
                let mut next = Node { open: [false; 4], ..*here };
                let mut free = opened;
                for (arm, end) in active.into_iter().zip([first, second]) {
                    let quarters = model.domain.quarters_between(from.wrists[arm.index()], end);
                    free = free.max(opened + model.turn(from.wrists[arm.index()], quarters));
                    next.wrists[arm.index()] = end;
                }
                next.unseen = self.after_closing(next.unseen, &next.wrists, next.pose);
                let closed = turned.max(free) + model.clock.close;
                self.reach(next, closed, || Some((*from, Sweep::new(holder, turns, Some(next.wrists)))));
            }
        }
    }

    fn read_back(&self, last: Node) -> Vec<(Node, Nanos, Sweep)> {
        let mut sweeps = Vec::new();
        let mut node = last;
        while let Some((_, Some((before, sweep)))) = self.known.get(&node.key()) {
            let start = self.known.get(&before.key()).map_or(0, |(nanos, _)| *nanos);
            sweeps.push((*before, start, sweep.clone()));
            node = *before;
        }
        sweeps.reverse();
        sweeps
    }
}

/// Whether none of these claws, which are closed, lies over the side that the camera sees.
pub(crate) fn is_clear(model: &Model, view: CameraView, wrists: &Wrists, closed: &[Arm]) -> bool {
    let mut arms = closed.iter().filter(|arm| model.present[arm.index()]);
    arms.all(|arm| {
        let is_vertical = model.domain.is_vertical(wrists[arm.index()]);
        !view.is_covered_by(*arm, is_vertical)
    })
}

/// Until all active claws are open.
pub(crate) fn opening(model: &Model, from: &Node, holder: Pair) -> Nanos {
    let mut active = holder.other().arms().into_iter();
    let is_needed = active.any(|arm| model.present[arm.index()] && !from.open[arm.index()]);
    if is_needed { model.clock.open } else { 0 }
}

/// Until the cube may turn: when the active claws are open, or far enough open where nothing is seen before and they stand vertical.
pub(crate) fn cube_free(model: &Model, view: CameraView, from: &Node, holder: Pair) -> Nanos {
    let opened = opening(model, from, holder);
    let is_unseen = from.unseen >> view.face(from.pose).index() & 1 == 1;
    let shows = is_unseen && is_clear(model, view, &from.wrists, &holder.arms());
    if shows || !model.is_vertical(&from.wrists, holder.other()) {
        opened
    } else {
        opened.min(model.clock.opening.cube)
    }
}
