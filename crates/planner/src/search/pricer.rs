//! What moves cost on a rig, without planning them.

use cube::Move;
use rig::{Profile, RigState};

use crate::blocks::blocks;
use crate::clock::Clock;
use crate::search::configs::{Config, Configs, TICK, Ticks};
use crate::search::costs::Matrices;
use crate::search::turn::Turn;
use crate::wrists::Wrists;

/// Prices sequences of moves on one rig, in a microsecond a move, so that any number of candidates can be compared.
pub struct Pricer {
    pub(super) configs: Configs,
    matrices: Matrices,
}

impl Pricer {
    /// Prepares a profile, in milliseconds.
    pub fn new(profile: &Profile) -> Pricer {
        let configs = Configs::new(&profile.rules, Clock::new(&profile.timing));
        Pricer {
            matrices: Matrices::new(&configs),
            configs,
        }
    }

    /// Seconds that moves in this order take on the rig from a state if cables never twist: exact where none does and
    /// three claws hold, else a lower bound that is nearly always met. `None` where the rig cannot do the moves.
    pub fn seconds(&self, profile: &Profile, start: &RigState, moves: &[Move]) -> Option<f64> {
        let cost = self.cost(self.config_of(profile, start), moves)?;
        Some(f64::from(cost) * TICK as f64 / 1e9)
    }

    pub(super) fn cost(&self, config: usize, moves: &[Move]) -> Option<Ticks> {
        let mut behind = self.configs.change[config].clone();
        let mut total = 0;
        for block in blocks(moves) {
            let turn = Turn {
                axis: block.axis,
                net: block.net,
            };
            let (next, cost) = self.matrices.after(&behind, turn.index())?;
            behind = next;
            total += cost;
        }
        Some(total)
    }

    /// The config of a rig state once its claws have closed: horizontal claws that are open count as vertical when
    /// the pair that holds is horizontal.
    pub(super) fn config_of(&self, profile: &Profile, state: &RigState) -> usize {
        let mut wrists: Wrists = [0; 4];
        for arm in profile.rules.arms() {
            wrists[arm.index()] = u8::from(!state.arm(arm).is_vertical());
        }
        let known = self.configs.find(Config {
            pose: state.pose,
            wrists,
        });
        known.unwrap_or_else(|| {
            for arm in profile.rules.arms() {
                if state.arm(arm).claw == rig::Claw::Open {
                    wrists[arm.index()] = 0;
                }
            }
            self.configs
                .find(Config {
                    pose: state.pose,
                    wrists,
                })
                .unwrap_or(0)
        })
    }
}
