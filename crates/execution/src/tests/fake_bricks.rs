//! Pretended drivers of groups of joints for tests: they move joints evenly or on ramps, and can be slow, stubborn or forgetful.

use std::collections::{BTreeMap, VecDeque};

use brick::BrickName;
use rig::{GroupId, Joint, JointGroups, ramp, ramp_speed};

use crate::goal::{GoalId, GroupGoal};
use crate::readings::Readings;
use crate::steps::{Effect, Outcome};

/// How a server treats a goal that comes while another is under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// The new one takes over, the old one is aborted.
    Supersedes,
    /// The new one waits until the old one has ended.
    Queues,
    /// The new one is refused.
    Refuses,
}

/// How the pretended bricks behave.
#[derive(Clone, Copy, Debug)]
pub struct Behaviour {
    /// What happens to a second goal.
    pub manner: Manner,
    /// How many times longer than asked each joint's motions take, at least 1, by the brick that drives it.
    pub slowness: [f64; 4],
    /// Seconds from the end of a goal to its result; `None`: results never come.
    pub result_delay: Option<f64>,
    /// Every result comes this many times.
    pub result_copies: u32,
    /// A joint that does not move at all.
    pub stuck: Option<Joint>,
    /// A joint whose brick gives its goal up after this share of the way, since it has left its path.
    pub strays: Option<(Joint, f64)>,
    /// Whether joint states are published.
    pub publishes: bool,
    /// Whether joints start and end gently, as real drivers move them, rather than evenly.
    pub ramps: bool,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            manner: Manner::Supersedes,
            slowness: [1.0; 4],
            result_delay: Some(0.01),
            result_copies: 1,
            stuck: None,
            strays: None,
            publishes: true,
            ramps: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Way {
    from: f64,
    target: f64,
    start: f64,
    end: f64,
}

/// A motion that a joint really made: from when to when, and where to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    /// The joint.
    pub joint: Joint,
    /// Seconds.
    pub start: f64,
    /// Seconds; infinite while it goes on.
    pub end: f64,
    /// Radians.
    pub target: f64,
}

/// The pretended bricks and their joints.
pub struct FakeBricks {
    /// How they behave; may be changed at any time.
    pub behaviour: Behaviour,
    /// Seconds.
    pub time: f64,
    /// Where the joints really are.
    pub positions: [f64; 8],
    /// All motions made.
    pub made: Vec<Made>,
    /// For which groups goals came, in their order.
    pub goals: Vec<GroupId>,
    /// How many stops came.
    pub stops: u32,
    ways: [Option<Way>; 8],
    groups: JointGroups,
    current: BTreeMap<GroupId, GoalId>,
    queues: BTreeMap<GroupId, VecDeque<GroupGoal>>,
    results: Vec<(f64, GoalId, Outcome)>,
    last_published: f64,
}

/// Step of the pretended time, seconds.
pub const STEP: f64 = 0.005;
const READING_PAUSE: f64 = 0.02;

impl FakeBricks {
    /// Joints stand at these positions; a driver for each pair.
    pub fn new(positions: [f64; 8], behaviour: Behaviour) -> Self {
        Self::of(JointGroups::default(), positions, behaviour)
    }

    /// The same, with a driver for each of these groups.
    pub fn of(groups: JointGroups, positions: [f64; 8], behaviour: Behaviour) -> Self {
        Self {
            groups,
            behaviour,
            time: 0.0,
            positions,
            made: Vec::new(),
            goals: Vec::new(),
            stops: 0,
            ways: [None; 8],
            current: BTreeMap::new(),
            queues: BTreeMap::new(),
            results: Vec::new(),
            last_published: -1.0,
        }
    }

    /// Somebody moves a joint by this many radians, away from where a goal that has ended left it.
    pub fn push(&mut self, joint: Joint, by: f64) {
        self.ways[joint.index()] = None;
        self.positions[joint.index()] += by;
    }

    /// Does what an executor wants.
    pub fn take(&mut self, effect: Effect) {
        match effect {
            Effect::Send(goal) => self.receive(goal),
            Effect::Cancel(group, id) => {
                self.queues.entry(group).or_default().retain(|goal| goal.id != id);
                if self.current.get(&group) == Some(&id) {
                    self.halt(group, "cancelled");
                }
            }
            Effect::CancelAll(group) => {
                self.stops += 1;
                self.queues.remove(&group);
                self.halt(group, "stopped");
            }
        }
    }

    fn receive(&mut self, goal: GroupGoal) {
        self.goals.push(goal.group);
        match (self.current.get(&goal.group), self.behaviour.manner) {
            (Some(_), Manner::Queues) => return self.queues.entry(goal.group).or_default().push_back(goal),
            (Some(_), Manner::Refuses) => return self.report(goal.id, failed("busy")),
            (Some(old), Manner::Supersedes) => self.report(*old, failed("superseded by a newer goal")),
            (None, _) => {}
        }
        self.begin(&goal);
    }

    fn begin(&mut self, goal: &GroupGoal) {
        self.current.insert(goal.group, goal.id);
        // What a goal does not name stays where it is, as with ros2_control's joint trajectory controller.
        let is_named = |joint: &&Joint| goal.paths.iter().any(|path| path.joint == **joint);
        for joint in self.groups[goal.group].joints.iter().filter(|joint| !is_named(joint)) {
            self.ways[joint.index()] = None;
        }
        for path in &goal.paths {
            let joint = path.joint.index();
            if self.behaviour.stuck == Some(path.joint) {
                self.ways[joint] = None;
                continue;
            }
            let from = self.positions[joint];
            let length = path.seconds * self.behaviour.slowness[BrickName::driving(path.joint).0.index()];
            let target = path.target.radians();
            let goes_on = self.ways[joint].is_some_and(|way| way.target == target);
            let (start, end) = (self.time, self.time + length.max(STEP));
            if goes_on {
                continue;
            }
            if (from - target).abs() > 1e-9 {
                self.made.push(Made { joint: path.joint, start, end: f64::INFINITY, target });
            }
            self.ways[joint] = Some(Way { from, target, start, end });
        }
    }

    fn halt(&mut self, group: GroupId, why: &str) {
        for joint in &self.groups[group].joints {
            self.ways[joint.index()] = None;
        }
        if let Some(id) = self.current.remove(&group) {
            self.report(id, failed(why));
        }
    }

    fn report(&mut self, id: GoalId, outcome: Outcome) {
        if let Some(delay) = self.behaviour.result_delay {
            for copy in 0..self.behaviour.result_copies {
                let due = self.time + delay * f64::from(copy + 1);
                self.results.push((due, id, outcome.clone()));
            }
        }
    }

    /// Lives through one step; returns the results that have come.
    pub fn advance(&mut self) -> Vec<(GoalId, Outcome)> {
        self.time += STEP;
        for joint in Joint::ALL {
            let Some(way) = self.ways[joint.index()] else {
                continue;
            };
            let share = ((self.time - way.start) / (way.end - way.start)).clamp(0.0, 1.0);
            let done = if self.behaviour.ramps { ramp(share) } else { share };
            self.positions[joint.index()] = way.from + (way.target - way.from) * done;
            if 1.0 <= share {
                let time = self.time;
                let own = |made: &&mut Made| made.joint == joint && made.end.is_infinite();
                if let Some(made) = self.made.iter_mut().find(own) {
                    made.end = time;
                }
            }
        }
        if let Some((joint, share)) = self.behaviour.strays
            && let Some(way) = self.ways[joint.index()]
            && way.from != way.target
            && way.start + share * (way.end - way.start) <= self.time
        {
            self.halt(self.groups.of(joint), &format!("{} has left its path", joint.name()));
        }
        for group in self.groups.ids() {
            let has_arrived = |joint: &Joint| self.ways[joint.index()].is_some_and(|way| way.end <= self.time);
            if self.groups[group].joints.iter().all(has_arrived)
                && let Some(id) = self.current.remove(&group)
            {
                self.report(id, Outcome::Succeeded);
                if let Some(next) = self.queues.entry(group).or_default().pop_front() {
                    self.begin(&next);
                }
            }
        }
        let now = self.time;
        let (due, later) = std::mem::take(&mut self.results).into_iter().partition(|(due, ..)| *due <= now);
        self.results = later;
        let due: Vec<(f64, GoalId, Outcome)> = due;
        due.into_iter().map(|(_, id, outcome)| (id, outcome)).collect()
    }

    /// Whether joint states are published now.
    pub fn publishes_now(&mut self) -> bool {
        let due = self.behaviour.publishes && self.last_published + READING_PAUSE <= self.time + 1e-9;
        if due {
            self.last_published = self.time;
        }
        due
    }

    /// Position and speed of a joint, as a driver would publish them.
    pub fn reading(&self, joint: Joint) -> (f64, f64) {
        let speed = self.ways[joint.index()].map_or(0.0, |way| {
            let share = (self.time - way.start) / (way.end - way.start);
            let mean = (way.target - way.from) / (way.end - way.start);
            match self.behaviour.ramps {
                _ if 1.0 <= share => 0.0,
                true => mean * ramp_speed(share),
                false => mean,
            }
        });
        (self.positions[joint.index()], speed)
    }

    /// Puts the present positions into readings.
    pub fn publish(&mut self, readings: &mut Readings) {
        readings.go_on(self.time);
        if self.publishes_now() {
            for joint in Joint::ALL {
                let (position, speed) = self.reading(joint);
                readings.note(joint, position, Some(speed), self.time);
            }
        }
    }
}

fn failed(why: &str) -> Outcome {
    Outcome::Failed(why.into())
}
