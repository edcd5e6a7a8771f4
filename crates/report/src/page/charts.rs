//! The error of a joint over time.

use std::fmt::Write;

use super::markup::{Markup, escaped};
use crate::joints::Tracking;

/// Size of a curve; it is stretched to the width of the page.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 70.0;
/// Between goals nothing is known: a longer gap breaks the line.
const GAP: f64 = 0.6;

/// Draws the curve of a joint over the whole recording.
pub fn curve(page: &mut Markup, joint: &Tracking, seconds: f64) {
    let most = joint.curve.iter().map(|(_, error)| error.abs()).fold(1.0, f64::max);
    let (mut path, mut last) = (String::new(), f64::NEG_INFINITY);
    for (at, error) in &joint.curve {
        let (x, y) = (at / seconds.max(1.0) * WIDTH, HEIGHT / 2.0 * (1.0 - error / most * 0.95));
        let step = if GAP < at - last { 'M' } else { 'L' };
        // Writing to a text cannot fail.
        let _ = write!(path, "{step}{x:.1} {y:.1}");
        if step == 'M' {
            let _ = write!(path, "h0.1");
        }
        last = *at;
    }
    page.raw("<figure>\n");
    page.raw(&format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"error of {}\">\n",
        escaped(&joint.joint)
    ));
    page.raw(&format!(
        "<path class=\"grid\" d=\"M0 {0}H{WIDTH}\"/>\n<path class=\"line\" d=\"{path}\"/>\n</svg>\n",
        HEIGHT / 2.0
    ));
    page.raw(&format!(
        "<figcaption>{} <span class=\"soft\">±{most:.1}°, 0 to {seconds:.0} s</span></figcaption>\n</figure>\n",
        escaped(&joint.joint)
    ));
}
