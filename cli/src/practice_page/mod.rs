//! `cuberig practise`: drills and a timer on a page, until Ctrl-C.

mod attack;
mod host;
mod outcome;
mod practised;
mod scrambles;
mod sets;

use std::path::Path;

use page::protocol::{Controls, Hello, Part, View};

use self::host::PracticeHost;
pub use self::practised::Practised;
use crate::failure::Failure;
use crate::page_host;
use crate::phone;

/// What can be asked for on this page.
const CONTROLS: [&str; 11] =
    ["speak", "learner", "drill", "drilled", "own", "session", "timed", "amend", "forget", "rescramble", "check"];

/// Serves the page at a port of this machine, 0 for any free one, and to phones where they are wanted.
pub fn serve(practised: Practised, port: u16, to_phones: bool, file: &Path) -> Result<(), Failure> {
    let options = phone::options(port, to_phones, Hello::new(View::Practice, ""))?;
    let reasons = CONTROLS.map(|name| (name.to_owned(), String::new()));
    let fixed = vec![Part::Controls(Controls { reasons: reasons.into() })];
    let mut host = PracticeHost::new(practised);
    page_host::serve(options, &format!("practice (kept in {}) is", file.display()), fixed, &mut host)
}
