//! What `cuberig state --json` prints.

use serde::Serialize;

/// The JSON object of the answer: a contract, scripts rely on the keys.
#[derive(Serialize)]
pub struct State<'a> {
    /// Empty where nothing could be read.
    pub facelets: String,
    /// The same as pieces, only with --notation singmaster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Whether a cube can lie like that.
    pub valid: bool,
    /// What is wrong, or in doubt.
    pub problems: &'a [String],
    /// What was put right in a reading that is certain; left out where nothing was.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub notes: &'a [String],
}
