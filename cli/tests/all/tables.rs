//! `tables`: built ahead, listed, checked, repaired and removed, each time in a cache folder of the test's own.

use std::path::PathBuf;
use std::process::Command;

use crate::support::{SOLVED, SUPERFLIP, cuberig_with_cache, model};
use testkit::Folder;

/// The table that is soonest built.
const METHOD: [&str; 2] = ["--method", "thistlethwaite"];

fn table(cache: &Folder) -> PathBuf {
    cache.0.join("tables/thistlethwaite.1.table")
}

/// A cache folder that cannot be made: below a file.
#[test]
fn without_a_usable_cache_tables_serve_from_memory() {
    let folder = Folder::new("no-cache");
    let file = folder.write("a-file", "a file");
    for command in [&["solve", METHOD[0], METHOD[1]][..], &["plan", "--profile", "nxt-2015"]] {
        let about = [SUPERFLIP, "--time-limit", "0.1", "--json"];
        let answer = cuberig_with_cache(&file, &[command, &about].concat()).done();
        assert!(!answer.one_json()["moves"].is_null(), "{}", answer.stdout);
        let warned = answer.stderr.contains(&file) && answer.stderr.contains("memory only");
        assert!(warned, "{}", answer.stderr);
    }
    // Who wants them kept gets no minutes of work for nothing.
    cuberig_with_cache(&file, &["tables", METHOD[0], METHOD[1]]).fails(1, &file);
}

#[test]
fn tables_are_built_once_listed_and_removed() {
    let cache = Folder::new("built");
    let tables = |arguments: &[&str]| cuberig_with_cache(cache.path(), &[&["tables"], arguments].concat());
    assert!(tables(&[]).done().stdout.starts_with("no tables in "));
    assert!(tables(&["--json"]).done().stdout.is_empty());
    let build = [METHOD[0], METHOD[1], "--json"];
    let built = tables(&build).done().one_json();
    assert_eq!(built["table"], "thistlethwaite");
    assert!(0.0 < built["build_seconds"].as_f64().unwrap());
    assert_eq!(built["bytes"], std::fs::metadata(table(&cache)).unwrap().len());
    assert_eq!(built["file"], table(&cache).display().to_string());
    let again = tables(&build).done().one_json();
    assert!(again.get("build_seconds").is_none(), "{again}");
    assert_eq!(tables(&["--json"]).done().one_json(), again);

    tables(&["--remove", "korf"]).fails(1, "only thistlethwaite");
    std::fs::write(cache.0.join("tables/notes.txt"), "mine").unwrap();
    tables(&["--remove", "all"]).done();
    assert!(!table(&cache).exists());
    assert!(cache.0.join("tables/notes.txt").exists(), "other files are left alone");
}

#[test]
fn a_named_pipe_in_place_of_a_table_is_built_again() {
    let cache = Folder::new("pipe");
    std::fs::create_dir_all(cache.0.join("tables")).expect("a folder");
    let made = Command::new("mkfifo").arg(table(&cache)).status();
    assert!(made.expect("mkfifo is there").success());
    let pipe = "it is a named pipe, not a file";
    let check = cuberig_with_cache(cache.path(), &["tables", "--check"]);
    assert_eq!(check.status, 1);
    assert!(format!("{}{}", check.stdout, check.stderr).contains(pipe), "{}", check.stdout);
    let built = cuberig_with_cache(cache.path(), &["tables", METHOD[0], METHOD[1]]).done();
    assert!(built.stderr.contains(pipe), "{}", built.stderr);
    assert!(table(&cache).is_file());
}

#[test]
fn a_damaged_table_is_found_and_built_again() {
    let cache = Folder::new("damaged");
    let run = |arguments: &[&str]| cuberig_with_cache(cache.path(), arguments);
    run(&["tables", METHOD[0], METHOD[1]]).done();
    let sound = std::fs::read(table(&cache)).unwrap();
    assert!(run(&["tables", "--check"]).done().stdout.contains(" sound"));
    let mut flipped = sound.clone();
    flipped[1_000_000] ^= 4;
    for damaged in [&flipped[..], &sound[..sound.len() - 1], &sound[..100], &[]] {
        std::fs::write(table(&cache), damaged).unwrap();
        let check = run(&["tables", "--check", "--json"]);
        let found = check.fails(1, &table(&cache).display().to_string()).one_json();
        assert!(found["damage"].is_string(), "{found}");
        // Solving reports it in one sentence, repairs it and answers.
        let cube = model::apply_all(SOLVED, "R U");
        let answer = run(&["solve", METHOD[0], METHOD[1], "--json", &cube]).done();
        // A busy machine builds long enough to report its progress.
        let is_progress = |line: &&str| line.starts_with("cuberig: building table");
        let mut said = answer.stderr.lines().filter(|line| !is_progress(line));
        let repaired = said.next().is_some_and(|line| line.contains("so it is built again"));
        assert!(repaired && said.next().is_none(), "{}", answer.stderr);
        let moves = answer.one_json()["moves"].as_str().unwrap().to_owned();
        assert_eq!(model::apply_all(&cube, &moves), SOLVED);
        assert_eq!(std::fs::read(table(&cache)).unwrap(), sound);
    }
}
