//! Things whose lines are drawn by a rule of their own: games on paper, books, text, cloth and rubble.

use testkit::rand::{Rng, RngExt};

use super::pattern::{Pattern, any, grey, list, pale};

/// The pattern of a kind and its size, if it is one of these.
pub fn drawing(kind: &str, random: &mut impl Rng) -> Option<(Pattern, [f32; 2])> {
    match kind {
        "noughts and crosses" => {
            let (paper, ink) = (grey(random, 170.0, 250.0), grey(random, 5.0, 90.0));
            let marks: Vec<u8> = (0..9).map(|_| random.random_range(0..3)).collect();
            let line = random.random_range(0.03..0.08f32);
            Some((
                Box::new(move |u, v| {
                    if !(0.0..3.0).contains(&u) || !(0.0..3.0).contains(&v) {
                        return paper;
                    }
                    let (x, y) = (u.fract() - 0.5, v.fract() - 0.5);
                    let inner = |at: f32| 0.4 < at && at < 2.6;
                    let bar = |at: f32| inner(at) && (at - at.round()).abs() < line;
                    let mark = match marks[v as usize * 3 + u as usize] {
                        0 => (x.hypot(y) - 0.3).abs() < line,
                        1 => x.abs().max(y.abs()) < 0.3 && (x.abs() - y.abs()).abs() < 1.4 * line,
                        _ => false,
                    };
                    if bar(u) || bar(v) || mark { ink } else { paper }
                }),
                [4.8; 2],
            ))
        }
        "sudoku" => {
            let (paper, ink) = (grey(random, 170.0, 250.0), grey(random, 5.0, 90.0));
            Some((
                Box::new(move |u, v| {
                    if !(-0.05..9.05).contains(&u) || !(-0.05..9.05).contains(&v) {
                        return paper;
                    }
                    let bar = |at: f32| {
                        let nearest = at.round();
                        let width = if nearest as i32 % 3 == 0 { 0.07 } else { 0.025 };
                        (at - nearest).abs() < width
                    };
                    let digit = (u.floor() * 5.3 + v.floor() * 9.1).sin() > 0.2
                        && (u.fract() - 0.5).abs() < 0.12
                        && (v.fract() - 0.5).abs() < 0.25
                        && ((u * 9.0).sin() * (v * 11.0).cos()) > -0.3;
                    if bar(u) || bar(v) || digit { ink } else { paper }
                }),
                [11.0, 11.0],
            ))
        }
        "books" => {
            let spines: Vec<([f32; 3], f32)> = (0..40).map(|_| (pale(random), random.random_range(0.6..1.0))).collect();
            Some((
                Box::new(move |u, v| {
                    if v < 0.0 || u < 0.0 {
                        return [60.0, 45.0, 30.0];
                    }
                    let (book, shelf) = ((u * 2.0) as usize % 20, (v / 4.0) as usize % 2);
                    let (rgb, height) = spines[book + 20 * shelf];
                    let y = v.rem_euclid(4.0) / 4.0;
                    if y < 1.0 - height || 0.97 < y {
                        [40.0, 30.0, 22.0]
                    } else if (0.4..0.5).contains(&y) {
                        rgb.map(|c| 255.0 - c)
                    } else {
                        rgb.map(|c| c * (0.85 + 0.15 * (u * 2.0).fract()))
                    }
                }),
                [10.0, 8.0],
            ))
        }
        "text" => {
            let (paper, ink) = (grey(random, 170.0, 250.0), grey(random, 5.0, 90.0));
            Some((
                Box::new(move |u, v| {
                    let (column, row) = ((u * 2.0).floor(), v.floor());
                    let letter = ((column * 12.9 + row * 78.2).sin() * 43758.5).fract().abs();
                    let (x, y) = ((u * 2.0).rem_euclid(1.0), v.rem_euclid(1.0));
                    let ink_here = letter < 0.83
                        && (0.2..0.8).contains(&y)
                        && (0.1..0.8).contains(&x)
                        && ((x * 8.0 + letter * 30.0).sin() > 0.1 || (y * 14.0 + letter * 20.0).sin() > 0.5);
                    if ink_here { ink } else { paper }
                }),
                [18.0, 14.0],
            ))
        }
        "plaid" => {
            let threads: Vec<[f32; 3]> = list(6, || any(random));
            Some((
                Box::new(move |u, v| {
                    let at = |w: f32| threads[w.rem_euclid(6.0) as usize % 6];
                    let (a, b) = (at(u), at(2.0 * v + 1.0));
                    std::array::from_fn(|c| 0.5 * (a[c] + b[c]))
                }),
                [12.0, 9.0],
            ))
        }
        "rubble" => {
            // Stones of all sizes: the nearest of many points (Voronoi cells) with dark joints.
            let stones: Vec<([f32; 2], [f32; 3])> = (0..90)
                .map(|_| ([random.random_range(0.0..12.0), random.random_range(0.0..9.0)], pale(random)))
                .collect();
            Some((
                Box::new(move |u, v| {
                    let mut nearest = [(f32::MAX, [0.0; 3]); 2];
                    for ([x, y], rgb) in &stones {
                        let far = (x - u).hypot(y - v);
                        if far < nearest[0].0 {
                            nearest = [(far, *rgb), nearest[0]];
                        } else if far < nearest[1].0 {
                            nearest[1] = (far, *rgb);
                        }
                    }
                    if nearest[1].0 - nearest[0].0 < 0.08 { [45.0; 3] } else { nearest[0].1 }
                }),
                [12.0, 9.0],
            ))
        }
        _ => None,
    }
}
