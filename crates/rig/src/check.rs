//! Whether motions obey the rules of motion, in continuous time, and what they do to the cube.

use crate::{
    Action, Arm, ArmNow, BrokenRule, Claw, ClawPhase, Motion, Pair, Profile, RigState, Violation,
    Work,
};
use cube::{Face, Rotation};

/// Times nearer to each other than this are one instant, in seconds.
pub const SAME_INSTANT: f64 = 1e-9;

/// A face of the cube turned by an arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceTurn {
    /// The face of the cube, by its own centre, however the cube lay.
    pub face: Face,
    /// 1 to 3, clockwise as seen from outside that face.
    pub quarters: u8,
    /// Who turned it.
    pub arm: Arm,
    /// Seconds from the start of the plan.
    pub start: f64,
    /// Seconds from the start of the plan.
    pub end: f64,
}

/// What motions do, once they are known to obey the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The rig after the last motion.
    pub end: RigState,
    /// When the last motion ends, in seconds; 0 without motions.
    pub seconds: f64,
    /// Face turns in the order in which they end. Done to a cube in this order they give the cube after the plan.
    pub turns: Vec<FaceTurn>,
    /// How the cube lies from each time on; the first entry is the start at 0 s.
    pub poses: Vec<(f64, Rotation)>,
}

impl Trace {
    /// How the cube lies once the motions that end by `time` (seconds) are done.
    pub fn pose_at(&self, time: f64) -> Rotation {
        let changed = |&&(since, _): &&(f64, Rotation)| since <= time + SAME_INSTANT;
        self.poses
            .iter()
            .take_while(changed)
            .last()
            .unwrap_or(&self.poses[0])
            .1
    }
}

/// Times merged to instants: `index_of` is the same for all times within [`SAME_INSTANT`].
struct Instants(Vec<f64>);

impl Instants {
    fn of(motions: &[Motion]) -> Instants {
        let mut times: Vec<f64> = motions.iter().flat_map(|m| [m.start, m.end]).collect();
        times.sort_by(f64::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier <= SAME_INSTANT);
        Instants(times)
    }

    fn index_of(&self, time: f64) -> usize {
        self.0
            .partition_point(|&instant| instant <= time)
            .saturating_sub(1)
    }
}

/// Follows motions through continuous time from a state and proves that they obey the profile's rules.
///
/// Motions may come in any order. A motion may last longer than the profile says, never shorter. A
/// motion is under way from its start on and no longer at its end, so that one motion may start at the
/// instant at which another ends.
///
/// # Errors
/// The first violation found.
pub fn check(profile: &Profile, start: &RigState, motions: &[Motion]) -> Result<Trace, Violation> {
    for motion in motions {
        check_alone(profile, motion)?;
    }
    let mut motions = motions.to_vec();
    motions.sort_by(|a, b| a.start.total_cmp(&b.start).then(a.end.total_cmp(&b.end)));
    let end_arms = check_each_arm(profile, start, &motions)?;

    let instants = Instants::of(&motions);
    let spans: Vec<(usize, usize)> = motions
        .iter()
        .map(|m| (instants.index_of(m.start), instants.index_of(m.end)))
        .collect();
    let mut state = *start;
    let mut trace = Trace {
        end: *start,
        seconds: instants.0.last().copied().unwrap_or(0.0),
        turns: Vec::new(),
        poses: vec![(0.0, start.pose)],
    };
    let fault_at = |time: f64| move |fault: BrokenRule| Violation::At { time, fault };
    let rules = &profile.rules;
    rules
        .judge(&crate::Rules::at_rest(start))
        .map_err(fault_at(0.0))?;
    // What each motion was found to do to the cube; its first and every later instant must agree.
    let mut works = vec![Work::Holding; motions.len()];
    for (instant, &time) in instants.0.iter().enumerate() {
        finish(&motions, &spans, &works, instant, &mut state, &mut trace);
        let active: Vec<usize> = (0..motions.len())
            .filter(|&index| spans[index].0 <= instant && instant < spans[index].1)
            .collect();
        let now = snapshot(&state, active.iter().map(|&index| &motions[index]));
        let work = rules.judge(&now).map_err(fault_at(time))?;
        if let Work::WholeCube(pair) = work {
            check_together(&motions, &spans, &active, pair).map_err(fault_at(time))?;
        }
        for index in active {
            works[index] = work;
        }
    }
    trace.end = state;
    debug_assert_eq!(trace.end.arms, end_arms, "both ways to follow an arm agree");
    Ok(trace)
}

/// What can be said of a motion without its neighbours.
fn check_alone(profile: &Profile, motion: &Motion) -> Result<(), Violation> {
    let Motion {
        arm,
        action,
        start,
        end,
    } = *motion;
    if !(start.is_finite() && end.is_finite() && 0.0 <= start && start < end) {
        return Err(Violation::BadTime {
            arm,
            action,
            start,
            end,
        });
    }
    if !profile.rules.present[arm.index()] {
        return Err(Violation::NoSuchArm { arm, start });
    }
    if let Action::Turn(quarters) = action
        && !matches!(quarters, -2 | -1 | 1 | 2)
    {
        return Err(Violation::BadQuarters {
            arm,
            quarters,
            start,
        });
    }
    let (seconds, needed) = (end - start, profile.timing.seconds(action));
    if seconds < needed - SAME_INSTANT {
        return Err(Violation::TooFast {
            arm,
            action,
            start,
            seconds,
            needed,
        });
    }
    Ok(())
}

/// Follows each arm alone: one motion at a time, claws that can do what they are told, wrists in range.
fn check_each_arm(
    profile: &Profile,
    start: &RigState,
    motions: &[Motion],
) -> Result<[crate::ArmState; 4], Violation> {
    let mut arms = start.arms;
    let mut busy_until = [0.0_f64; 4];
    for &Motion {
        arm,
        action,
        start,
        end,
    } in motions
    {
        let state = &mut arms[arm.index()];
        if start < busy_until[arm.index()] - SAME_INSTANT {
            let busy_until = busy_until[arm.index()];
            return Err(Violation::Busy {
                arm,
                action,
                start,
                busy_until,
            });
        }
        busy_until[arm.index()] = end;
        match action {
            Action::Open if state.claw == Claw::Closed => state.claw = Claw::Open,
            Action::Close if state.claw == Claw::Open => state.claw = Claw::Closed,
            Action::Open | Action::Close => {
                return Err(Violation::NothingToDo { arm, action, start });
            }
            Action::Turn(quarters) => {
                let before = state.wrist;
                state.wrist += i32::from(quarters);
                // A wrist that was pushed out of range may still come back.
                let outward = before.abs() < state.wrist.abs();
                if let Some(limit) = profile.rules.twist_limit_quarters
                    && outward
                    && limit < state.wrist.abs()
                {
                    return Err(Violation::Twisted {
                        arm,
                        quarters: state.wrist,
                        start,
                        limit,
                    });
                }
            }
        }
    }
    Ok(arms)
}

/// Applies the motions that end at this instant.
fn finish(
    motions: &[Motion],
    spans: &[(usize, usize)],
    works: &[Work],
    instant: usize,
    state: &mut RigState,
    trace: &mut Trace,
) {
    for (index, motion) in motions.iter().enumerate() {
        if spans[index].1 != instant {
            continue;
        }
        let arm = motion.arm;
        let arm_state = &mut state.arms[arm.index()];
        match motion.action {
            Action::Open => arm_state.claw = Claw::Open,
            Action::Close => arm_state.claw = Claw::Closed,
            Action::Turn(quarters) => {
                arm_state.wrist += i32::from(quarters);
                if arm_state.claw == Claw::Open {
                    continue;
                }
                match works[index] {
                    // The pair's two motions end together: the first of them in the list turns the pose.
                    Work::WholeCube(pair) => {
                        let is_counted = motions[..index].iter().zip(spans).any(|(other, span)| {
                            *span == spans[index] && other.arm == arm.opposite()
                        });
                        if !is_counted {
                            let sign = if arm == pair.arms()[0] { 1 } else { -1 };
                            state.pose = state.pose.then(pair.rotation(sign * i32::from(quarters)));
                            trace.poses.push((motion.end, state.pose));
                        }
                    }
                    Work::Faces(_) | Work::Holding => trace.turns.push(FaceTurn {
                        face: state.pose.face_at(arm.side()),
                        quarters: i32::from(quarters).rem_euclid(4) as u8,
                        arm,
                        start: motion.start,
                        end: motion.end,
                    }),
                }
            }
        }
    }
}

/// The arms while the given motions are under way.
fn snapshot<'a>(state: &RigState, active: impl Iterator<Item = &'a Motion>) -> [ArmNow; 4] {
    let mut now = crate::Rules::at_rest(state);
    for motion in active {
        let arm = &mut now[motion.arm.index()];
        match motion.action {
            Action::Open => arm.claw = ClawPhase::Opening,
            Action::Close => arm.claw = ClawPhase::Closing,
            Action::Turn(quarters) => arm.turning = f64::from(quarters),
        }
    }
    now
}

/// A turn of the whole cube is one motion of two wrists: same start, same end, opposite quarters.
fn check_together(
    motions: &[Motion],
    spans: &[(usize, usize)],
    active: &[usize],
    pair: Pair,
) -> Result<(), BrokenRule> {
    let turning: Vec<usize> = active
        .iter()
        .copied()
        .filter(|&index| motions[index].arm.pair() == pair)
        .collect();
    match turning[..] {
        [_] => Ok(()),
        [one, other] if spans[one] == spans[other] => {
            let sum = motions[one].action.quarters() + motions[other].action.quarters();
            if sum == 0 {
                Ok(())
            } else {
                Err(BrokenRule::CubeTorn { pair })
            }
        }
        _ => Err(BrokenRule::CubeTorn { pair }),
    }
}
