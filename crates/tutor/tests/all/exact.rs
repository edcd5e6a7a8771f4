//! Exact views: whole lessons with slips of all kinds end solved, and every verdict is true.

use std::time::Duration;

use cube::{Color, Cube, LayerTurn, Layers, Move};
use teach::catalogue::{self, Auf};
use teach::{Method, Options, Spelling, Tutor};
use testkit::learner::slips;
use tutor::follow::SlipKind;
use tutor::{Request, Seen, Session, WatcherOptions};

use super::camera::{Camera, Look};
use super::room::{Room, of_face};

/// Follows a lesson with a slip about every `distance` turns, each kind in its turn.
fn follow(method: Method, seed: u64, mut kind: usize, distance: usize) -> (usize, usize) {
    let mut room = Room::new(method, seed, Camera::Exact);
    let (mut turns, mut made) = (0, 0);
    while let Some((turn, next)) = room.next() {
        turns += 1;
        assert!(turns < 600, "the lesson ends");
        if turns % distance != 0 || 4 <= made {
            room.do_rightly(turn);
            continue;
        }
        made += 1;
        room.hold();
        let mut all = slips_of(turn, next.unwrap_or(turn.inverse()), &mut room);
        // Far away: only reading helps.
        all.push(("far", (0..7).map(|at| Move::ALL[(5 * at + kind) % 18].into()).collect()));
        let (name, slip) = all.swap_remove(kind % all.len());
        kind += 1;
        let before = room.held_cube.clone();
        let mut after = before.clone();
        after.turn(&slip);
        if after.is(&before) {
            // Nothing done: nothing may be reported.
            for _ in 0..6 {
                room.look(&Look::Corner, 3);
                assert_eq!(room.session.seen(), Some(Seen::NotYet), "{name}");
            }
            continue;
        }
        let seen = room.make(&slip, turn);
        if let Seen::DoneWrongly { made, kind, .. } = &seen {
            let mut again = before.clone();
            again.turn(made);
            assert!(again.is(&room.held_cube), "{name}: {kind:?}, {made:?}");
        }
        room.praise_ends();
        room.lead_back(&seen);
        room.praise_ends();
    }
    assert!(room.is_at_end());
    assert!(room.held_cube.cube.is_solved(), "{method} {seed}");
    (made, room.readings)
}

/// The slips that learners make at a turn of a face, and at slices and wide turns.
fn slips_of(turn: LayerTurn, next: LayerTurn, room: &mut Room) -> Vec<(&'static str, Vec<LayerTurn>)> {
    let any = LayerTurn::from(Move::ALL[turn.face().index() * 2]);
    let Some(face) = of_face(turn) else {
        let outer = LayerTurn::new(turn.face(), Layers::Outer, turn.quarters().into());
        return vec![
            ("nothing done", Vec::new()),
            ("the right turn", vec![turn]),
            ("wrong way", vec![turn.inverse()]),
            ("doubled", vec![turn, turn]),
            ("its face alone", outer.into_iter().collect()),
            ("skipped", vec![next]),
            ("one too many", vec![turn, any]),
        ];
    };
    let all = slips(face, of_face(next).unwrap_or(face.inverse()), &mut room.random).into_iter();
    all.map(|(name, turns)| (name, turns.into_iter().map(LayerTurn::from).collect())).collect()
}

/// A camera sees two layers turn where the learner makes a slice: it is one turn in what is asked, said and taken back.
#[test]
fn slices_and_wide_turns_are_followed_and_named() {
    let (mut slices, mut wide) = (0, 0);
    for (set, name) in [("pll", "Z"), ("pll", "H"), ("pll", "Ua"), ("oll", "5"), ("oll", "57")] {
        let case = catalogue::find(set.parse().expect("a set"), name).expect("a case");
        let start = case.start(Auf::from_seed(6), true);
        // The first colour lies below.
        let options = Options { first: Color::Yellow, ..Options::default() };
        let mut room = Room::with(Tutor::new(Method::Cfop, &start, options).unwrap(), Camera::Exact);
        while let Some((turn, _)) = room.next() {
            slices += usize::from(turn.layers() == Layers::Middle);
            wide += usize::from(turn.layers() == Layers::Wide);
            if turn.layers() != Layers::Outer && turn.quarters() != 2 {
                room.hold();
                let seen = room.make(&[turn.inverse()], turn);
                let words = room.session.sentence();
                let Seen::DoneWrongly { kind: SlipKind::WrongWay, asked, made, undo } = seen else {
                    panic!("{name}: {turn}: {seen:?}");
                };
                assert_eq!((asked, &made[..], &undo[..]), (turn, &[turn.inverse()][..], &[turn][..]), "{words}");
                assert!(words.contains(&format!("Undo it with {turn}")), "{words}");
                room.held_cube.turn(&undo);
                assert!(matches!(room.show(), Seen::Done { .. }));
                room.praise_ends();
            }
            room.do_rightly(turn);
        }
        assert!(room.is_at_end() && room.held_cube.cube.is_solved(), "{name}");
    }
    assert!(10 < slices && 2 < wide, "{slices} slices, {wide} wide turns");
}

#[test]
fn whole_lessons_with_slips_of_all_kinds_end_solved() {
    let (mut slips, mut readings) = (0, 0);
    for method in Method::ALL {
        for seed in 0..6 {
            let counts = follow(method, seed, 4 * seed as usize, 3 + seed as usize % 4);
            slips += counts.0;
            readings += counts.1;
        }
    }
    println!("{slips} slips, {readings} read face by face");
    assert!(60 < slips && 3 < readings);
}

#[test]
fn slips_are_named_and_their_undoing_is_offered() {
    let mut room = Room::new(Method::Cfop, 3, Camera::Exact);
    let mut kinds = Vec::new();
    while let Some((turn, _)) = room.next() {
        room.hold();
        let before = room.held_cube.clone();
        let slip = match turn.quarters() {
            2 => LayerTurn::new(turn.face(), turn.layers(), 1).into_iter().collect(),
            _ => vec![turn.inverse(), turn.inverse()],
        };
        room.held_cube.turn(&slip);
        let seen = room.show();
        let Seen::DoneWrongly { kind, undo, made, asked } = seen else {
            // The lesson itself turns this face again.
            assert!(room.is_shown() && !room.has_extra_turns(), "{seen:?}");
            room.praise_ends();
            continue;
        };
        assert_eq!((asked, undo.len()), (turn, 1));
        let mut again = before;
        again.turn(&made);
        assert!(again.is(&room.held_cube));
        kinds.push(kind);
        let words = room.session.sentence();
        match kind {
            SlipKind::HalfForQuarter => {
                assert!(words.contains("too far") && words.contains("Undo it"), "{words}");
                room.held_cube.turn(&undo);
            }
            SlipKind::QuarterForHalf => {
                assert!(words.contains("once more"), "{words}");
                room.held_cube.turn(&made);
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(room.show(), Seen::Done { .. }));
        room.praise_ends();
        if kind == SlipKind::HalfForQuarter {
            room.do_rightly(turn);
        }
    }
    assert!(kinds.contains(&SlipKind::HalfForQuarter));
    assert!(kinds.contains(&SlipKind::QuarterForHalf));
}

#[test]
fn a_lost_camera_keeps_the_lesson_and_goes_on() {
    let mut room = Room::new(Method::Cfop, 4, Camera::Exact);
    for _ in 0..3 {
        let (turn, _) = room.next().expect("a long lesson");
        room.do_rightly(turn);
    }
    for ended in [false, true] {
        let at = room.session.tutor().player().at();
        if ended {
            room.session.lose_camera();
        } else {
            room.now += Duration::from_secs(3);
            room.session.tick(room.now);
        }
        assert_eq!(room.session.seen(), Some(Seen::Lost));
        assert!(room.session.sentence().contains("No picture"));
        assert_eq!(room.session.tutor().player().at(), at);
        // The learner turns while nobody looks.
        let (turn, _) = room.next().expect("a long lesson");
        room.do_rightly(turn);
        assert!(at < room.session.tutor().player().at());
    }
}

/// What is done on the page is not done in the hands: the camera follows these.
#[test]
fn the_cube_in_the_hands_counts_not_the_page() {
    let mut room = Room::new(Method::Layers, 5, Camera::Exact);
    for _ in 0..4 {
        let (turn, _) = room.next().expect("a long lesson");
        room.do_rightly(turn);
    }
    let at = room.session.tutor().player().at();
    let (turn, _) = room.next().expect("a long lesson");
    room.hold();
    for request in [Request::GoTo(at + 9), Request::Turn("F".into()), Request::GoTo(0)] {
        room.ask(request);
        room.look(&Look::Corner, 4);
        assert_eq!(room.session.seen(), Some(Seen::NotYet));
        assert!(room.session.sentence().contains("For your cube"));
    }
    room.held_cube.turn(&[turn]);
    assert!(matches!(room.show(), Seen::Done { .. }));
    assert!(at < room.session.tutor().player().at());
    // A case is practised on the page alone.
    let set = "oll".parse().expect("a set");
    let case = catalogue::find(set, "27").expect("a case");
    room.ask(Request::Practise { case, auf: Auf::default() });
    room.look(&Look::Corner, 4);
    assert_eq!(room.session.seen(), Some(Seen::Nothing));
    let refused = room.session.handle(Request::Say("restart".into()), room.now);
    assert!(refused.is_err());
    room.ask(Request::Leave);
    room.look(&Look::Corner, 4);
    assert_eq!(room.session.seen(), Some(Seen::NotYet));
    // While moves are played nothing is awaited.
    room.ask(Request::Play { pace: None });
    room.look(&Look::Corner, 1);
    assert_eq!(room.session.seen(), Some(Seen::Nothing));
    room.ask(Request::Pause);
    room.look(&Look::Corner, 4);
    assert_eq!(room.session.seen(), Some(Seen::NotYet));
}

#[test]
fn a_learner_without_a_lesson_shows_their_cube() {
    let mut room = Room::new(Method::Beginner, 6, Camera::Exact);
    let tutor = Tutor::new(Method::Beginner, &Cube::SOLVED, Options::default()).unwrap();
    room.session = Session::new(tutor, Spelling::Words);
    assert!(room.session.handle(Request::Say("restart".into()), room.now).is_err());
    room.session.watch(WatcherOptions::default(), room.now);
    assert!(matches!(room.session.seen(), Some(Seen::SomethingElse(_))));
    for looks in 0..12 {
        let Some(Seen::SomethingElse(screen)) = room.session.seen() else {
            assert!(5 < looks);
            break;
        };
        room.look(&Look::Asked(screen), 8);
    }
    assert!(room.is_shown() && room.next().is_some());
    assert!(room.session.notice().contains("read"));
    let (turn, _) = room.next().expect("a lesson");
    room.do_rightly(turn);
    // A learner who wants it is read again; and one who stops that goes on.
    room.ask(Request::Say("restart".into()));
    assert!(matches!(room.session.seen(), Some(Seen::SomethingElse(_))));
    for bad in ["nonsense", "F3=G"] {
        let refused = room.session.handle(Request::Say(bad.into()), room.now);
        assert!(refused.is_err(), "{bad}");
    }
    room.ask(Request::Say("stop".into()));
    let (turn, _) = room.next().expect("a lesson");
    room.do_rightly(turn);
}
