//! Draws step responses and the models found in them: a panel for each joint, time to the right.

use svg::Document;
use svg::node::element::{Circle, Group, Path, Polyline, Rectangle, Text};

use brick::control::identify::{Fit, StepResponse};
use rig::Joint;

/// Sizes in pixels: a panel, and its margins to the left and below.
const PANEL: (f64, f64) = (420.0, 240.0);
const MARGIN: (f64, f64) = (46.0, 34.0);
/// Seconds that a panel shows.
const SECONDS: f64 = 0.9;
/// Colours of the powers, by their order.
const COLOURS: [&str; 6] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b9770e", "#34495e"];

/// What was found of one motor.
pub struct Found {
    /// Its joint.
    pub joint: Joint,
    /// Its model.
    pub fit: Fit,
    /// What it was found in.
    pub responses: Vec<StepResponse>,
}

/// The picture as SVG.
pub fn draw(found: &[Found]) -> String {
    let columns = 2;
    let rows = found.len().div_ceil(columns);
    let (width, height) = (PANEL.0 * columns as f64, PANEL.1 * rows as f64);
    let background = Rectangle::new().set("width", "100%").set("height", "100%");
    let mut picture = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("font-family", "sans-serif")
        .set("font-size", 11)
        .add(background.set("fill", "white"));
    for (index, one) in found.iter().enumerate() {
        let x = (index % columns) as f64 * PANEL.0;
        let y = (index / columns) as f64 * PANEL.1;
        picture = picture.add(panel(one).set("transform", format!("translate({x} {y})")));
    }
    format!("{picture}\n")
}

fn panel(found: &Found) -> Group {
    let samples = found.responses.iter().flat_map(|response| &response.samples);
    let most = samples.fold(10.0, |most: f64, sample| most.max(sample.degrees.abs())) * 1.1;
    let (width, height) = (PANEL.0 - MARGIN.0 - 14.0, PANEL.1 - MARGIN.1 - 30.0);
    let x = |time: f64| rounded(MARGIN.0 + width * (time / SECONDS).clamp(0.0, 1.0));
    let y = |degrees: f64| rounded(30.0 + height * (1.0 - (degrees.abs() / most).min(1.0)));
    let model = found.fit.model;
    let title = format!(
        "{}: {:.1} degrees/s per percent, {:.1} % friction, {:.0} ms; points measured, lines fitted",
        found.joint.name(),
        model.speed_per_percent,
        model.friction_percent,
        model.time_constant * 1e3
    );
    let axes = format!("M{} {}V{}H{}", MARGIN.0, y(most), y(0.0), x(SECONDS));
    let axes = Path::new().set("d", axes).set("fill", "none");
    let mut panel = Group::new().add(text(title, MARGIN.0, 16.0, "start")).add(axes.set("stroke", "#555"));
    for tenths in [0, 3, 6, 9] {
        let time = f64::from(tenths) / 10.0;
        let label = text(format!("{time:.1} s"), x(time), y(0.0) + 15.0, "middle");
        panel = panel.add(label);
    }
    for share in [0.0, 0.5, 0.9] {
        let degrees = (most * share / 10.0).round() * 10.0;
        let label = format!("{degrees:.0}°");
        panel = panel.add(text(label, MARGIN.0 - 4.0, y(degrees) + 4.0, "end"));
    }
    for (index, response) in found.responses.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let late = response.lateness(&model);
        let fitted: Vec<(f64, f64)> = (0..=45)
            .map(|tick| SECONDS * f64::from(tick) / 45.0)
            .map(|time| (x(time), y(response.predicted(&model, late, time + late))))
            .collect();
        let fitted = Polyline::new().set("points", fitted).set("fill", "none");
        panel = panel.add(fitted.set("stroke", colour).set("stroke-opacity", 0.6));
        for sample in response.samples.iter().filter(|sample| sample.time - late < SECONDS) {
            let point = Circle::new().set("cx", x(sample.time - late)).set("cy", y(sample.degrees));
            panel = panel.add(point.set("r", 1.8).set("fill", colour));
        }
    }
    panel
}

fn text(words: String, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("text-anchor", anchor)
}

/// To a tenth of a pixel.
fn rounded(pixels: f64) -> f64 {
    (10.0 * pixels).round() / 10.0
}
