//! What moves cost on a rig, without planning them.

use cube::Move;
use rig::{Profile, RigState};

use crate::blocks::blocks;
use crate::clock::Clock;
use crate::search::configs::{Config, Configs, TICK, Ticks};
use crate::search::costs::{Costs, IMPOSSIBLE};
use crate::search::turn::Turn;
use crate::wrists::Wrists;

/// Prices sequences of moves on one rig, in nanoseconds a move, so that any number of candidates can be compared.
pub struct Pricer {
    pub(super) configs: Configs,
    pub(super) costs: Costs,
}

impl Pricer {
    /// Prepares a profile: milliseconds where three claws hold, a second with opposite turns.
    pub fn new(profile: &Profile) -> Pricer {
        let clock = Clock::new(&profile.timing);
        let configs = Configs::new(&profile.rules, clock);
        // Where faces turn while other claws take new grips, times differ in too many ways to keep them all.
        let others = profile.rules.arms().count() - 1;
        let is_sequential = others <= usize::from(profile.rules.min_holding_claws);
        let grain = if is_sequential {
            1
        } else {
            (clock.quarter / TICK * 2 / 3).max(1) as Ticks
        };
        let costs = Costs::new(&configs, grain);
        Pricer { configs, costs }
    }

    /// Seconds that moves in this order take on the rig from a state if cables never twist: exact where three claws hold and
    /// none does, else a lower bound that is nearly always met. With opposite turns it may be
    /// too low by some tenths of a second. `None` where the rig cannot do the moves.
    pub fn seconds(&self, profile: &Profile, start: &RigState, moves: &[Move]) -> Option<f64> {
        let cost = self.cost(self.config_of(profile, start), moves)?;
        Some(f64::from(cost) * TICK as f64 / 1e9)
    }

    pub(super) fn cost(&self, config: usize, moves: &[Move]) -> Option<Ticks> {
        let mut state = config;
        let mut total = 0;
        for block in blocks(moves) {
            let turn = Turn {
                axis: block.axis,
                net: block.net,
            };
            let (next, cost) = self.costs.next[state][turn.index()];
            if cost == IMPOSSIBLE {
                return None;
            }
            state = next as usize;
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
