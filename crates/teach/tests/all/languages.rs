//! Every language says what English says: the same keys, with the same names in braces, in other words. And every sentence is used.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cube::{Color, Cube};
use teach::catalogue::{Set, cases};
use teach::{Language, Method, Options, Tutor, Words, teach};

/// The texts of a folder of `text/` by file and key.
fn texts(language: Language) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("text").join(language.code());
    let mut texts = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let file: toml::Table = toml::from_str(&text).expect("it is TOML");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        collect(&name, &toml::Value::Table(file), &mut texts);
    }
    texts
}

fn collect(key: &str, value: &toml::Value, texts: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) => table.iter().for_each(|(name, it)| collect(&format!("{key}.{name}"), it, texts)),
        toml::Value::Array(all) => {
            all.iter().enumerate().for_each(|(at, it)| collect(&format!("{key}.{at}"), it, texts));
        }
        // Only languages whose colours have endings have them without.
        _ if key.starts_with("words.stems") => {}
        other => {
            texts.insert(key.to_owned(), other.as_str().expect("a text").to_owned());
        }
    }
}

/// The names in braces, without the mark for a colour without its ending.
fn names(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    inside.map(|(name, _)| name.strip_suffix("-stem").unwrap_or(name)).collect()
}

/// Keys of stages, and words that are the same in both languages.
fn may_be_equal(key: &str, text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    letters < 3
        || key.ends_with(".key")
        || ["CFOP", "orange"].contains(&text)
        || names(text).len() * 3 > text.split_whitespace().count()
}

#[test]
fn every_language_has_what_english_has_in_its_own_words() {
    let english = texts(Language::English);
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let own = texts(language);
        let keys = |texts: &BTreeMap<String, String>| texts.keys().cloned().collect::<BTreeSet<String>>();
        assert_eq!(keys(&own), keys(&english), "{language}");
        for (key, text) in &english {
            assert_eq!(names(&own[key]), names(text), "{language}: {key}");
            assert!(own[key] != *text || may_be_equal(key, text), "{language}: {key} is not translated");
        }
    }
}

/// Sentences are found by keys that stand as texts in the code, so both sides can be compared.
#[test]
fn every_sentence_is_used_and_every_sentence_that_is_used_is_there() {
    let known: BTreeSet<String> = Words::of(Language::English).keys().collect();
    let sections: BTreeSet<&str> =
        known.iter().filter_map(|key| key.split_once('.')).map(|(section, _)| section).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut used = BTreeSet::new();
    for folder in
        ["crates/teach/src", "crates/tutor/src", "crates/practice/src", "crates/page/src", "cli/src", "nodes/src"]
    {
        read_sources(&root.join(folder), &mut |source| {
            for text in source.split('"') {
                if text.split_once('.').is_some_and(|(section, key)| {
                    sections.contains(section) && is_key(key) && !key.starts_with("sqlite")
                }) {
                    used.insert(text.to_owned());
                }
            }
        });
    }
    // The catalogue's own names of groups are keys.
    let groups = Set::ALL.into_iter().flat_map(cases).map(|case| format!("group.{}", case.group));
    used.extend(groups);
    let missing: Vec<_> = used.difference(&known).collect();
    let unused: Vec<_> = known.difference(&used).collect();
    assert!(missing.is_empty() && unused.is_empty(), "missing: {missing:?}, unused: {unused:?}");
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
}

fn read_sources(folder: &Path, take: &mut impl FnMut(&str)) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_sources(&path, take);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            take(&std::fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// The moves do not depend on the language, and only the words do.
#[test]
fn a_lesson_in_another_language_is_the_same_lesson() {
    for seed in 0..40 {
        for method in Method::ALL {
            let options = Options { first: Color::ALL[(seed % 6) as usize], ..Options::default() };
            let english = teach(method, &Cube::from_seed(seed), &options).expect("a lesson");
            let german = Options { language: Language::German, ..options };
            let german = teach(method, &Cube::from_seed(seed), &german).expect("a lesson");
            assert_eq!(english.moves(), german.moves());
            for ((_, one), (_, other)) in english.steps().zip(german.steps()) {
                assert_eq!((&one.case, &one.pieces), (&other.case, &other.pieces));
                assert_ne!(one.reason, other.reason, "{}", one.case);
                assert_ne!(one.grip, other.grip);
            }
        }
    }
}

/// A learner who changes the language loses nothing: not the place, not the extra turns, not what can be undone.
#[test]
fn a_tutor_changes_the_language_and_nothing_else() {
    let mut tutor = Tutor::new(Method::Beginner, &Cube::from_seed(3), Options::default()).expect("a lesson");
    tutor.go_to(5).expect("it is longer");
    let turn = cube::parse_steps("R", cube::Notation::Standard).expect("a turn");
    tutor.turn(&turn).expect("it is followed");
    tutor.turn(&turn).expect("it is followed");
    let before = tutor.clone();
    tutor.speak(Language::German).expect("it is the same lesson");
    assert_eq!(tutor.player().at(), before.player().at());
    assert_eq!(tutor.extra_turns(), before.extra_turns());
    assert_eq!(tutor.hand(), before.hand());
    assert_eq!(tutor.player().moves(), before.player().moves());
    assert_eq!(tutor.undoable(), before.undoable());
    assert!(tutor.undo());
    assert_eq!(tutor.options().language, Language::German);
    assert_eq!(tutor.player().lesson().stages()[0].name, "weißes Kreuz");
}

/// Adjectives end as they must, for all six colours.
#[test]
fn german_colours_have_their_endings() {
    let crosses = Color::ALL.map(|first| {
        let options = Options { first, language: Language::German, ..Options::default() };
        teach(Method::Beginner, &Cube::from_seed(1), &options).expect("a lesson").stages()[0].name.clone()
    });
    let wanted = ["weißes", "gelbes", "rotes", "orangenes", "grünes", "blaues"].map(|word| format!("{word} Kreuz"));
    assert_eq!(crosses, wanted);
}
