//! The path that a joint should take: a trajectory as given, and the smooth curve through it.

use crate::Error;

/// A coasting way ends after this share of its time, if it can, to leave time for settling.
const EARLY: f64 = 0.87;
/// Seconds in which a motor gets up to speed, and in how many parts the rest of a coasting way is cut.
const SPEEDING_UP: f64 = 0.16;
const COASTING_POINTS: u32 = 6;

/// Seconds that are no time for a way: messages count nanoseconds, and what is computed with them is rounded.
const NO_TIME: f64 = 0.5e-9;
/// Seconds and radians beyond which there is no motion: a million seconds are eleven days.
const MOST: f64 = 1e6;

/// One knot of a trajectory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Seconds from the start of the trajectory.
    pub time: f64,
    /// Position of the joint, radians.
    pub position: f64,
}

/// Where a joint should be when: at least one point, times at or after 0 and rising by at least half a nanosecond, and neither
/// times nor positions beyond a million.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    points: Vec<Point>,
}

impl Trajectory {
    /// A trajectory for the joint of that name (the name is for the error). It ends with the first of the points at which the joint
    /// is to stay: a goal for two joints goes on until the other is there too.
    ///
    /// Errors: [`Error::BadTrajectory`].
    pub fn new(joint: &str, mut points: Vec<Point>) -> Result<Trajectory, Error> {
        let bad = |reason: String| Err(Error::BadTrajectory { joint: joint.to_owned(), reason });
        if points.is_empty() {
            return bad("it has no points".to_owned());
        }
        let mut last = 0.0;
        for (index, point) in points.iter().enumerate() {
            if ![point.time, point.position].iter().all(|value| (-MOST..=MOST).contains(value)) {
                let Point { time, position } = point;
                return bad(format!(
                    "point {index} is at {position} rad and {time} s, and at most {MOST} can be followed"
                ));
            }
            let least = if index == 0 { 0.0 } else { last + NO_TIME };
            if point.time < least {
                return bad(format!("the time of point {index} is {} s, but times must rise from 0", point.time));
            }
            last = point.time;
        }
        while let [.., before, end] = points[..]
            && before.position == end.position
        {
            points.pop();
        }
        Ok(Trajectory { points })
    }

    /// A move to one position within `seconds`.
    ///
    /// Errors: [`Error::BadTrajectory`].
    pub fn to(joint: &str, position: f64, seconds: f64) -> Result<Trajectory, Error> {
        Trajectory::new(joint, vec![Point { time: seconds, position }])
    }

    /// The way to the same goal, so that friction alone, which slows by `slowing`, ends it at any time at most `beyond` behind the
    /// goal. It may take longer. A way to and fro stays as it is.
    pub(super) fn coasting(&self, from: f64, slowing: f64, beyond: f64) -> Trajectory {
        let goal = self.goal();
        let way = goal.position - from;
        let places = std::iter::once(from).chain(self.points.iter().map(|point| point.position));
        let is_one_way = places.is_sorted_by(|one, next| 0.0 <= (next - one) * way);
        if !is_one_way || way == 0.0 {
            return self.clone();
        }
        // After the start the rest of the way is slowing / 2 * (stop - t)^2 - beyond; this is how long before `stop` the
        // start ends, and the goal is passed.
        let squared = SPEEDING_UP.powi(2) + 8.0 * (way.abs() + beyond) / slowing;
        let longest = (squared.sqrt() - SPEEDING_UP) / 2.0;
        let shortest = (2.0 * beyond / slowing).sqrt();
        if longest <= shortest {
            // Too short a way to get up to speed on, as where a turn goes on that was nearly over.
            return Trajectory { points: vec![Point { time: goal.time.max(SPEEDING_UP), ..goal }] };
        }
        let end = SPEEDING_UP + longest - shortest;
        let slower = (EARLY * goal.time / end).max(1.0);
        let mut points: Vec<Point> = (0..COASTING_POINTS)
            .map(|index| {
                let share = f64::from(index) / f64::from(COASTING_POINTS);
                let before_stop = longest - share * (longest - shortest);
                let rest = slowing / 2.0 * before_stop.powi(2) - beyond;
                Point {
                    time: slower * (SPEEDING_UP + share * (longest - shortest)),
                    position: goal.position - rest.copysign(way),
                }
            })
            .collect();
        points.push(Point { time: slower * end, ..goal });
        Trajectory { points }
    }

    /// Judges whether the joint of that name may go where this leads: not beyond these limits, radians.
    ///
    /// Errors: [`Error::BadTrajectory`].
    pub fn within(&self, joint: &str, (least, most): (f64, f64)) -> Result<(), Error> {
        let slack = 1e-6;
        let allowed = least - slack..=most + slack;
        let mut positions = self.points.iter().map(|point| point.position);
        match positions.find(|position| !allowed.contains(position)) {
            None => Ok(()),
            Some(position) => Err(Error::BadTrajectory {
                joint: joint.to_owned(),
                reason: format!(
                    "it asks for {:.2} degrees, but the joint goes from {:.2} to {:.2}",
                    position.to_degrees(),
                    least.to_degrees(),
                    most.to_degrees()
                ),
            }),
        }
    }

    /// When it comes to each of its points, seconds.
    pub(super) fn times(&self) -> impl Iterator<Item = f64> + '_ {
        self.points.iter().map(|point| point.time)
    }

    /// The points, at least one.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The last point.
    pub fn goal(&self) -> Point {
        // The constructor refuses a trajectory without points.
        self.points[self.points.len() - 1]
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Knot {
    time: f64,
    position: f64,
    speed: f64,
}

/// A curve through the points of a trajectory: continuous in speed and acceleration, at rest at the
/// end, with the speeds at its knots that keep it from overshooting (Fritsch and Carlson 1980). The
/// last part of a move is the gentle one, which is what a motor with friction needs to settle.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    knots: Vec<Knot>,
}

impl Reference {
    /// The curve from where the joint is now (radians, radians a second) through the trajectory.
    /// `scale` shortens it in time: 0.9 makes it end at 90 % of the trajectory's time.
    pub fn new(position: f64, speed: f64, trajectory: &Trajectory, scale: f64) -> Reference {
        let mut knots = vec![Knot { time: 0.0, position, speed }];
        for point in trajectory.points().iter().filter(|point| NO_TIME < point.time) {
            knots.push(Knot { time: point.time * scale, position: point.position, speed: 0.0 });
        }
        if knots.len() == 1 {
            knots[0] = Knot { time: 0.0, position: trajectory.goal().position, speed: 0.0 };
        }
        let slope = |a: Knot, b: Knot| (b.position - a.position) / (b.time - a.time);
        for index in 1..knots.len().saturating_sub(1) {
            let before = slope(knots[index - 1], knots[index]);
            let after = slope(knots[index], knots[index + 1]);
            if before * after > 0.0 {
                // The harmonic mean keeps each piece monotone.
                knots[index].speed = 2.0 * before * after / (before + after);
            }
        }
        Reference { knots }
    }

    /// Position and speed at a time; before the start as at the start, after the end at rest there.
    pub fn at(&self, time: f64) -> (f64, f64) {
        let last = self.knots[self.knots.len() - 1];
        if time >= last.time {
            return (last.position, 0.0);
        }
        let next = self.knots.partition_point(|knot| knot.time <= time).max(1);
        let (a, b) = (self.knots[next - 1], self.knots[next]);
        let length = b.time - a.time;
        let s = ((time - a.time) / length).max(0.0);
        let rise = b.position - a.position;
        // The quintic that meets both speeds with no acceleration at either knot.
        let (start, end) = (a.speed * length, b.speed * length);
        let c3 = 10.0 * rise - 6.0 * start - 4.0 * end;
        let c4 = -15.0 * rise + 8.0 * start + 7.0 * end;
        let c5 = 6.0 * rise - 3.0 * start - 3.0 * end;
        let position = a.position + s * (start + s * s * (c3 + s * (c4 + s * c5)));
        let speed = (start + s * s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5))) / length;
        (position, speed)
    }

    /// When the curve ends, seconds from its start.
    pub fn end(&self) -> f64 {
        self.knots[self.knots.len() - 1].time
    }

    /// Where the curve ends, radians.
    pub fn goal(&self) -> f64 {
        self.knots[self.knots.len() - 1].position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_point_right_after_the_start_is_the_start() {
        let points = vec![Point { time: 1e-320, position: 0.0 }, Point { time: 1.0, position: 1.0 }];
        let way = Trajectory::new("a wrist", points).expect("times rise");
        let (position, speed) = Reference::new(1.0, 0.0, &way, 0.9).at(5e-321);
        assert!(position.is_finite() && speed.is_finite(), "{position} with {speed}");
    }

    #[test]
    fn a_joint_that_stays_has_arrived_however_long_the_other_goes_on() {
        let point = |time, position| Point { time, position };
        let points = vec![point(0.3, 1.0), point(0.6, 1.0), point(1.0, 1.0)];
        let way = Trajectory::new("a wrist", points).expect("a good trajectory");
        assert_eq!(way.points(), [point(0.3, 1.0)]);
    }

    proptest! {
        #[test]
        fn a_coasting_way_stays_between_its_start_and_its_goal(
            from in -3.0..3.0f64, goal in -3.0..3.0f64, seconds in 0.05..2.0f64, slowing in 1.0..30f64, beyond in 0.0..0.2f64
        ) {
            let given = Trajectory::to("a wrist", goal, seconds).expect("a good trajectory");
            let way = given.coasting(from, slowing, beyond);
            let mut before = (0.0, from);
            for point in way.points() {
                prop_assert!(before.0 < point.time, "{way:?}");
                prop_assert!((point.position - before.1) * (goal - from) >= -1e-9, "{way:?}");
                before = (point.time, point.position);
            }
            prop_assert_eq!(before.1, goal);
        }
    }
}
