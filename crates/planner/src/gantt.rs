//! A plan as a picture: one row per arm, time to the right, as SVG.

use rig::{Action, Arm, Claw, CubeEffect, Motion, Pair};
use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Text, Title};

use crate::Plan;

const SECOND: f64 = 40.0;
const ROW: f64 = 44.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 70.0;
/// The title and the legend need this width.
const LEAST_WIDTH: f64 = 760.0;

/// What a bar shows, with colours that stay apart for colour-blind eyes.
const FACE: (&str, &str) = ("#74c476", "turns a face");
const CUBE: (&str, &str) = ("#fdae6b", "turns the cube");
const EMPTY: (&str, &str) = ("#c7c7c7", "turns an open claw");
const OPEN: (&str, &str) = ("#9ecae1", "opens");
const CLOSE: (&str, &str) = ("#4292c6", "closes");

/// Draws a plan: a row for each arm, with a bar for each motion. Parking is pale.
pub fn gantt(plan: &Plan) -> String {
    let width = (LEFT + plan.parked_seconds() * SECOND + 20.0).max(LEAST_WIDTH);
    let height = TOP + 4.0 * ROW + 34.0;
    let moves: Vec<String> = plan.moves().iter().map(ToString::to_string).collect();
    // The page counts in the same way.
    let title = format!(
        "{} motions in {:.1} s, the last move ends at {:.1} s ({}): {}",
        plan.all_motions().len(),
        plan.parked_seconds(),
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
        .add(legend())
        .add(axis(plan.parked_seconds()));
    for (row, arm) in Arm::ALL.into_iter().enumerate() {
        let y = TOP + row as f64 * ROW + ROW * 0.6;
        picture = picture.add(text(name(arm).to_owned(), 8.0, y, 16));
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

fn name(arm: Arm) -> &'static str {
    match arm {
        Arm::R => "Right",
        Arm::L => "Left",
        Arm::F => "Front",
        Arm::B => "Back",
    }
}

/// What each colour means.
fn legend() -> Group {
    [FACE, CUBE, EMPTY, OPEN, CLOSE].into_iter().enumerate().fold(Group::new(), |legend, (at, (colour, meaning))| {
        let x = LEFT + 140.0 * at as f64;
        let patch = Rectangle::new().set("x", x).set("y", 34).set("width", 12).set("height", 12).set("rx", 3);
        legend.add(patch.set("fill", colour)).add(text(meaning.to_owned(), x + 17.0, 44.0, 12))
    })
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
    let (fill, _) = match motion.action {
        Action::Open => OPEN,
        Action::Close => CLOSE,
        Action::Turn(_) if label.is_some() => FACE,
        Action::Turn(_) if is_open => EMPTY,
        Action::Turn(_) => CUBE,
    };
    // The short bars of a claw have no room for words.
    let words = match (label, motion.action) {
        (Some(label), _) => label.to_owned(),
        (None, Action::Turn(2 | -2)) => "2".to_owned(),
        (None, Action::Turn(quarters)) => if quarters > 0 { "↻" } else { "↺" }.to_owned(),
        (None, _) => String::new(),
    };
    let about = format!("{} {} {:.3} to {:.3} s", name(motion.arm), motion.action, motion.start, motion.end);
    let shape = Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", rounded(width))
        .set("height", ROW - 12.0)
        .set("rx", 3)
        .set("fill", fill);
    let words = text(words, x + width / 2.0, y + ROW / 2.0 - 2.0, 13);
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
