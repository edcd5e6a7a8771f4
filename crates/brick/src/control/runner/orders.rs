//! What a running loop does with the orders it gets: one goal takes the place of another, and a stop of all.

use super::super::handle::{Order, Waiting, no_such_joint};
use super::super::together;
use super::PositionLoop;
use crate::Error;

impl PositionLoop {
    /// Ends a goal with an error; its joints hold.
    pub(super) fn give_up(&mut self, index: usize, error: Error) {
        let waiting = self.waiting.remove(index);
        for joint in &waiting.joints {
            self.laws[*joint].hold();
        }
        waiting.answer(Err(error));
    }

    /// Ends all goals that move one of these joints: others take their place.
    fn supersede(&mut self, joints: &[usize]) {
        let error = Error::Superseded {
            device: self.brick.device().to_owned(),
        };
        let shares = |waiting: &Waiting| waiting.joints.iter().any(|joint| joints.contains(joint));
        while let Some(index) = self.waiting.iter().position(shares) {
            self.give_up(index, error.clone());
        }
    }

    /// Carries out an order.
    pub(super) async fn obey(&mut self, order: Order) -> Result<(), Error> {
        match order {
            Order::Stop(answer) => {
                self.brake().await?;
                self.supersede(&[0, 1]);
                let _ = answer.send(());
            }
            Order::YieldAt(joint, position, answer) => {
                let outcome = match self.laws.get_mut(joint) {
                    Some(law) => law.yield_at(position),
                    None => Err(no_such_joint(joint)),
                };
                let _ = answer.send(outcome);
                self.redrive().await?;
            }
            Order::TakeHold(joint) => {
                if let Some(law) = self.laws.get_mut(joint) {
                    law.take_hold();
                }
                self.redrive().await?;
            }
            Order::SupposeElsewhere(joint) => {
                if let Some(law) = self.laws.get_mut(joint) {
                    law.suppose_elsewhere();
                }
                self.redrive().await?;
            }
            Order::SquareUp(joint, flat_on, answer) => {
                let now = self.started.elapsed().as_secs_f64();
                let outcome = match self.laws.get_mut(joint) {
                    Some(law) => law.square_up(flat_on, now),
                    None => Err(no_such_joint(joint)),
                };
                let _ = answer.send(outcome);
                self.redrive().await?;
            }
            Order::Follow(goals, answer) => {
                let now = self.started.elapsed().as_secs_f64();
                let turn = together::cube_turn(&self.laws, &goals);
                let goals = match turn {
                    Some(_) => together::slowed(goals, self.round_trip),
                    None => goals,
                };
                let mut accepted = self.laws.clone();
                let outcome =
                    goals
                        .iter()
                        .try_for_each(|goal| match accepted.get_mut(goal.joint) {
                            Some(law) => law.follow(&goal.trajectory, goal.tolerances, now),
                            None => Err(no_such_joint(goal.joint)),
                        });
                match outcome {
                    Ok(()) => {
                        let joints: Vec<usize> = goals.iter().map(|goal| goal.joint).collect();
                        self.supersede(&joints);
                        // The other joint of a goal that ends here holds.
                        for &joint in &joints {
                            self.laws[joint] = accepted[joint].clone();
                        }
                        self.waiting.push(Waiting {
                            joints,
                            turn,
                            answer,
                        });
                        self.start_off().await?;
                    }
                    Err(error) => {
                        let _ = answer.send(Err(error));
                    }
                }
            }
        }
        Ok(())
    }
}
