//! The few shapes that the pictures need.

use svg::Document;
use svg::node::element::{Group, Line, Polygon, Rectangle, Text};

/// A point, in the picture's units, x to the right and y down.
pub type Point = (f64, f64);

/// An empty picture of this size, on white.
pub fn blank(width: f64, height: f64) -> Document {
    let background = Rectangle::new().set("width", width).set("height", height).set("fill", "white");
    Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0.0, 0.0, width, height))
        .set("font-family", "DejaVu Sans, Arial, sans-serif")
        .add(background)
}

/// A filled polygon with a dark edge.
pub fn polygon(corners: &[Point], fill: &str) -> Polygon {
    Polygon::new().set("points", points(corners)).set("fill", fill).set("stroke", "#222").set("stroke-width", 1)
}

/// A filled rectangle with a dark edge.
pub fn rectangle((x, y): Point, width: f64, height: f64, fill: &str) -> Polygon {
    let (right, bottom) = (x + width, y + height);
    polygon(&[(x, y), (right, y), (right, bottom), (x, bottom)], fill)
}

/// A line of this colour.
pub fn line(from: Point, to: Point, color: &str, width: f64) -> Line {
    Line::new()
        .set("x1", short(from.0))
        .set("y1", short(from.1))
        .set("x2", short(to.0))
        .set("y2", short(to.1))
        .set("stroke", color)
        .set("stroke-width", width)
}

/// An arrow between the middles of two stickers; it ends a little before them.
pub fn arrow(from: Point, to: Point, color: &str) -> Group {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (to.0 - 3.0 * ux, to.1 - 3.0 * uy);
    let head = (tip.0 - 6.0 * ux, tip.1 - 6.0 * uy);
    let [left, right] = [(-uy, ux), (uy, -ux)].map(|(x, y)| (head.0 + 3.5 * x, head.1 + 3.5 * y));
    let start = (from.0 + 3.0 * ux, from.1 + 3.0 * uy);
    let head_shape = Polygon::new().set("points", points(&[tip, left, right])).set("fill", color);
    Group::new().add(line(start, head, color, 2.0)).add(head_shape)
}

/// Text whose middle is at this point of its base line.
pub fn text((x, y): Point, size: f64, text: &str) -> Text {
    Text::new(text).set("x", short(x)).set("y", short(y)).set("font-size", size).set("text-anchor", "middle")
}

fn points(corners: &[Point]) -> String {
    let corners = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
    corners.collect::<Vec<_>>().join(" ")
}

/// A tenth of a unit is more than anybody sees.
fn short(length: f64) -> String {
    format!("{length:.1}")
}
