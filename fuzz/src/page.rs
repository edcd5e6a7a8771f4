//! What a browser sends over the WebSocket of the page.

use cube::{ColorScheme, Cube, Reading};
use page::protocol::Ask;
use page::{laws, lesson_request, read_request};
use teach::Language;

/// A request is refused in a short sentence, or is written and read again as the same; what needs no host is answered.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let request = match read_request(text) {
        Ok(request) => request,
        Err(reason) => return assert!(!reason.is_empty() && reason.chars().count() < 400, "{reason}"),
    };
    let written = serde_json::to_string(&request).expect("a request can be written");
    // Of numbers the last bit may differ: serde_json reads them fast.
    let again = read_request(&written);
    let has_numbers = matches!(request.ask, Ask::Play { .. } | Ask::Fault { .. });
    assert!(if has_numbers { again.is_ok() } else { again.as_ref() == Ok(&request) }, "{written}");
    let _ = lesson_request(&request.ask, Language::German);
    match &request.ask {
        Ask::Check { cube } | Ask::SetCube { cube } | Ask::LearnColors { cube } => checked(cube),
        Ask::FromMoves { moves } => {
            let answer = laws::from_moves(moves, &ColorScheme::WESTERN, Language::German);
            assert_eq!(answer.ok, is_cube(&answer.cube), "{answer:?}");
        }
        _ => {}
    }
}

/// The page and the reader of cubes agree, and a sticker that is named exists.
fn checked(text: &str) {
    let answer = laws::check(text, Language::German);
    assert!(!answer.text.is_empty() && answer.stickers.iter().all(|&sticker| sticker < 54), "{answer:?}");
    if !text.contains('?') {
        assert_eq!(answer.ok, is_cube(text), "{answer:?}");
    }
    assert_eq!(laws::entered(text, Language::German).is_ok(), !text.contains('?') && answer.ok, "{answer:?}");
}

fn is_cube(text: &str) -> bool {
    Reading::parse(text).is_ok_and(|reading| Cube::try_from(&reading.facelets).is_ok())
}
