//! Tables that are damaged, too large or not to be written: one sentence each, and an answer wherever there can be one.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use cube::{Cube, Metric, Move};
use solver::{Control, Error, Limits, LoadOptions, TableFile};
use testkit::Folder;
use thesis::Method;

/// Loads, solves a cube, and returns the notes that were reported.
fn use_tables(method: Method, directory: &Path) -> Vec<String> {
    let notes = Mutex::new(Vec::new());
    let solver = method
        .load(&LoadOptions::small(directory), &|progress| {
            notes.lock().unwrap().extend(progress.note.clone());
        })
        .unwrap();
    let cube = Cube::SOLVED.apply(Move::ALL[4]).apply(Move::ALL[7]);
    let solution = solver.solve(&cube, &Limits::default(), &Control::default()).unwrap();
    assert!(cube.apply_all(solution.moves()).is_solved());
    notes.into_inner().unwrap()
}

/// Damages each table of the method in several ways; each is found, reported once and repaired.
fn survives_damage(method: Method) {
    let directory = Folder::new(&format!("damage-{method}"));
    assert_eq!(use_tables(method, &directory.0), [""; 0]);
    let files = TableFile::list(&directory.0).unwrap();
    assert!(!files.is_empty());
    for file in &files {
        assert_eq!(file.check(), Ok(()));
        let sound = fs::read(&file.path).unwrap();
        let mut flipped = sound.clone();
        flipped[sound.len() * 2 / 3] ^= 16;
        for damaged in [&flipped, &sound[..sound.len() / 2]] {
            fs::write(&file.path, damaged).unwrap();
            let notes = use_tables(method, &directory.0);
            assert_eq!(notes.len(), 1, "{notes:?}");
            assert!(notes[0].contains(&file.path.display().to_string()), "{}", notes[0]);
            assert!(notes[0].ends_with("so it is built again"), "{}", notes[0]);
            assert!(fs::read(&file.path).unwrap() == sound, "built as before");
        }
    }
}

#[test]
fn thistlethwaite_survives_damage() {
    survives_damage(Method::Thistlethwaite);
}

#[test]
#[ignore = "builds the pattern databases three times"]
fn korf_survives_damage() {
    survives_damage(Method::Korf);
}

#[test]
fn too_little_memory_is_refused_with_what_is_needed() {
    let options = LoadOptions { memory: Some(1_000_000), ..LoadOptions::default() };
    for method in [Method::Korf, Method::KorfFringe] {
        let error = method.load(&options, &|_| {}).err().unwrap();
        let Error::TooLittleMemory { needed, allowed, .. } = error else {
            panic!("{method}: {error}");
        };
        assert!(allowed == 1_000_000 && 1_000_000 < needed, "{method}");
    }
}

#[test]
fn no_threads_build_no_tables() {
    let options = LoadOptions { threads: 0, ..LoadOptions::default() };
    for method in [Method::Korf, Method::KorfFringe] {
        let error = method.load(&options, &|_| {}).err().unwrap();
        assert!(matches!(error, Error::NoThreads), "{method}: {error}");
    }
}

#[test]
fn a_directory_that_cannot_be_written_is_refused_before_any_work() {
    for method in Method::ALL {
        let worked = |progress: &solver::Progress| panic!("{progress}");
        let options = LoadOptions::small("/dev/null/tables");
        let error = method.load(&options, &worked).err().unwrap();
        assert!(matches!(error, Error::Cache { .. }), "{method}: {error}");
        assert!(error.to_string().contains("/dev/null/tables"), "{error}");
    }
}

#[test]
fn a_metric_other_than_half_turns_is_refused_before_any_work() {
    let folder = Folder::new("refused-metric");
    let directory = folder.0.join("tables");
    for method in Method::ALL {
        for metric in Metric::ALL.into_iter().skip(1) {
            let worked = |progress: &solver::Progress| panic!("{progress}");
            let options = LoadOptions { metric, ..LoadOptions::small(&directory) };
            let error = method.load(&options, &worked).err().unwrap();
            assert_eq!(
                error.to_string(),
                format!("the method {method} cannot minimise {metric} lengths: use auto or two-phase")
            );
            assert!(!directory.exists(), "{method}, {metric}");
        }
    }
}
