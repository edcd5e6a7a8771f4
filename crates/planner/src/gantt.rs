//! A plan as a picture: one row per arm, time to the right, as SVG.

use rig::{Action, Arm, Claw, CubeEffect, Motion, Pair};
use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Text, Title};

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

/// Draws a plan. Opening and closing are blue, turns of a face green with the move, turns of the whole cube orange, turns of an
/// open claw gray. Parking is pale.
pub fn gantt(plan: &Plan) -> String {
    let width = LEFT + plan.parked_seconds().max(1.0) * SECOND + 20.0;
    let height = TOP + 4.0 * ROW + 34.0;
    let moves: Vec<String> = plan.moves().iter().map(ToString::to_string).collect();
    let title = format!(
        "{} motions, {:.2} s ({}), moves: {}",
        plan.motions().len(),
        plan.seconds(),
        plan.profile(),
        moves.join(" "),
    );
    let background = Rectangle::new().set("width", "100%").set("height", "100%");
    let mut picture = Document::new()
        .set("width", rounded(width))
        .set("height", rounded(height))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(background.set("fill", "white"))
        .add(text(title, LEFT, 18.0, 14))
        .add(axis(plan.parked_seconds()));
    for (row, arm) in Arm::ALL.into_iter().enumerate() {
        let y = TOP + row as f64 * ROW + ROW * 0.6;
        picture = picture.add(text(arm.to_string(), 12.0, y, 16));
    }
    let (trace, parked_from) = (plan.trace(), plan.motions().len());
    for (index, motion) in plan.all_motions().iter().enumerate() {
        let is_open = trace.before[index].claw == Claw::Open;
        let label = match trace.effects[index] {
            CubeEffect::FaceTurn(turn) => Some(turn.to_string()),
            CubeEffect::Nothing | CubeEffect::CubeTurn { .. } => None,
        };
        let opacity = if index < parked_from { 1.0 } else { 0.35 };
        picture = picture.add(bar(motion, label.as_deref(), is_open, opacity));
    }
    format!("{picture}\n")
}

/// A line for each second, a number for each fifth, and a line above each pair of arms.
fn axis(seconds: f64) -> Group {
    let bottom = TOP + 4.0 * ROW;
    let mut axis = Group::new();
    for second in 0..=seconds.ceil() as u32 {
        let x = LEFT + f64::from(second) * SECOND;
        axis = axis.add(line([x, TOP], [x, bottom], "#e0e0e0"));
        if second % 5 == 0 {
            let label = text(format!("{second} s"), x, bottom + 18.0, 12);
            axis = axis.add(label.set("text-anchor", "middle"));
        }
    }
    for pair in Pair::ALL {
        let y = TOP + (2 * pair.index()) as f64 * ROW;
        axis = axis.add(line([0.0, y], [LEFT + seconds * SECOND, y], "#808080"));
    }
    axis
}

fn bar(motion: &Motion, label: Option<&str>, is_open: bool, opacity: f64) -> Group {
    let x = LEFT + motion.start * SECOND;
    let y = TOP + motion.arm.index() as f64 * ROW + 6.0;
    let width = (motion.end - motion.start) * SECOND - 1.0;
    let (fill, size) = match label {
        Some(_) => ("#74c476", 12),
        None => (colour(motion.action, is_open), 8),
    };
    let words = match (label, motion.action) {
        (Some(label), _) => label.to_owned(),
        (None, Action::Turn(quarters)) => format!("{quarters:+}"),
        (None, action) => action.name().to_owned(),
    };
    let about = format!("{} {} {:.3} to {:.3} s", motion.arm, motion.action, motion.start, motion.end);
    let shape = Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", rounded(width))
        .set("height", ROW - 12.0)
        .set("rx", 3)
        .set("fill", fill);
    let words = text(words, x + width / 2.0, y + ROW / 2.0 - 2.0, size);
    Group::new().set("opacity", opacity).add(Title::new(about)).add(shape).add(words.set("text-anchor", "middle"))
}

fn line(from: [f64; 2], to: [f64; 2], colour: &str) -> Line {
    Line::new()
        .set("x1", rounded(from[0]))
        .set("y1", rounded(from[1]))
        .set("x2", rounded(to[0]))
        .set("y2", rounded(to[1]))
        .set("stroke", colour)
}

fn text(words: String, x: f64, y: f64, size: u32) -> Text {
    Text::new(words).set("x", rounded(x)).set("y", rounded(y)).set("font-size", size)
}

/// To a tenth of a pixel.
fn rounded(pixels: f64) -> f64 {
    (10.0 * pixels).round() / 10.0
}
