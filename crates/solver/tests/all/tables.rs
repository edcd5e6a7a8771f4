//! Tables that are damaged, too large or not to be written: one sentence each, and an answer wherever there can be one.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use cube::{Cube, Metric};
use solver::{Control, Error, Limits, LoadOptions, Method, TableFile};
use testkit::Folder;

/// Loads, solves a cube, and returns the notes that were reported.
fn use_tables(method: Method, directory: &Path) -> Vec<String> {
    let notes = Mutex::new(Vec::new());
    let solver = method
        .load(&LoadOptions::small(directory), &|progress| {
            notes.lock().unwrap().extend(progress.note.clone());
        })
        .unwrap();
    let cube = Cube::SOLVED.apply(cube::Move::ALL[4]).apply(cube::Move::ALL[7]);
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
        assert_eq!(sound.len() as u64, file.bytes);
        let mut flipped = sound.clone();
        flipped[sound.len() * 2 / 3] ^= 16;
        for damaged in [&flipped, &sound[..sound.len() / 2]] {
            fs::write(&file.path, damaged).unwrap();
            let found = TableFile::list(&directory.0).unwrap();
            let found = found.iter().find(|found| found.path == file.path).unwrap();
            assert_eq!(found.check(), Err("is damaged".to_owned()));
            let notes = use_tables(method, &directory.0);
            assert_eq!(notes.len(), 1, "{notes:?}");
            assert!(notes[0].contains(&file.path.display().to_string()), "{}", notes[0]);
            assert!(notes[0].ends_with("so it is built again"), "{}", notes[0]);
            assert!(fs::read(&file.path).unwrap() == sound, "built as before");
        }
    }
}

#[test]
#[ignore = "builds the tables of two-phase and optimal several times"]
fn optimal_and_two_phase_survive_damage() {
    survives_damage(Method::Optimal);
}

#[test]
fn too_little_memory_is_refused_with_what_is_needed() {
    for method in Method::ALL {
        let options = LoadOptions { memory: Some(1_000_000), ..LoadOptions::default() };
        let error = method.load(&options, &|_| {}).err().unwrap();
        let Error::TooLittleMemory { needed, allowed, .. } = error else {
            panic!("{method}: {error}");
        };
        assert!(allowed == 1_000_000 && 1_000_000 < needed, "{method}");
    }
}

/// Before a table is read, built or announced. What can be minimised gets as far as the folder, which cannot be made here.
#[test]
fn a_metric_that_a_method_cannot_minimise_is_refused_before_any_work() {
    let folder = Folder::new("refused-metric");
    let directory = folder.0.join("tables");
    let worked = |progress: &solver::Progress| panic!("{progress}");
    for (method, metric) in Method::ALL.into_iter().flat_map(|method| Metric::ALL.map(|metric| (method, metric))) {
        let load = |directory: &Path| {
            let options = LoadOptions { metric, ..LoadOptions::small(directory) };
            method.load(&options, &worked).err().unwrap()
        };
        let is_able = metric == Metric::HalfTurn || [Method::Auto, Method::TwoPhase].contains(&method);
        assert_eq!(method.minimises(metric), is_able, "{method}, {metric}");
        if is_able {
            let error = load(Path::new("/dev/null/tables"));
            assert!(matches!(error, Error::Cache { .. }), "{method}, {metric}: {error}");
        } else {
            assert_eq!(
                load(&directory).to_string(),
                format!("the method {method} cannot minimise {metric} lengths: use auto or two-phase")
            );
            assert!(!directory.exists(), "{method}, {metric}");
        }
    }
}

#[test]
fn no_threads_build_no_tables() {
    for method in Method::ALL {
        let options = LoadOptions { threads: 0, ..LoadOptions::default() };
        let error = method.load(&options, &|_| {}).err().unwrap();
        assert!(matches!(error, Error::NoThreads), "{method}: {error}");
    }
}

#[test]
fn a_directory_that_cannot_be_written_is_refused_before_any_work() {
    let metrics = [Metric::QuarterTurn, Metric::AxialHalfTurn].map(|metric| (Method::TwoPhase, metric));
    let methods = Method::ALL.map(|method| (method, Metric::HalfTurn));
    for (method, metric) in methods.into_iter().chain(metrics) {
        let options = LoadOptions { metric, ..LoadOptions::small("/dev/null/tables") };
        let worked = |progress: &solver::Progress| panic!("{progress}");
        let error = method.load(&options, &worked).err().unwrap();
        assert!(matches!(error, Error::Cache { .. }), "{method}: {error}");
        assert!(error.to_string().contains("/dev/null/tables"), "{error}");
    }
}
