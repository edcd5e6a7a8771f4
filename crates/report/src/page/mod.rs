//! The report as one page of HTML that loads nothing.

mod charts;
mod markup;
mod stickers;
mod timeline;

use crate::goals::Latency;
use crate::report::Report;
use crate::sample::Summary;
use markup::{Markup, count, date, escaped};

/// What the page looks like.
const STYLE: &str = include_str!("style.css");

/// The page.
pub fn html(report: &Report) -> String {
    let mut page = Markup::default();
    let title = report.file.rsplit('/').next().unwrap_or(&report.file);
    page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.raw(&format!("<title>{} - cuberig</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n", escaped(title)));
    head(&mut page, report, title);
    page.raw("<main>\n");
    cubes(&mut page, report);
    faces(&mut page, report);
    plans(&mut page, report);
    joints(&mut page, report);
    latencies(&mut page, report);
    processor(&mut page, report);
    faults(&mut page, report);
    log(&mut page, report);
    page.raw("</main>\n</body>\n</html>\n");
    page.text
}

/// What was recorded, and the stages of the run.
fn head(page: &mut Markup, report: &Report, title: &str) {
    page.raw(&format!("<header>\n<h1>{}</h1>\n<p class=\"soft\">", escaped(title)));
    let rig = if report.namespace.is_empty() { String::new() } else { format!(", rig {}", report.namespace) };
    page.put(&format!(
        "{}{rig}, {:.1} s, {} on {}",
        date(report.began),
        report.seconds,
        count(report.messages as usize, "message"),
        count(report.topics, "topic")
    ));
    page.raw("</p>\n");
    for note in &report.notes {
        page.raw(&format!("<p class=\"note\">{}</p>\n", escaped(note)));
    }
    timeline::stages(page, report);
    page.raw("</header>\n");
}

/// Opens a section; where the part is missing, it has only the reason.
fn section(page: &mut Markup, report: &Report, part: &str, title: &str, content: impl FnOnce(&mut Markup)) {
    page.raw(&format!("<section id=\"{part}\">\n<h2>{title}</h2>\n"));
    if !missing(page, report, part) {
        content(page);
    }
    page.raw("</section>\n");
}

/// Writes why a part has no content; false where it has.
fn missing(page: &mut Markup, report: &Report, part: &str) -> bool {
    let found = report.missing.iter().find(|missing| missing.part == part);
    if let Some(missing) = found {
        page.raw(&format!("<p class=\"missing\">Missing: {}.</p>\n", escaped(&missing.reason)));
    }
    found.is_some()
}

fn cubes(page: &mut Markup, report: &Report) {
    section(page, report, "cube", "The cube", |page| {
        page.raw("<div class=\"nets\">\n");
        for (cube, when) in report.cubes.iter().flatten().zip(["First known", "At the end"]) {
            page.raw("<figure>\n");
            stickers::net(page, cube);
            page.raw(&format!("<figcaption>{when}, {:.1} s</figcaption>\n</figure>\n", cube.at));
        }
        page.raw("</div>\n");
    });
}

fn faces(page: &mut Markup, report: &Report) {
    section(page, report, "faces", "Faces as the camera saw them", |page| {
        page.raw("<p class=\"soft\">The surest picture of each showing, as it lies in the picture, with the certainty of each ");
        page.raw("sticker in percent.</p>\n<div class=\"faces\">\n");
        for showing in &report.faces {
            let name = showing.face.map_or("face".to_owned(), |face| format!("face {face}"));
            page.raw("<figure>\n");
            stickers::face(page, showing);
            page.raw("<figcaption>");
            page.put(&format!("{name}, {:.0} %", showing.confidence * 100.0));
            let pictures = count(showing.pictures, "picture");
            page.raw(&format!("<br><span class=\"soft\">{:.1} s, {pictures}</span>", showing.at));
            page.raw("</figcaption>\n</figure>\n");
        }
        page.raw("</div>\n");
    });
}

fn plans(page: &mut Markup, report: &Report) {
    section(page, report, "plans", "Plan against deed", |page| {
        missing(page, report, "deeds");
        timeline::legend(page);
        for plan in &report.plans {
            timeline::plan(page, plan);
        }
    });
}

fn joints(page: &mut Markup, report: &Report) {
    section(page, report, "joints", "Errors of joints", |page| {
        page.raw("<p class=\"soft\">Degrees between the desired and the measured position while a goal is under way, and in its ");
        page.raw("last report.</p>\n");
        let heads = ["joint", "goals", "median", "90 %", "largest", "at the end, 90 %", "at the end, largest"];
        page.table(
            &heads,
            report.joints.iter().map(|joint| {
                let degrees = |value: f64| format!("{value:.1}°");
                vec![
                    joint.joint.clone(),
                    joint.goals.to_string(),
                    degrees(joint.moving.median),
                    degrees(joint.moving.p90),
                    degrees(joint.moving.largest),
                    degrees(joint.at_end.p90),
                    degrees(joint.at_end.largest),
                ]
            }),
        );
        page.raw("<div class=\"curves\">\n");
        for joint in &report.joints {
            charts::curve(page, joint, report.seconds);
        }
        page.raw("</div>\n");
    });
}

fn latencies(page: &mut Markup, report: &Report) {
    let latencies = &report.latencies;
    let rows: [(&str, &str, &Option<Latency>); 3] = [
        ("photon to face", "from a picture's stamp to what was seen in it", &latencies.photon_to_face),
        ("goal to motion", "from an accepted goal to the first reading elsewhere", &latencies.goal_to_motion),
        ("stop to standstill", "from a stop to the last reading that moved", &latencies.stop_to_standstill),
    ];
    page.raw("<section id=\"latencies\">\n<h2>Latencies</h2>\n");
    let found = rows.iter().filter_map(|(name, about, latency)| {
        let latency = latency.as_ref()?;
        let milliseconds = |value: f64| format!("{value:.0} ms");
        let (summary, left_out) = (latency.milliseconds, latency.left_out);
        let counted = match left_out {
            0 => summary.count.to_string(),
            left_out => format!("{} (and {left_out} without motion)", summary.count),
        };
        let name = format!("{name}: {about}");
        Some(vec![
            name,
            counted,
            milliseconds(summary.median),
            milliseconds(summary.p90),
            milliseconds(summary.largest),
        ])
    });
    page.table(&["latency", "count", "median", "90 %", "largest"], found);
    if let Some(every) = latencies.reading_every {
        page.raw(&format!("<p class=\"soft\">A joint is read every {every:.0} ms: motions are known to that.</p>\n"));
    }
    for (name, _, _) in rows {
        if let Some(missing) = report.missing.iter().find(|missing| missing.part == name) {
            page.raw(&format!("<p class=\"missing\">Missing: {name}: {}.</p>\n", escaped(&missing.reason)));
        }
    }
    page.raw("</section>\n");
}

fn processor(page: &mut Markup, report: &Report) {
    section(page, report, "processor", "Processor time", |page| {
        page.raw("<p class=\"soft\">Percent of one core, second by second. Nodes of one process share a row.</p>\n");
        let percent = |value: f64| format!("{value:.1} %");
        let rows = report.processor.iter().map(|process| {
            let Summary { median, p90, largest, .. } = process.percent;
            let nodes = process.nodes.join(", ");
            vec![nodes, percent(process.mean), percent(median), percent(p90), percent(largest)]
        });
        page.table(&["nodes", "mean", "median", "90 %", "largest"], rows);
        let sum: f64 = report.processor.iter().map(|process| process.mean).sum();
        page.raw(&format!("<p class=\"soft\">All together: {sum:.0} % of one core on the average.</p>\n"));
    });
}

fn faults(page: &mut Markup, report: &Report) {
    section(page, report, "faults", "Faults and stops", |page| {
        if report.faults.is_empty() && report.stops.is_empty() && report.violations.is_empty() {
            page.raw("<p>None: all nodes were ok, and nobody stopped the rig.</p>\n");
        }
        let stops = report.stops.iter().map(|(at, text)| (*at, "STOP", "stop", text.clone(), String::new()));
        let broken = report.violations.iter().map(|(at, text)| (*at, "RULE", "simulator", text.clone(), String::new()));
        let faults = report.faults.iter().map(|fault| {
            let until = match fault.count {
                1 => String::new(),
                count => format!(" ({count} reports until {:.1} s)", fault.last),
            };
            (fault.first, fault.level, &*fault.name, fault.text.clone(), until)
        });
        let mut all: Vec<_> = stops.chain(broken).chain(faults).collect();
        all.sort_by(|one, other| one.0.total_cmp(&other.0));
        events(page, all.into_iter().map(|(at, level, name, text, until)| (at, level, name.to_owned(), text + &until)));
    });
}

fn log(page: &mut Markup, report: &Report) {
    section(page, report, "log", "Warnings in the log", |page| {
        if report.log.is_empty() {
            page.raw("<p>None.</p>\n");
        }
        events(page, report.log.iter().map(|line| (line.at, line.level, line.name.clone(), line.text.clone())));
    });
}

/// Lines with a time, a level, a node and a sentence.
fn events<'a>(page: &mut Markup, events: impl Iterator<Item = (f64, &'a str, String, String)>) {
    page.raw("<ul class=\"events\">\n");
    for (at, level, name, text) in events {
        page.raw(&format!("<li><time>{at:.1} s</time> <b class=\"{level}\">{level}</b> <i>"));
        page.put(&name);
        page.raw("</i> <span>");
        page.put(&text);
        page.raw("</span></li>\n");
    }
    page.raw("</ul>\n");
}
