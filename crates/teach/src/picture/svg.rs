//! The few elements of SVG that the pictures need.

/// A point, in the picture's units, x to the right and y down.
pub type Point = (f64, f64);

/// The head of a picture of this size, on white.
pub fn opening(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans, Arial, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

/// The end of a picture.
pub const CLOSING: &str = "</svg>\n";

/// A filled polygon with a dark edge.
pub fn polygon(points: &[Point], fill: &str) -> String {
    let points: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    format!(
        "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#222\" stroke-width=\"1\"/>\n",
        points.join(" ")
    )
}

/// A filled rectangle with a dark edge.
pub fn rectangle((x, y): Point, width: f64, height: f64, fill: &str) -> String {
    polygon(
        &[
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ],
        fill,
    )
}

/// A line of this colour.
pub fn line(from: Point, to: Point, color: &str, width: f64) -> String {
    format!(
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"/>\n",
        from.0, from.1, to.0, to.1
    )
}

/// An arrow between the middles of two stickers; it ends a little before them.
pub fn arrow(from: Point, to: Point, color: &str) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (to.0 - 3.0 * ux, to.1 - 3.0 * uy);
    let head = (tip.0 - 6.0 * ux, tip.1 - 6.0 * uy);
    let wings = [(-uy, ux), (uy, -ux)].map(|(x, y)| (head.0 + 3.5 * x, head.1 + 3.5 * y));
    line((from.0 + 3.0 * ux, from.1 + 3.0 * uy), head, color, 2.0)
        + &format!(
            "<polygon points=\"{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}\" fill=\"{color}\"/>\n",
            tip.0, tip.1, wings[0].0, wings[0].1, wings[1].0, wings[1].1
        )
}

/// Text whose middle is at this point of its base line.
pub fn text((x, y): Point, size: f64, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"middle\">{text}</text>\n"
    )
}
