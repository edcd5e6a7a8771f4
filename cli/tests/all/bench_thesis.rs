//! `bench thesis`: rows that scripts can rely on, cached from run to run, and pictures of them.

use std::process::Command;

use crate::support::folder::Folder;
use crate::support::{self, Answer, cuberig};

/// Runs it with a cache folder of the test's own.
fn thesis(cache: &Folder, arguments: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cuberig"));
    command.args(["bench", "thesis"]).args(arguments);
    command.env("CUBERIG_CACHE", cache.path());
    support::run(command, b"")
}

#[test]
fn every_row_has_the_published_figure_the_measured_one_and_the_ratio() {
    let cache = Folder::new("thesis-rows");
    let answer = thesis(&cache, &["2.13", "2.14", "--quick", "--json"]).done();
    let rows = answer.json();
    assert_eq!(rows.len(), 4 + 5);
    for row in &rows {
        let [published, measured, ratio] =
            ["published", "measured", "ratio"].map(|key| row[key].as_f64().expect("a number"));
        assert!((ratio - measured / published).abs() < 1e-12, "{row}");
        assert!(["2.13", "2.14"].contains(&row["result"].as_str().expect("a name")));
        assert_eq!(row["said"], "exactly");
    }
    // Thistlethwaite's four stages: the sizes agree, the worst cases are shorter than he knew.
    assert!(rows[..4].iter().all(|row| row["ratio"] == 1.0));
    assert_eq!((&rows[8]["published"], &rows[8]["measured"]), (&52.0.into(), &45.0.into()));
}

#[test]
fn what_was_measured_is_cached_until_it_is_asked_for_again() {
    let cache = Folder::new("thesis-cached");
    let file = cache.0.join("thesis/2.13-quick.json");
    let cached = |answer: &Answer| answer.stdout.contains("(cached; --again measures anew)");
    let first = thesis(&cache, &["2.13", "--quick"]).done();
    assert!(!cached(&first) && first.stdout.contains("1082565"), "{}", first.stdout);
    assert!(file.is_file());
    // What is printed the second time comes from the file.
    let text = std::fs::read_to_string(&file).expect("a cached result");
    std::fs::write(&file, text.replace("G1 to G2", "as it was cached")).expect("a file");
    let second = thesis(&cache, &["2.13", "--quick"]).done();
    assert!(cached(&second) && second.stdout.contains("as it was cached"), "{}", second.stdout);
    // Other conditions, a damaged file, and the wish for it measure anew.
    for arguments in [&["2.13", "--quick", "--threads", "1"][..], &["2.13", "--quick", "--again"]] {
        let answer = thesis(&cache, arguments).done();
        assert!(!cached(&answer) && answer.stdout.contains("G1 to G2"), "{}", answer.stdout);
    }
    std::fs::write(&file, &text[..text.len() / 2]).expect("a file");
    let third = thesis(&cache, &["2.13", "--quick"]).done();
    assert!(!cached(&third) && third.stdout.contains("G1 to G2"), "{}", third.stdout);
}

#[test]
fn results_are_drawn() {
    let cache = Folder::new("thesis-drawn");
    let folder = cache.0.join("pictures");
    let folder = folder.to_str().expect("UTF-8");
    thesis(&cache, &["2.14", "--quick", "--svg", folder]).done();
    let picture = std::fs::read_to_string(format!("{folder}/2.14.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("G2 to G3"), "{picture}");
}

#[test]
fn unknown_results_are_refused_with_those_that_there_are() {
    cuberig(["bench", "thesis", "9.9"]).fails(2, "5.4");
    cuberig(["bench", "thesis", "2.13", "--threads", "0"]).fails(2, "--threads");
}

#[test]
fn white_balances_that_there_are_not_are_refused() {
    let folder = Folder::new("thesis-balance");
    let picture = folder.write("none.png", "no picture");
    let scan = |arguments: &[&str]| cuberig(["scan", picture.as_str()].iter().chain(arguments));
    scan(&["--p-norm", "2"]).fails(2, "--white-balance");
    scan(&["--classifier", "classic", "--p-norm", "0.5"]).fails(2, "0.5");
    scan(&["--classifier", "classic", "--white-balance", "magic"]).fails(2, "gray");
    let vision = |arguments: &[&str]| cuberig(["bench", "vision", folder.path()].iter().chain(arguments));
    vision(&["--classifier", "hsv-density", "--p-norm", "2"]).fails(2, "--white-balance");
    vision(&["--white-balance", "p", "--p-norm", "nan"]).fails(2, "NaN");
}
