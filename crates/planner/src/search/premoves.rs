//! How solutions may end: with a few turns after phase 2.
//!
//! A solution may leave the subgroup of phase 2 once more at its end. Turns u v w solve a cube c exactly when u v solve the
//! cube w c. The *premove* w makes another cube out of c, and the phase 1 of that cube may be shorter. Some products differ
//! only by an element of the subgroup on their left. Their premoves form a group: they ask for the same phases 1, which are
//! searched once.

use std::collections::HashMap;

use cube::{AxialTurn, Cube};

use crate::search::configs::Ticks;
use crate::search::coordinates;
use crate::search::costs::{Costs, IMPOSSIBLE};

/// Premoves take this many quarter turns' time at most, in the best case.
const MOST_QUARTERS: Ticks = 6;
/// Most premoves: the fastest.
const MOST_TAILS: usize = 4_000;
/// A solution of phase 1 that takes a quarter turn's time more is worth this part of one that does not. (Found by trying: 0.1 to 0.45 differ little.)
const WORTH_OF_QUARTER: f64 = 0.2;

/// Turns after phase 2.
pub(crate) struct Premove {
    pub turns: Vec<usize>,
    /// What they do, less the group's product: an element of phase 2's subgroup that comes before the cube.
    pub lead: Cube,
    /// Ticks that they are likely to take, by the config to end in, then for any.
    pub likely: Vec<Ticks>,
}

/// Premoves that ask for the same phases 1, and what they are worth together, as `likely` of a premove.
pub(crate) struct Group {
    /// What the first premove does.
    pub product: Cube,
    /// The fastest first.
    pub premoves: Vec<Premove>,
    pub worth: Vec<f64>,
}

/// What it is worth to be done this many ticks later, compared with now.
pub(crate) fn worth(late: Ticks, quarter: Ticks) -> f64 {
    WORTH_OF_QUARTER.powf(f64::from(late) / f64::from(quarter))
}

/// All premoves in groups; the first of all has no turns.
///
/// `configs`: how many there are; config c is state c, and the next state is that of any config.
pub(crate) fn groups(costs: &Costs, configs: usize, quarter: Ticks) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places = HashMap::new();
    for turns in all(costs, configs, quarter) {
        let moves = turns.iter().flat_map(|&turn| AxialTurn::at(turn).moves());
        let product = moves.fold(Cube::SOLVED, |cube, one| cube.apply(one));
        let place = *places.entry(asked(&product)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group { product, premoves: Vec::new(), worth: vec![0.0; configs + 1] });
        }
        let group = &mut groups[place];
        let shares = shares(costs, configs, quarter, &turns);
        for (sum, share) in group.worth.iter_mut().zip(&shares) {
            *sum += share;
        }
        group.premoves.push(Premove {
            turns,
            lead: product.then(&group.product.inverse()),
            likely: shares.iter().map(|share| (share.ln() / worth(1, quarter).ln()) as Ticks).collect(),
        });
    }
    groups
}

/// What phase 1 has to bring home.
fn asked(cube: &Cube) -> [usize; 3] {
    [coordinates::twist, coordinates::flip, coordinates::slice].map(|of| of(cube))
}

/// All premoves, the fastest first.
fn all(costs: &Costs, anywhere: usize, quarter: Ticks) -> Vec<Vec<usize>> {
    let mut found = vec![(0, Vec::new(), anywhere)];
    let mut next = 0;
    while next < found.len() {
        let (least, turns, state) = found[next].clone();
        next += 1;
        for turn in 0..AxialTurn::COUNT {
            // The first turn would be one of phase 2 otherwise, and turns of one axis are joined.
            let is_new = match turns.last() {
                None => !AxialTurn::at(turn).is_of_phase_two(),
                Some(last) => last / 15 != turn / 15,
            };
            let (state, cost) = costs.next[state][turn];
            if is_new && cost < IMPOSSIBLE && least + cost <= MOST_QUARTERS * quarter {
                let turns = turns.iter().copied().chain([turn]).collect();
                found.push((least + cost, turns, state as usize));
            }
        }
    }
    found.sort();
    found.truncate(MOST_TAILS);
    found.into_iter().map(|(_, turns, _)| turns).collect()
}

/// What a premove is worth on average over the configs that phase 2 may end in, by the config to end in, then for any.
fn shares(costs: &Costs, configs: usize, quarter: Ticks, turns: &[usize]) -> Vec<f64> {
    let mut shares = vec![0.0; configs + 1];
    for config in 0..configs {
        let (state, cost) = costs.after(config, turns);
        for (share, &behind) in shares.iter_mut().zip(costs.behind[state].iter().chain([&0])) {
            *share += worth(cost + behind, quarter) / configs as f64;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pricer::Pricer;
    use crate::search::tables::machine;
    use rig::Profile;

    #[test]
    fn tails_of_a_group_ask_for_the_same_phases_1() {
        let profile = Profile::nxt_2015();
        let pricer = Pricer::new(&profile);
        let costs = machine(&pricer, &profile);
        let configs = pricer.configs.all.len();
        let groups = groups(&costs, configs, 60_000);
        assert!(groups[0].premoves[0].turns.is_empty());
        assert!(groups.iter().any(|group| 8 < group.premoves.len()));
        let mut places = std::collections::HashSet::new();
        for Group { product, premoves, worth } in &groups {
            for premove in premoves {
                let turns = premove.turns.iter().flat_map(|&turn| AxialTurn::at(turn).moves());
                let moves: Vec<_> = turns.collect();
                assert_eq!(Cube::SOLVED.apply_all(&moves), premove.lead.then(product));
                assert_eq!(asked(&premove.lead), [0; 3], "{:?}", premove.turns);
                let (_, least) = costs.after(configs, &premove.turns);
                assert!(premove.likely.iter().all(|&likely| least <= likely + 1));
            }
            assert!(worth.iter().all(|&worth| 0.0 < worth && worth.is_finite()));
            assert!(places.insert(asked(product)), "one group for each phase 1");
        }
    }
}
