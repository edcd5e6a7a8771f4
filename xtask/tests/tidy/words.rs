//! Plain words: names and sentences use the standard terms of the field. The list grows with what readers stumble over.

use crate::tree::{files, report};

/// Words that a reader meets nowhere else in the field, and what to write instead. Parts of names count too: `is_told`, `CubeNews`.
const PRIVATE: [(&str, &str); 12] = [
    ("askew", "misaligned"),
    ("believed", "assumed"),
    ("complaints", "findings"),
    ("hears", "receives"),
    ("news", "update, event"),
    ("reckoned", "estimated"),
    ("squaring", "zeroing"),
    ("supposed", "assumed"),
    ("tells", "reports, returns"),
    ("tempo", "clock"),
    ("told", "given, set, reported"),
    ("whoever", "any client, the caller"),
];

/// The same for several words in a row.
const PHRASES: [(&str, &str); 4] =
    [("as good as", "nearly"), (" for ever ", "forever"), ("so many ", "this many"), ("is to be had", "is available")];

/// The words of a line: runs of letters, cut before a capital letter as well.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in line.chars() {
        if (letter.is_uppercase() || !letter.is_alphabetic()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

#[test]
fn words_are_those_of_the_field() {
    let folders =
        ["crates", "nodes", "cli", "fuzz", "tests", "xtask/src", "docs", "launch", "config", "msgs", "physics"];
    let sources = files(&folders, &[".rs", ".py", ".ts", ".md", ".msg", ".srv", ".action", ".xml", ".toml"]);
    assert!(500 < sources.len(), "only {} files were found", sources.len());
    let mut findings = Vec::new();
    for source in &sources {
        for (number, line) in source.text.lines().enumerate() {
            let words = words(line);
            let private = PRIVATE.iter().filter(|(private, _)| words.iter().any(|word| word == private));
            let phrases = PHRASES.iter().filter(|(phrase, _)| line.contains(phrase));
            findings.extend(private.chain(phrases).map(|(found, instead)| {
                format!("{}:{}: '{}'; write '{instead}'", source.name, number + 1, found.trim())
            }));
        }
    }
    report(&findings);
}

#[test]
fn a_name_has_words_too() {
    assert_eq!(words("fn is_told(x: CubeNews)"), ["fn", "is", "told", "x", "cube", "news", ""]);
}
