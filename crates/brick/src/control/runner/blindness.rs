//! Two wrists that turn the whole cube are not let run on unseen: they are braked, and sent on once they are seen again.

use super::super::joint_goal::JointGoal;
use super::super::{Trajectory, together};
use super::PositionLoop;
use crate::clock::Instant;
use crate::{Error, Power};
use std::time::Duration;

/// A reading that takes this many times longer than usual, and at least this long, seconds, leaves the motors unseen:
/// at full speed two unlike ones come apart by some degrees in that time.
const ROUND_TRIPS: f64 = 3.0;
const SHORTEST: f64 = 0.09;

impl PositionLoop {
    /// When to brake the wrists that turn the cube, if no reading has come by then that was asked for at `asked`.
    pub(super) fn blind_from(&self, asked: Instant) -> Option<Instant> {
        let runs = |sent: &Option<(Power, bool)>| sent.is_some_and(|(power, _)| power != Power::ZERO);
        let turns = self.waiting.iter().any(|waiting| waiting.turn.is_some());
        let patience = (ROUND_TRIPS * self.round_trip).max(SHORTEST);
        (turns && self.last_sent.iter().any(runs)).then(|| asked + Duration::from_secs_f64(patience))
    }

    /// Brakes both motors and keeps their goals.
    pub(super) async fn wait_blind(&mut self) -> Result<(), Error> {
        self.blind_since.get_or_insert_with(Instant::now);
        for index in 0..2 {
            self.brake_motor(index).await?;
        }
        Ok(())
    }

    /// Brakes a motor against its law's decision.
    pub(super) async fn brake_motor(&mut self, index: usize) -> Result<(), Error> {
        self.brick.drive(self.ports[index], Power::ZERO, 0).await?;
        self.last_sent[index] = Some((Power::ZERO, false));
        let instants = self.instants();
        self.laws[index].record_brake(instants);
        Ok(())
    }

    /// The motors were seen again after they were braked unseen: they go on, as slowly as such a link needs.
    pub(super) async fn see_again(&mut self, since: Instant) -> Result<(), Error> {
        // The reading was asked for when the motors were braked.
        self.round_trip = self.round_trip.max(since.elapsed().as_secs_f64());
        let now = self.started.elapsed().as_secs_f64();
        let turns = self.waiting.iter_mut().filter_map(|waiting| waiting.turn.as_mut());
        for turn in turns {
            turn.was_sent_on = true;
            let (goals, ways) = (&turn.goals, &turn.ways);
            let mut rest = Vec::new();
            for (goal, way) in goals.iter().zip(ways) {
                let law = &self.laws[goal.joint];
                let end = goal.trajectory.goal();
                let share = ((end.position - law.position()) / way).clamp(0.1, 1.0);
                rest.push(JointGoal {
                    trajectory: Trajectory::to(&law.settings().name, end.position, end.time * share)?,
                    ..goal.clone()
                });
            }
            for goal in together::slowed(&self.laws, rest, true, self.round_trip) {
                self.laws[goal.joint].follow(&goal.trajectory, goal.tolerances, now)?;
            }
        }
        self.start_off().await
    }
}
