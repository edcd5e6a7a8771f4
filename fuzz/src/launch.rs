//! Launch files, from XML to the command lines that they stand for.

/// A launch file is refused with a reason, or names only processes.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // A file that includes others would have the target read whatever lies on this computer.
    if text.contains("include") {
        return;
    }
    match rosprefix::launch::preview(text) {
        Err(error) => assert!(!format!("{error:#}").is_empty()),
        Ok(lines) => assert!(lines.iter().all(|line| line.contains("--ros-args")), "{lines:?}"),
    }
}
