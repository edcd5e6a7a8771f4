//! What differs between a recording and its replay.

/// A difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// When the recorded message was sent, seconds since the recording began.
    pub seconds: f64,
    /// The topic, without the rig's namespace.
    pub topic: &'static str,
    /// What was recorded, and what it is now.
    pub text: String,
}

/// What was compared on a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Messages in the recording.
    pub recorded: u64,
    /// Those that were compared.
    pub compared: u64,
    /// Those that differ.
    pub different: u64,
}
