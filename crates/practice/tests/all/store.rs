//! The file: what was written is there again, also after a crash; what cannot be is refused.

use std::process::{Command, Stdio};

use practice::{CaseKey, Drill, Error, Penalty, Rating, Solve, Store};

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("cuberig-practice-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn drill(at: i64) -> Drill {
    Drill { at, case: CaseKey::new("pll", "T"), recognised: Some(1_200), turned: None, rating: Rating::Hard }
}

#[test]
fn several_learners_keep_their_own() {
    let file = folder("own").join("practice.sqlite");
    let solve = Solve {
        at: 5,
        millis: 12_340,
        penalty: Penalty::PlusTwo,
        scramble: "R U".into(),
        comment: "ä".into(),
        splits: vec![3, 4],
        inspected: Some(9),
        turns: "R@0 U'@4".parse().expect("turns"),
    };
    {
        let mut store = Store::open(&file).expect("a new file");
        let [ada, bob] = ["Ada", " Bob "].map(|name| store.learner(name).expect("a learner"));
        store.note_drill(ada.id, &drill(7)).expect("a drill");
        store.note_drill(ada.id, &drill(3)).expect("a drill");
        let session = store.add_session(bob.id, "home").expect("a session");
        store.note_solve(session.id, &solve).expect("a solve");
    }
    let mut store = Store::open(&file).expect("the same file");
    let learners = store.learners().expect("two");
    assert_eq!(learners.iter().map(|learner| learner.name.as_str()).collect::<Vec<_>>(), ["Ada", "Bob"]);
    assert_eq!(store.learner("Ada").expect("the same"), learners[0]);
    assert_eq!(store.drills(learners[0].id).expect("hers"), [drill(3), drill(7)]);
    assert_eq!(store.drills(learners[1].id).expect("his"), []);
    let sessions = store.sessions(learners[1].id).expect("his");
    let solves = store.solves(sessions[0].id).expect("one");
    assert_eq!(solves[0].1, solve);
    store.amend_solve(solves[0].0, Penalty::Dnf, "").expect("it is there");
    assert_eq!(store.solves(sessions[0].id).expect("one")[0].1.result(), None);
    store.delete_session(sessions[0].id).expect("it is there");
    assert!(store.solves(sessions[0].id).expect("none").is_empty());
}

#[test]
fn what_is_unknown_or_nameless_is_refused() {
    let mut store = Store::in_memory().expect("memory");
    assert!(matches!(store.note_drill(9, &drill(1)), Err(Error::Unknown { what: "learner", number: 9 })));
    assert!(matches!(store.note_solve(9, &Solve::default()), Err(Error::Unknown { what: "session", .. })));
    assert!(matches!(store.delete_solve(9), Err(Error::Unknown { what: "solve", .. })));
    for name in ["", "  ", "\n", &"x".repeat(61)] {
        assert!(matches!(store.learner(name), Err(Error::Name { .. })), "{name:?}");
    }
    let hostile = "Robert'); DROP TABLE learner;--";
    store.learner(hostile).expect("a name as any other");
    assert_eq!(store.learners().expect("one")[0].name, hostile);
}

/// A file as the first version wrote it.
#[test]
fn a_file_of_an_earlier_version_keeps_its_solves() {
    let file = folder("earlier").join("practice.sqlite");
    let mut store = Store::open(&file).expect("a file");
    let learner = store.learner("Ada").expect("a learner");
    let session = store.add_session(learner.id, "3x3x3").expect("a session");
    store.note_solve(session.id, &Solve { millis: 9_000, ..Solve::default() }).expect("a disk");
    drop(store);
    let earlier = rusqlite::Connection::open(&file).expect("SQLite");
    earlier
        .execute_batch("DROP TABLE own; ALTER TABLE solve DROP COLUMN turns; PRAGMA user_version = 1;")
        .expect("the first version");
    drop(earlier);
    let mut store = Store::open(&file).expect("it is brought to this version");
    let turns: practice::Turns = "R@0 U'@210".parse().expect("turns");
    store.note_solve(session.id, &Solve { turns: turns.clone(), ..Solve::default() }).expect("a disk");
    let solves = store.solves(session.id).expect("both");
    assert_eq!((solves[0].1.millis, &solves[0].1.turns, &solves[1].1.turns), (9_000, &Default::default(), &turns));
}

/// The first version of the file had two more columns in its drills, and for an hour a version of the same number had none.
#[test]
fn drills_of_the_first_version_are_kept_and_more_are_noted() {
    let folder = folder("first");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, more, values) in
        [("with", ", mistake TEXT NOT NULL, teller INTEGER NOT NULL", ", '', 0"), ("without", "", "")]
    {
        let file = folder.join(name);
        rusqlite::Connection::open(&file)
            .and_then(|first| {
                first.execute_batch(&format!(
                    "CREATE TABLE learner (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
                     CREATE TABLE drill (
                         id INTEGER PRIMARY KEY,
                         learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
                         at INTEGER NOT NULL, set_name TEXT NOT NULL, case_name TEXT NOT NULL,
                         recognised INTEGER, turned INTEGER, rating INTEGER NOT NULL{more}
                     );
                     CREATE INDEX drill_of_learner ON drill (learner, at);
                     CREATE TABLE session (
                         id INTEGER PRIMARY KEY,
                         learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
                         name TEXT NOT NULL
                     );
                     CREATE TABLE solve (
                         id INTEGER PRIMARY KEY,
                         session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
                         at INTEGER NOT NULL, millis INTEGER NOT NULL, penalty INTEGER NOT NULL,
                         scramble TEXT NOT NULL, comment TEXT NOT NULL, splits TEXT NOT NULL, inspected INTEGER
                     );
                     CREATE INDEX solve_of_session ON solve (session, id);
                     INSERT INTO learner VALUES (1, 'Ann');
                     INSERT INTO drill VALUES (7, 1, 100, 'pll', 'T', 900, 1500, 3{values});
                     PRAGMA user_version = 1;"
                ))
            })
            .expect("a file of the first version");
        let mut store = Store::open(&file).expect("it is brought to this version");
        let kept = store.drills(1).expect("drills");
        assert_eq!((kept.len(), kept[0].at, kept[0].turned), (1, 100, Some(1500)), "{name}");
        store.note_drill(1, &drill(200)).expect("one more");
        assert_eq!(store.drills(1).expect("drills").len(), 2, "{name}");
    }
}

#[test]
fn a_file_of_another_kind_or_of_a_later_version_is_left_alone() {
    let folder = folder("foreign");
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = folder.join("text");
    std::fs::write(&text, "no database, but a text that is long enough to have a head of one".repeat(20))
        .expect("a file");
    assert!(matches!(Store::open(&text), Err(Error::Open { .. })));
    let later = folder.join("later.sqlite");
    rusqlite::Connection::open(&later).and_then(|file| file.pragma_update(None, "user_version", 99)).expect("a file");
    assert!(matches!(Store::open(&later), Err(Error::Later { .. })));
    assert!(Store::open(&folder).is_err(), "a folder is no file");
}

/// The child of the next test: it writes drills until it is killed, and says after each that it is written.
#[test]
fn writes_until_it_is_killed() {
    use std::io::Write;
    let Some(file) = std::env::var_os("CUBERIG_WRITES_INTO") else { return };
    let mut store = Store::open(file.as_ref()).expect("a file");
    let learner = store.learner("Ada").expect("a learner");
    for at in 0.. {
        store.note_drill(learner.id, &drill(at)).expect("a disk");
        writeln!(std::io::stderr(), "written {at}").expect("somebody reads");
    }
}

#[test]
fn nothing_that_was_written_is_lost_when_the_program_is_killed() {
    use std::io::{BufRead, BufReader};
    let file = folder("killed").join("practice.sqlite");
    for round in 0..3 {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["store::writes_until_it_is_killed", "--exact", "--nocapture"])
            .env("CUBERIG_WRITES_INTO", &file)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this test starts");
        let written = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
        let written = written.filter(|line| line.starts_with("written")).take(20 + 7 * round).count();
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let mut store = Store::open(&file).expect("a file that is whole");
        let learner = store.learner("Ada").expect("a learner");
        let found = store.drills(learner.id).expect("all drills").len();
        let before: usize = (0..round).map(|round| 20 + 7 * round).sum();
        assert!(before + written <= found, "{found} drills are left of {written} and {before}");
    }
}

#[test]
fn a_learners_own_sequences_are_kept_one_a_case() {
    let mut store = Store::in_memory().expect("memory");
    let [ada, bob] = ["Ada", "Bob"].map(|name| store.learner(name).expect("a learner").id);
    let [t, y] = ["T", "Y"].map(|name| CaseKey::new("pll", name));
    for (learner, case, moves) in
        [(ada, &y, "F R"), (ada, &t, "R U"), (bob, &t, "L"), (ada, &t, "R U R'"), (ada, &y, "")]
    {
        store.keep_own(learner, case, moves).expect("memory");
    }
    assert_eq!(store.own(ada).expect("hers"), [(t.clone(), "R U R'".to_owned())]);
    assert_eq!(store.own(bob).expect("his"), [(t.clone(), "L".to_owned())]);
    assert!(matches!(store.keep_own(99, &t, "R"), Err(Error::Unknown { what: "learner", .. })));
}
