//! Draws step responses and the models found in them: a panel for each joint, time to the right.

use std::fmt::Write;

use super::motors::Found;

/// Sizes in pixels: a panel, and its margins to the left and below.
const PANEL: (f64, f64) = (420.0, 240.0);
const MARGIN: (f64, f64) = (46.0, 34.0);
/// Seconds that a panel shows.
const SECONDS: f64 = 0.9;
/// Colours of the powers, by their order.
const COLOURS: [&str; 6] = [
    "#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b9770e", "#34495e",
];

/// The picture as SVG.
pub fn draw(found: &[Found]) -> String {
    let columns = 2;
    let rows = found.len().div_ceil(columns);
    let size = (PANEL.0 * columns as f64, PANEL.1 * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        size.0, size.1
    );
    for (index, one) in found.iter().enumerate() {
        let (x, y) = (
            (index % columns) as f64 * PANEL.0,
            (index / columns) as f64 * PANEL.1,
        );
        svg += &format!("<g transform=\"translate({x} {y})\">\n{}</g>\n", panel(one));
    }
    svg + "</svg>\n"
}

fn panel(found: &Found) -> String {
    let samples = found
        .responses
        .iter()
        .flat_map(|response| &response.samples);
    let most = samples.fold(10.0, |most: f64, (_, degrees)| most.max(degrees.abs())) * 1.1;
    let (width, height) = (PANEL.0 - MARGIN.0 - 14.0, PANEL.1 - MARGIN.1 - 30.0);
    let x = |time: f64| MARGIN.0 + width * (time / SECONDS).clamp(0.0, 1.0);
    let y = |degrees: f64| 30.0 + height * (1.0 - (degrees.abs() / most).min(1.0));
    let model = found.fit.model;
    let mut svg = format!(
        "<text x=\"{}\" y=\"16\">{}: {:.1} degrees/s per percent, {:.1} % friction, {:.0} ms; points measured, lines fitted</text>\n",
        MARGIN.0,
        found.joint.name(),
        model.speed_per_percent,
        model.friction_percent,
        model.time_constant * 1e3
    );
    let axes = format!("M{0} {1}V{2}H{3}", MARGIN.0, y(most), y(0.0), x(SECONDS));
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "<path d=\"{axes}\" fill=\"none\" stroke=\"#555\"/>");
    for tenths in [0, 3, 6, 9] {
        let time = f64::from(tenths) / 10.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{time:.1} s</text>",
            x(time),
            y(0.0) + 15.0
        );
    }
    for share in [0.0, 0.5, 0.9] {
        let degrees = (most * share / 10.0).round() * 10.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{degrees:.0}°</text>",
            MARGIN.0 - 4.0,
            y(degrees) + 4.0
        );
    }
    for (index, response) in found.responses.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let late = response.lateness(&model);
        let line: Vec<String> = (0..=45)
            .map(|tick| SECONDS * f64::from(tick) / 45.0)
            .map(|time| {
                format!(
                    "{:.1},{:.1}",
                    x(time),
                    y(response.predicted(&model, late, time + late))
                )
            })
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.6\"/>",
            line.join(" ")
        );
        for (time, degrees) in response
            .samples
            .iter()
            .filter(|(time, _)| *time - late < SECONDS)
        {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.8\" fill=\"{colour}\"/>",
                x(time - late),
                y(*degrees)
            );
        }
    }
    svg
}
