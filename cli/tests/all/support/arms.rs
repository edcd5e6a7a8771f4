//! Four arms and a cube that follow a plan's motions: the rules of motion once more, sharing nothing with the program.

use serde_json::Value;

use super::model;

/// Times closer together than this are one.
const INSTANT: f64 = 1e-6;

#[derive(Debug, Clone)]
struct Motion {
    arm: usize,
    action: String,
    quarters: i32,
    start: f64,
    end: f64,
}

impl Motion {
    fn covers(&self, time: f64) -> bool {
        self.start < time && time < self.end
    }
}

/// The arms r l f b, by index: their sides of the rig, and what is where after a clockwise quarter as the arm sees it.
const ARMS: [(&str, &str, [&str; 2]); 4] = [
    // (letter, side, [from, to]): the content of each side in `from` comes to the side in `to`.
    ("r", "R", ["FUBD", "UBDF"]),
    ("l", "L", ["FDBU", "DBUF"]),
    ("f", "F", ["URDL", "RDLU"]),
    ("b", "B", ["ULDR", "LDRU"]),
];

fn read(motions: &Value) -> Vec<Motion> {
    let read = |motion: &Value| Motion {
        arm: ARMS.iter().position(|(letter, ..)| motion["arm"] == *letter).expect("r l f b"),
        action: motion["action"].as_str().expect("text").into(),
        quarters: motion["quarters"].as_i64().expect("a whole number") as i32,
        start: motion["start"].as_f64().expect("a number"),
        end: motion["end"].as_f64().expect("a number"),
    };
    motions.as_array().expect("a list").iter().map(read).collect()
}

/// The state of a claw and its wrist at a time when nothing of interest moves: (closed, quarters).
fn state_at(motions: &[Motion], arm: usize, time: f64) -> (bool, i32) {
    let past = motions.iter().filter(|motion| motion.arm == arm && motion.end <= time + INSTANT);
    past.fold((true, 0), |(closed, quarters), motion| match motion.action.as_str() {
        "open" => (false, quarters),
        "close" => (true, quarters),
        _ => (closed, quarters + motion.quarters),
    })
}

/// Follows the motions from rest and returns the face turns done, as moves of the cube's own faces.
///
/// # Panics
/// Where a motion breaks a rule of motion.
pub fn follow(motions: &Value) -> String {
    let motions = read(motions);
    let mut times: Vec<f64> = motions.iter().flat_map(|motion| [motion.start, motion.end]).collect();
    times.sort_by(f64::total_cmp);
    times.dedup_by(|a, b| (*a - *b).abs() < INSTANT);
    // Between two neighbouring times nothing begins or ends: the middle stands for all of it.
    for pair in times.windows(2) {
        let time = (pair[0] + pair[1]) / 2.0;
        let held = |arm: usize| {
            state_at(&motions, arm, time).0
                && !motions.iter().any(|motion| motion.arm == arm && motion.covers(time) && motion.action != "turn")
        };
        assert!((held(0) && held(1)) || (held(2) && held(3)), "at {time} s no pair holds the cube");
    }

    let mut turns: Vec<&Motion> = motions.iter().filter(|motion| motion.action == "turn").collect();
    turns.sort_by(|a, b| a.start.total_cmp(&b.start));
    // Which cube face lies at the sides U R F D L B.
    let mut faces = "URFDLB".to_owned();
    let mut done = Vec::new();
    let mut partners: Vec<(usize, f64)> = Vec::new();
    for turn in turns {
        let (closed, before) = state_at(&motions, turn.arm, turn.start);
        assert!(
            (1..=2).contains(&turn.quarters.abs()) && (before + turn.quarters).abs() <= 2,
            "{turn:?} from {before}"
        );
        if !closed {
            continue;
        }
        let opposite = turn.arm ^ 1;
        let neighbours = if turn.arm < 2 { [2, 3] } else { [0, 1] };
        let closed_while = |arm: usize| {
            let open = |time| !state_at(&motions, arm, time).0;
            let moves = |m: &&Motion| {
                m.arm == arm && m.action != "turn" && m.start < turn.end - INSTANT && turn.start + INSTANT < m.end
            };
            !open(turn.start) && !motions.iter().any(|m| moves(&m))
        };
        if closed_while(neighbours[0]) && closed_while(neighbours[1]) {
            assert!(closed_while(opposite), "the claw across does not hold while {turn:?}");
            for &arm in neighbours.iter().chain([&opposite]) {
                let moving = motions
                    .iter()
                    .any(|m| m.arm == arm && m.start < turn.end - INSTANT && turn.start + INSTANT < m.end);
                assert!(!moving, "arm {arm} moves while {turn:?}");
            }
            for arm in neighbours {
                assert!(state_at(&motions, arm, turn.start).1 % 2 == 0, "arm {arm} is in the way of {turn:?}");
            }
            let face = face_at(&faces, ARMS[turn.arm].1);
            let suffix = ["", "", "2", "'"][turn.quarters.rem_euclid(4) as usize];
            done.push(format!("{face}{suffix}"));
        } else if let Some(at) =
            partners.iter().position(|(arm, start)| *arm == turn.arm && (start - turn.start).abs() < INSTANT)
        {
            partners.remove(at);
        } else {
            // The other pair is open: both claws of this pair turn the whole cube.
            let open = |arm: usize| !state_at(&motions, arm, turn.start).0;
            assert!(neighbours.into_iter().all(open), "{turn:?} while a neighbour is half open");
            let with = motions.iter().find(|m| {
                m.arm == opposite
                    && m.action == "turn"
                    && (m.start - turn.start).abs() < INSTANT
                    && (m.end - turn.end).abs() < INSTANT
            });
            assert_eq!(with.map(|m| m.quarters), Some(-turn.quarters), "nothing turns along with {turn:?}");
            partners.push((opposite, turn.start));
            for _ in 0..turn.quarters.rem_euclid(4) {
                faces = carried(&faces, ARMS[turn.arm].2);
            }
        }
    }
    done.join(" ")
}

fn face_at(faces: &str, side: &str) -> char {
    faces.as_bytes()["URFDLB".find(side).expect("a side")] as char
}

fn carried(faces: &str, [from, to]: [&str; 2]) -> String {
    let source = |side: char| match to.find(side) {
        Some(at) => from.as_bytes()[at] as char,
        None => side,
    };
    "URFDLB".chars().map(|side| face_at(faces, &source(side).to_string())).collect()
}

/// The facelets after the plan's motions.
pub fn after(facelets: &str, motions: &Value) -> String {
    model::apply_all(facelets, &follow(motions))
}
