//! A learner who turns the cube by hand, rightly and wrongly, on lessons of every method.

use cube::{Color, ColorScheme, Cube, LayerTurn, Layers, Move, Notation, Rotation, Step, parse_steps, random_moves};
use teach::catalogue::{self, Auf};
use teach::{Error, Followed, Method, Options, Player, Tutor, teach};
use testkit::stickers::Stickers;

const CUBES: u64 = 60;

fn steps(text: &str) -> Vec<Step> {
    parse_steps(text, Notation::Standard).expect("moves")
}

/// Options that change with the seed: any first colour, two schemes.
fn options(seed: u64) -> Options {
    Options {
        scheme: [ColorScheme::WESTERN, ColorScheme::JAPANESE][(seed % 2) as usize],
        first: Color::ALL[(seed % 6) as usize],
        ..Options::default()
    }
}

/// A tutor for each method and seed.
fn tutors() -> impl Iterator<Item = (u64, Tutor)> {
    let seeds = (0..CUBES).flat_map(|seed| Method::ALL.map(|method| (seed, method)));
    seeds.map(|(seed, method)| {
        let tutor = Tutor::new(method, &Cube::from_seed(seed), options(seed)).unwrap();
        (seed, tutor)
    })
}

/// The 54 colours that the learner sees.
fn colors(tutor: &Tutor) -> [Color; 54] {
    tutor.hand().facelets().colors(&tutor.options().scheme)
}

/// The turn of one face that a move is.
fn of_face(turn: LayerTurn) -> Option<Move> {
    Move::new(turn.face(), turn.quarters().into()).filter(|_| turn.layers() == Layers::Outer)
}

/// A tutor, a seeded part of the way through its lesson, before a move that is a turn of a face.
fn within(seed: u64, tutor: &mut Tutor) {
    let moves = tutor.player().moves().to_vec();
    let from = seed as usize * 7919 % moves.len();
    let turn = (from..moves.len()).find(|&at| of_face(moves[at].turn).is_some());
    tutor.go_to(turn.expect("a step ends with turns")).unwrap();
}

#[test]
fn forward_and_back_is_the_identity_on_steps_and_moves() {
    let lesson = teach(Method::Beginner, &Cube::from_seed(3), &Options::default()).unwrap();
    let mut player = Player::new(lesson);
    let count = player.steps();
    for start in 1..=count {
        player.go_to_step(start).unwrap();
        let before = player.hand();
        assert_eq!(player.step().expect("a step").1.before, before);
        let forth = (start..=count).filter(|_| player.finish_step()).count();
        assert_eq!(forth, count + 1 - start);
        assert!(player.step().is_none() && player.hand().cube.is_solved());
        (start..=count).rev().for_each(|step| player.go_to_step(step).unwrap());
        assert_eq!(player.hand(), before);
    }
    player.go_to(player.moves().len()).unwrap();
    assert!(!player.finish_step());
    assert!(player.go_to_step(0).is_err() && player.go_to_step(count + 1).is_err());
    player.restart();
    assert_eq!(player.hand().cube, Cube::from_seed(3));
    for (_, mut tutor) in tutors() {
        let moves = tutor.player().moves().len();
        for at in [0, moves / 3, moves / 2] {
            tutor.go_to(at).unwrap();
            let before = tutor.hand();
            let went = (0..moves).filter(|_| tutor.forward()).count();
            assert_eq!(went, moves - at);
            assert!(tutor.hand().cube.is_solved());
            tutor.go_to(moves - went).unwrap();
            assert_eq!(tutor.hand(), before);
        }
        let most = Error::NoSuchPlace { at: moves + 1, moves };
        assert_eq!(tutor.go_to(moves + 1), Err(most));
    }
}

/// All right turns in the eyes of a model of the tests' own; half turns and half rotations as two quarters of either direction.
#[test]
fn right_turns_go_on_and_the_cube_is_the_lessons() {
    for (seed, mut tutor) in tutors() {
        let mut model = Stickers::new(&Cube::from_seed(seed).facelets().to_string());
        for at in 0..tutor.player().moves().len() {
            let step = tutor.player().next().expect("a move");
            let text = step.to_string();
            let name = step.name();
            assert!(!text.contains(' '), "{text} is more than one move");
            model.turn(&text);
            let quarter = [steps(&name), steps(&format!("{name}'"))];
            if text.ends_with('2') {
                let quarter = &quarter[at % 2];
                assert_eq!(tutor.turn(quarter), Ok(Followed::Half), "{text}");
                assert_eq!(tutor.turn(quarter), Ok(Followed::Right), "{text}");
            } else {
                assert_eq!(tutor.turn(&steps(&text)), Ok(Followed::Right), "{text}");
            }
            assert_eq!(tutor.player().at(), at + 1);
            assert!(tutor.extra_turns().is_empty());
            assert_eq!(tutor.hand().facelets().to_string(), model.text());
        }
        assert!(tutor.hand().cube.is_solved());
    }
}

#[test]
fn three_turns_by_hand_are_undone_or_turned_back() {
    for (seed, mut tutor) in tutors() {
        within(seed, &mut tutor);
        let (at, before) = (tutor.player().at(), tutor.hand());
        let turns: Vec<Step> = random_moves(seed, 3).into_iter().map(Step::Turn).collect();
        for &turn in &turns {
            tutor.turn(&[turn]).unwrap();
        }
        assert_eq!(tutor.hand(), before.after_all(&turns));
        let mut inverse = tutor.clone();
        assert_eq!(tutor.undoable(), 3);
        (0..3).for_each(|_| assert!(tutor.undo()));
        assert!(!tutor.undo(), "nothing is left");
        // The way back by hand.
        for &turn in turns.iter().rev() {
            let Step::Turn(turn) = turn else { unreachable!() };
            inverse.turn(&[Step::Turn(turn.inverse())]).unwrap();
        }
        for tutor in [tutor, inverse] {
            assert_eq!((tutor.player().at(), tutor.hand()), (at, before));
            assert!(tutor.extra_turns().is_empty());
        }
    }
}

#[test]
fn a_new_lesson_from_anywhere_solves_and_shows_the_same_cube() {
    for (seed, mut tutor) in tutors() {
        within(seed, &mut tutor);
        for text in ["y", "R", "z'", "U2"] {
            tutor.turn(&steps(text)).unwrap();
        }
        let shown = colors(&tutor);
        let place = (tutor.player().at(), tutor.extra_turns().to_vec());
        let method = Method::ALL[(seed % 3) as usize];
        tutor.replan(method).unwrap();
        assert_eq!(colors(&tutor), shown);
        assert_eq!(tutor.player().lesson().method(), method);
        assert_eq!((tutor.player().at(), tutor.extra_turns()), (0, &[][..]));
        let mut solved = tutor.clone();
        while solved.forward() {}
        assert!(solved.hand().cube.is_solved());
        // Undoing leads to the lesson that was left.
        assert!(tutor.undo() && tutor.turn(&steps("U2")).is_ok());
        assert_eq!(colors(&tutor), shown);
        assert_eq!((tutor.player().at(), tutor.extra_turns().to_vec()), place);
    }
}

#[test]
fn extra_turns_are_folded() {
    let mut tutor = Tutor::new(Method::Beginner, &Cube::from_seed(1), options(0)).unwrap();
    within(3, &mut tutor);
    let next = tutor.player().next().expect("a turn comes next");
    // Turns of two faces about another axis than the next one's, and a rotation that cancels.
    let faces = cube::Face::ALL.into_iter().filter(|face| face.axis() != next.face().axis());
    let [a, b] = [0, 1].map(|at| faces.clone().filter(|face| face.index() < 3).nth(at).unwrap());
    let cases = [
        (format!("{a} {a} {a}"), format!("{a}'")),
        (format!("{a} {b} {b}'"), format!("{a}")),
        (format!("{a} {b} x x2 x {b}'"), format!("{a}")),
        (format!("{a} {b} {b}"), format!("{a} {b}2")),
        (format!("{a} y y"), format!("{a} y2")),
    ];
    for (turned, folded) in cases {
        for step in steps(&turned) {
            tutor.turn(&[step]).unwrap();
        }
        assert_eq!(tutor.extra_turns(), steps(&folded), "{turned}");
        let at = tutor.player().at();
        tutor.go_to(at).unwrap();
    }
}

/// What counts is the cube as it is held.
#[test]
fn another_way_to_hold_the_cube_is_named_and_the_lesson_goes_on() {
    for (seed, mut tutor) in tutors() {
        within(seed, &mut tutor);
        let at = tutor.player().at();
        let next = tutor.player().next().and_then(of_face).expect("a turn of a face comes next");
        assert_eq!(tutor.turn(&[Step::Rotate(Rotation::X)]), Ok(Followed::HeldOtherwise));
        let carried = Step::Turn(Rotation::X.carry_move(next));
        assert_eq!(tutor.turn(&[carried]), Ok(Followed::HeldOtherwise));
        assert_eq!(tutor.player().at(), at + 1);
        assert_eq!(tutor.extra_turns(), [Step::Rotate(Rotation::X)]);
        assert_eq!(tutor.turn(&steps("x'")), Ok(Followed::Back));
        assert!(tutor.extra_turns().is_empty());
        // The last move turned back by hand is the place before it, or what the lesson itself does next.
        if tutor.player().next() == Some(next.inverse().into()) {
            continue;
        }
        assert_eq!(tutor.turn(&[Step::Turn(next.inverse())]), Ok(Followed::Back));
        assert_eq!((tutor.player().at(), tutor.extra_turns().len()), (at, 0));
    }
}

#[test]
fn another_cube_is_asked_about_while_a_lesson_goes_on() {
    let mut tutor = Tutor::new(Method::Beginner, &Cube::from_seed(1), options(0)).unwrap();
    assert!(!tutor.answer(true).unwrap(), "nothing was asked");
    let other = Cube::from_seed(2);
    assert!(tutor.offer(Method::Cfop, &other, ColorScheme::JAPANESE).unwrap(), "nothing is begun");
    assert_eq!((tutor.hand().cube, tutor.is_asked()), (other, false));
    tutor.forward();
    let before = tutor.hand();
    for yes in [false, true] {
        assert!(!tutor.offer(Method::Layers, &Cube::from_seed(3), ColorScheme::WESTERN).unwrap());
        assert!(tutor.is_asked());
        assert_eq!(tutor.hand(), before, "the old lesson stays");
        assert!(tutor.answer(yes).unwrap() && !tutor.is_asked());
        let stays = tutor.hand() == before && tutor.player().lesson().method() == Method::Cfop;
        assert_eq!(stays, !yes);
    }
    assert_eq!(tutor.hand().cube, Cube::from_seed(3));
    assert_eq!(tutor.options().scheme, ColorScheme::WESTERN);
}

#[test]
fn endless_turns_are_not_followed() {
    let mut tutor = Tutor::new(Method::Layers, &Cube::from_seed(1), options(0)).unwrap();
    let mut turns = "R U F".split(' ').map(steps).collect::<Vec<_>>().into_iter().cycle();
    let refused = turns.by_ref().take(10_000).find_map(|turn| tutor.turn(&turn).err());
    assert_eq!(refused, Some(Error::TooManyExtraTurns { most: 200 }));
    assert_eq!(tutor.extra_turns().len(), 200);
    let mut there_and_back = "R R'".split(' ').map(steps).collect::<Vec<_>>().into_iter().cycle();
    tutor.go_to(0).unwrap();
    for turn in there_and_back.by_ref().take(1000) {
        tutor.turn(&turn).unwrap();
    }
    assert_eq!(tutor.undoable(), 500);
}

#[test]
fn turns_that_were_undone_are_done_again_until_another_is_made() {
    for (seed, mut tutor) in tutors() {
        let mut hands = vec![tutor.hand()];
        for turn in random_moves(seed, 9) {
            tutor.turn(&[Step::Turn(turn)]).unwrap();
            hands.push(tutor.hand());
        }
        assert!(!tutor.redo());
        for place in (0..9).rev() {
            assert!(tutor.undo());
            assert_eq!(tutor.hand(), hands[place]);
        }
        assert!(!tutor.undo() && tutor.redoable() == 9);
        for hand in &hands[1..] {
            assert!(tutor.redo());
            assert_eq!(tutor.hand(), *hand);
        }
        assert!(tutor.undo() && tutor.redoable() == 1);
        match seed % 3 {
            0 => drop(tutor.turn(&steps("M"))),
            1 => tutor.replan(Method::Cfop).unwrap(),
            _ => tutor.go_to(0).unwrap(),
        }
        assert!(!tutor.redo(), "what was undone is forgotten");
    }
}

/// Who takes back one of several wrong turns is not warned again.
#[test]
fn a_turn_back_is_nearer_until_the_place_is_reached() {
    for (seed, mut tutor) in tutors() {
        within(seed, &mut tutor);
        let at = tutor.player().at();
        let wrong = steps("R U2 F' L D B");
        for turn in &wrong {
            tutor.turn(&[*turn]).expect("few turns");
        }
        if tutor.extra_turns() != wrong {
            // One of them was the lesson's.
            continue;
        }
        for (left, turn) in wrong.iter().enumerate().rev() {
            let Step::Turn(turn) = turn else { panic!("only turns") };
            let followed = tutor.turn(&[Step::Turn(turn.inverse())]).expect("few turns");
            let expected = if left == 0 { Followed::Back } else { Followed::Nearer };
            // The first of them may be half of the lesson's next turn.
            assert!(followed == expected || (left == 1 && followed == Followed::Half), "{followed:?}");
            assert_eq!(tutor.extra_turns().len(), left);
        }
        assert_eq!(tutor.player().at(), at);
    }
}

/// The lessons of Z and H are slices; each wrong slice is one turn to take back, and a quarter of M2 is half of it.
#[test]
fn slices_are_single_turns_to_do_and_to_take_back() {
    for (name, sequence) in [("Z", "M' U M2 U M2 U M' U2 M2 U'"), ("H", "M2 U M2 U2 M2 U M2")] {
        let case = catalogue::find("pll".parse().unwrap(), name).unwrap();
        let mut tutor = case.practice(Auf::default(), Options::default()).unwrap();
        let moves: Vec<String> = tutor.player().moves().iter().map(|played| played.turn.to_string()).collect();
        assert_eq!(moves.join(" "), sequence);
        assert_eq!(tutor.player().lesson().hand_turns(), moves.len());
        for text in &moves {
            if text == "M2" {
                for quarter in ["M", "M'"] {
                    assert_eq!(tutor.turn(&steps(quarter)), Ok(Followed::Half));
                    assert_eq!(tutor.other_half().map(|half| half.to_string()).as_deref(), Some(quarter));
                    assert!(tutor.undo());
                }
            }
            for wrong in ["M", "M'", "Rw", "E2", "Uw'"] {
                if wrong.trim_end_matches('\'') == text.trim_end_matches(['2', '\'']) {
                    continue;
                }
                if tutor.turn(&steps(wrong)) == Ok(Followed::Back) {
                    // It takes back the move before.
                    assert!(tutor.undo());
                    continue;
                }
                assert_eq!(tutor.extra_layer_turns().iter().map(ToString::to_string).collect::<Vec<_>>(), [wrong]);
                assert!(tutor.undo());
            }
            assert_eq!(tutor.turn(&steps(text)), Ok(Followed::Right), "{text}");
        }
        assert!(tutor.hand().cube.is_solved());
    }
}
