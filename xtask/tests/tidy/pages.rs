//! The pages: their figures are those of the JSON file, and what they link to exists.

use std::collections::BTreeSet;
use std::process::Command;

use crate::tree::{SourceFile, files, report, root};

/// The pages in `docs` and in the root.
fn pages() -> Vec<SourceFile> {
    let mut pages = files(&["docs"], &[".md"]);
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "QUALITY_DECLARATION.md"] {
        let text = std::fs::read_to_string(root().join(name)).expect("a page of the root");
        pages.push(SourceFile { name: name.to_owned(), text });
    }
    pages
}

/// The lines outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The names by which GitHub links to the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
    titles
        .map(|title| title.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect())
        .collect()
}

#[test]
fn the_tables_of_benchmarks_are_those_of_the_figures() {
    let checked = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["figures", "--check"]).output().expect("it starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut findings = Vec::new();
    let mut links = 0;
    for page in pages() {
        let folder = root().join(&page.name).parent().expect("a page lies in a folder").to_owned();
        for rest in prose(&page.text).flat_map(|line| line.split("](").skip(1)) {
            let link = rest.split(')').next().unwrap_or_default();
            if link.contains("://") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { root().join(&page.name) } else { folder.join(file) };
            if !target.exists() {
                findings.push(format!("{}: {link} is not there", page.name));
            } else if !anchor.is_empty() {
                let text = std::fs::read_to_string(&target).expect("a page is text");
                if !anchors(&text).contains(anchor) {
                    findings.push(format!("{}: {link} has no such heading", page.name));
                }
            }
        }
    }
    assert!(50 < links, "only {links} links were found");
    report(&findings);
}
