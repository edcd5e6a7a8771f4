//! Persons of many kinds are led through the six faces; what the guide reports as read must be their cube.

use std::time::Duration;

use cube::{Color, ColorScheme, Cube, Face, Move, Rotation};
use testkit::proptest::prelude::*;
use testkit::rand::RngExt;
use tutor::handscan::{Event, FaceStatus, Guide, Options, Said, overlay};
use vision::{FaceOrder, Image, Verdict};

use super::person::{Person, assert_read, guide, said};

/// A cube some random moves away from the solved one.
fn scrambled(moves: &[usize]) -> Cube {
    moves.iter().fold(Cube::SOLVED, |cube, &index| cube.apply(Move::ALL[index % 18]))
}

#[test]
fn who_does_as_asked_shows_six_faces_in_the_webcams_order() {
    let mut person = Person::new(&Cube::from_seed(3), ColorScheme::WESTERN, 3);
    let mut guide = guide();
    let mut order = String::new();
    for count in 0..6 {
        assert_eq!(guide.count(), count);
        let face = guide.missing()[0];
        order.push(face.letter());
        let screen = guide.screen();
        assert_eq!(screen.faces[face.index()], FaceStatus::Asked);
        let asked = screen.asked.expect("not done yet");
        assert_eq!(asked.front, ColorScheme::WESTERN.color(face));
        assert!(guide.prompt().contains(asked.top.name()), "{}", guide.prompt());
        let held = person.obedient_hold(&asked);
        let events = person.show(&mut guide, held);
        let Event::FaceRead { face: read, count: now, .. } = events[0] else {
            panic!("{:?}", said(&events));
        };
        assert_eq!((read, now), (face, count + 1));
    }
    // Document 000 of the seeds, Cube_recognition.py: faces = "FUDLRB".
    assert_eq!(order, "FUDLRB");
    assert_read(&guide, &person);
    assert_eq!(guide.screen().net, person.colors.map(Some));
}

#[test]
fn the_rigs_order_can_be_chosen() {
    let order: FaceOrder = "UFDRBL".parse().expect("six faces");
    let mut person = Person::new(&Cube::from_seed(4), ColorScheme::WESTERN, 4);
    let mut guide = Guide::new(Options { order, ..Options::default() });
    assert_eq!(guide.missing(), order.faces());
    assert_eq!(person.obey(&mut guide), Some(6));
    assert_read(&guide, &person);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Any cube, any order, any way round, in lamp light too. Where another cube would fit as well (some one in a
    /// hundred), the guide asks once more.
    #[test]
    fn faces_in_any_order_and_turned_in_any_way(
        seed in any::<u64>(),
        order in Just(Face::ALL.to_vec()).prop_shuffle(),
        light in prop::sample::select(vec![[0.85f32; 3], [0.9, 0.75, 0.5], [0.6, 0.7, 0.85], [0.35; 3]]),
    ) {
        let mut person = Person::new(&Cube::from_seed(seed), ColorScheme::WESTERN, seed);
        person.light = light;
        let mut guide = guide();
        for face in order {
            let held = person.any_hold(face);
            person.show(&mut guide, held);
        }
        prop_assert!(person.obey(&mut guide).is_some_and(|more| more <= 2));
        assert_read(&guide, &person);
    }

    /// Few moves leave faces that fit together in many ways. Whatever was shown, the guide either asks
    /// or is right; and who then does as asked gets through.
    #[test]
    fn cubes_near_the_solved_one_are_never_silently_wrong(
        moves in prop::collection::vec(0usize..18, 0..5),
        seed in any::<u64>(),
    ) {
        let mut person = Person::new(&scrambled(&moves), ColorScheme::WESTERN, seed);
        let mut guide = guide();
        for face in Face::ALL {
            let held = person.any_hold(face);
            person.show(&mut guide, held);
            if guide.is_done() {
                break;
            }
        }
        prop_assert!(person.obey(&mut guide).is_some(), "asked forever: {}", guide.prompt());
        assert_read(&guide, &person);
    }

    /// Whatever a person types is understood or refused, also in other alphabets.
    #[test]
    fn any_line_is_answered(line in "\\PC{0,30}|[a-zA-Z0-9=:,; ]{0,20}") {
        if let Err(refused) = line.parse::<Said>() {
            prop_assert!(refused.to_string().contains("F3=G"));
        }
    }

    /// A cube whose colours lie in another way: all thirty arrangements are looked at.
    #[test]
    fn cubes_of_any_scheme(seed in any::<u64>(), centres in Just(Color::ALL.to_vec()).prop_shuffle()) {
        reads_a_cube_of_another_scheme(seed, centres.try_into().expect("six colours"));
    }
}

/// Shows a random cube with these centres, its faces turned in any way; the guide must read it for sure.
#[track_caller]
fn reads_a_cube_of_another_scheme(seed: u64, centres: [Color; 6]) {
    let scheme = ColorScheme::from_centres(centres).expect("six different ones");
    let mut person = Person::new(&Cube::from_seed(seed), scheme, seed);
    let mut guide = guide();
    for face in Face::ALL {
        let held = person.any_hold(face);
        person.show(&mut guide, held);
    }
    assert!(person.obey(&mut guide).is_some(), "{}", guide.screen().notice);
    let reading = guide.reading().expect("it was read");
    assert_eq!(reading.verdict, Verdict::Certain, "{:?}", reading.problems);
    // The names of the faces are the guide's choice: it is the same cube in some rotation.
    let same = Rotation::all().any(|rotation| {
        let held = cube::Facelets::new(person.colors.map(|c| scheme.face(c))).rotated(rotation);
        held.colors(&scheme) == reading.colors
    });
    assert!(same, "{:?}", reading.colors);
}

/// Turned in some way the faces of this cube, whose colours lie mirrored, are nearly a cube of the usual scheme: only two
/// stickers would have to be misread.
#[test]
fn a_cube_of_another_scheme_is_not_bent_into_the_usual_one() {
    let [white, red, green, yellow, orange, blue] = Face::ALL.map(|face| ColorScheme::WESTERN.color(face));
    reads_a_cube_of_another_scheme(8276920093847144830, [blue, white, red, green, yellow, orange]);
}

#[test]
fn a_face_in_motion_is_not_read() {
    let mut person = Person::new(&Cube::from_seed(1), ColorScheme::WESTERN, 1);
    let mut guide = guide();
    let colors = person.seen(Rotation::IDENTITY);
    let mut x = 0.0;
    let events = person.frames(&mut guide, Duration::from_secs(3), |person| {
        x = (x + 40.0) % 480.0;
        Some(person.view(colors, [x, 100.0]))
    });
    assert!(events.is_empty(), "{:?}", said(&events));
    // Stickers that change from frame to frame are not one reading.
    let events = person.frames(&mut guide, Duration::from_secs(3), |person| {
        let colors = std::array::from_fn(|_| Color::ALL[person.random.random_range(0..6)]);
        Some(person.view(colors, [200.0, 100.0]))
    });
    assert!(events.is_empty(), "{:?}", said(&events));
    let events = person.hold(&mut guide, Rotation::IDENTITY, Duration::from_millis(400));
    assert!(events.is_empty(), "not for half a second yet");
    let events = person.hold(&mut guide, Rotation::IDENTITY, Duration::from_millis(400));
    assert_eq!(said(&events), ["the green face is read, 1 of 6"]);
}

#[test]
fn the_same_face_twice_is_reported_once_and_not_counted() {
    let mut person = Person::new(&Cube::from_seed(2), ColorScheme::WESTERN, 2);
    let mut guide = guide();
    person.show(&mut guide, Rotation::IDENTITY);
    // It stays where it is, then comes back turned.
    assert!(person.hold(&mut guide, Rotation::IDENTITY, Duration::from_secs(5)).is_empty());
    let events = person.show(&mut guide, Rotation::Z);
    assert_eq!(said(&events), ["the green face is read already"]);
    assert_eq!(guide.count(), 1);
    assert_eq!(guide.missing()[0], Face::U);
}

#[test]
fn a_finger_is_waited_for_and_reported() {
    let mut person = Person::new(&Cube::from_seed(6), ColorScheme::WESTERN, 6);
    let mut guide = guide();
    let colors = person.seen(Rotation::IDENTITY);
    let covered = |person: &mut Person| {
        let mut view = person.view(colors, [160.0, 160.0]);
        view.stickers[2].rgb = [205.0, 150.0, 125.0];
        view.stickers[2].recovered = true;
        Some(view)
    };
    let events = person.frames(&mut guide, Duration::from_secs(2), covered);
    assert!(events.is_empty(), "{:?}", said(&events));
    let hint = guide.screen().hint;
    assert!(hint.contains("covers a sticker"), "{hint}");
    let events = person.hold(&mut guide, Rotation::IDENTITY, Duration::from_millis(200));
    assert_eq!(events.len(), 1, "uncovered, it is read at once");
    assert_eq!(person.obey(&mut guide), Some(5));
    assert_read(&guide, &person);
}

#[test]
fn covered_stickers_that_stay_covered_are_found_by_the_laws_or_asked_for() {
    for seed in 0..20 {
        let mut person = Person::new(&Cube::from_seed(seed), ColorScheme::WESTERN, seed);
        let mut guide = guide();
        let colors = person.seen(Rotation::IDENTITY);
        person.frames(&mut guide, Duration::from_secs(4), |person| {
            let mut view = person.view(colors, [160.0, 160.0]);
            for sticker in [2, 5] {
                view.stickers[sticker].rgb = [205.0, 150.0, 125.0];
                view.stickers[sticker].recovered = true;
            }
            Some(view)
        });
        assert_eq!(guide.count(), 1, "a finger that stays does not block forever");
        assert!(person.obey(&mut guide).is_some());
        assert_read(&guide, &person);
    }
}

#[test]
fn a_face_that_is_never_shown_is_named_after_a_minute_and_the_rest_is_kept() {
    let mut person = Person::new(&Cube::from_seed(7), ColorScheme::WESTERN, 7);
    let mut guide = guide();
    for _ in 0..5 {
        let asked = guide.screen().asked.expect("not done");
        let held = person.obedient_hold(&asked);
        person.show(&mut guide, held);
    }
    assert!(person.hide(&mut guide, Duration::from_secs(55)).is_empty());
    let left = guide.screen().left.expect("not done");
    assert!(left < Duration::from_secs(6), "{left:?}");
    let events = person.hide(&mut guide, Duration::from_secs(30));
    assert_eq!(
        said(&events),
        ["nothing new was shown for 60 seconds: 5 of 6 faces are read, missing: the blue face (B)"],
        "reported once"
    );
    // Who comes back goes on where the others are still known, with a new minute.
    person.hide(&mut guide, Duration::from_secs(3600));
    assert_eq!(person.obey(&mut guide), Some(1));
    assert_read(&guide, &person);
}

#[test]
fn nothing_at_all_names_all_six() {
    let mut person = Person::new(&Cube::SOLVED, ColorScheme::WESTERN, 0);
    let mut guide = guide();
    let events = person.hide(&mut guide, Duration::from_secs(61));
    let [sentence] = &said(&events)[..] else {
        panic!("{events:?}");
    };
    for color in Color::ALL {
        assert!(sentence.contains(color.name()), "{sentence}");
    }
}

#[test]
fn broken_frames_are_no_faces() {
    let mut person = Person::new(&Cube::from_seed(9), ColorScheme::WESTERN, 9);
    let mut guide = guide();
    let colors = person.seen(Rotation::IDENTITY);
    for broken in [f32::NAN, f32::INFINITY, -1.0, 256.0] {
        let events = person.frames(&mut guide, Duration::from_secs(1), |person| {
            let mut view = person.view(colors, [200.0, 100.0]);
            view.stickers[3].rgb[1] = broken;
            Some(view)
        });
        assert!(events.is_empty() && guide.count() == 0, "{broken}");
    }
    let events = person.frames(&mut guide, Duration::from_secs(1), |person| {
        let mut view = person.view(colors, [200.0, 100.0]);
        view.stickers[3].quad.0[0][0] = f32::NAN;
        Some(view)
    });
    assert!(events.is_empty());
}

#[test]
fn the_screen_can_be_drawn_on_any_picture() {
    let mut person = Person::new(&Cube::from_seed(5), ColorScheme::WESTERN, 5);
    let mut guide = guide();
    let mut screens = vec![guide.screen()];
    for _ in 0..6 {
        if let Some(asked) = guide.screen().asked {
            let held = person.obedient_hold(&asked);
            person.show(&mut guide, held);
            screens.push(guide.screen());
        }
    }
    for (width, height) in [(1, 1), (30, 400), (640, 480), (1280, 720)] {
        for screen in &screens {
            let plain = Image::filled(width, height, [90; 3]).expect("a size in range");
            let mut drawn = plain.clone();
            overlay(&mut drawn, screen);
            assert!(width < 30 || drawn != plain);
        }
    }
}

/// People look at the picture of a face, and find each sticker at its place, however the cube was held.
#[test]
fn each_face_was_seen_in_a_frame_where_its_stickers_are_at_their_places() {
    for seed in 0..4 {
        let mut person = Person::new(&Cube::from_seed(seed), ColorScheme::WESTERN, seed);
        let mut guide = guide();
        let mut shown: Vec<(Duration, [Color; 9])> = Vec::new();
        for face in Face::ALL {
            assert_eq!(guide.seen_at(face), None);
            let held = person.any_hold(face);
            person.show(&mut guide, held);
            shown.push((person.now, person.seen(held)));
        }
        while let Some(asked) = guide.screen().asked {
            let held = person.obedient_hold(&asked);
            person.show(&mut guide, held);
            shown.push((person.now, person.seen(held)));
        }
        for face in Face::ALL {
            let seen = guide.seen_at(face).expect("it was read");
            let (_, colors) = shown.iter().find(|(end, _)| seen.at <= *end).expect("it was shown then");
            let corner = |axis: usize| seen.quads.iter().map(|quad| quad.centre()[axis]).fold(f32::MAX, f32::min);
            for place in 0..9 {
                let centre = seen.quads[cube::place_seen(place, seen.quarters)].centre();
                let step = |axis: usize| ((centre[axis] - corner(axis)) / 50.0).round() as usize;
                let color = colors[3 * step(1) + step(0)];
                assert_eq!(color, person.colors[9 * face.index() + place], "seed {seed}, {face}{}", place + 1);
            }
        }
        guide.restart();
        assert_eq!(guide.seen_at(Face::U), None);
    }
}
