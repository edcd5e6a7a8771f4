//! A plan as a picture: one row per arm, time to the right, as SVG.

use std::fmt::Write;

use rig::{Action, Arm, Claw, Motion, Pair};

use crate::Plan;

const SECOND: f64 = 40.0;
const ROW: f64 = 44.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 46.0;

/// Colours that stay apart for colour-blind eyes.
fn colour(action: Action, is_open: bool) -> &'static str {
    match action {
        Action::Open => "#9ecae1",
        Action::Close => "#4292c6",
        Action::Turn(_) if is_open => "#c7c7c7",
        Action::Turn(_) => "#fdae6b",
    }
}

/// Draws a plan: opening and closing in blue, turns of a face in green with the move, turns of the whole cube in
/// orange, turns of an open claw in gray; parking is pale.
pub fn gantt(plan: &Plan) -> String {
    let width = LEFT + plan.parked_seconds().max(1.0) * SECOND + 20.0;
    let height = TOP + 4.0 * ROW + 34.0;
    let mut svg = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="{LEFT}" y="18" font-size="14">{} motions, {:.2} s ({}), moves: {}</text>"##,
        plan.motions().len(),
        plan.seconds(),
        escaped(plan.profile()),
        plan.moves()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    );
    axis(&mut svg, plan.parked_seconds());
    for (row, arm) in Arm::ALL.into_iter().enumerate() {
        let y = TOP + row as f64 * ROW + ROW * 0.6;
        let _ = writeln!(
            svg,
            r#"<text x="12" y="{y:.0}" font-size="16">{arm}</text>"#
        );
    }
    let turns = &plan.trace().turns;
    for motion in plan.motions() {
        let turn = turns
            .iter()
            .find(|turn| turn.arm == motion.arm && turn.start == motion.start);
        let label = turn.map(|turn| crate::blocks::move_of(turn).to_string());
        bar(
            &mut svg,
            motion,
            label.as_deref(),
            is_open_at(plan, motion),
            1.0,
        );
    }
    for motion in plan.parking() {
        bar(&mut svg, motion, None, is_open_at(plan, motion), 0.35);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Whether the motion turns an open claw: a closed one that turns no face turns the whole cube.
fn is_open_at(plan: &Plan, motion: &Motion) -> bool {
    let all = plan.motions().iter().chain(plan.parking());
    let earlier = all.filter(|other| other.arm == motion.arm && other.start < motion.start);
    earlier.fold(
        plan.start().arm(motion.arm).claw,
        |claw, other| match other.action {
            Action::Open => Claw::Open,
            Action::Close => Claw::Closed,
            Action::Turn(_) => claw,
        },
    ) == Claw::Open
}

fn axis(svg: &mut String, seconds: f64) {
    let bottom = TOP + 4.0 * ROW;
    for second in 0..=seconds.ceil() as u32 {
        let x = LEFT + f64::from(second) * SECOND;
        let _ = writeln!(
            svg,
            r##"<line x1="{x:.1}" y1="{TOP}" x2="{x:.1}" y2="{bottom}" stroke="#e0e0e0"/>"##
        );
        if second % 5 == 0 {
            let _ = writeln!(
                svg,
                r#"<text x="{x:.1}" y="{:.0}" text-anchor="middle">{second} s</text>"#,
                bottom + 18.0
            );
        }
    }
    for pair in Pair::ALL {
        let y = TOP + (2 * pair.index()) as f64 * ROW;
        let _ = writeln!(
            svg,
            r##"<line x1="0" y1="{y}" x2="100%" y2="{y}" stroke="#808080"/>"##
        );
    }
}

fn bar(svg: &mut String, motion: &Motion, label: Option<&str>, is_open: bool, opacity: f64) {
    let x = LEFT + motion.start * SECOND;
    let y = TOP + motion.arm.index() as f64 * ROW + 6.0;
    let width = (motion.end - motion.start) * SECOND - 1.0;
    let fill = if label.is_some() {
        "#74c476"
    } else {
        colour(motion.action, is_open)
    };
    let text = match (label, motion.action) {
        (Some(label), _) => label.to_owned(),
        (None, Action::Turn(quarters)) => format!("{quarters:+}"),
        (None, action) => action.name().to_owned(),
    };
    let _ = writeln!(
        svg,
        r#"<g opacity="{opacity}"><title>{} {} {:.3} to {:.3} s</title><rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{:.1}" rx="3" fill="{fill}"/><text x="{:.1}" y="{:.1}" text-anchor="middle" font-size="{}">{text}</text></g>"#,
        motion.arm,
        motion.action,
        motion.start,
        motion.end,
        ROW - 12.0,
        x + width / 2.0,
        y + ROW / 2.0 - 2.0,
        if label.is_some() { 12 } else { 8 },
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
