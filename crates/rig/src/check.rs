//! Whether motions obey the rules of motion, in continuous time, and what they do to the cube.

use cube::Move;

use crate::{
    Action, ArmNow, ArmState, BrokenRule, Claw, ClawPhase, Clearances, CubeEffect, JointKind, Motion, Pair, Profile,
    RigState, Room, Rules, Trace, Violation, Work,
};

/// Times nearer to each other than this are one instant, in seconds.
pub const SAME_INSTANT: f64 = 1e-9;

/// Times merged to instants: `index_of` is the same for all times within [`SAME_INSTANT`].
struct Instants(Vec<f64>);

impl Instants {
    /// When motions start and end, and when claws pass the shares from which something may turn near them.
    fn of(motions: &[Motion], clearances: &Clearances) -> Instants {
        let ends = motions.iter().flat_map(|m| [m.start, m.end]);
        let shares = clearances.shares();
        let passes = motions.iter().flat_map(|motion| {
            let pass = move |share| motion.passes(share);
            shares.into_iter().filter_map(pass)
        });
        let mut times: Vec<f64> = ends.chain(passes).collect();
        times.sort_by(f64::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier <= SAME_INSTANT);
        Instants(times)
    }

    fn index_of(&self, time: f64) -> usize {
        self.0.partition_point(|&instant| instant <= time).saturating_sub(1)
    }
}

/// Follows motions through continuous time from a state and proves that they obey the profile's rules.
///
/// Motions may come in any order. A motion may last longer than in the profile, never shorter. A
/// motion is under way from its start on and no longer at its end, so that one motion may start at the
/// instant at which another ends.
///
/// # Errors
/// The first violation found.
pub fn check(profile: &Profile, start: &RigState, motions: &[Motion]) -> Result<Trace, Violation> {
    for motion in motions {
        check_alone(profile, motion)?;
    }
    let mut order: Vec<usize> = (0..motions.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (motions[a], motions[b]);
        a.start.total_cmp(&b.start).then(a.end.total_cmp(&b.end))
    });
    let before = check_each_arm(profile, start, motions, &order)?;

    let instants = Instants::of(motions, &profile.clearances);
    let spans: Vec<(usize, usize)> =
        motions.iter().map(|m| (instants.index_of(m.start), instants.index_of(m.end))).collect();
    let mut trace = Trace {
        end: *start,
        seconds: instants.0.last().copied().unwrap_or(0.0),
        before,
        effects: vec![CubeEffect::Nothing; motions.len()],
        turns: Vec::new(),
    };
    let fault_at = |time: f64| move |fault: BrokenRule| Violation::At { time, fault };
    let rules = &profile.rules;
    rules.judge(&Rules::at_rest(start)).map_err(fault_at(0.0))?;
    for (instant, &time) in instants.0.iter().enumerate() {
        for &index in order.iter().filter(|&&index| spans[index].1 == instant) {
            trace.finish(index, &motions[index]);
        }
        let is_active = |&&index: &&usize| spans[index].0 <= instant && instant < spans[index].1;
        let active: Vec<usize> = order.iter().filter(is_active).copied().collect();
        let has_passed = |motion: &Motion, share: f64| {
            let passed = (motion.passes(share)).is_some_and(|time| instants.index_of(time) <= instant);
            passed == (motion.action == Action::Open)
        };
        let room = |motion: &Motion| profile.clearances.room_if(|share| has_passed(motion, share));
        let now = snapshot(&trace.end, active.iter().map(|&index| &motions[index]), &room);
        match rules.judge(&now).map_err(fault_at(time))? {
            Work::Holding => {}
            Work::Faces(turning) => {
                for index in active {
                    let Motion { arm, action, .. } = motions[index];
                    let face = trace.end.pose.face_at(arm.side());
                    if turning[arm.index()]
                        && let Some(turn) = Move::new(face, i32::from(action.quarters()))
                    {
                        trace.effects[index] = CubeEffect::FaceTurn(turn);
                    }
                }
            }
            Work::WholeCube(pair) => {
                let turning = turning_together(motions, &spans, &active, pair);
                let turning = turning.map_err(fault_at(time))?;
                for (place, &index) in turning.iter().enumerate() {
                    let sign = if motions[index].arm == pair.arms()[0] { 1 } else { -1 };
                    let quarters = i32::from(motions[index].action.quarters());
                    trace.effects[index] = CubeEffect::CubeTurn {
                        rotation: pair.rotation(sign * quarters),
                        partner: turning.get(1 - place).copied(),
                    };
                }
            }
        }
    }
    Ok(trace)
}

/// What can be said of a motion without its neighbours.
fn check_alone(profile: &Profile, motion: &Motion) -> Result<(), Violation> {
    let Motion { arm, action, start, end } = *motion;
    if !(start.is_finite() && end.is_finite() && 0.0 <= start && start < end) {
        return Err(Violation::BadTime { arm, action, start, end });
    }
    if !profile.rules.present[arm.index()] {
        return Err(Violation::NoSuchArm { arm, start });
    }
    if let Action::Turn(quarters) = action
        && !matches!(quarters, -2 | -1 | 1 | 2)
    {
        return Err(Violation::BadQuarters { arm, quarters, start });
    }
    let (seconds, needed) = (end - start, profile.timing.seconds(action));
    if seconds < needed - SAME_INSTANT {
        return Err(Violation::TooFast { arm, action, start, seconds, needed });
    }
    Ok(())
}

/// Follows each arm alone, in the order of the starts: one motion of a joint at a time, claws that can carry out their
/// motions, wrists in range. Where a wrist may not turn before its claw is fully open, one motion of the arm at a time.
/// The arm of each motion just before it.
fn check_each_arm(
    profile: &Profile,
    start: &RigState,
    motions: &[Motion],
    order: &[usize],
) -> Result<Vec<ArmState>, Violation> {
    let mut all_before = vec![ArmState::REST; motions.len()];
    let mut arms = start.arms;
    let mut busy_until = [[0.0_f64; 2]; 4];
    let is_one = profile.clearances.own_wrist == 1.0;
    for &index in order {
        let Motion { arm, action, start, end } = motions[index];
        let before = arms[arm.index()];
        let after = before.after(action);
        let kind = if is_one { JointKind::Wrist } else { motions[index].joint().kind };
        let busy_until = &mut busy_until[arm.index()][kind as usize];
        if start < *busy_until - SAME_INSTANT {
            let busy_until = *busy_until;
            return Err(Violation::Busy { arm, action, start, busy_until });
        }
        *busy_until = end;
        match action {
            Action::Open if before.claw == Claw::Open => {
                return Err(Violation::NothingToDo { arm, action, start });
            }
            Action::Close if before.claw == Claw::Closed => {
                return Err(Violation::NothingToDo { arm, action, start });
            }
            Action::Open | Action::Close => {}
            // A wrist that was pushed out of range may still come back.
            Action::Turn(_) => {
                if let Some(range) = profile.rules.wrist_range
                    && !range.contains(after.wrist)
                    && before.wrist.abs() <= after.wrist.abs()
                {
                    return Err(Violation::Twisted { arm, quarters: after.wrist, start, range });
                }
            }
        }
        all_before[index] = before;
        arms[arm.index()] = after;
    }
    Ok(all_before)
}

/// The arms while the given motions are under way; `room` has what a claw that moves is far enough away for.
fn snapshot<'a>(
    state: &RigState,
    active: impl Iterator<Item = &'a Motion>,
    room: &impl Fn(&Motion) -> Room,
) -> [ArmNow; 4] {
    let mut now = Rules::at_rest(state);
    for motion in active {
        let arm = &mut now[motion.arm.index()];
        match motion.action {
            Action::Open => (arm.claw, arm.room) = (ClawPhase::Opening, room(motion)),
            Action::Close => (arm.claw, arm.room) = (ClawPhase::Closing, room(motion)),
            Action::Turn(quarters) => arm.turning = f64::from(quarters),
        }
    }
    now
}

/// The motions under way that turn the whole cube, one for each arm of the pair that the rig has.
///
/// A turn of the whole cube is one motion of two wrists: same start, same end, opposite quarters.
fn turning_together(
    motions: &[Motion],
    spans: &[(usize, usize)],
    active: &[usize],
    pair: Pair,
) -> Result<Vec<usize>, BrokenRule> {
    let turning: Vec<usize> = active.iter().copied().filter(|&index| motions[index].arm.pair() == pair).collect();
    let is_together = match turning[..] {
        [_] => true,
        [one, other] => {
            let sum = motions[one].action.quarters() + motions[other].action.quarters();
            spans[one] == spans[other] && sum == 0
        }
        _ => false,
    };
    if is_together { Ok(turning) } else { Err(BrokenRule::CubeTorn { pair }) }
}
