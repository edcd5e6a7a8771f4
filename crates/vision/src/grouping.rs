//! Gathers stickers that look alike, in all the ways from fine to coarse.

use crate::tone::{Symmetric, Tone, minus};

/// Degrees of freedom of the noise around a group's tone: few, as glare makes stragglers.
const TAILS: f32 = 4.0;
/// At most so many groups can have different colours.
const MOST: usize = 6;

/// One way to gather nine stickers.
#[derive(Clone, Debug)]
pub(crate) struct Grouping {
    /// Mean tone and number of members of each group.
    pub groups: Vec<(Tone, usize)>,
    /// The group of each sticker.
    pub group_of: [usize; 9],
    /// Log density of the members around their groups' means.
    pub log_scatter: f32,
}

/// Merges the two nearest groups again and again (Ward's rule in units of the noise) and gives each
/// stage of six groups or fewer.
pub(crate) fn groupings(tones: &[Tone; 9], noise: &Symmetric) -> Vec<Grouping> {
    let precision = noise.inverse();
    let mut groups: Vec<(Tone, Vec<usize>)> = tones
        .iter()
        .enumerate()
        .map(|(sticker, &tone)| (tone, vec![sticker]))
        .collect();
    let mut stages = Vec::new();
    loop {
        if groups.len() <= MOST {
            stages.push(stage(tones, &groups, &precision, noise));
        }
        if groups.len() == 1 {
            return stages;
        }
        let mut nearest = (f32::INFINITY, 0, 1);
        for b in 1..groups.len() {
            for a in 0..b {
                let (na, nb) = (groups[a].1.len() as f32, groups[b].1.len() as f32);
                let apart = precision.squared_length(minus(groups[a].0, groups[b].0));
                let cost = apart * na * nb / (na + nb);
                if cost < nearest.0 {
                    nearest = (cost, a, b);
                }
            }
        }
        let (_, a, b) = nearest;
        let (tone_b, members_b) = groups.swap_remove(b);
        let (tone_a, members_a) = &mut groups[a];
        let (na, nb) = (members_a.len() as f32, members_b.len() as f32);
        for axis in 0..3 {
            tone_a[axis] = (tone_a[axis] * na + tone_b[axis] * nb) / (na + nb);
        }
        members_a.extend(members_b);
    }
}

fn stage(
    tones: &[Tone; 9],
    groups: &[(Tone, Vec<usize>)],
    precision: &Symmetric,
    noise: &Symmetric,
) -> Grouping {
    let tau = std::f32::consts::TAU;
    let log_peak = -0.5 * (tau * tau * tau * noise.determinant()).ln();
    let mut group_of = [0; 9];
    let mut log_scatter = 0.0;
    for (index, (mean, members)) in groups.iter().enumerate() {
        // The density of the members splits into that of their mean and that of the rest.
        let count = members.len() as f32;
        log_scatter += (count - 1.0) * log_peak - 1.5 * count.ln();
        for &sticker in members {
            group_of[sticker] = index;
            let squared = precision.squared_length(minus(tones[sticker], *mean));
            log_scatter -= 0.5 * (TAILS + 3.0) * (1.0 + squared / TAILS).ln();
        }
    }
    Grouping {
        groups: groups
            .iter()
            .map(|(mean, members)| (*mean, members.len()))
            .collect(),
        group_of,
        log_scatter,
    }
}

#[cfg(test)]
mod tests {
    use super::groupings;
    use crate::palette::COMMON;

    #[test]
    fn clear_groups_are_one_of_the_stages() {
        let kinds = [0, 1, 2, 0, 1, 2, 0, 0, 1];
        let tones = std::array::from_fn(|sticker| {
            let mut tone = COMMON.mean[kinds[sticker]];
            tone[0] += 0.01 * sticker as f32;
            tone
        });
        let stages = groupings(&tones, &COMMON.noise);
        assert_eq!(stages.len(), 6);
        let three = stages
            .iter()
            .find(|stage| stage.groups.len() == 3)
            .expect("a stage of three");
        for a in 0..9 {
            for b in 0..9 {
                assert_eq!(kinds[a] == kinds[b], three.group_of[a] == three.group_of[b]);
            }
        }
    }
}
