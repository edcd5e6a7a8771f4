//! Every rig that ships is planned for: moves, scans and parking, also from states that are not at rest.

use cube::{Cube, Face, Notation, parse_moves};
use planner::{Error, Planner, gantt};
use rig::{CameraView, Claw, Pair, Profile, RigState, WristRange};

pub fn shipped() -> Vec<Profile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles");
    std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
            Profile::from_toml(&text).expect("a profile")
        })
        .collect()
}

/// States in which a stop may have left a rig.
fn states(profile: &Profile) -> Vec<RigState> {
    let mut tilted = RigState::REST;
    tilted.pose = tilted.pose.then(Pair::RL.rotation(1)).then(Pair::FB.rotation(-1));
    let mut horizontal = tilted;
    horizontal.arms[0].wrist = 1;
    let mut regripping = horizontal;
    regripping.arms[0].claw = Claw::Open;
    let mut showing = RigState::REST;
    for arm in Pair::FB.arms() {
        showing.arms[arm.index()].wrist = 1;
    }
    for arm in Pair::RL.arms() {
        showing.arms[arm.index()].claw = Claw::Open;
    }
    let all = vec![RigState::REST, tilted, horizontal, regripping, showing];
    assert!(all.iter().all(|state| rig::check(profile, state, &[]).is_ok()));
    all
}

#[test]
fn every_shipped_rig_moves_scans_and_parks_from_any_state() {
    let moves = parse_moves("R U2 F' D L2 B U' R2 F L'", Notation::Standard).expect("moves");
    for profile in shipped() {
        let planner = Planner::new(&profile);
        for state in states(&profile) {
            let plan = planner.moves(&state, &moves).expect("a plan");
            assert_eq!(Cube::SOLVED.apply_all(plan.moves()), Cube::SOLVED.apply_all(&moves));
            assert_eq!(plan.waits().len(), plan.all_motions().len());
            let whole = rig::check(&profile, &state, plan.all_motions()).expect("it obeys");
            let trace = plan.trace();
            assert_eq!(
                (&whole.end, &whole.before, &whole.effects, &whole.turns),
                (&trace.end, &trace.before, &trace.effects, &trace.turns),
                "checked at once or part by part"
            );

            let scan = planner.scan(&state, &Face::ALL).expect("a scan");
            assert_eq!(scan.views.len(), 6, "{}", profile.name);
            assert!(scan.plan.moves().is_empty(), "a scan turns no face");
            let some = planner.scan(&state, &[Face::D]).expect("a scan");
            assert_eq!(some.views.len(), 1);
            assert!(some.plan.seconds() < scan.plan.seconds());

            let parked = *planner.park(scan.plan.end()).expect("a way to rest").end();
            for arm in profile.rules.arms() {
                assert_eq!(parked.arm(arm).claw, Claw::Closed);
                let wrist = parked.arm(arm).wrist;
                assert_eq!(if profile.rules.wrist_range.is_some() { wrist } else { wrist % 4 }, 0);
            }
        }
    }
}

/// From below the same scan does; at the cube's side a camera stands where no arm is, and every face that is called
/// seen is clear of claws then.
#[test]
fn cameras_may_stand_wherever_no_arm_does() {
    let mut seconds = Vec::new();
    for (name, position, up) in [
        ("nxt-2015", [0.0, 0.0, 0.2], [0.0, 1.0, 0.0]),
        ("nxt-2015", [0.0, 0.0, 0.2], [1.0, 0.0, 0.0]),
        ("nxt-2015", [0.0, 0.02, -0.2], [0.0, 1.0, 0.0]),
        ("two-arm", [0.0, 0.0, 0.2], [0.0, 1.0, 0.0]),
        ("two-arm", [0.0, 0.0, -0.2], [1.0, 0.0, 0.0]),
        ("two-arm", [-0.2, 0.02, 0.02], [0.0, 0.0, 1.0]),
        ("two-arm", [0.0, 0.2, 0.0], [0.0, 0.0, 1.0]),
    ] {
        let mut profiles = shipped().into_iter();
        let found = profiles.find(|profile| profile.name == name);
        let mut profile = found.expect("it is shipped");
        (profile.geometry.camera.position, profile.geometry.camera.up) = (position, up);
        let view = CameraView::of(&profile.geometry);
        let planner = Planner::new(&profile);
        for state in states(&profile) {
            let scan = planner.scan(&state, &Face::ALL).expect("a scan");
            let mut faces: Vec<Face> = scan.views.iter().map(|view| view.face).collect();
            faces.sort_by_key(|face| face.index());
            assert_eq!(faces, Face::ALL, "{name} {position:?}");
            for seen in &scan.views {
                let done = scan.plan.motions().iter().copied();
                let done: Vec<_> = done.filter(|motion| motion.end <= seen.seconds + 1e-9).collect();
                let now = rig::check(&profile, &state, &done).expect("a plan").end;
                assert!(view.is_clear(&now, profile.rules.arms()), "{seen:?} {now:?}");
                assert_eq!((view.face(now.pose), view.quarters(now.pose)), (seen.face, seen.quarters));
            }
        }
        let scan = planner.scan(&RigState::REST, &Face::ALL).expect("a scan");
        println!("{name}, camera at {position:?}: {:.2} s", scan.plan.seconds());
        seconds.push(scan.plan.seconds());
    }
    assert!(seconds[1..3].iter().all(|other| (other - seconds[0]).abs() < 1e-9));
    assert!((seconds[4] - seconds[3]).abs() < 1e-9);
}

#[test]
fn a_camera_behind_an_arm_is_refused_by_the_arms_name() {
    let mut profile = Profile::nxt_2015();
    (profile.geometry.camera.position, profile.geometry.camera.up) = ([0.0, 0.3, 0.1], [0.0, 0.0, 1.0]);
    let error = Planner::new(&profile).scan(&RigState::REST, &Face::ALL);
    let error = error.expect_err("arm B stands there").to_string();
    assert!(error.contains("side B") && error.contains("arm b"), "{error}");
}

#[test]
fn a_face_that_is_already_in_view_takes_no_time() {
    let profile = Profile::nxt_2015();
    let showing = states(&profile)[4];
    let scan = Planner::new(&profile).scan(&showing, &[Face::U]).expect("a scan");
    assert_eq!((scan.plan.seconds(), scan.views[0].seconds), (0.0, 0.0));
}

#[test]
fn a_dropped_cube_and_a_twisted_cable_are_refused_by_name() {
    let planner = Planner::new(&Profile::nxt_2015());
    let mut dropped = RigState::REST;
    dropped.arms[0].claw = Claw::Open;
    dropped.arms[3].claw = Claw::Open;
    assert!(matches!(planner.moves(&dropped, &[]), Err(Error::NoCube)));
    assert!(matches!(planner.scan(&dropped, &Face::ALL), Err(Error::NoCube)));
    let mut twisted = RigState::REST;
    twisted.arms[1].wrist = -4;
    match planner.park(&twisted) {
        Err(error @ Error::WristOutOfRange { quarters: -4, range: WristRange { least: -2, most: 2 }, .. }) => {
            assert!(error.to_string().contains("arm l"), "{error}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_gantt_picture_has_a_bar_for_every_motion() {
    let moves = parse_moves("R U F'", Notation::Standard).expect("moves");
    let planner = Planner::new(&Profile::nxt_2015());
    let plan = planner.moves(&RigState::REST, &moves).expect("a plan");
    // Line breaks around a text are not drawn.
    let picture = gantt(&plan).replace('\n', "");
    let bars = picture.matches("<title>").count();
    assert_eq!(bars, plan.motions().len() + plan.parking().len());
    for turn in ["R", "U", "F'"] {
        assert!(picture.contains(&format!(">{turn}</text>")), "{turn}");
    }
    for arm in ["Right", "Left", "Front", "Back"] {
        assert!(picture.contains(&format!(">{arm}</text>")), "{arm}");
    }
    // As on the page of the same plan.
    let counts = format!("{bars} motions in {:.1} s", plan.parked_seconds());
    assert!(picture.contains(&counts), "{counts}");
    assert_eq!(picture.matches("<g").count(), picture.matches("</g>").count());
}

/// Turns of the whole cube are orange, whether two wrists do them or, on a rig of two arms, one; in parking too.
#[test]
fn a_gantt_picture_colours_turns_of_the_cube_unlike_those_of_open_claws() {
    let moves = parse_moves("R U F' D2 B L", Notation::Standard).expect("moves");
    for profile in shipped() {
        let plan = Planner::new(&profile).moves(&RigState::REST, &moves);
        let plan = plan.expect("a plan");
        let trace = rig::check(&profile, &RigState::REST, plan.all_motions()).expect("a plan");
        let wrists = profile.rules.arms().count() / 2;
        // The legend has the colour once.
        let orange = gantt(&plan).matches("#fdae6b").count() - 1;
        assert_eq!(orange, trace.cube_turns().count() * wrists, "{}", profile.name);
    }
}
