//! Exact readings: every verdict is true, and the group of the cube is the judge.

use cube::{AxialTurn, ColorScheme, Cube, Face, Move};
use testkit::cubes::any_cube;
use testkit::learner::slips;
use testkit::proptest::collection::vec;
use testkit::proptest::prelude::*;
use testkit::proptest::sample::select;
use testkit::rand::seq::IndexedRandom;
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use tutor::follow::{AwaitedTurn, Follower, Slip, SlipKind, Verdict};
use vision::FaceView;

use super::learner::{FRAMES, Learner, MOST_LOOKS, awaited};

const SURE: f32 = 0.98;

fn any_turn_of_another_face(turn: Move, random: &mut ChaCha8Rng) -> Move {
    let others = Move::ALL.into_iter().filter(|m| m.face() != turn.face());
    let others: Vec<Move> = others.collect();
    *others.choose(random).expect("there are fifteen")
}

fn follow(learner: &Learner, random: &mut ChaCha8Rng) -> (Verdict, usize) {
    let mut follower = Follower::new(learner.awaited, FRAMES);
    learner.until_verdict(&mut follower, |show, neighbour| views(learner, show, neighbour, random))
}

fn views(learner: &Learner, show: Face, neighbour: Option<Face>, random: &mut ChaCha8Rng) -> Vec<FaceView> {
    let shown = learner.seen(show, neighbour, random).into_iter();
    shown.map(|shown| shown.view(SURE)).collect()
}

#[test]
fn each_slip_of_each_turn_is_named() {
    let mut random = ChaCha8Rng::seed_from_u64(71);
    let mut looks_of = Vec::new();
    for seed in 0..2 {
        for turn in Move::ALL {
            let next = any_turn_of_another_face(turn, &mut random);
            let before = Cube::from_seed(seed);
            for (name, turns) in slips(turn, next, &mut random) {
                let learner = Learner::who_made(&turns, before, turn, next);
                let (verdict, looks) = follow(&learner, &mut random);
                let all = format!("{name}: {turn} asked, {turns:?} made, {verdict:?}");
                assert!(learner.is_right(&verdict), "{all}");
                assert!(!matches!(verdict, Verdict::Unclear { .. }), "{all}");
                assert_ne!(verdict, Verdict::SomethingElse, "{all}");
                looks_of.push(looks);
            }
        }
    }
    looks_of.sort_unstable();
    let most = looks_of.last();
    println!("looks: median {}, most {most:?}", looks_of[looks_of.len() / 2]);
    assert!(most < Some(&MOST_LOOKS));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// After any turn of any cube, where a face or two opposite ones are asked for, by a learner who shows only what is asked for:
    /// the cube is found, and no question names a face that the awaited turn leaves as it was.
    #[test]
    fn any_turn_of_any_cube_is_found_by_the_faces_that_the_awaited_turn_changes(
        before in any_cube(),
        turn in (0..AxialTurn::COUNT).prop_map(AxialTurn::at),
        made in vec(select(&Move::ALL[..]), 0..3),
        seed: u64,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let awaited = AwaitedTurn { before, scheme: ColorScheme::WESTERN, turn, next: None };
        for made in [turn.moves().collect(), made] {
            let learner = Learner { awaited, cube: before.apply_all(&made) };
            let (verdict, _) = follow(&learner, &mut random);
            prop_assert!(learner.is_right(&verdict), "{verdict:?}");
            prop_assert!(!matches!(verdict, Verdict::Unclear { .. } | Verdict::SomethingElse), "{verdict:?}");
        }
    }
}

/// Three turns away, and anywhere.
#[test]
fn a_cube_far_away_is_something_else() {
    let mut random = ChaCha8Rng::seed_from_u64(72);
    let mut count = 0;
    for seed in 0..60 {
        let before = Cube::from_seed(seed);
        let mut cube = before;
        for _ in 0..3 {
            cube = cube.apply(Move::ALL[random.random_range(0..Move::COUNT)]);
        }
        let learner = Learner {
            awaited: awaited(before, ColorScheme::JAPANESE, Move::ALL[random.random_range(0..Move::COUNT)], None),
            cube: if seed % 2 == 0 { cube } else { Cube::from_seed(900 + seed) },
        };
        let (verdict, _) = follow(&learner, &mut random);
        assert!(learner.is_right(&verdict), "{seed}: {verdict:?}");
        count += usize::from(verdict == Verdict::SomethingElse);
    }
    // Some of the three turns are fewer when they are simplified.
    assert!(45 < count, "{count} of 60 were something else");
}

/// On cubes that look alike from many sides, the follower asks for two faces together.
#[test]
fn slips_on_symmetrical_cubes_are_named() {
    let mut random = ChaCha8Rng::seed_from_u64(73);
    let checks = "U2 D2 R2 L2 F2 B2";
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    for moves in ["", checks, superflip, "R", "U D'", "R L' U D'"] {
        let turns = cube::parse_moves(moves, cube::Notation::Auto).expect("the test's own");
        let before = Cube::SOLVED.apply_all(&turns);
        for turn in [Move::ALL[0], Move::ALL[4], Move::ALL[17]] {
            let next = any_turn_of_another_face(turn, &mut random);
            for (name, turns) in slips(turn, next, &mut random) {
                let learner = Learner::who_made(&turns, before, turn, next);
                let (verdict, _) = follow(&learner, &mut random);
                let all = format!("{moves:?}: {name}: {turn} asked, {turns:?}, {verdict:?}");
                assert!(learner.is_right(&verdict), "{all}");
                assert!(!matches!(verdict, Verdict::Unclear { .. }), "{all}");
            }
        }
    }
}

/// The names of slips on a solved cube when R is asked for and U comes next, by hand.
#[test]
fn slips_have_the_names_that_a_teacher_gives() {
    use SlipKind::{
        HalfForQuarter, OneTooMany, QuarterForHalf, SameTurnElsewhere, Skipped, TwoTurns, WrongFace, WrongWay,
    };
    let mut random = ChaCha8Rng::seed_from_u64(74);
    let read = |text: &str| cube::parse_moves(text, cube::Notation::Auto).expect("the test's own");
    let before = Cube::from_seed(8);
    for (asked, made, kind, named) in [
        ("R", "R'", WrongWay, "R'"),
        ("R", "R2", HalfForQuarter, "R2"),
        ("R", "R R", HalfForQuarter, "R2"),
        ("R2", "R", QuarterForHalf, "R"),
        ("R", "U", Skipped, "U"),
        ("R", "B", SameTurnElsewhere, "B"),
        ("R", "B'", WrongFace, "B'"),
        ("R", "U'", WrongFace, "U'"),
        ("R", "R U", OneTooMany, "R U"),
        ("R", "L R", OneTooMany, "R L"),
        ("R", "F D", TwoTurns, "F D"),
    ] {
        let learner = Learner {
            awaited: awaited(before, ColorScheme::WESTERN, read(asked)[0], Some(Move::quarter(Face::U))),
            cube: before.apply_all(&read(made)),
        };
        let (verdict, _) = follow(&learner, &mut random);
        let slip = Slip { kind, turns: read(named) };
        assert_eq!(verdict, Verdict::DoneWrongly(slip), "{made} for {asked}");
    }
}

/// A learner shows a face before the turn, and others after it. What was seen before does not count.
#[test]
fn what_was_seen_before_the_turn_is_forgotten() {
    let mut random = ChaCha8Rng::seed_from_u64(75);
    for seed in 0..40 {
        let before = Cube::from_seed(seed);
        let turn = Move::ALL[random.random_range(0..Move::COUNT)];
        let mut learner = Learner { awaited: awaited(before, ColorScheme::WESTERN, turn, None), cube: before };
        let mut follower = Follower::new(learner.awaited, FRAMES);
        for _ in 0..seed % 4 {
            let face = Face::ALL[random.random_range(0..6)];
            for _ in 0..FRAMES {
                follower.update(&views(&learner, face, None, &mut random));
            }
        }
        let made = Move::ALL[random.random_range(0..Move::COUNT)];
        learner.cube = before.apply(made);
        // A look at a face that the turn has changed; the first three frames may be a blink.
        for face in Face::ALL.into_iter().filter(|&face| face != made.face().opposite()) {
            for _ in 0..FRAMES {
                follower.update(&views(&learner, face, None, &mut random));
            }
        }
        let (verdict, _) =
            learner.until_verdict(&mut follower, |show, neighbour| views(&learner, show, neighbour, &mut random));
        let expected = if made == turn { Verdict::Done } else { verdict.clone() };
        assert_eq!(verdict, expected);
        assert!(learner.is_right(&verdict), "{turn}, {made}, {verdict:?}");
        assert!(!matches!(verdict, Verdict::Unclear { .. } | Verdict::SomethingElse), "{verdict:?}");
    }
}

/// A moving picture is no reading: each frame shows another cube.
#[test]
fn frames_that_differ_say_nothing() {
    let mut random = ChaCha8Rng::seed_from_u64(76);
    let awaited = awaited(Cube::from_seed(1), ColorScheme::WESTERN, Move::ALL[0], None);
    let mut follower = Follower::new(awaited, FRAMES);
    for seed in 0..60 {
        let cube = Cube::from_seed(100 + seed);
        let learner = Learner { awaited, cube };
        follower.update(&views(&learner, Face::F, None, &mut random));
        assert_eq!(follower.faces_seen().count(), 0, "frame {seed}");
    }
}
