//! Rendered pictures of a cube in a hand: a whole lesson, and the time that verdicts take.

use std::time::{Duration, Instant};

use cube::Move;
use teach::Method;
use testkit::learner::{LIGHTS, NamedLight};
use testkit::rand::RngExt;
use tutor::Seen;

use super::camera::{Camera, Look};
use super::room::Room;

/// A camera gives a picture in this time.
const FRAME: Duration = Duration::from_millis(33);

#[test]
fn a_beginner_lesson_with_three_slips_ends_solved() {
    let mut room = Room::new(Method::Beginner, 7, Camera::in_light(LIGHTS[0]));
    let mut turns = 0;
    while let Some((turn, _)) = room.next() {
        turns += 1;
        if ![6, 23, 40].contains(&turns) {
            room.do_rightly(turn);
            continue;
        }
        room.hold();
        let slip = match turns {
            6 => vec![turn.inverse(), turn.inverse(), turn.inverse(), turn],
            23 => vec![turn.inverse(), Move::ALL[4].into()],
            // Only reading helps.
            _ => [0, 5, 9, 12, 16, 2].map(|at| Move::ALL[at].into()).to_vec(),
        };
        room.held_cube.turn(&slip);
        let seen = room.show();
        assert_eq!(turns == 40, !matches!(seen, Seen::DoneWrongly { .. }), "{turns}: {seen:?}");
        room.praise_ends();
        room.lead_back(&seen);
        room.praise_ends();
    }
    assert!(room.is_at_end() && room.held_cube.cube.is_solved());
    assert_eq!(room.readings, 1);
    println!("{turns} turns");
}

/// How long verdicts took.
#[derive(Default)]
struct Times {
    /// How often the cube was read face by face.
    readings: usize,
    frames: Vec<usize>,
    /// For looking at a picture, without rendering it.
    seeing: Vec<Duration>,
}

/// Turns of one lesson after the other, each tenth of them wrong; a learner shows a corner and then what is asked for.
fn times(light: NamedLight, wanted: usize) -> Times {
    let mut times = Times::default();
    for seed in 20.. {
        let mut room = Room::new(Method::Cfop, seed, Camera::in_light(light));
        while let Some((turn, _)) = room.next() {
            if wanted <= times.frames.len() {
                return times;
            }
            room.hold();
            let slip = room.random.random_bool(0.1);
            room.held_cube.turn(&[if slip { turn.inverse() } else { turn }]);
            let seen = room.show();
            times.frames.push(room.frames);
            times.seeing.push(room.seeing / room.frames as u32);
            times.readings += std::mem::take(&mut room.readings);
            room.praise_ends();
            room.lead_back(&seen);
            room.praise_ends();
        }
    }
    times
}

/// The table in `docs/benchmarks.md`.
#[test]
#[ignore = "takes minutes"]
fn time_to_verdict_by_light() {
    println!(
        "light | turns | frames, median | frames, 95 % | at 30 pictures a second | 95 % | read face by face | ms for a picture"
    );
    for light in LIGHTS {
        let began = Instant::now();
        let Times { readings, mut frames, mut seeing } = times(light, 300);
        frames.sort_unstable();
        seeing.sort_unstable();
        let [median, most] = [50, 95].map(|percent| frames[frames.len() * percent / 100]);
        let millis = |frames: usize| (FRAME * frames as u32).as_millis();
        println!(
            "{} | {} | {median} | {most} | {} ms | {} ms | {readings} | {:.1}",
            light.0,
            frames.len(),
            millis(median),
            millis(most),
            seeing[seeing.len() / 2].as_secs_f64() * 1000.0
        );
        println!("({:.0} s)", began.elapsed().as_secs_f64());
    }
}

/// A learner who holds the cube still and has turned nothing gets no comment on a turn.
#[test]
fn a_cube_at_rest_is_not_yet_turned_in_any_light() {
    for light in LIGHTS {
        let mut room = Room::new(Method::Layers, 8, Camera::in_light(light));
        for _ in 0..4 {
            room.look(&Look::Corner, 3);
            let seen = room.session.seen();
            let is_calm = matches!(seen, Some(Seen::NotYet | Seen::Unclear { .. }));
            assert!(is_calm, "{}: {seen:?}", light.0);
        }
    }
}
