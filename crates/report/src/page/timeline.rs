//! The stages of a run, and plans against deeds: two rows for each arm.

use super::markup::{Markup, count, escaped};
use crate::motions::PlanAndDeed;
use crate::report::Report;

/// Pixels of a second.
const SECOND: f64 = 30.0;
/// Of a row, and from an arm to the next.
const ROW: f64 = 16.0;
const ARM: f64 = 2.0 * ROW + 12.0;
const TOP: f64 = 8.0;
/// Arms by their letters, in the order of rows.
const ARMS: [(char, &str); 4] = [('r', "Right"), ('l', "Left"), ('f', "Front"), ('b', "Back")];
/// A chart is not longer.
const MOST_SECONDS: f64 = 600.0;

/// A band whose parts are as wide as the stages are long.
pub fn stages(page: &mut Markup, report: &Report) {
    if super::missing(page, report, "stages") {
        return;
    }
    page.raw("<div class=\"band\">");
    let mut at = report.stages.first().map_or(0.0, |stage| stage.start);
    for stage in &report.stages {
        if at < stage.start {
            page.raw(&format!("<span style=\"flex:{:.2}\"></span>", stage.start - at));
        }
        let length = (stage.end - stage.start).max(0.2);
        page.raw(&format!("<span class=\"{0}\" style=\"flex:{length:.2}\" title=\"{0}\"></span>", stage.name));
        at = stage.end;
    }
    page.raw("</div>\n<ul class=\"stages\">\n");
    for stage in &report.stages {
        page.raw(&format!("<li class=\"{}\"><b>{}</b> ", stage.name, stage.name));
        match stage.name {
            "solved" | "stopped" | "failed" => page.put(&stage.text),
            _ => page.raw(&format!("{:.1} s", stage.end - stage.start)),
        }
        page.raw("</li>\n");
    }
    page.raw("</ul>\n");
}

/// What colours mean.
pub fn legend(page: &mut Markup) {
    page.raw("<p class=\"legend\"><span class=\"wrist\"></span> wrist turns, by quarters ");
    page.raw("<span class=\"grip\"></span> claw opens or closes</p>\n");
}

/// A chart of a plan.
pub fn plan(page: &mut Markup, plan: &PlanAndDeed) {
    let what = match plan.moves.len() {
        0 => "Scan".to_owned(),
        moves => count(moves, "move"),
    };
    let took = plan.seconds.map_or(String::new(), |seconds| format!(", took {seconds:.1} s"));
    page.raw("<details open>\n<summary>");
    page.put(&format!("{what} at {:.1} s: planned {:.1} s{took}", plan.at, plan.planned_seconds));
    page.raw("</summary>\n");
    if !plan.moves.is_empty() {
        page.raw("<p class=\"moves\">");
        page.put(&plan.moves.join(" "));
        page.raw("</p>\n");
    }
    let ends = plan.planned.iter().map(|motion| motion.end).chain(plan.deeds.iter().map(|deed| deed.end));
    let seconds = ends.fold(1.0, f64::max).min(MOST_SECONDS);
    let height = TOP + 4.0 * ARM + 14.0;
    page.raw(&format!("<div class=\"chart\">\n<svg width=\"92\" height=\"{height}\" aria-hidden=\"true\">\n"));
    for (place, (_, name)) in ARMS.iter().enumerate() {
        let y = TOP + place as f64 * ARM;
        page.raw(&format!("<text x=\"2\" y=\"{}\">{name}</text>", y + ROW));
        page.raw(&format!("<text x=\"88\" y=\"{}\" class=\"end soft\">plan</text>", y + 12.0));
        page.raw(&format!("<text x=\"88\" y=\"{}\" class=\"end soft\">deed</text>\n", y + ROW + 13.0));
    }
    let width = seconds * SECOND + 24.0;
    page.raw(&format!(
        "</svg>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"motions\"><svg width=\"{width:.0}\" height=\"{height}\" role=\"img\" aria-label=\""
    ));
    page.put(&format!("{what}, planned and done"));
    page.raw("\">\n");
    for second in 0..=seconds as u32 {
        let x = f64::from(second) * SECOND + 2.0;
        page.raw(&format!("<path class=\"grid\" d=\"M{x} {TOP}V{}\"/>", height - 14.0));
        if second % 5 == 0 {
            page.raw(&format!("<text x=\"{x}\" y=\"{}\" class=\"soft\">{second} s</text>", height - 2.0));
        }
    }
    page.raw("\n");
    for motion in &plan.planned {
        let Some(place) = place(motion.arm) else { continue };
        let is_wrist = motion.action == "turn";
        let about = match is_wrist {
            true => format!("{} quarters", motion.quarters),
            false => motion.action.clone(),
        };
        let label = if is_wrist { format!("{:+}", motion.quarters) } else { String::new() };
        bar(page, TOP + place * ARM, (motion.start, motion.end), is_wrist, &label, &about);
    }
    for deed in &plan.deeds {
        let (Some(arm), is_wrist) = (deed.joint.chars().next(), deed.joint.ends_with("wrist")) else { continue };
        let Some(place) = place(arm) else { continue };
        let quarters = ((deed.to - deed.from) / 90.0).round();
        let label = if is_wrist && quarters != 0.0 { format!("{quarters:+.0}") } else { String::new() };
        let about = format!("{} from {:.0} to {:.0} degrees", deed.joint, deed.from, deed.to);
        bar(page, TOP + place * ARM + ROW + 1.0, (deed.start, deed.end), is_wrist, &label, &about);
    }
    page.raw("</svg></div>\n</div>\n</details>\n");
}

fn place(arm: char) -> Option<f64> {
    ARMS.iter().position(|(letter, _)| *letter == arm).map(|place| place as f64)
}

fn bar(page: &mut Markup, y: f64, (start, end): (f64, f64), is_wrist: bool, label: &str, about: &str) {
    if !(start.is_finite() && end.is_finite()) || MOST_SECONDS < start {
        return;
    }
    let (x, width) = (start * SECOND + 2.0, ((end - start).min(MOST_SECONDS) * SECOND - 1.0).max(1.5));
    let (kind, inset) = if is_wrist { ("wrist", 0.0) } else { ("grip", 3.0) };
    page.raw(&format!(
        "<rect class=\"{kind}\" x=\"{x:.1}\" y=\"{}\" width=\"{width:.1}\" height=\"{}\" rx=\"2\"><title>{}: {start:.2} to {end:.2} s</title></rect>",
        y + inset,
        ROW - 2.0 - 2.0 * inset,
        escaped(about)
    ));
    if !label.is_empty() && 16.0 < width {
        page.raw(&format!(
            "<text class=\"in\" x=\"{:.1}\" y=\"{}\">{}</text>",
            x + width / 2.0,
            y + 11.0,
            escaped(label)
        ));
    }
    page.raw("\n");
}
