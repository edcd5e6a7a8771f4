//! `tables`: built ahead, listed, checked, repaired and removed.

use crate::support;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Answer, SOLVED, SUPERFLIP, cuberig, model};

/// A cache folder of this test's own.
struct Cache(PathBuf);

impl Cache {
    fn new(name: &str) -> Cache {
        let folder = std::env::temp_dir().join(format!("cuberig-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Cache(folder)
    }

    fn run(&self, arguments: &[&str]) -> Answer {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cuberig"));
        command.args(arguments).env("CUBERIG_CACHE", &self.0);
        support::run(command, b"")
    }

    fn file(&self) -> PathBuf {
        self.0.join("tables/thistlethwaite.1.table")
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A cache folder that cannot be made: below a file.
#[test]
fn without_a_usable_cache_tables_serve_from_memory() {
    let cache = Cache::new("no-cache");
    std::fs::write(&cache.0, "a file").expect("a file");
    let file = cache.0.display().to_string();
    for command in [&["solve", "--method", "thistlethwaite"][..], &["plan", "--profile", "nxt-2015"]] {
        let about = [SUPERFLIP, "--time-limit", "0.1", "--json"];
        let answer = cache.run(&[command, &about].concat()).done();
        assert!(!answer.one_json()["moves"].is_null(), "{}", answer.stdout);
        let warned = answer.stderr.contains(&file) && answer.stderr.contains("memory only");
        assert!(warned, "{}", answer.stderr);
    }
    // Who wants them kept gets no minutes of work for nothing.
    let kept = cache.run(&["tables", "--method", "thistlethwaite"]);
    kept.fails(1, &file);
    std::fs::remove_file(&cache.0).expect("it was made");
}

#[test]
fn tables_are_built_once_listed_and_removed() {
    let cache = Cache::new("built");
    assert!(cache.run(&["tables"]).done().stdout.starts_with("no tables in "));
    assert!(cache.run(&["tables", "--json"]).done().stdout.is_empty());
    let build = ["tables", "--method", "thistlethwaite", "--json"];
    let built = cache.run(&build).done().one_json();
    assert_eq!(built["table"], "thistlethwaite");
    assert!(0.0 < built["build_seconds"].as_f64().unwrap());
    let bytes = std::fs::metadata(cache.file()).unwrap().len();
    assert_eq!(built["bytes"], bytes);
    assert_eq!(built["file"], cache.file().display().to_string());
    let again = cache.run(&build).done().one_json();
    assert!(again.get("build_seconds").is_none(), "{again}");
    assert_eq!(cache.run(&["tables", "--json"]).done().one_json(), again);

    cache.run(&["tables", "--remove", "korf"]).fails(1, "only thistlethwaite");
    std::fs::write(cache.0.join("tables/notes.txt"), "mine").unwrap();
    cache.run(&["tables", "--remove", "all"]).done();
    assert!(!cache.file().exists());
    assert!(cache.0.join("tables/notes.txt").exists(), "other files are left alone");
}

#[test]
fn a_named_pipe_in_place_of_a_table_is_built_again() {
    let cache = Cache::new("pipe");
    std::fs::create_dir_all(cache.0.join("tables")).expect("a folder");
    let made = Command::new("mkfifo").arg(cache.file()).status();
    assert!(made.expect("mkfifo is there").success());
    let pipe = "it is a named pipe, not a file";
    let check = cache.run(&["tables", "--check"]);
    assert_eq!(check.status, 1);
    assert!(format!("{}{}", check.stdout, check.stderr).contains(pipe), "{}", check.stdout);
    let built = cache.run(&["tables", "--method", "thistlethwaite"]).done();
    assert!(built.stderr.contains(pipe), "{}", built.stderr);
    assert!(cache.file().is_file());
}

#[test]
fn a_damaged_table_is_found_and_built_again() {
    let cache = Cache::new("damaged");
    cache.run(&["tables", "--method", "thistlethwaite"]).done();
    let sound = std::fs::read(cache.file()).unwrap();
    assert!(cache.run(&["tables", "--check"]).done().stdout.contains(" sound"));
    let mut flipped = sound.clone();
    flipped[1_000_000] ^= 4;
    for damaged in [&flipped[..], &sound[..sound.len() - 1], &sound[..100], &[]] {
        std::fs::write(cache.file(), damaged).unwrap();
        let check = cache.run(&["tables", "--check", "--json"]);
        let found = check.fails(1, &cache.file().display().to_string()).one_json();
        assert!(found["damage"].is_string(), "{found}");
        // Solving says so in one sentence, repairs it and answers.
        let cube = model::apply_all(SOLVED, "R U");
        let answer = cache.run(&["solve", "--method", "thistlethwaite", "--json", &cube]).done();
        // A busy machine builds long enough to tell how far it is.
        let is_progress = |line: &&str| line.starts_with("cuberig: building table");
        let mut said = answer.stderr.lines().filter(|line| !is_progress(line));
        let repaired = said.next().is_some_and(|line| line.contains("so it is built again"));
        assert!(repaired && said.next().is_none(), "{}", answer.stderr);
        let moves = answer.one_json()["moves"].as_str().unwrap().to_owned();
        assert_eq!(model::apply_all(&cube, &moves), SOLVED);
        assert_eq!(std::fs::read(cache.file()).unwrap(), sound);
    }
}

#[test]
fn what_an_interruption_left_is_told() {
    let cache = Cache::new("left");
    std::fs::create_dir_all(cache.0.join("tables")).unwrap();
    std::fs::write(cache.0.join("tables/korf.1.77-0.unfinished"), "half").unwrap();
    let listed = cache.run(&["tables"]).done();
    assert!(listed.stdout.contains("unfinished"), "{}", listed.stdout);
    cache.run(&["tables", "--check"]).fails(1, "interrupted");
    cache.run(&["tables", "--remove", "korf"]).done();
    assert!(cache.run(&["tables", "--json"]).done().stdout.is_empty());
}

#[test]
fn memory_is_refused_in_one_sentence() {
    for (method, least) in [("two-phase", 1 << 20), ("optimal", 16 << 20), ("korf", 16 << 20)] {
        for memory in [format!("{least}B"), format!("{}M", least >> 20)] {
            let answer = cuberig(["solve", "--method", method, "--memory", &memory, SUPERFLIP]);
            let answer = answer.fails(1, "bytes of memory, but only");
            assert_eq!(answer.stderr.lines().count(), 1, "{}", answer.stderr);
            assert!(answer.stderr.contains(&least.to_string()), "{}", answer.stderr);
        }
    }
    for size in ["0", "-1G", "much", "8X", "1e300G", "nan"] {
        let memory = format!("--memory={size}");
        cuberig(["solve", &memory, SUPERFLIP]).fails(2, size);
        cuberig(["tables", "--method", "korf", &memory]).fails(2, size);
    }
}

/// Each method with each metric: refused by the usage, with an empty cache folder, or not refused for the metric.
#[test]
fn a_metric_that_a_method_cannot_minimise_is_refused_before_any_table() {
    let cache = Cache::new("metrics");
    let products = ["auto", "two-phase", "optimal", "combined"];
    let of_the_thesis = ["korf", "korf-fringe", "thistlethwaite"];
    for method in products.into_iter().chain(of_the_thesis) {
        for metric in ["half-turn", "quarter-turn", "axial-half-turn", "axial-quarter-turn"] {
            let how = ["--method", method, "--metric", metric];
            let solve = [&["solve", SUPERFLIP][..], &how].concat();
            if metric == "half-turn" || ["auto", "two-phase"].contains(&method) {
                let mut command = Command::new(env!("CARGO_BIN_EXE_cuberig"));
                command.args([&["tables"][..], &how].concat()).env("CUBERIG_CACHE", "/dev/null/tables");
                support::run(command, b"").fails(1, "/dev/null/tables");
                continue;
            }
            let refused =
                format!("cuberig: the method {method} cannot minimise {metric} lengths: use auto or two-phase\n");
            let planned = ["plan", SUPERFLIP, "--aim", "moves"];
            for command in [&solve, &[&planned[..], &how].concat(), &[&["tables"][..], &how].concat()] {
                let answer = cache.run(command);
                assert_eq!((answer.status, &answer.stderr), (2, &refused), "{command:?}");
                assert!(!cache.0.exists(), "{command:?}");
            }
        }
    }
    // Not even the methods before it in the same command are built.
    cache.run(&["tables", "--method", "two-phase", "--method", "korf", "--metric", "quarter-turn"]).fails(2, "korf");
    assert!(!cache.0.exists());
}

#[test]
fn wrong_usage_is_refused() {
    cuberig(["tables", "--memory", "8G"]).fails(2, "--method");
    cuberig(["tables", "--check", "--remove", "all"]).fails(2, "--check");
    cuberig(["tables", "--method", "guessing"]).fails(2, "two-phase");
    cuberig(["tables", "--method", "korf", "--threads", "0"]).fails(2, "--threads");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cuberig"));
    command.args(["tables", "--method", "thistlethwaite"]).env("CUBERIG_CACHE", "/dev/null/tables");
    support::run(command, b"").fails(1, "/dev/null/tables");
}
