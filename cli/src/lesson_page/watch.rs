//! The camera's verdict as the page shows it.

use page::protocol::{HandScan, WatchNow, WatchState};
use teach::{Spelling, Words, spelled};
use tutor::{Seen, Session};

use crate::hand_scan::hand_scan;

/// What the camera says; `away` says why no pictures come.
pub fn watch(session: &Session, away: &str) -> WatchNow {
    let Some(seen) = session.seen() else {
        return WatchNow::default();
    };
    let words = Words::of(session.tutor().options().language);
    let names = |steps: &[cube::Step]| -> Vec<String> {
        let spelled = spelled(steps, Spelling::Standard, words);
        spelled.split_whitespace().map(str::to_owned).collect()
    };
    let turns =
        |turns: &[cube::Move]| -> Vec<String> { turns.iter().map(ToString::to_string).collect() };
    let now = WatchNow {
        text: session.sentence(),
        took: session.took().map(|took| took.as_secs_f64()),
        ..WatchNow::default()
    };
    match seen {
        Seen::Nothing => now,
        Seen::NotYet => WatchNow {
            state: WatchState::NotYet,
            took: None,
            ..now
        },
        Seen::Done { turns: made } => WatchNow {
            state: WatchState::Done,
            made: turns(&made),
            ..now
        },
        Seen::DoneWrongly { made, undo, .. } => WatchNow {
            state: WatchState::Wrong,
            made: turns(&made),
            undo: names(&undo),
            ..now
        },
        Seen::CannotTell { show, beside, .. } => WatchNow {
            state: WatchState::CannotTell,
            show: [Some(show), beside]
                .into_iter()
                .flatten()
                .map(cube::Color::letter)
                .collect(),
            took: None,
            ..now
        },
        Seen::SomethingElse(_) => WatchNow {
            state: WatchState::Reading,
            ..now
        },
        Seen::Lost => WatchNow {
            state: WatchState::Lost,
            text: match away {
                "" => now.text,
                away => format!("{} The camera: {away}.", now.text),
            },
            took: None,
            ..now
        },
    }
}

/// What the guide wants to see while the cube is read face by face.
pub fn reading(session: &Session) -> HandScan {
    match session.guide() {
        Some(guide) => hand_scan(&guide.screen(), guide.reading(), guide.is_done()),
        None => HandScan {
            stickers: "?".repeat(54),
            faces: vec!["missing".to_owned(); 6],
            ..HandScan::default()
        },
    }
}
