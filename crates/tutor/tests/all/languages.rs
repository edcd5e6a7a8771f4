//! A session in German says nothing in English, whatever a learner does, and may change its language at any time.

use std::time::{Duration, Instant};

use cube::{Color, ColorScheme, Cube};
use teach::catalogue::{self, Auf};
use teach::{Language, Method, Options, Spelling, Tutor};
use tutor::handscan::{Dialogue, Effect};
use tutor::{Course, Pause, Request, Session, WatcherOptions, handscan};

/// Words that no German sentence has.
const ENGLISH: [&str; 14] =
    ["the", "and", "of", "is", "you", "your", "this", "that", "turn", "with", "next", "from", "not", "moves"];

fn is_german(text: &str) {
    let words = text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
    let english: Vec<String> = words.filter(|word| ENGLISH.contains(&word.as_str())).collect();
    assert!(english.is_empty(), "{english:?} in: {text}");
}

fn tutor(language: Language) -> Tutor {
    let options = Options { language, ..Options::default() };
    Tutor::new(Method::Beginner, &Cube::from_seed(11), options).expect("a lesson")
}

fn requests() -> Vec<Request> {
    let case = &catalogue::cases(catalogue::Set::Oll)[26];
    let other = Request::Teach { method: None, cube: Cube::from_seed(5), scheme: ColorScheme::WESTERN };
    let mut all: Vec<Request> =
        ["R", "R'", "y", "y'", "U2", "M", "L", "D", "B", "Q", "R U"].map(|turn| Request::Turn(turn.into())).into();
    all.extend([Request::GoTo(4), other.clone(), Request::Answer(false), other, Request::Answer(true)]);
    all.extend([
        Request::Practise { case, auf: Auf::default() },
        Request::Practise { case, auf: Auf { before: 1, after: 0 } },
    ]);
    all.extend([Request::Leave, Request::Undo, Request::Redo, Request::Back, Request::Pause, Request::Replan(None)]);
    all.extend([
        Request::Replan(Some(Method::Cfop)),
        Request::Next,
        Request::Say("restart".into()),
        Request::Play { pace: None },
    ]);
    all
}

/// What people read of a course.
fn read(course: &Course) -> Vec<String> {
    let session = course.session();
    let reasons = course.controls().into_iter().map(|(_, reason)| reason.to_owned());
    let said = [session.notice().to_owned(), session.question().to_owned(), session.sentence(), session.onward()];
    reasons.chain(said).chain([session.about().to_owned()]).collect()
}

#[test]
fn a_german_session_says_nothing_in_english() {
    for (watched, arms) in [(false, None), (true, None), (false, Some(Pause::AfterStep))] {
        let now = Instant::now();
        let mut session = Session::new(tutor(Language::German), Spelling::Words);
        if watched {
            session.watch(WatcherOptions::default(), now);
        }
        let mut course = Course::new(session.clone());
        course.begin(session, arms);
        for request in requests() {
            let words = course.session().words();
            match course.handle(request.clone(), now) {
                Ok(done) => is_german(&done.said),
                // A turn that cannot be read is an error of the notation.
                Err(tutor::Error::Turn(_)) => {}
                Err(error) => is_german(&error.sentence(words)),
            }
            read(&course).iter().for_each(|text| is_german(text));
        }
        course.session_mut().tick(now + Duration::from_secs(10));
        read(&course).iter().for_each(|text| is_german(text));
    }
}

#[test]
fn the_language_changes_in_the_middle_of_a_lesson() {
    let now = Instant::now();
    let mut course = Course::new(Session::new(tutor(Language::English), Spelling::Standard));
    course.handle(Request::GoTo(6), now).expect("a place");
    course.handle(Request::Play { pace: None }, now).expect("it plays");
    assert!(course.session().about().starts_with("Layer by layer"));
    course.handle(Request::Speak(Language::German), now).expect("it speaks");
    let session = course.session();
    assert_eq!(session.tutor().player().at(), 6);
    assert!(session.is_playing(), "what goes on goes on");
    assert!(session.about().starts_with("Ebene für Ebene"));
    // Nothing is lost where the language is the same.
    course.handle(Request::Pause, now).expect("it pauses");
    course.handle(Request::Turn("y".into()), now).expect("it is followed");
    let notice = course.session().notice().to_owned();
    assert!(!notice.is_empty());
    course.handle(Request::Speak(Language::German), now).expect("nothing to do");
    assert_eq!(course.session().notice(), notice);
}

#[test]
fn the_guide_of_a_hand_scan_speaks_german() {
    let options = handscan::Options { language: Language::German, ..handscan::Options::default() };
    let mut dialogue = Dialogue::new(options);
    dialogue.look(Duration::from_secs(1), &[]);
    let screen = dialogue.screen();
    assert_eq!(screen.prompt, "Zeig mir die grüne Seite, weiß nach oben");
    assert_eq!(screen.asked.map(|asked| asked.front), Some(Color::Green));
    let late = dialogue.look(Duration::from_secs(99), &[]);
    let [Effect::Say(text)] = &late[..] else { panic!("{late:?}") };
    is_german(text);
    assert!(text.contains("die orangene Seite (L)"), "{text}");
}
