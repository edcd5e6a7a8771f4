//! Rendered slips in five lights, through the whole chain: picture, detector, follower, verdict.

use std::fmt;

use cube::{Cube, Move};
use testkit::learner::{Hold, LIGHTS, Studio, slips};
use testkit::rand::seq::IndexedRandom;
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use tutor::follow::{Follower, Verdict};
use vision::{Detector, DetectorOptions};

use super::learner::{FRAMES, Learner, MOST_LOOKS};

/// What became of the slips in one light.
#[derive(Default)]
struct Tally {
    all: usize,
    at_once: usize,
    asked: usize,
    unclear: usize,
    wrong: usize,
    looks: Vec<usize>,
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { all, at_once, asked, unclear, wrong, looks } = self;
        let mut looks = looks.clone();
        looks.sort_unstable();
        let at = |percent: usize| looks.get(looks.len() * percent / 100).copied().unwrap_or(0);
        write!(formatter, "{all} | {at_once} | {asked} | {unclear} | {wrong} | {} | {}", at(50), at(95))
    }
}

/// Follows this many slips. Three learners of four first show a corner, the others only what is asked for.
fn follow(light: usize, slips_wanted: usize) -> Tally {
    let mut random = ChaCha8Rng::seed_from_u64(90 + light as u64);
    let mut studio = Studio::new(LIGHTS[light]);
    let mut detector = Detector::new(DetectorOptions::IN_VIEW);
    let mut tally = Tally::default();
    let mut seed = 0;
    while tally.all < slips_wanted {
        seed += 1;
        let before = Cube::from_seed(seed);
        let turn = Move::ALL[random.random_range(0..Move::COUNT)];
        let others = Move::ALL.into_iter().filter(|m| m.face() != turn.face());
        let others: Vec<Move> = others.collect();
        let next = *others.choose(&mut random).expect("there are fifteen");
        for (name, turns) in slips(turn, next, &mut random) {
            let learner = Learner::who_made(&turns, before, turn, next);
            let corner = tally.all % 4 != 3;
            let (verdict, looks) = show_until_verdict((&mut studio, &mut detector), &learner, corner, &mut random);
            tally.all += 1;
            if !learner.is_right(&verdict) {
                tally.wrong += 1;
                println!("{}: {name}: {turn} asked, {turns:?} made, {verdict:?}", LIGHTS[light].0);
            } else if matches!(verdict, Verdict::Unclear { .. }) {
                tally.unclear += 1;
            } else if looks == 1 {
                tally.at_once += 1;
            } else {
                tally.asked += 1;
            }
            tally.looks.push(looks);
            if tally.all % 100 == 0 {
                println!("{} so far | {tally}", LIGHTS[light].0);
            }
        }
    }
    tally
}

fn show_until_verdict(
    (studio, detector): (&mut Studio, &mut Detector),
    learner: &Learner,
    corner: bool,
    random: &mut ChaCha8Rng,
) -> (Verdict, usize) {
    let mut follower = Follower::new(learner.awaited, FRAMES);
    for looks in 0..MOST_LOOKS {
        let hold = match *follower.verdict() {
            Verdict::Unclear { .. } if corner && looks == 0 => Hold::corner(random),
            Verdict::Unclear { show, neighbour } => Hold::showing(show, neighbour, random),
            _ => return (follower.verdict().clone(), looks),
        };
        let scene = studio.scene(learner.cube, &hold);
        for _ in 0..FRAMES {
            let picture = studio.picture(&scene, &hold, random);
            follower.update(&detector.detect(&picture).expect("the detector runs"));
        }
    }
    (follower.verdict().clone(), MOST_LOOKS)
}

/// At least 98 of 100 are recognised in the end, and none wrongly.
fn judge(slips_wanted: usize) {
    println!("light | slips | recognised at once | after other faces | unclear | wrong | looks, median | 95 %");
    let tallies = std::thread::scope(|scope| {
        let lights = 0..LIGHTS.len();
        let threads: Vec<_> = lights.map(|light| scope.spawn(move || follow(light, slips_wanted))).collect();
        let tally = |thread: std::thread::ScopedJoinHandle<'_, Tally>| thread.join().expect("it ends");
        threads.into_iter().map(tally).collect::<Vec<_>>()
    });
    for (tally, (name, ..)) in tallies.iter().zip(LIGHTS) {
        println!("{name} | {tally}");
    }
    for (tally, (name, ..)) in tallies.iter().zip(LIGHTS) {
        assert_eq!(tally.wrong, 0, "{name}");
        assert!(tally.unclear * 50 <= tally.all, "{name}: {}", tally.unclear);
    }
}

#[test]
fn rendered_slips_are_named_or_asked_in_five_lights() {
    judge(20);
}

/// The table in `docs/benchmarks.md`.
#[test]
#[ignore = "takes many minutes"]
fn a_thousand_rendered_slips_in_each_of_five_lights() {
    judge(1000);
}
