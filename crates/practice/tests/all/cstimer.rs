//! Files of csTimer, written as its version of 2026 writes them.

use practice::cstimer::{export, import, table};
use practice::{Error, Penalty, Solve, Turns};

/// Two sessions that were exported by csTimer: names as texts and as numbers, a stage, a penalty, a DNF, an empty session.
const EXPORT: &str = r#"{"session1":[[[0,12340],"R U R' U' F2 D L2","",1764000000],[[2000,15000],"F R U","slip",1764000060],
[[-1,9000],"D","",1764000120]],"session2":[],"session10":[[[0,30000,20000,8000],"L2","cfop",1764000200]],
"properties":{"sessionData":"{\"1\":{\"name\":1,\"opt\":{},\"rank\":1,\"stat\":[3,1,14670]},\"10\":{\"name\":\"home\",\"opt\":{\"phases\":3},\"rank\":2}}","showAvg":true}}"#;

#[test]
fn an_export_is_read_with_names_penalties_and_stages() {
    let sessions = import(EXPORT).expect("a file of csTimer");
    let names: Vec<&str> = sessions.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1", "home"]);
    let results: Vec<Option<u32>> = sessions[0].1.iter().map(Solve::result).collect();
    assert_eq!(results, [Some(12_340), Some(17_000), None]);
    assert_eq!(sessions[0].1[1].comment, "slip");
    assert_eq!((&sessions[1].1[0].splits[..], sessions[1].1[0].at), (&[8_000, 20_000][..], 1_764_000_200));
}

/// Older versions write sessions and properties as texts with JSON in them.
#[test]
fn an_export_of_an_older_version_is_read_as_well() {
    let old: serde_json::Map<String, serde_json::Value> = serde_json::from_str(EXPORT).expect("JSON");
    let as_text = |(key, value): (String, serde_json::Value)| (key, serde_json::Value::String(value.to_string()));
    let old: serde_json::Map<String, serde_json::Value> = old.into_iter().map(as_text).collect();
    let text = serde_json::Value::Object(old).to_string();
    assert_eq!(import(&text).expect("a file of csTimer"), import(EXPORT).expect("the same"));
}

#[test]
fn what_is_exported_is_read_again() {
    let sessions = import(EXPORT).expect("a file of csTimer");
    assert_eq!(import(&export(&sessions)).expect("its own"), sessions);
    // csTimer looks at these letters (TimerDataConverter) before it reads a file.
    assert!(export(&sessions).starts_with("{\"session1\""));
    // A foreign reader finds the entries where csTimer looks for them.
    let file: serde_json::Value = serde_json::from_str(&export(&sessions)).expect("JSON");
    assert_eq!(file["session2"][0][0], serde_json::json!([0, 30_000, 20_000, 8_000]));
    let names: serde_json::Value =
        serde_json::from_str(file["properties"]["sessionData"].as_str().expect("a text")).expect("JSON");
    assert_eq!(names["2"]["name"], "home");
}

#[test]
fn what_is_no_export_is_refused_in_a_sentence() {
    for (text, words) in [
        ("", "EOF"),
        ("[]", "invalid type"),
        ("{}", "no session"),
        (r#"{"session1":[]}"#, "no session"),
        (r#"{"session1":7}"#, "'session1' is no list"),
        (r#"{"session1":[[[0,1],"R","",1],[["x"],"R","",1]]}"#, "entry 2 of 'session1'"),
        (r#"{"session1":[[[0,-5],"R","",1]]}"#, "entry 1 of 'session1'"),
        (r#"{"session1":[[[0,1e300],"R","",1]]}"#, "entry 1"),
    ] {
        let refused = import(text).expect_err(text);
        assert!(matches!(refused, Error::NotCstimer(_)) && refused.to_string().contains(words), "{text}: {refused}");
    }
    // What only decorates may be missing.
    assert_eq!(import(r#"{"session1":[[[0,1]]]}"#).expect("bare times")[0].1[0].millis, 1);
}

#[test]
fn the_table_has_a_column_for_each_stage() {
    let solve = |millis, penalty, splits: &[u32]| Solve {
        at: 1_764_000_000,
        millis,
        penalty,
        scramble: "R U".into(),
        comment: "a; \"b\"".into(),
        splits: splits.into(),
        inspected: None,
        turns: Turns::default(),
    };
    let table = table(&[
        solve(62_345, Penalty::None, &[20_000, 50_000]),
        solve(9_005, Penalty::PlusTwo, &[]),
        solve(9_005, Penalty::Dnf, &[]),
    ]);
    let table = table.expect("memory");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "No.;Time;Comment;Scramble;Date;P.1;P.2;P.3");
    assert_eq!(lines[1], "1;1:02.345;\"a; \"\"b\"\"\";R U;2025-11-24 16:00:00;20.000;30.000;12.345");
    assert!(lines[2].starts_with("2;11.005+;") && lines[2].ends_with(";9.005"));
    assert!(lines[3].starts_with("3;DNF(9.005);"));
}
