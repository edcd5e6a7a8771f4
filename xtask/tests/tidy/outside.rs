//! What comes from outside the program is read by `cube::outside`, which knows a limit and what is no file.

use crate::sources::{is_test, shipped};
use crate::tree::{files, report};

/// What opens or reads a file of any size and kind.
const DIRECT: [&str; 6] =
    ["fs::read(", "fs::read)", "fs::read_to_string(", "File::open(", "_pem_file", "Reader::from_path("];

/// Who may, and why.
const ALLOWED: [(&str, &str); 6] = [
    ("crates/cube/src/outside/", "it is the limit"),
    ("crates/solver/src/memory.rs", "a file of /proc"),
    ("cli/src/bench/page.rs", "a file of /proc"),
    ("cli/src/bench/machine.rs", "files of /proc"),
    ("cli/src/bench/solver/measure.rs", "a file of /proc"),
    ("cli/src/bench/thesis/result_cache.rs", "the program itself"),
];

#[test]
fn files_from_outside_are_read_up_to_a_limit() {
    let sources = files(&["crates", "cli", "nodes"], &[".rs"]);
    let product = sources.iter().filter(|file| !is_test(&file.name));
    let direct: Vec<(&str, String)> = product
        .flat_map(|file| {
            let lines = shipped(&file.text).enumerate();
            let direct = lines.filter(|(_, line)| {
                // `VideoFile::open` and `HistoryFile::open` are ours.
                let code = line.split("//").next().unwrap_or_default();
                let code = code.replace("VideoFile::", "").replace("HistoryFile::", "");
                DIRECT.iter().any(|direct| code.contains(direct))
            });
            direct.map(|(number, _)| (file.name.as_str(), format!("{}:{}", file.name, number + 1)))
        })
        .collect();
    let mut findings = Vec::new();
    for (name, place) in &direct {
        if !ALLOWED.iter().any(|(allowed, _)| name.starts_with(allowed)) {
            findings.push(format!(
                "{place}: read files by `cube::outside`, which has a limit, or name the file and the reason here"
            ));
        }
    }
    for (allowed, reason) in ALLOWED {
        if !direct.iter().any(|(name, _)| name.starts_with(allowed)) {
            findings.push(format!("{allowed} ({reason}) reads no file any more"));
        }
    }
    report(&findings);
}
