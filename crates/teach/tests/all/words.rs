//! The words of the lessons: all there, all used, nothing left to fill in.

use std::collections::BTreeSet;

use cube::{Color, ColorScheme, Cube, Notation, format_turns};
use teach::catalogue::{Set, cases, find};
use teach::{Language, Method, MethodText, Options, teach};

/// Every case of the text files occurs, so none is dead, and every text is filled in.
#[test]
fn every_case_with_words_occurs() {
    for (method, language) in
        Method::ALL.into_iter().flat_map(|method| Language::ALL.map(|language| (method, language)))
    {
        let text = MethodText::of(method, language);
        assert!(!text.title().is_empty() && !text.about().is_empty());
        let mut names = BTreeSet::new();
        let mut cases = BTreeSet::new();
        for seed in 0..3000 {
            let options = Options {
                scheme: [ColorScheme::WESTERN, ColorScheme::JAPANESE][(seed % 2) as usize],
                first: Color::ALL[(seed % 6) as usize],
                language,
                ..Options::default()
            };
            let lesson = teach(method, &Cube::from_seed(seed), &options).unwrap();
            for stage in lesson.stages() {
                for words in [&stage.name, &stage.goal, &stage.why] {
                    assert!(!words.is_empty() && !words.contains(['{', '}']), "{words}");
                }
                for step in &stage.steps {
                    for words in [&step.name, &step.reason, &step.grip] {
                        assert!(!words.is_empty() && !words.contains(['{', '}']), "{words}");
                    }
                    names.insert(step.name.clone());
                    cases.insert(step.case.clone());
                }
            }
        }
        let written = text.cases().count();
        assert!(written <= names.len(), "{method}: {written} cases, but {names:?}");
        // Cases of the catalogue are many; the others must all occur by their own name.
        if method != Method::Cfop {
            let known: BTreeSet<String> = text.cases().map(str::to_owned).collect();
            assert_eq!(cases, known, "{method}");
        }
    }
}

/// All 57, 21 and 41 cases occur in lessons of random cubes.
#[test]
fn every_case_of_the_catalogue_occurs_in_lessons() {
    let mut seen = BTreeSet::new();
    for seed in 0..4000 {
        let lesson = teach(Method::Cfop, &Cube::from_seed(seed), &Options::default()).unwrap();
        seen.extend(lesson.steps().map(|(_, step)| step.case.clone()));
    }
    for set in Set::ALL {
        for case in cases(set) {
            assert!(seen.contains(&case.title()), "{}", case.title());
        }
    }
}

#[test]
fn cases_are_found_by_number_name_and_title() {
    let sune = find(Set::Oll, "sune").unwrap();
    assert_eq!(sune.number, 27);
    assert_eq!(find(Set::Oll, "27").unwrap().number, 27);
    assert_eq!(find(Set::Pll, "aa").unwrap().title(), "PLL Aa");
    assert_eq!(find(Set::F2l, "F2L 5").unwrap().number, 5);
    assert!(find(Set::Pll, "Q").unwrap_err().to_string().contains("Aa Ab E"));
    assert!(find(Set::Oll, "58").unwrap_err().to_string().contains("1 to 57"));
}

/// Cases with a usual left-handed sequence have it too.
#[test]
fn some_cases_have_a_sequence_for_the_left_hand() {
    for (set, least) in [(Set::Oll, 16), (Set::Pll, 14)] {
        let left = cases(set).iter().filter(|case| case.left.is_some());
        assert!(least <= left.count());
    }
}

/// A reason names the moves of its step, not those of a template; where the first turn is joined, it says with what.
#[test]
fn the_reasons_name_the_moves_of_their_steps() {
    let (mut named, mut joined) = (0, 0);
    for seed in 0..30 {
        for method in Method::ALL {
            let lesson = teach(method, &Cube::from_seed(seed), &Options::default()).expect("a lesson");
            for (_, step) in lesson.steps() {
                let moves = format_turns(step.turns(), Notation::Standard);
                let is_named = step.reason.contains(&moves);
                let is_case =
                    step.case.starts_with("middle-") || step.case.starts_with("F2L") || step.case.starts_with("OLL");
                let takes_out = ["middle-reversed", "middle-wrong"].contains(&step.case.as_str());
                assert!(is_named || !is_case || takes_out, "{}: {moves}: {}", step.case, step.reason);
                named += usize::from(is_named);
                joined += usize::from(step.reason.contains(" join into one "));
            }
        }
    }
    assert!(600 < named && 10 < joined, "{named} reasons name their moves, {joined} join two");
}
