//! Reports of recordings that were made for them. What is in a report of a real run is judged by a foreign reader, in
//! `tests/tests/graph/recordings.rs`.

mod made;

use made::{File, Health, Line, Readings};
use report::{Report, html};

/// A rig with joints and nothing else.
fn joints(file: &mut File, namespace: &str) {
    let readings = Readings { stamp: (100, 0), name: vec!["r_wrist".into()], position: vec![0.0] };
    file.write(&format!("{namespace}/joint_states"), made::JOINTS, &readings);
}

fn reason<'a>(report: &'a Report, part: &str) -> &'a str {
    let found = report.missing.iter().find(|missing| missing.part == part);
    found.map_or("", |missing| &missing.reason)
}

#[test]
fn texts_of_a_recording_are_no_markup() {
    let hostile = "<script>alert(1)</script>\"'&\u{7}";
    let mut file = File::new("hostile");
    joints(&mut file, "");
    file.write("/rosout", made::LOG, &Line { level: 40, name: hostile.into(), msg: hostile.repeat(900) });
    file.write("/faces", "string header", &"<b>bold</b>");
    let report = file.read(None).expect("a report");
    assert_eq!(report.log.len(), 1);
    let page = html(&report);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp; "));
    assert!(!page.contains("<script") && !page.contains('\u{7}'));
    assert!(page.len() < 100_000, "a long line is {} bytes", page.len());
}

#[test]
fn a_page_loads_nothing() {
    let mut file = File::new("alone");
    joints(&mut file, "");
    let page = html(&file.read(None).expect("a report"));
    for outside in ["http", "src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!page.contains(outside), "the page has {outside}");
    }
}

#[test]
fn what_is_missing_is_named_with_its_topic() {
    let mut file = File::new("missing");
    joints(&mut file, "/left");
    let report = file.read(None).expect("a report");
    assert_eq!(report.namespace, "/left");
    for (part, words) in [
        ("cube", "no cube/state"),
        ("faces", "no faces"),
        ("stages", "no run/status"),
        ("plans", "no plan"),
        ("joints", "no <brick>/follow_joint_trajectory/_action/feedback"),
        ("goal to motion", "no <brick>/follow_joint_trajectory/_action/status"),
        ("stop to standstill", "no stop_state"),
        ("faults", "no /diagnostics"),
        ("processor", "no /diagnostics"),
        ("log", "no /rosout"),
    ] {
        assert!(reason(&report, part).ends_with(words), "{part}: {}", reason(&report, part));
    }
    let page = html(&report);
    assert_eq!(page.matches("class=\"missing\"").count(), report.missing.len());
}

#[test]
fn another_type_on_a_topic_is_noted() {
    let mut file = File::new("other");
    joints(&mut file, "");
    file.write("/plan", "string text", &"a plan");
    file.write("/plan", "string text", &"another");
    let report = file.read(None).expect("a report");
    let note = "2 messages on /plan are left out: made_msgs/msg/Made has other fields than expected";
    assert_eq!(report.notes, [note]);
    assert!(html(&report).contains(note));
}

#[test]
fn one_of_several_rigs_is_chosen() {
    let mut file = File::new("several");
    joints(&mut file, "/left");
    joints(&mut file, "/right");
    let refused = file.read(None).expect_err("which one?").to_string();
    assert!(refused.ends_with("has several rigs: choose one of the namespaces /left, /right"), "{refused}");
    for namespace in ["right", "/right/"] {
        assert_eq!(file.read(Some(namespace)).expect("it is there").namespace, "/right");
    }
    let missing = file.read(Some("middle")).expect_err("it is not there").to_string();
    assert!(missing.ends_with("has no topic of a rig in the namespace '/middle'"), "{missing}");
}

#[test]
fn a_recording_of_something_else_is_refused() {
    let mut file = File::new("else");
    file.write("/rosout", made::LOG, &Line { level: 20, name: "talker".into(), msg: "hello".into() });
    let refused = file.read(None).expect_err("no rig").to_string();
    assert!(refused.ends_with("has no topic of a rig"), "{refused}");
}

#[test]
fn processes_have_their_seconds_once_and_the_busiest_comes_first() {
    let mut file = File::new("processor");
    joints(&mut file, "");
    let report = |name: &str, process: &str, used: &str| Health::of(name, &[("process", process), ("processor", used)]);
    for used in ["10.0 %", "30.0 %", "20.0 %"] {
        // Two nodes of one process, one of another, and one that says nothing of it.
        let status = vec![
            report("rig_sim", "7", used),
            report("camera", "7", used),
            report("solver", "8", "50.5 %"),
            report("odd", "9", "much"),
            Health::of("foreign", &[]),
        ];
        file.write("/diagnostics", made::DIAGNOSTICS, &status);
    }
    let read = file.read(None).expect("a report");
    let found: Vec<_> = read.processor.iter().map(|one| (one.nodes.join(" "), one.mean, one.percent.largest)).collect();
    assert_eq!(found, [("solver".to_owned(), 50.5, 50.5), ("camera rig_sim".to_owned(), 20.0, 30.0)]);
    assert_eq!(read.processor[1].percent.count, 3);
    assert!(html(&read).contains("<td>camera, rig_sim</td>"));
}
