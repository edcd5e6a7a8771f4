//! Wrists with any range, one-sided ones as well: plans against the exhaustive search and against limits that are computed here.

use cube::{Face, Move};
use planner::{Error, Planner};
use rig::{Action, Arm, Clearances, Motion, Profile, RigState, WristRange, check};
use testkit::proptest::prelude::*;

use crate::brute_force::assert_fastest;
use crate::rigs::profile;

/// All ranges within four quarters that leave a wrist a way to turn.
fn any_range() -> impl Strategy<Value = WristRange> {
    (-4..=0, 0..=4)
        .prop_filter("a wrist turns", |(least, most)| least < most)
        .prop_map(|(least, most)| WristRange { least, most })
}

/// The shipped rigs with another range, and with any share of an opening that frees the own wrist and the cube.
fn any_rig() -> impl Strategy<Value = Profile> {
    let names = prop::sample::select(vec!["nxt-2015", "nxt-2015-opposite", "printed-servo", "bus-servo", "two-arm"]);
    (names, any_range(), 0.2..=1.0, 0.2..=1.0).prop_map(|(name, range, own_wrist, cube): (_, _, f64, f64)| {
        let mut profile = Profile::find(name).expect("it ships");
        profile.rules.wrist_range = Some(range);
        profile.clearances = Clearances { own_wrist, cube, beside_horizontal: own_wrist.max(cube) };
        profile
    })
}

fn any_moves() -> impl Strategy<Value = Vec<Move>> {
    let turn =
        (0..6_usize, 1..=3).prop_map(|(face, quarters)| Move::new(Face::ALL[face], quarters).expect("1 to 3 quarters"));
    prop::collection::vec(turn, 1..8)
}

/// Where each wrist stands after each of its turns.
fn places(start: &RigState, motions: &[Motion]) -> Vec<(Arm, i32)> {
    let mut in_order = motions.to_vec();
    in_order.sort_by(|one, other| one.start.total_cmp(&other.start));
    let mut wrists = start.arms.map(|arm| arm.wrist);
    let turns = in_order.into_iter().filter_map(|motion| match motion.action {
        Action::Turn(quarters) => Some((motion.arm, i32::from(quarters))),
        _ => None,
    });
    turns
        .map(|(arm, quarters)| {
            wrists[arm.index()] += quarters;
            (arm, wrists[arm.index()])
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn plans_of_any_rig_stay_within_its_ranges_and_obey_its_rules(rig in any_rig(), moves in any_moves()) {
        let planner = Planner::new(&rig);
        let range = rig.rules.wrist_range.expect("it was given");
        let plan = planner.moves(&RigState::REST, &moves).expect("all faces can be turned");
        let parked = planner.park(plan.end()).expect("there is a way back");
        let scan = planner.scan(&RigState::REST, &Face::ALL).expect("all faces can be shown").plan;
        for (start, plan) in [(RigState::REST, &plan), (*plan.end(), &parked), (RigState::REST, &scan)] {
            let trace = check(&rig, &start, plan.motions());
            prop_assert_eq!(trace.as_ref().map(|trace| trace.end), Ok(*plan.end()));
            for (arm, quarters) in places(&start, plan.motions()) {
                prop_assert!((range.least..=range.most).contains(&quarters), "{} stands at {}", arm, quarters);
            }
        }
        // The checker refuses the same motions where a wrist has less room than the plan uses.
        let used = places(&RigState::REST, plan.motions()).into_iter().map(|(_, quarters)| quarters);
        let (least, most) = used.fold((0, 0), |(least, most), quarters| (least.min(quarters), most.max(quarters)));
        for narrow in [WristRange { least: least + 1, most }, WristRange { least, most: most - 1 }] {
            let mut other = rig.clone();
            other.rules.wrist_range = Some(narrow);
            if narrow.least <= 0 && 0 <= narrow.most {
                prop_assert!(check(&other, &RigState::REST, plan.motions()).is_err(), "{narrow} of {range}");
            }
        }
    }

    /// The search that tries everything finds nothing faster.
    #[test]
    fn no_plan_is_faster(range in any_range(), face in 0..6_usize, quarters in 1..=3, opposite in any::<bool>()) {
        let mut rig = profile(if opposite { 2 } else { 3 }, opposite, Some(1), [1.0, 1.0, 1.0, 2.0]);
        rig.rules.wrist_range = Some(range);
        let turn = Move::new(Face::ALL[face], quarters).expect("1 to 3 quarters");
        assert_fastest(&rig, &RigState::REST, &[turn]);
    }
}

/// A range of no width leaves nothing to turn: an error, no endless search. A profile file cannot have it.
#[test]
fn wrists_that_cannot_turn_have_no_plan() {
    let mut rig = Profile::nxt_2015();
    rig.rules.wrist_range = Some(WristRange::either_way(0));
    let planner = Planner::new(&rig);
    for face in Face::ALL {
        let plan = planner.moves(&RigState::REST, &[Move::quarter(face)]);
        assert!(matches!(plan, Err(Error::Impossible { .. })), "{face}: {plan:?}");
    }
    assert!(matches!(planner.scan(&RigState::REST, &Face::ALL), Err(Error::Impossible { .. })));
}

/// More room to one side shortens what needs it: a half turn of a face without a turn back before it.
#[test]
fn a_half_turn_from_neutral_needs_two_quarters_to_one_side() {
    let half = Move::new(Face::R, 2).expect("a half turn");
    let seconds = |least, most| {
        let mut rig = Profile::nxt_2015();
        rig.rules.wrist_range = Some(WristRange { least, most });
        Planner::new(&rig).moves(&RigState::REST, &[half]).expect("a plan").seconds()
    };
    assert_eq!(seconds(-1, 2), seconds(-2, 1));
    assert!(seconds(-1, 2) < seconds(-1, 1));
}
