//! The thesis' way of moving: its plans do the moves, and take the time that the planner gives.

use cube::{Cube, Move};
use planner::{Error, Planner};
use rig::{Profile, RigState, WristRange};
use testkit::proptest::prelude::*;
use thesis::plan_the_thesis_way;

/// All profiles that are shipped.
fn profiles() -> Vec<Profile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let text = files.map(|file| std::fs::read_to_string(file.expect("an entry").path()));
    text.map(|text| Profile::from_toml(&text.expect("a text")).expect("a sound profile")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn plans_take_what_the_planner_gives(turns in prop::collection::vec(0..18_usize, 0..25), before in 0..18_usize) {
        let moves: Vec<Move> = turns.into_iter().map(|turn| Move::ALL[turn]).collect();
        for profile in profiles() {
            let planner = Planner::new(&profile);
            // From rest, and from where another plan ends.
            let elsewhere = *planner.moves(&RigState::REST, &[Move::ALL[before]]).expect("a plan").end();
            for start in [RigState::REST, elsewhere] {
                let seconds = planner.one_by_one_seconds(&start, &moves).expect("a start");
                match plan_the_thesis_way(&profile, &start, &moves) {
                    Ok(plan) => {
                        prop_assert_eq!(Some(plan.seconds()), seconds, "{}", profile.name);
                        let effect = Cube::SOLVED.apply_all(plan.moves());
                        prop_assert_eq!(effect, Cube::SOLVED.apply_all(&moves));
                    }
                    Err(Error::Impossible { .. } | Error::BreaksRules(_)) => prop_assert_eq!(seconds, None),
                    Err(error) => prop_assert!(false, "{}: {error}", profile.name),
                }
            }
        }
    }
}

#[test]
fn a_rig_with_short_cables_makes_no_half_turns_that_way() {
    let short = |profile: &Profile| profile.rules.wrist_range == Some(WristRange::either_way(1));
    let profile = profiles().into_iter().find(short).expect("one is shipped");
    let planner = Planner::new(&profile);
    let [quarter, half] = [0, 1].map(|index| [Move::ALL[index]]);
    let seconds = |moves: &[Move]| planner.one_by_one_seconds(&RigState::REST, moves);
    assert!(seconds(&quarter).expect("a start").is_some());
    assert_eq!(seconds(&half).expect("a start"), None);
    assert!(plan_the_thesis_way(&profile, &RigState::REST, &half).is_err());
}
