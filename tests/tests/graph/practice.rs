//! A learner practises with the arms of the simulated rig. What the file has afterwards is what the learner did, by the learner's own
//! measurement.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use cube::{Notation, format_moves};
use cuberig_tests::{Graph, Trials};
use practice::{CaseKey, Drill, Rating, Schedule, Store};
use teach::catalogue::{Set, find};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// What was practised a year ago, the case that is most likely forgotten first.
const DUE: [(Set, &str); 4] = [(Set::Pll, "T"), (Set::Oll, "27"), (Set::F2l, "4"), (Set::Pll, "H")];
/// Milliseconds by which the learner's measurement may differ from the rig's: messages are on their way meanwhile.
const APART: f64 = 1_500.0;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add("practice", launch, &[], &[("a_session_with_the_arms", a_session)]);
}

/// The file of the learner, as the rig is launched with it.
fn file() -> PathBuf {
    std::env::temp_dir().join(format!("cuberig-tests-practice-{}.sqlite", std::process::id()))
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64
}

fn launch() -> Result<Graph> {
    let mut store = Store::open(&file())?;
    let learner = store.learner("Ada")?.id;
    for (day, (set, name)) in (0_i64..).zip(DUE) {
        let at = now() + (day - 365) * DAY;
        let case = CaseKey::new(set.name(), name);
        store.note_drill(
            learner,
            &Drill { at, case, recognised: Some(2_000), turned: Some(4_000), rating: Rating::Good },
        )?;
    }
    let file = format!("practice_file:={}", file().display());
    // Arms take a minute for each drill.
    let time = ["use_sim_time:=true", "speed:=2.0"];
    Graph::launch(&[&["sim:=true", "tutor:=true", "dashboard:=false", "hosted:=true", &file][..], &time].concat())
}

fn a_session(graph: &mut Graph) -> Result<()> {
    let begun = now();
    let moves = DUE.map(|(set, name)| {
        let case = find(set, name).expect("a case of the catalogue");
        format!("{}:{name}={}", set.name(), format_moves(&case.moves, Notation::Standard))
    });
    let report = graph.check("check_practice", &moves, Duration::from_secs(400))?;
    println!("\n{report}");
    let lines = report.lines().filter_map(|line| serde_json::from_str::<(String, f64, f64, bool)>(line).ok());
    let by_learner: Vec<_> = lines.collect();

    let mut store = Store::open(&file())?;
    let learner = store.learner("Ada")?.id;
    let drills = store.drills(learner)?;
    drop(store);
    std::fs::remove_file(file()).context("the file of the practice")?;
    let new: Vec<&Drill> = drills.iter().filter(|drill| begun <= drill.at).collect();
    ensure!(drills.len() == 2 * DUE.len() && new.len() == by_learner.len(), "{drills:?} instead of {by_learner:?}");
    let schedule = Schedule::of(Schedule::RETENTION, &drills);
    for ((drill, due), (case, recognised, turned, gives_up)) in new.into_iter().zip(DUE).zip(by_learner) {
        let key = CaseKey::new(due.0.name(), due.1);
        ensure!(drill.case == key && format!("{}:{}", key.set, key.case) == case, "{drill:?} instead of {key:?}");
        let memory = schedule.memory(&key).context("a drill is remembered")?;
        if gives_up {
            ensure!((drill.recognised, drill.turned, drill.rating) == (None, None, Rating::Again), "{drill:?}");
            ensure!(memory.due < now() + DAY && memory.lapses == 1, "{case} comes again: {memory:?}");
            continue;
        }
        for (noted, seconds) in [(drill.recognised, recognised), (drill.turned, turned)] {
            let noted = noted.with_context(|| format!("{drill:?} has no time"))?;
            ensure!((f64::from(noted) - 1000.0 * seconds).abs() < APART, "{drill:?}, not {seconds} s");
        }
        ensure!(
            Rating::Again < drill.rating && now() + 7 * DAY < memory.due,
            "{case} does not rest: {drill:?}, {memory:?}"
        );
    }
    Ok(())
}
