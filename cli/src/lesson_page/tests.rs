//! The host of a lesson, asked without a socket and without a clock.

use std::time::{Duration, Instant};

use cube::{Color, ColorScheme, Cube};
use page::protocol::{Answer, Ask, LessonNow, Part};
use teach::{Language, Method, Options, Spelling, Tutor};
use tutor::Session;

use super::host::{LessonHost, learned};
use crate::page_host::PageHost;

/// A host with a lesson for a seeded cube.
fn host(method: Method, seed: u64) -> LessonHost {
    let tutor = Tutor::new(method, &Cube::from_seed(seed), Options::default()).unwrap();
    LessonHost::new(Session::new(tutor, Spelling::Standard))
}

fn letters(cube: &Cube, scheme: &ColorScheme) -> String {
    let colors = cube.facelets().colors(scheme);
    colors.map(Color::letter).iter().collect()
}

fn lesson(host: &mut LessonHost, now: Instant) -> LessonNow {
    let parts = host.parts(now).into_iter();
    let mut lessons = parts.filter_map(|part| match part {
        Part::Lesson(lesson) => Some(lesson),
        _ => None,
    });
    lessons.next().expect("a lesson")
}

/// Why a control is off.
fn reason(host: &mut LessonHost, control: &str) -> String {
    let parts = host.parts(Instant::now()).into_iter();
    let mut reasons = parts.filter_map(|part| match part {
        Part::Controls(controls) => controls.reasons.get(control).cloned(),
        _ => None,
    });
    reasons.next().expect("the control is named")
}

fn ask(host: &mut LessonHost, ask: &Ask) -> Answer {
    host.answer(ask, Instant::now())
}

fn turn(turn: &str) -> Ask {
    Ask::Turn { turn: turn.to_owned() }
}

fn teach(method: Option<&str>, cube: Option<String>) -> Ask {
    Ask::Teach { method: method.map(str::to_owned), cube }
}

#[test]
fn a_lesson_of_each_method_is_followed_to_its_end() {
    for method in Method::ALL {
        let mut host = host(method, 5);
        let now = Instant::now();
        let all = lesson(&mut host, now);
        assert_eq!((all.method.as_str(), all.methods.len()), (method.name(), 3));
        assert_eq!(all.stickers, letters(&Cube::from_seed(5), &ColorScheme::WESTERN));
        // Stages and steps are neighbours, from the first move to the last.
        let stages = all.stages.iter().map(|stage| (stage.begin, stage.end));
        let steps = all.steps.iter().map(|step| (step.begin, step.end));
        for spans in [stages.collect::<Vec<_>>(), steps.collect()] {
            let end = spans.into_iter().fold(0, |before, (begin, end)| {
                assert!(begin == before && begin <= end);
                end
            });
            assert_eq!(end as usize, all.moves.len());
        }
        for (at, next) in all.moves.iter().enumerate() {
            let step = &all.steps[next.step as usize];
            assert!((step.begin..step.end).contains(&(at as u32)));
            let answer = ask(&mut host, &turn(&next.turn));
            assert!(answer.ok && answer.text.starts_with("Correct"), "{answer:?}");
            assert_eq!(lesson(&mut host, now).at as usize, at + 1);
        }
        let end = lesson(&mut host, now);
        assert!(end.stickers.as_bytes().chunks(9).all(|face| face.iter().all(|it| *it == face[0])));
        assert!(end.notice.contains("last") && end.bright.is_empty());
        assert!(reason(&mut host, "play").contains("end"));
    }
}

#[test]
fn moves_are_played_at_the_pace_that_is_asked_for() {
    let mut host = host(Method::Cfop, 1);
    let begin = Instant::now();
    let play = Ask::Play { from: None, speed: Some(0.5) };
    assert!(host.answer(&play, begin).ok && host.is_moving());
    let at = |host: &mut LessonHost, millis| lesson(host, begin + Duration::from_millis(millis)).at;
    assert_eq!([0, 1999, 2000, 3999, 4000].map(|millis| at(&mut host, millis)), [1, 1, 2, 2, 3]);
    assert_eq!(lesson(&mut host, begin).pace, 2.0);
    assert!(ask(&mut host, &Ask::Pause).ok && !host.is_moving());
    assert_eq!(at(&mut host, 60_000), 3);
    assert!(!ask(&mut host, &Ask::Pause).ok);
    // A turn of the learner holds it too. At the end it stops.
    assert!(host.answer(&play, begin).ok && ask(&mut host, &turn("y")).ok);
    assert!(!host.is_moving() && !ask(&mut host, &play).ok);
    let last = lesson(&mut host, begin).moves.len() as u32;
    assert!(ask(&mut host, &Ask::Goto { moves: last - 1 }).ok);
    assert!(host.answer(&play, begin).ok);
    assert_eq!((at(&mut host, 0), host.is_moving()), (last, false));
    for (from, speed) in [(Some(1.0), None), (None, Some(0.0)), (None, Some(f64::NAN))] {
        assert!(ask(&mut host, &Ask::Goto { moves: 0 }).ok);
        assert!(!ask(&mut host, &Ask::Play { from, speed }).ok, "{from:?} {speed:?}");
    }
}

#[test]
fn wrong_turns_are_named_undone_or_planned_from() {
    let mut host = host(Method::Beginner, 2);
    let now = Instant::now();
    let begin = lesson(&mut host, now);
    for control in ["undo", "redo", "replan", "confirm", "decline", "pause"] {
        assert!(!reason(&mut host, control).is_empty(), "{control}");
    }
    assert!(!ask(&mut host, &Ask::Undo).ok && !ask(&mut host, &Ask::Replan).ok);
    // No lesson begins with a turn of two layers.
    let answer = ask(&mut host, &turn("Rw"));
    assert!(answer.text.contains(&begin.moves[0].written), "{answer:?}");
    let with_extra = lesson(&mut host, now);
    assert_eq!(with_extra.at, 0);
    assert_eq!(with_extra.extra_turns, ["Rw"]);
    assert!(!reason(&mut host, "play").is_empty());
    assert!(ask(&mut host, &Ask::Undo).ok);
    let undone = lesson(&mut host, now);
    assert_eq!((undone.stickers, undone.extra_turns.len()), (begin.stickers, 0));
    assert!(ask(&mut host, &turn("M'")).ok && ask(&mut host, &Ask::Replan).ok);
    let replanned = lesson(&mut host, now);
    assert_ne!(replanned.moves, begin.moves);
    assert_eq!((replanned.at, replanned.extra_turns.len()), (0, 0));
    let all = replanned.moves.len() as u32;
    let refused = ask(&mut host, &Ask::Goto { moves: all + 1 });
    assert!(!refused.ok && refused.text.contains(&all.to_string()), "{refused:?}");
    for bad in ["", "Q", "R U", "RU", "R''''", "w", "2"] {
        let refused = ask(&mut host, &turn(bad));
        assert!(!refused.ok && !refused.text.is_empty(), "'{bad}': {refused:?}");
    }
    assert_eq!(lesson(&mut host, now), replanned);
}

#[test]
fn another_cube_is_asked_about_and_an_impossible_one_is_refused() {
    let mut host = host(Method::Beginner, 2);
    let now = Instant::now();
    assert!(ask(&mut host, &Ask::Goto { moves: 3 }).ok);
    let old = lesson(&mut host, now);
    let japanese = letters(&Cube::from_seed(9), &ColorScheme::JAPANESE);
    for (answer, stays) in [(Ask::Decline, true), (Ask::Confirm, false)] {
        let asked = ask(&mut host, &teach(Some("layers"), Some(japanese.clone())));
        let waiting = lesson(&mut host, now);
        assert!(asked.ok && asked.text == waiting.question && !waiting.question.is_empty());
        assert_eq!((&waiting.moves, waiting.at), (&old.moves, 3), "the old lesson stays");
        assert!(ask(&mut host, &answer).ok);
        let after = lesson(&mut host, now);
        assert_eq!((after.moves == old.moves, after.question.as_str()), (stays, ""));
        assert!(!ask(&mut host, &answer).ok, "nothing is asked any more");
    }
    let new = lesson(&mut host, now);
    assert_eq!((new.stickers.as_str(), new.method.as_str()), (japanese.as_str(), "layers"));
    let mut twisted: Vec<char> = japanese.chars().collect();
    let corner = cube::Corner::ALL[0].stickers();
    twisted.swap(corner[0], corner[1]);
    let twisted: String = twisted.into_iter().collect();
    let refused = ask(&mut host, &teach(None, Some(twisted)));
    assert!(!refused.ok && refused.text.contains("corner"), "{refused:?}");
    let begun = format!("{}?", &japanese[..53]);
    for bad in [
        teach(None, None),
        teach(None, Some("W".to_owned())),
        teach(None, Some(begun)),
        teach(Some("petrus"), None),
        Ask::Stop,
        Ask::Start { scan: true },
    ] {
        let refused = ask(&mut host, &bad);
        assert!(!refused.ok && !refused.text.is_empty(), "{bad:?}");
    }
    assert_eq!(lesson(&mut host, now), new, "nothing of it is done");
    assert!(ask(&mut host, &teach(Some("cfop"), None)).ok);
    let cfop = lesson(&mut host, now);
    assert_eq!((cfop.method.as_str(), cfop.stickers), ("cfop", new.stickers));
}

#[test]
fn the_way_back_to_the_lesson_is_described() {
    let mut host = host(Method::Beginner, 2);
    let now = Instant::now();
    assert_eq!(lesson(&mut host, now).onward, "");
    for (made, onward) in [("F", "turn the front anticlockwise"), ("x", "tip the whole cube towards you")] {
        assert!(ask(&mut host, &turn(made)).ok);
        let onward_text = lesson(&mut host, now).onward;
        assert!(onward_text.starts_with(onward), "{made}: {onward_text}");
    }
    let all = lesson(&mut host, now);
    let half = all.moves.iter().position(|next| next.turn == "F2").expect("a half turn");
    assert!(ask(&mut host, &Ask::Goto { moves: half as u32 }).ok && ask(&mut host, &turn("F'")).ok);
    assert_eq!(lesson(&mut host, now).onward, "turn the front anticlockwise");
}

#[test]
fn each_step_names_the_pieces_that_are_bright() {
    for method in Method::ALL {
        let mut host = host(method, 5);
        let all = lesson(&mut host, Instant::now());
        assert_eq!(all.numbers.len(), if method == Method::Layers { 54 } else { 0 });
        assert!(!all.about.is_empty());
        for step in &all.steps {
            assert!(ask(&mut host, &Ask::Goto { moves: step.begin }).ok);
            let bright = lesson(&mut host, Instant::now()).bright;
            assert_eq!(bright.is_empty(), step.watch.is_empty(), "{}", step.name);
        }
    }
}

#[test]
fn a_case_is_practised_and_the_lesson_waits() {
    let mut host = host(Method::Beginner, 2);
    let now = Instant::now();
    assert!(ask(&mut host, &Ask::Goto { moves: 3 }).ok);
    let own = lesson(&mut host, now);
    for (set, case, first) in [("oll", "27", "R"), ("pll", "t", "R"), ("f2l", "4", "R")] {
        let asked = Ask::Practise { set: set.to_owned(), case: case.to_owned(), seed: None };
        let answer = ask(&mut host, &asked);
        assert!(answer.ok && answer.text.to_lowercase().contains(set), "{answer:?}");
        let practice = lesson(&mut host, now);
        assert_eq!((practice.at, practice.moves[0].turn.as_str()), (0, first));
        assert_eq!(&practice.stickers[31..32], "W", "the first colour lies below");
        let length = practice.moves.len() as u32;
        assert!(ask(&mut host, &Ask::Goto { moves: length }).ok);
        let solved = lesson(&mut host, now).stickers;
        assert!(solved.as_bytes().chunks(9).all(|face| face.iter().all(|it| *it == face[0])));
    }
    assert!(reason(&mut host, "leave").is_empty() && ask(&mut host, &Ask::Leave).ok);
    let back = lesson(&mut host, now);
    assert_eq!((back.moves, back.at, back.stickers), (own.moves, own.at, own.stickers));
    assert!(!ask(&mut host, &Ask::Leave).ok, "nothing waits any more");
    for (set, case) in [("oll", "58"), ("f2l", "Sune"), ("zbll", "1"), ("", "")] {
        let asked = Ask::Practise { set: set.to_owned(), case: case.to_owned(), seed: None };
        let refused = ask(&mut host, &asked);
        assert!(!refused.ok && !refused.text.is_empty());
    }
    // A seed turns the top: the case is seen from another side, and its lesson still solves it.
    let practise = |seed| Ask::Practise { set: "pll".to_owned(), case: "Aa".to_owned(), seed };
    let mut shown = [None, Some(0), Some(1), Some(14)].map(|seed| {
        assert!(ask(&mut host, &practise(seed)).ok);
        lesson(&mut host, now)
    });
    assert_eq!(shown[0].stickers, shown[1].stickers);
    assert_ne!(shown[1].stickers, shown[2].stickers);
    let turned = &mut shown[3];
    assert_eq!((turned.moves[0].turn.as_str(), turned.moves.last().map(|last| last.turn.as_str())), ("U2", Some("U'")));
    assert!(turned.notice.contains("PLL Aa, with the top turned at random"), "{}", turned.notice);
    assert!(ask(&mut host, &Ask::Leave).ok);
    // Another cube is for the learner's own lesson.
    let asked = Ask::Practise { set: "pll".to_owned(), case: "Aa".to_owned(), seed: None };
    assert!(ask(&mut host, &asked).ok);
    let other = letters(&Cube::from_seed(9), &ColorScheme::WESTERN);
    assert!(ask(&mut host, &teach(None, Some(other.clone()))).ok && ask(&mut host, &Ask::Confirm).ok);
    let new = lesson(&mut host, now);
    assert_eq!((new.stickers, new.method.as_str()), (other, "beginner"));
}

#[test]
fn the_catalogue_and_the_2x2x1_are_whole() {
    let [Part::Catalogue(shown), Part::Cuboid(graph)] = page::practice(Spelling::Standard, Language::English) else {
        panic!("the catalogue comes first");
    };
    let counts = shown.sets.iter().map(|set| set.cases.len());
    assert_eq!(counts.collect::<Vec<_>>(), [57, 21, 41]);
    let mut host = host(Method::Cfop, 1);
    for set in &shown.sets {
        for case in &set.cases {
            let asked = Ask::Practise { set: set.name.clone(), case: case.name.clone(), seed: None };
            assert!(ask(&mut host, &asked).ok);
            let moves = lesson(&mut host, Instant::now()).moves;
            let written: Vec<&str> = moves.iter().map(|next| next.written.as_str()).collect();
            assert_eq!(written.join(" "), case.moves, "{} {}", set.title, case.title);
        }
    }
    assert_eq!(graph.states.len(), 24);
    for (number, state) in graph.states.iter().enumerate() {
        for way in [&state.shortest, &state.fastest] {
            let end = way.iter().fold(number, |at, turn| {
                let turn = graph.turns.iter().position(|known| known == turn);
                graph.states[at].to[turn.expect("a turn")] as usize
            });
            assert_eq!(end, 0, "{} is solved", state.stickers);
        }
    }
}

#[test]
fn the_colours_of_a_photographed_cube_are_learned() {
    let mut host = host(Method::Beginner, 3);
    assert!(reason(&mut host, "learn_colors").contains("six photographs"));
    let asked = Ask::LearnColors { cube: String::new() };
    assert!(!host.answer(&asked, Instant::now()).ok, "nothing was photographed");
    let cube = Cube::from_seed(3);
    let scheme = ColorScheme::WESTERN;
    // A cube whose orange is nearly red.
    let paint = |color: Color| match color {
        Color::Orange => [225.0, 70.0, 30.0],
        other => vision::paint(other).map(f32::from),
    };
    let colors = cube.facelets().colors(&scheme);
    let measured: vision::Measurements =
        std::array::from_fn(|face| std::array::from_fn(|place| paint(colors[9 * face + place])));
    let language = Language::English;
    let known = learned(Some(&measured), &letters(&cube, &scheme), language).expect("this cube");
    assert_eq!(known.rgb(Color::Orange).map(f32::round), paint(Color::Orange));
    let other = learned(Some(&measured), &letters(&Cube::from_seed(4), &scheme), language);
    assert!(other.is_err_and(|refused| !refused.ok), "another cube was photographed");
}
