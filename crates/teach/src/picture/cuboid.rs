//! The graph of the 2x2x1: a row for each distance from solved, a box for each state, a line for each turn.

use cube::{Cuboid, CuboidTurn};

use super::shapes::{Point, blank, line, rectangle, text};
use crate::cuboid_graph::{CuboidGraph, Minimize};

const BOX: f64 = 34.0;
const ROW: f64 = 120.0;
const WIDTH: f64 = 900.0;

/// The colours of the lines of R U L D.
const LINES: [&str; 4] = ["#d21f2b", "#2466d1", "#ff7a1a", "#1faa4b"];

/// The graph as a picture.
pub fn cuboid_picture(graph: &CuboidGraph) -> String {
    let paths = graph.paths_from(&Cuboid::SOLVED, Minimize::Turns);
    let distance = |state: &Cuboid| paths.get(state).map_or(0, Vec::len);
    let counts = graph.by_distance();
    let mut taken = vec![0; counts.len()];
    let places: Vec<Point> = graph
        .states()
        .iter()
        .map(|state| {
            let row = distance(state);
            taken[row] += 1;
            let step = WIDTH / (counts[row] + 1) as f64;
            (step * f64::from(taken[row]), 50.0 + ROW * row as f64)
        })
        .collect();
    let mut picture = blank(WIDTH, ROW * counts.len() as f64);
    for (from, turn, to) in graph.edges() {
        if from < to {
            let color = LINES[turn as usize];
            picture = picture.add(line(places[from], places[to], color, 1.0 + f64::from(turn.time()) / 2.0));
        }
    }
    for (state, &(x, y)) in graph.states().iter().zip(&places) {
        let front = state.stickers().iter().take(4).enumerate();
        for (at, &letter) in front {
            let corner = (x + BOX / 2.0 * (at % 2) as f64 - BOX / 2.0, y + BOX / 2.0 * (at / 2) as f64 - BOX / 2.0);
            let fill = if letter == b'W' { "#f8f8f8" } else { "#ffd500" };
            picture = picture.add(rectangle(corner, BOX / 2.0, BOX / 2.0, fill));
        }
        picture = picture.add(text((x, y + BOX / 2.0 + 11.0), 7.0, &state.to_string()));
    }
    for (turn, color) in CuboidTurn::ALL.into_iter().zip(LINES) {
        let x = 40.0 + 90.0 * f64::from(turn as u8);
        picture = picture.add(line((x, 18.0), (x + 24.0, 18.0), color, 3.0));
        picture = picture.add(text((x + 50.0, 22.0), 12.0, &format!("{turn}, time {}", turn.time())));
    }
    picture.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_and_every_turn_is_drawn() {
        let picture = cuboid_picture(&CuboidGraph::new());
        assert_eq!(picture.matches("<line").count(), 48 + 4);
        assert_eq!(picture.matches("<polygon").count(), 24 * 4);
        assert!(picture.contains("WWWWYYYYBBGGOORR"));
    }
}
