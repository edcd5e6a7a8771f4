//! `bench`: figures that agree with each other and with what the cubes are known to need; results that are kept from run to run.

use crate::support::{Answer, SOLVED, cuberig, cuberig_with_cache, cuberig_with_input, model};
use serde_json::Value;
use testkit::Folder;

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"))
}

#[test]
fn lengths_of_known_cubes_are_measured_right() {
    // Four moves that undo nothing of each other, and three: mean 3.5, first and best the same.
    let cubes = ["R U F' L2", "D B R2"].map(|moves| model::apply_all(SOLVED, moves));
    let arguments =
        "bench solver --json --cubes /dev/stdin --times 100ms,1s --methods two-phase,korf,thistlethwaite --threads 2";
    let answer = cuberig_with_input(arguments.split(' '), cubes.join("\n").as_bytes());
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
        for (key, value) in [("length_mean", 3.5), ("length_max", 4.0), ("proven_percent", 100.0)] {
            assert_eq!(number(row, key), value, "{row}");
        }
    }
    assert_eq!((&rows[1]["limit"], &rows[3]["limit"]), (&"1 s".into(), &"-".into()));
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
    let answer = cuberig("bench solver --count 2 --times 5ms --methods two-phase".split(' ')).done();
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert!(lines[0].starts_with("cuberig ") && lines[0].contains("threads"), "{}", lines[0]);
    assert!(lines[1].contains("seeds 1 to 2"), "{}", lines[1]);
    assert!(lines[3].starts_with("method"), "{}", lines[3]);
    assert!(lines[4].starts_with("two-phase  5 ms"), "{}", lines[4]);
}

#[test]
fn a_cube_that_no_method_solves_in_time_is_counted() {
    let arguments = "bench solver --json --count 1 --methods korf --proof-time 20ms";
    let report = cuberig(arguments.split(' ')).done().one_json();
    let row = &report["tables"]["results"][0];
    assert_eq!((&row["cubes"], &row["solved"]), (&1.into(), &0.into()));
    assert_eq!(row["length_mean"], Value::Null);
    assert_eq!(row["proven_percent"], 0.0);
    assert!(20.0 <= number(row, "milliseconds_mean"));
}

#[test]
fn the_cost_of_the_page_is_measured() {
    let report = cuberig("bench page --json --seconds 0.5 --rate 20 --bytes 10000".split(' ')).done().one_json();
    let costs = report["tables"]["costs"].as_array().expect("rows");
    let moved = |row: usize| number(&costs[row], "megabytes_each_second");
    // Nobody gets nothing; a page that watches gets the pictures, however few on a busy machine.
    assert_eq!(moved(0), 0.0);
    assert!(0.0 < moved(3) && 0.0 < moved(4), "{report}");
    let delays = report["tables"]["delays"].as_array().expect("rows");
    assert!(delays.iter().all(|row| 0.0 < number(row, "milliseconds_p50")));
}

/// Runs `bench thesis` with a cache folder of the test's own.
fn thesis(cache: &Folder, arguments: &str) -> Answer {
    let arguments: Vec<&str> = ["bench", "thesis"].into_iter().chain(arguments.split(' ')).collect();
    cuberig_with_cache(cache.path(), &arguments).done()
}

#[test]
fn every_row_of_the_thesis_has_the_published_figure_the_measured_one_and_the_ratio() {
    let cache = Folder::new("thesis-rows");
    let rows = thesis(&cache, "2.13 2.14 --quick --json").json();
    assert_eq!(rows.len(), 4 + 5);
    for row in &rows {
        let [published, measured, ratio] = ["published", "measured", "ratio"].map(|key| number(row, key));
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
    let measures = |arguments: &str, part: &str| {
        let answer = thesis(&cache, arguments);
        assert!(answer.stdout.contains(part), "{}", answer.stdout);
        !answer.stdout.contains("(cached; --again measures anew)")
    };
    assert!(measures("2.13 --quick", "1082565"));
    assert!(file.is_file());
    // What is printed the second time comes from the file.
    let text = std::fs::read_to_string(&file).expect("a cached result");
    std::fs::write(&file, text.replace("G1 to G2", "as it was cached")).expect("a file");
    assert!(!measures("2.13 --quick", "as it was cached"));
    // Other conditions, a damaged file, and the wish for it measure anew.
    assert!(measures("2.13 --quick --threads 1", "G1 to G2"));
    assert!(measures("2.13 --quick --again", "G1 to G2"));
    std::fs::write(&file, &text[..text.len() / 2]).expect("a file");
    assert!(measures("2.13 --quick", "G1 to G2"));
}
