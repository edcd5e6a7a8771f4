//! Reads what a browser sends.

use crate::protocol::Request;

/// Bytes of one request.
pub(crate) const LONGEST: usize = 64 << 10;
/// Letters of a reason: what the browser sent may stand in it.
const LONGEST_REASON: usize = 300;

/// Reads a request.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn read(text: &str) -> Result<Request, String> {
    if LONGEST < text.len() {
        let length = text.len();
        return Err(format!("this request has {length} bytes, and {LONGEST} are allowed"));
    }
    serde_json::from_str(text).map_err(|error| {
        let reason: String = error.to_string().chars().take(LONGEST_REASON).collect();
        format!("this request cannot be read: {reason}")
    })
}
