//! Exact plans against exhaustive search: no schedule on a grid of time that holds every plan of whole durations is faster.
//!
//! The search here shares nothing with the planner but the rules at one instant. Every duration is a whole
//! number of ticks, and so is the time that a claw takes to each of its clearances. In some fastest plan every motion starts when
//! another ends or passes a clearance, or ends when one passes, so trying everything at every tick misses none.

use cube::{Face, Move, Notation, Rotation, parse_moves};
use planner::Planner;
use rig::{Action, Arm, ArmState, Claw, ClawPhase, Clearances, Pair, Profile, RigState, Room, Rules, Work, ramp};
use rustc_hash::FxHashSet;
use testkit::proptest::prelude::*;

use crate::rigs::{any_start, blended, profile};

/// A motion under way: what, ticks left, and what it was found to do.
type Busy = Option<(Action, u32, Option<Pair>)>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Moment {
    arms: [ArmState; 4],
    /// What the claw of each arm does, and what its wrist does.
    claws: [Busy; 4],
    wrists: [Busy; 4],
    pose: Rotation,
    /// Which block of opposite faces is next, and what its two faces still have to turn.
    block: usize,
    left: [i32; 2],
}

struct Reference {
    profile: Profile,
    blocks: Vec<(usize, [i32; 2])>,
    /// What a claw that opens [0] or closes [1] has room for during the next tick, by the ticks left.
    rooms: [Vec<Room>; 2],
}

impl Reference {
    fn new(profile: &Profile, moves: &[Move]) -> Reference {
        let mut blocks: Vec<(usize, [i32; 2])> = Vec::new();
        for turn in moves {
            let axis = turn.face().index() % 3;
            if blocks.last().is_none_or(|last| last.0 != axis) {
                blocks.push((axis, [0, 0]));
            }
            let last = blocks.last_mut().expect("one was pushed");
            last.1[turn.face().index() / 3] += i32::from(turn.quarters());
        }
        Reference {
            profile: profile.clone(),
            blocks,
            rooms: [Action::Open, Action::Close].map(|action| rooms(profile, action)),
        }
    }

    fn ticks(&self, action: Action) -> u32 {
        self.profile.timing.seconds(action).round() as u32
    }

    /// Times that a turn of a wrist may take, in ticks: that one to the end of its cable, too, for two wrists turn the cube alike.
    fn ticks_of_turn(&self, from: i32, quarters: i8) -> impl Iterator<Item = u32> {
        let to = from + i32::from(quarters);
        let Profile { rules, timing, .. } = &self.profile;
        let slow = match quarters.abs() {
            1 => timing.quarter_to_cable_end,
            _ => timing.half_to_cable_end,
        };
        let slow = slow.map(|seconds| seconds.round() as u32);
        let usual = self.ticks(Action::Turn(quarters));
        let times = match (rules.allows_wrist(to), slow) {
            (false, _) => [None, None],
            (true, None) => [Some(usual), None],
            (true, Some(_)) if rules.wrist_range.is_some_and(|range| [range.least, range.most].contains(&to)) => {
                [None, slow]
            }
            (true, Some(_)) => [Some(usual), slow],
        };
        times.into_iter().flatten()
    }

    fn room(&self, action: Action, left: u32) -> Room {
        self.rooms[usize::from(action == Action::Close)][left as usize]
    }

    /// The least number of ticks in which all moves can be done, if at most this many. Claws that are open at the start must be
    /// closed by then, as [`Planner::moves`] does it.
    fn fewest_ticks(&self, start: &RigState, most: u32) -> Option<u32> {
        let first = Moment {
            arms: start.arms,
            claws: [None; 4],
            wrists: [None; 4],
            pose: start.pose,
            block: 0,
            left: self.blocks[0].1,
        };
        let is_open = |arm: Arm| start.arm(arm).claw == Claw::Open;
        let must_close = self.profile.rules.arms().any(is_open);
        let mut now = FxHashSet::from_iter([first]);
        for ticks in 1..=most {
            let mut next = FxHashSet::default();
            for moment in &now {
                self.choose(moment.clone(), 0, &mut next);
            }
            let is_done = |moment: &Moment| {
                let closed = |arm: &Arm| moment.arms[arm.index()].claw == Claw::Closed;
                moment.block == self.blocks.len() && (!must_close || self.profile.rules.arms().all(|arm| closed(&arm)))
            };
            if next.iter().any(is_done) {
                return Some(ticks);
            }
            now = next;
        }
        None
    }

    /// Tries every action of every idle arm, then lets a tick pass.
    fn choose(&self, moment: Moment, arm: usize, next: &mut FxHashSet<Moment>) {
        if arm == 4 {
            self.pass(moment, next);
            return;
        }
        let state = moment.arms[arm];
        let is_there = self.profile.rules.present[arm];
        let mut claws = vec![None];
        if is_there && moment.claws[arm].is_none() {
            claws.push(Some(match state.claw {
                Claw::Open => Action::Close,
                Claw::Closed => Action::Open,
            }));
        }
        let mut wrists = vec![None];
        if is_there && moment.wrists[arm].is_none() {
            let turns = [-2_i8, -1, 1, 2].into_iter();
            for quarters in turns {
                let times = self.ticks_of_turn(state.wrist, quarters);
                let begun = |ticks| Some((Action::Turn(quarters), ticks, None));
                wrists.extend(times.map(begun));
            }
        }
        let begun = |action: Action| (action, self.ticks(action), None);
        for &claw in &claws {
            for &wrist in &wrists {
                let mut with = moment.clone();
                with.claws[arm] = with.claws[arm].or(claw.map(begun));
                with.wrists[arm] = with.wrists[arm].or(wrist);
                let clash = match (with.claws[arm], with.wrists[arm]) {
                    (Some((action, left, _)), Some(_)) => !self.room(action, left).own_wrist,
                    _ => false,
                };
                if !clash {
                    self.choose(with, arm + 1, next);
                }
            }
        }
    }

    fn pass(&self, mut moment: Moment, next: &mut FxHashSet<Moment>) {
        let mut now = Rules::at_rest(&RigState { arms: moment.arms, pose: moment.pose });
        for (arm, busy) in moment.claws.iter().enumerate() {
            if let Some((action, left, _)) = *busy {
                now[arm].room = self.room(action, left);
                now[arm].claw = match action {
                    Action::Open => ClawPhase::Opening,
                    _ => ClawPhase::Closing,
                };
            }
        }
        for (arm, busy) in moment.wrists.iter().enumerate() {
            if let Some((Action::Turn(quarters), _, _)) = busy {
                now[arm].turning = f64::from(*quarters);
            }
        }
        let Ok(work) = self.profile.rules.judge(&now) else {
            return;
        };
        if let Work::WholeCube(pair) = work {
            let turning: Vec<_> = self
                .profile
                .rules
                .arms_of(pair)
                .map(|arm| moment.wrists[arm.index()].map(|busy| (busy.0.quarters(), busy.1)))
                .collect();
            if let [Some((one, ends)), Some((other, also))] = turning[..]
                && (one != -other || ends != also)
            {
                return;
            }
            for arm in pair.arms() {
                if let Some(busy) = &mut moment.wrists[arm.index()] {
                    busy.2 = Some(pair);
                }
            }
        }
        let mut turned_cube = false;
        for arm in Arm::ALL {
            let index = arm.index();
            // A claw that is on its way is not closed: its wrist turns nothing.
            let is_closed = moment.arms[index].claw == Claw::Closed && moment.claws[index].is_none();
            if let Some(action) = passed(&mut moment.claws[index]) {
                moment.arms[index] = moment.arms[index].after(action.0);
            }
            let Some((Action::Turn(quarters), cube)) = passed(&mut moment.wrists[index]) else {
                continue;
            };
            let quarters = i32::from(quarters);
            moment.arms[index].wrist += quarters;
            if !is_closed {
                continue;
            }
            match cube {
                Some(pair) if !turned_cube => {
                    let sign = if arm == pair.arms()[0] { 1 } else { -1 };
                    moment.pose = moment.pose.then(pair.rotation(sign * quarters));
                    turned_cube = true;
                }
                Some(_) => {}
                None if !self.turn_face(&mut moment, arm, quarters) => return,
                None => {}
            }
        }
        if self.profile.rules.wrist_range.is_none() {
            for arm in &mut moment.arms {
                arm.wrist = arm.wrist.rem_euclid(4);
            }
        }
        next.insert(moment);
    }

    /// Whether the turned face is one of the block at hand; moves on when nothing is left of it.
    fn turn_face(&self, moment: &mut Moment, arm: Arm, quarters: i32) -> bool {
        let face = moment.pose.face_at(arm.side()).index();
        let Some((axis, _)) = self.blocks.get(moment.block) else {
            return false;
        };
        if face % 3 != *axis {
            return false;
        }
        let left = &mut moment.left[face / 3];
        *left = (*left - quarters).rem_euclid(4);
        if moment.left == [0, 0] {
            moment.block += 1;
            moment.left = self.blocks.get(moment.block).map_or([0, 0], |block| block.1);
        }
        true
    }
}

/// What a claw has room for in the worst instant of a tick, by the ticks that its motion has left before it.
fn rooms(profile: &Profile, action: Action) -> Vec<Room> {
    let whole = profile.timing.seconds(action).round() as u32;
    let needed = |share| Clearances::seconds_to(share, f64::from(whole)).round() as u32;
    let from_cube = |left: u32| match action {
        Action::Open => whole - left,
        _ => left.saturating_sub(1),
    };
    let room_if = |far| (profile.clearances).room_if(|share| needed(share) <= far);
    (0..=whole).map(from_cube).map(room_if).collect()
}

/// Lets a tick pass: what ended with it.
fn passed(busy: &mut Busy) -> Option<(Action, Option<Pair>)> {
    let (action, left, cube) = (*busy)?;
    *busy = (1 < left).then_some((action, left - 1, cube));
    busy.is_none().then_some((action, cube))
}

pub fn assert_fastest(profile: &Profile, start: &RigState, moves: &[Move]) {
    let plan = Planner::new(profile).moves(start, moves).expect("a plan");
    let ticks = plan.seconds().round() as u32;
    assert!((plan.seconds() - f64::from(ticks)).abs() < 1e-6);
    assert_eq!(Reference::new(profile, moves).fewest_ticks(start, ticks), Some(ticks), "{moves:?} from {start:?}");
}

const PLAIN: [f64; 4] = [1.0, 1.0, 1.0, 2.0];

#[test]
fn one_face_at_a_time() {
    let rig = profile(3, false, Some(2), PLAIN);
    for text in ["R", "U", "R F", "R L", "U2", "R2 F'"] {
        assert_fastest(&rig, &RigState::REST, &moves(text));
    }
}

#[test]
fn opposite_faces_at_once() {
    let rig = profile(2, true, Some(2), PLAIN);
    for text in ["R L'", "U D", "R2 L", "R L F"] {
        assert_fastest(&rig, &RigState::REST, &moves(text));
    }
}

#[test]
fn short_cables() {
    let rig = profile(3, false, Some(1), PLAIN);
    for text in ["R2", "R2 F", "U2", "R2 L2"] {
        assert_fastest(&rig, &RigState::REST, &moves(text));
    }
}

#[test]
fn two_arms() {
    let mut rig = profile(1, false, Some(2), PLAIN);
    rig.rules.present = [true, false, true, false];
    for text in ["R", "L", "R F", "U", "B R'"] {
        assert_fastest(&rig, &RigState::REST, &moves(text));
    }
}

#[test]
fn claws_that_move_while_wrists_turn() {
    let rig = blended(profile(3, false, Some(1), PLAIN));
    for text in ["U", "R F"] {
        assert_fastest(&rig, &RigState::REST, &moves(text));
    }
    let two = blended(profile(2, true, Some(1), PLAIN));
    for text in ["U D", "R L F"] {
        assert_fastest(&two, &RigState::REST, &moves(text));
    }
}

#[test]
fn wrists_go_slowly_to_the_ends_of_their_cables() {
    let slow = |limit| {
        let mut rig = profile(3, false, Some(limit), PLAIN);
        rig.timing.quarter_to_cable_end = Some(2.0);
        rig.timing.half_to_cable_end = Some(3.0);
        rig
    };
    for text in ["U", "R2"] {
        assert_fastest(&slow(1), &RigState::REST, &moves(text));
    }
    for text in ["R2 L2", "U"] {
        assert_fastest(&slow(2), &RigState::REST, &moves(text));
    }
}

/// Marks that lie apart: the cube may turn after one tick of three, the own wrist after two.
#[test]
#[ignore = "takes half a minute"]
fn clearances_that_differ() {
    let mut rig = blended(profile(3, false, Some(1), PLAIN));
    (rig.timing.open, rig.timing.close) = (3.0, 3.0);
    (rig.clearances.cube, rig.clearances.own_wrist) = (ramp(1.0 / 3.0), ramp(2.0 / 3.0));
    for text in ["U", "R F"] {
        assert_fastest(&rig, &RigState::REST, &moves(text));
    }
}

fn moves(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Standard).expect("moves")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn from_any_state(
        start in any_start(),
        face in 0..6_usize,
        quarters in 1..=3,
        opposite in any::<bool>(),
        close in 1..=2_i32,
    ) {
        let holding = if opposite { 2 } else { 3 };
        let rig = profile(holding, opposite, Some(1), [f64::from(close), 1.0, 1.0, 2.0]);
        let turn = Move::new(Face::ALL[face], quarters).expect("1 to 3 quarters");
        assert_fastest(&rig, &start, &[turn]);
    }
}

proptest! {
    // The search is far wider with claws that move for two ticks.
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes minutes"]
    fn from_any_state_with_claws_that_move_while_wrists_turn(
        start in any_start(),
        face in 0..6_usize,
        quarters in 1..=3,
        opposite in any::<bool>(),
    ) {
        let holding = if opposite { 2 } else { 3 };
        let rig = blended(profile(holding, opposite, Some(1), PLAIN));
        let turn = Move::new(Face::ALL[face], quarters).expect("1 to 3 quarters");
        assert_fastest(&rig, &start, &[turn]);
    }
}
