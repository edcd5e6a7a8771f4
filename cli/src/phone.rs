//! Phones: they show the page of a command, and its camera can be theirs.

use std::io::Write;

use page::protocol::Hello;
use page::{Options, Page};

use crate::failure::{Failure, OrFail};

/// What `--camera` takes for the camera of a browser that shows the page.
pub const PAGE: &str = "page";

/// What serves a page to phones.
const OPTION: &str = "--phone";

/// A page at a port of this machine, 0 for any; `to_phones` serves it to the whole network.
pub fn options(port: u16, to_phones: bool, hello: Hello) -> Result<Options, Failure> {
    match to_phones {
        true => Options::for_phones(port, hello).or_fail(),
        false => Ok(Options::local(port, hello)),
    }
}

/// Prints how a phone opens the page, where it can; the page shows it too.
pub fn offer(page: &Page) {
    page.offer_phone(OPTION);
    if let Some(code) = page.phone_text() {
        let fingerprint = page.phone(OPTION).fingerprint;
        // The error stream may be closed.
        let _ = writeln!(
            std::io::stderr(),
            "on a phone: {code}\nthe browser warns of the certificate: compare its SHA-256 with {fingerprint}"
        );
    }
}
