//! The fastest motions that show faces of the cube to the camera above.
//!
//! Side U is free of claws exactly while the claws that hold are horizontal and the others are open: closed
//! vertical claws lay a finger on it, and two neighbouring pairs are never both horizontal on the cube. So a
//! scan is a chain of phases: the active claws open, the holder turns the cube from stop to stop,
//! and wherever it stops horizontal a face is seen; then the active claws close and the roles may change.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rig::{Arm, Claw, Pair, Pose, Profile, RigState, Rules, Side, Violation};

use crate::clock::{Nanos, seconds};
use crate::exact::{Map, motions};
use crate::line::Step;
use crate::phase::{Model, Pen, Timed};
use crate::planner::Planner;
use crate::wrists::{Wrists, wrists_of};
use crate::{Error, Plan};

/// A face of the cube, seen whole and still by the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Seconds from the start of the plan. Every motion of a closed claw ends by then or starts no earlier;
    /// an executor holds back the motions that start at this time or later until the face has been read.
    pub seconds: f64,
    /// The cube face, by its own centre.
    pub face: Side,
    /// Clockwise quarter turns (0 to 3) from the face's reading position (that of the 54-letter facelet string: U with B
    /// at its top, D with F, the others with U) to how it appears in the picture.
    pub quarters: u8,
}

/// A plan that shows faces to the camera.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanPlan {
    /// The motions; the plan ends with the last view.
    pub plan: Plan,
    /// The faces in the order in which they are seen.
    pub views: Vec<View>,
}

/// All claws closed, except at the start; what has been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    wrists: Wrists,
    pose: Pose,
    open: [bool; 4],
    /// Bit per face still to be seen.
    unseen: u8,
}

/// A phase: the holder's turns of the cube, and where the active wrists close; `None` in the last phase.
#[derive(Clone, Debug)]
struct Sweep {
    holder: Pair,
    turns: Vec<i32>,
    closes: Option<Wrists>,
}

impl Node {
    fn key(&self) -> u64 {
        let wrists = self
            .wrists
            .iter()
            .fold(0, |key, &wrist| key * 8 + u64::from(wrist));
        let open = self
            .open
            .iter()
            .fold(0, |key, &open| key * 2 + u64::from(open));
        ((wrists * 24 + self.pose.index() as u64) * 16 + open) * 64 + u64::from(self.unseen)
    }
}

struct Search<'a> {
    model: &'a Model,
    known: Map<u64, (Nanos, Option<(Node, Sweep)>)>,
    queue: BinaryHeap<Reverse<(Nanos, Nanos, Node)>>,
}

impl Search<'_> {
    fn run(mut self, first: Node) -> Option<Vec<(Node, Nanos, Sweep)>> {
        self.reach(first, 0, None);
        while let Some(Reverse((total, left, node))) = self.queue.pop() {
            let nanos = total - left;
            if self
                .known
                .get(&node.key())
                .is_none_or(|(known, _)| *known < nanos)
            {
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
        let changes = axes
            .iter()
            .filter(|&&count| 0 < count)
            .count()
            .saturating_sub(1) as Nanos;
        across * clock.half.min(2 * clock.quarter)
            + changes * (clock.close + clock.open + clock.quarter)
    }

    fn reach(&mut self, node: Node, nanos: Nanos, from: Option<(Node, Sweep)>) {
        let key = node.key();
        if self.known.get(&key).is_none_or(|(known, _)| nanos < *known) {
            let left = self.bound(node.unseen);
            self.known.insert(key, (nanos, from));
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
    fn after_view(&self, unseen: u8, wrists: &Wrists, pose: Pose, holder: Pair) -> u8 {
        if is_horizontal(self.model, wrists, holder) {
            unseen & !(1 << pose.face_at(Side::U).index())
        } else {
            unseen
        }
    }

    /// The active claws are open and the cube stands at `here`: end, close, or turn on.
    fn stop(&mut self, from: &Node, nanos: Nanos, holder: Pair, here: Node, turns: &mut Vec<i32>) {
        let opened = nanos + opening(self.model, from, holder);
        let turned = opened
            + turns
                .iter()
                .map(|&cube| self.model.clock.turn(cube))
                .sum::<Nanos>();
        if here.unseen == 0 {
            let sweep = Sweep {
                holder,
                turns: turns.clone(),
                closes: None,
            };
            self.reach(
                Node {
                    open: [false; 4],
                    ..here
                },
                turned,
                Some((*from, sweep)),
            );
            return;
        }
        self.close(from, holder, &here, turns, opened, turned);
        if turns.len() == 3 {
            return;
        }
        for cube in [1, -1, 2, -2] {
            let stands_horizontal = is_horizontal(self.model, &here.wrists, holder);
            // Two turns with nothing to see between them are one turn.
            if !turns.is_empty() && !stands_horizontal {
                break;
            }
            let mut next = here;
            let mut fits = true;
            for (arm, sign) in holder.arms().into_iter().zip([1, -1]) {
                if self.model.present[arm.index()] {
                    match self
                        .model
                        .domain
                        .turned(here.wrists[arm.index()], sign * cube)
                    {
                        Some(turned) => next.wrists[arm.index()] = turned,
                        None => fits = false,
                    }
                }
            }
            if fits {
                next.pose = here.pose.turned(holder, cube);
                next.unseen = self.after_view(here.unseen, &next.wrists, next.pose, holder);
                turns.push(cube);
                self.stop(from, nanos, holder, next, turns);
                turns.pop();
            }
        }
    }

    /// Closes the active claws with their wrists anywhere they may be.
    fn close(
        &mut self,
        from: &Node,
        holder: Pair,
        here: &Node,
        turns: &[i32],
        opened: Nanos,
        turned: Nanos,
    ) {
        let model = self.model;
        let active = holder.other().arms();
        let ends = |arm: Arm| -> Vec<u8> {
            let anywhere = if model.present[arm.index()] {
                0..model.domain.size()
            } else {
                0..0
            };
            let holder_is_vertical = model.is_vertical(&here.wrists, holder);
            let mut ends: Vec<u8> = anywhere
                .filter(|&end| holder_is_vertical || model.domain.is_vertical(end))
                .collect();
            if ends.is_empty() {
                ends.push(model.domain.neutral());
            }
            ends
        };
        for first in ends(active[0]) {
            for second in ends(active[1]) {
                let mut next = Node {
                    open: [false; 4],
                    ..*here
                };
                let mut free = opened;
                for (arm, end) in active.into_iter().zip([first, second]) {
                    let quarters = model.domain.quarters_between(from.wrists[arm.index()], end);
                    free = free.max(opened + model.clock.turn(quarters));
                    next.wrists[arm.index()] = end;
                }
                let sweep = Sweep {
                    holder,
                    turns: turns.to_vec(),
                    closes: Some(next.wrists),
                };
                self.reach(
                    next,
                    turned.max(free) + model.clock.close,
                    Some((*from, sweep)),
                );
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

/// Whether no closed claw of the holder lies over side U.
fn is_horizontal(model: &Model, wrists: &Wrists, holder: Pair) -> bool {
    let mut arms = holder
        .arms()
        .into_iter()
        .filter(|arm| model.present[arm.index()]);
    arms.all(|arm| !model.domain.is_vertical(wrists[arm.index()]))
}

/// Until all active claws are open.
fn opening(model: &Model, from: &Node, holder: Pair) -> Nanos {
    let mut active = holder.other().arms().into_iter();
    let is_needed = active.any(|arm| model.present[arm.index()] && !from.open[arm.index()]);
    if is_needed { model.clock.open } else { 0 }
}

/// Writes the steps of a sweep and the views in it.
fn write(
    model: &Model,
    from: &Node,
    start: Nanos,
    sweep: &Sweep,
    timed: &mut Vec<Timed>,
) -> Vec<(Nanos, Pose)> {
    let opened = start + opening(model, from, sweep.holder);
    let mut stops = Vec::new();
    let (mut wrists, mut pose, mut time) = (from.wrists, from.pose, opened);
    for turn in 0..=sweep.turns.len() {
        if is_horizontal(model, &wrists, sweep.holder) {
            stops.push((time, pose));
        }
        let Some(&cube) = sweep.turns.get(turn) else {
            break;
        };
        for (arm, sign) in sweep.holder.arms().into_iter().zip([1, -1]) {
            if model.present[arm.index()] {
                let turned = model.domain.turned(wrists[arm.index()], sign * cube);
                wrists[arm.index()] = turned.unwrap_or(wrists[arm.index()]);
                Pen {
                    model,
                    arm,
                    time,
                    timed,
                }
                .draw(Step::Turn(sign * cube));
            }
        }
        time += model.clock.turn(cube);
        pose = pose.turned(sweep.holder, cube);
    }
    let active = sweep
        .holder
        .other()
        .arms()
        .into_iter()
        .filter(|arm| model.present[arm.index()]);
    for arm in active.clone() {
        if !from.open[arm.index()] {
            Pen {
                model,
                arm,
                time: start,
                timed,
            }
            .draw(Step::Open);
        }
    }
    if let Some(closes) = sweep.closes {
        let mut closing = time;
        for arm in active.clone() {
            let quarters = model
                .domain
                .quarters_between(from.wrists[arm.index()], closes[arm.index()]);
            let mut pen = Pen {
                model,
                arm,
                time: opened,
                timed,
            };
            pen.draw(Step::Turn(quarters));
            closing = closing.max(pen.time);
        }
        for arm in active {
            Pen {
                model,
                arm,
                time: closing,
                timed,
            }
            .draw(Step::Close);
        }
    }
    stops
}

impl Planner {
    /// The fastest plan that shows faces of the cube to the camera, unobstructed, in any order.
    ///
    /// # Errors
    /// [`Error::BadStart`], [`Error::WristOutOfRange`], [`Error::Impossible`], [`Error::CameraSide`].
    pub fn scan(&self, start: &RigState, faces: &[Side]) -> Result<ScanPlan, Error> {
        let profile = self.profile();
        let model = &self.machine().model;
        let side = profile.geometry.camera_side();
        if side != Side::U {
            return Err(Error::CameraSide { side });
        }
        profile
            .rules
            .judge(&Rules::at_rest(start))
            .map_err(|fault| Error::BadStart(Violation::At { time: 0.0, fault }))?;
        let wrists = wrists_of(model.domain, &profile.rules, start)
            .map_err(|arm| Error::wrist_out_of_range(profile, start, arm))?;
        let is_open = |arm: Arm| model.present[arm.index()] && start.arm(arm).claw == Claw::Open;
        let first = Node {
            wrists,
            pose: start.pose,
            open: Arm::ALL.map(is_open),
            unseen: faces
                .iter()
                .fold(0, |unseen, face| unseen | 1 << face.index()),
        };
        let search = Search {
            model,
            known: Map::default(),
            queue: BinaryHeap::new(),
        };
        let sweeps = search.run(first).ok_or_else(|| Error::Impossible {
            profile: profile.name.clone(),
            task: "show all faces to the camera".to_owned(),
        })?;
        let mut timed = Vec::new();
        let mut views = Vec::new();
        let mut unseen = first.unseen;
        for (from, start, sweep) in &sweeps {
            for (time, pose) in write(model, from, *start, sweep, &mut timed) {
                let face = pose.face_at(Side::U);
                if unseen >> face.index() & 1 == 1 {
                    unseen &= !(1 << face.index());
                    let quarters = quarters_in_picture(profile, pose);
                    views.push(View {
                        seconds: seconds(time),
                        face,
                        quarters,
                    });
                }
            }
        }
        let plan = self.finished(start, motions(&model.clock, timed))?;
        Ok(ScanPlan { plan, views })
    }
}

/// Clockwise quarters from a face's reading position to how the camera shows it.
fn quarters_in_picture(profile: &Profile, pose: Pose) -> u8 {
    // Side U is seen with side B at the top unless the camera is turned about its line of sight.
    let roll = match profile.geometry.picture_top_side() {
        Side::R => 1,
        Side::F => 2,
        Side::L => 3,
        _ => 0,
    };
    (pose.quarters_seen_from_above() + 4 - roll) % 4
}

/// The fastest plan that shows all six faces: [`Planner::scan`] for a single plan.
///
/// # Errors
/// As [`Planner::scan`].
pub fn plan_scan(profile: &Profile, start: &RigState) -> Result<ScanPlan, Error> {
    Planner::new(profile).scan(start, &Side::ALL)
}
