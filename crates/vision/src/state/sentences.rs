//! The report of a reading, in sentences for people.

use cube::{Cube, sticker_name};

use super::reading::{StateReading, Verdict};

/// Stickers by name and colour.
fn listed(reading: &StateReading, stickers: &[usize]) -> String {
    let list: Vec<String> =
        stickers.iter().map(|&sticker| format!("{} ({})", sticker_name(sticker), reading.colors[sticker])).collect();
    list.join(", ")
}

/// What the laws of the cube have put right, if anything.
fn put_right(reading: &StateReading) -> Option<String> {
    (!reading.repaired.is_empty())
        .then(|| format!("put right by the laws of the cube: {}", listed(reading, &reading.repaired)))
}

/// What people should know of a certain reading.
pub(super) fn notes(reading: &StateReading) -> Vec<String> {
    match reading.verdict {
        Verdict::Certain => put_right(reading).into_iter().collect(),
        Verdict::Doubtful | Verdict::Impossible => Vec::new(),
    }
}

/// The reading's flaws in sentences.
pub(super) fn problems(reading: &StateReading) -> Vec<String> {
    let mut problems = Vec::new();
    match reading.verdict {
        Verdict::Certain => {}
        Verdict::Doubtful => {
            problems.push(format!(
                "another cube fits nearly as well, or the colours are unlike a cube's; in doubt: {}",
                listed(reading, &reading.doubtful)
            ));
            problems.extend(put_right(reading));
        }
        Verdict::Impossible => {
            let law = broken_law(reading);
            problems.push(format!("these six faces make no cube: {law}; a face may be turned, shown twice or misread"));
        }
    }
    problems
}

/// Why an impossible reading is no cube.
pub(super) fn broken_law(reading: &StateReading) -> String {
    match Cube::try_from(&reading.facelets) {
        Ok(_) => "the colours fit no cube".to_owned(),
        Err(error) => error.in_colors(&reading.scheme),
    }
}
