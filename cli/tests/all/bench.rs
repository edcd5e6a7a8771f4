//! `bench`: figures that agree with each other and with what the cubes are known to need.

use crate::support::{SOLVED, cuberig, cuberig_with_input, model};
use serde_json::Value;

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"))
}

#[test]
fn lengths_of_known_cubes_are_measured_right() {
    // Four moves that undo nothing of each other, and three: mean 3.5, first and best the same.
    let cubes = ["R U F' L2", "D B R2"].map(|moves| model::apply_all(SOLVED, moves));
    let answer = cuberig_with_input(
        [
            "bench",
            "solver",
            "--json",
            "--cubes",
            "/dev/stdin",
            "--times",
            "100ms,1s",
            "--methods",
            "two-phase,korf,thistlethwaite",
            "--threads",
            "2",
        ],
        cubes.join("\n").as_bytes(),
    );
    let report = answer.done().one_json();
    assert_eq!(report["area"], "solver");
    assert_eq!(report["conditions"]["threads"], 2);
    assert_eq!(report["conditions"]["metric"], "half-turn");
    assert!(0 < report["machine"]["threads"].as_u64().unwrap());
    assert!(!report["version"].as_str().unwrap().is_empty());
    let rows = report["tables"]["results"].as_array().unwrap();
    let methods: Vec<&Value> = rows.iter().map(|row| &row["method"]).collect();
    assert_eq!(methods, ["two-phase", "two-phase", "korf", "thistlethwaite"]);
    for row in rows {
        assert_eq!((&row["cubes"], &row["solved"]), (&2.into(), &2.into()));
        let times = ["p50", "p99", "max"].map(|key| number(row, &format!("milliseconds_{key}")));
        assert!(times.is_sorted(), "{row}");
        assert!(0.0 < number(row, "milliseconds_mean"));
        assert!(number(row, "first_milliseconds_mean") <= number(row, "milliseconds_mean"));
    }
    for row in &rows[..3] {
        assert_eq!(number(row, "length_mean"), 3.5, "{row}");
        assert_eq!(number(row, "length_max"), 4.0);
        assert_eq!(number(row, "proven_percent"), 100.0, "{row}");
    }
    assert_eq!(rows[1]["limit"], "1 s");
    assert_eq!(rows[3]["limit"], "-");
    let tables = report["tables"]["tables"].as_array().unwrap();
    let users: Vec<&Value> = tables.iter().map(|row| &row["method"]).collect();
    for method in ["two-phase", "korf", "thistlethwaite"] {
        assert!(users.contains(&&method.into()), "{users:?}");
    }
    for row in tables {
        assert!(1e6 < number(row, "bytes") && 0.0 < number(row, "load_seconds"), "{row}");
    }
}

#[test]
fn people_get_one_table_with_the_machine() {
    let arguments = ["bench", "solver", "--count", "2", "--times", "5ms", "--methods", "two-phase"];
    let answer = cuberig(arguments).done();
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert!(lines[0].starts_with("cuberig ") && lines[0].contains("threads"), "{}", lines[0]);
    assert!(lines[1].contains("seeds 1 to 2"), "{}", lines[1]);
    assert!(lines[3].starts_with("method"), "{}", lines[3]);
    assert!(lines[4].starts_with("two-phase  5 ms"), "{}", lines[4]);
}

#[test]
fn a_cube_that_no_method_solves_in_time_is_counted() {
    let arguments = ["bench", "solver", "--json", "--count", "1", "--methods", "korf", "--proof-time", "20ms"];
    let report = cuberig(arguments).done().one_json();
    let row = &report["tables"]["results"][0];
    assert_eq!((&row["cubes"], &row["solved"]), (&1.into(), &0.into()));
    assert_eq!(row["length_mean"], Value::Null);
    assert_eq!(row["proven_percent"], 0.0);
    assert!(20.0 <= number(row, "milliseconds_mean"));
}

#[test]
fn nonsense_is_refused() {
    let bench = |arguments: &[&str]| cuberig(["bench", "solver"].iter().chain(arguments));
    bench(&["--times", "soon"]).fails(2, "'soon'");
    bench(&["--times", "5"]).fails(2, "10ms");
    bench(&["--times=-1s"]).fails(2, "'-1s'");
    bench(&["--times=1e300s"]).fails(2, "1e300s");
    bench(&["--methods", "guessing"]).fails(2, "two-phase");
    bench(&["--count", "0"]).fails(2, "--count");
    bench(&["--cubes", "/no/such/file"]).fails(1, "/no/such/file");
    bench(&["--cubes", "/dev/null"]).fails(1, "no cubes");
    bench(&["--methods", "korf", "--metric", "axial-half-turn", "--count", "1"])
        .fails(2, "the method korf cannot minimise");
    cuberig(["bench"]).fails(2, "solver");
    cuberig(["bench", "cooking"]).fails(2, "cooking");
}
