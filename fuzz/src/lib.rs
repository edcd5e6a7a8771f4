//! Targets for a fuzzer: each takes any bytes, gives them to code that reads what comes from outside, and panics where
//! that breaks a property.
//!
//! `cargo xtask fuzz` runs a target under libFuzzer, and a test replays the corpus without it. A property is stated
//! independently of the code wherever it can be: what is written is read back, what is accepted obeys its laws.

mod brick;
mod config;
mod detector;
mod facelets;
mod image;
mod launch;
#[cfg(feature = "messages")]
mod messages;
mod moves;
mod page;
mod recording;
mod trajectory;
mod words;

/// Names the target that the program `fuzz` runs.
pub const VARIABLE: &str = "CUBERIG_FUZZ_TARGET";

/// Something that reads bytes from outside.
pub struct Target {
    /// Its name, also that of its folder in the corpus.
    pub name: &'static str,
    /// Reads them; panics where a property is broken.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "brick", run: brick::run },
    Target { name: "config", run: config::run },
    Target { name: "detector", run: detector::run },
    Target { name: "facelets", run: facelets::run },
    Target { name: "image", run: image::run },
    Target { name: "launch", run: launch::run },
    #[cfg(feature = "messages")]
    Target { name: "messages", run: messages::run },
    Target { name: "moves", run: moves::run },
    Target { name: "page", run: page::run },
    Target { name: "recording", run: recording::run },
    Target { name: "trajectory", run: trajectory::run },
    Target { name: "words", run: words::run },
];

/// The first byte, and the rest as text; nothing where it is no text.
fn choice_and_text(data: &[u8]) -> Option<(u8, &str)> {
    let (choice, text) = data.split_first()?;
    Some((*choice, std::str::from_utf8(text).ok()?))
}

/// Typed values from bytes. Where the bytes end, zeros follow: nearly all bytes are some value.
fn value<T: for<'bytes> serde::Deserialize<'bytes>>(data: &[u8]) -> Option<T> {
    let mut bytes = data.to_vec();
    bytes.resize(data.len() + 1024, 0);
    postcard::from_bytes(&bytes).ok()
}
