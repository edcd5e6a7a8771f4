//! What a running loop does with the orders it gets: one goal takes the place of another, and a stop of all.

use super::super::handle::{Order, Waiting, no_such_joint};
use super::super::joint_goal::JointGoal;
use super::super::together;
use super::PositionLoop;
use crate::Error;
use crate::clock::Instant;

impl PositionLoop {
    /// Ends a goal with an error; its joints hold.
    pub(super) fn give_up(&mut self, index: usize, error: Error) {
        let waiting = self.waiting.remove(index);
        for joint in &waiting.joints {
            self.laws[*joint].hold();
        }
        waiting.answer(Err(error));
    }

    /// Ends all goals that move one of these joints, with this error.
    fn give_up_all(&mut self, joints: &[usize], error: &Error) {
        let shares = |waiting: &Waiting| waiting.joints.iter().any(|joint| joints.contains(joint));
        while let Some(index) = self.waiting.iter().position(shares) {
            self.give_up(index, error.clone());
        }
    }

    /// Refuses all that moves a motor while the loop is stopped.
    fn allow(&self) -> Result<(), Error> {
        let device = self.brick.device().to_owned();
        (!self.is_stopped).then_some(()).ok_or(Error::Stopped { device })
    }

    /// Carries out an order.
    pub(super) async fn obey(&mut self, order: Order) -> Result<(), Error> {
        self.last_stir = Instant::now();
        match order {
            Order::Stop(answer) => {
                self.is_stopped = true;
                self.brake().await?;
                let device = self.brick.device().to_owned();
                self.give_up_all(&[0, 1], &Error::Stopped { device });
                let _ = answer.send(());
            }
            Order::Resume => self.is_stopped = false,
            Order::Cancel(number) => {
                let is_meant = |waiting: &Waiting| waiting.number == number;
                if let Some(index) = self.waiting.iter().position(is_meant) {
                    let device = self.brick.device().to_owned();
                    self.give_up(index, Error::Cancelled { device });
                    self.redrive().await?;
                }
            }
            Order::ReleaseAt(joint, position, answer) => {
                let outcome = self.allow().and_then(|()| match self.laws.get_mut(joint) {
                    Some(law) => law.release_at(position),
                    None => Err(no_such_joint(joint)),
                });
                let _ = answer.send(outcome);
                self.redrive().await?;
            }
            Order::TakeHold(joint) => {
                if let Some(law) = self.laws.get_mut(joint) {
                    law.take_hold();
                }
                self.redrive().await?;
            }
            Order::AssumeElsewhere(joint) => {
                if let Some(law) = self.laws.get_mut(joint) {
                    law.assume_elsewhere();
                }
                self.redrive().await?;
            }
            Order::Zero(joint, flat_on, answer) => {
                let instants = self.instants();
                let outcome = self.allow().and_then(|()| match self.laws.get_mut(joint) {
                    Some(law) => law.zero(flat_on, instants),
                    None => Err(no_such_joint(joint)),
                });
                let _ = answer.send(outcome);
                self.redrive().await?;
            }
            Order::Follow(number, goals, answer) => match self.take_up(&goals) {
                Ok(turns_cube) => {
                    let joints = goals.iter().map(|goal| goal.joint).collect();
                    self.waiting.push(Waiting { number, joints, turns_cube, answer });
                    self.start_off().await?;
                }
                Err(error) => {
                    let _ = answer.send(Err(error));
                }
            },
        }
        Ok(())
    }

    /// Has the joints of a goal follow it, in place of what they did; all of them or none. Whether they turn the cube.
    fn take_up(&mut self, goals: &[JointGoal]) -> Result<bool, Error> {
        self.allow()?;
        self.link.interval = self.link.interval.max(self.link.round_trip);
        let instants = self.instants();
        let cube_turn = together::cube_turn(&self.laws, goals);
        let mut accepted = self.laws.clone();
        for goal in goals {
            let law = accepted.get_mut(goal.joint);
            let law = law.ok_or_else(|| no_such_joint(goal.joint))?;
            law.follow(&goal.trajectory, goal.tolerances, cube_turn, instants)?;
        }
        if cube_turn.is_some() {
            together::share_pace(&mut accepted);
        }
        let joints: Vec<usize> = goals.iter().map(|goal| goal.joint).collect();
        let device = self.brick.device().to_owned();
        self.give_up_all(&joints, &Error::Superseded { device });
        // The other joint of a goal that ends here holds.
        for joint in joints {
            self.laws[joint] = accepted[joint].clone();
        }
        Ok(cube_turn.is_some())
    }
}
