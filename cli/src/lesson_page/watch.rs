//! The camera's verdict as the page shows it.

use page::protocol::{HandScan, WatchNow, WatchState};
use tutor::{Seen, Session};

use crate::hand_scan::hand_scan;

/// The status of the camera; `away` is the reason if no pictures come.
pub fn watch(session: &Session, away: &str) -> WatchNow {
    let Some(seen) = session.seen() else {
        return WatchNow::default();
    };
    let (state, is_timed) = match seen {
        Seen::Nothing => (WatchState::Nothing, true),
        Seen::NotYet => (WatchState::NotYet, false),
        Seen::Done { .. } => (WatchState::Done, true),
        Seen::DoneWrongly { .. } => (WatchState::Wrong, true),
        Seen::CannotTell { .. } => (WatchState::CannotTell, false),
        Seen::SomethingElse(_) => (WatchState::Reading, true),
        Seen::Lost => (WatchState::Lost, false),
    };
    let text = session.sentence();
    WatchNow {
        state,
        text: match (&seen, away) {
            (Seen::Lost, away) if !away.is_empty() => format!("{text} The camera: {away}."),
            _ => text,
        },
        made: seen.turns(),
        undo: seen.undo(),
        show: seen.centres(),
        took: session.took().filter(|_| is_timed).map(|took| took.as_secs_f64()),
    }
}

/// What the guide wants to see while the cube is read face by face.
pub fn reading(session: &Session) -> HandScan {
    match session.guide() {
        Some(guide) => hand_scan(&guide.screen(), guide.reading(), guide.is_done()),
        None => HandScan { stickers: "?".repeat(54), faces: vec!["missing".to_owned(); 6], ..HandScan::default() },
    }
}
