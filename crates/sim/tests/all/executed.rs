//! What is planned is what happens: the planner's logic and the real drivers, on simulated time.

use crate::bench::graph::{execute, settings};
use cube::{Cube, Move};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::Profile;
use sim::bench::Bench;
use sim::{Options, World};

fn random_moves(seed: u64, count: usize) -> Vec<Move> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let moves: Vec<Move> = (0..count * 2)
        .map(|_| Move::ALL[random.random_range(0..18)])
        .collect();
    let mut moves = cube::simplified(&moves);
    moves.truncate(count);
    moves
}

#[tokio::test(start_paused = true)]
async fn planned_is_executed() {
    let name = std::env::var("PROFILE").unwrap_or("nxt-2015".into());
    let lead: f64 = std::env::var("LEAD").map_or(0.06, |t| t.parse().unwrap());
    let count: u64 = std::env::var("COUNT").map_or(5, |t| t.parse().unwrap());
    let trace = std::env::var("TRACE").is_ok();
    let mut ratios = Vec::new();
    for seed in std::env::var("SEED").map_or(0, |t| t.parse().unwrap())..count {
        let moves = random_moves(seed, 20);
        let cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
        let profile = Profile::find(&name).unwrap();
        let options = Options {
            cube,
            ..Options::default()
        };
        let settings = settings(&profile, lead);
        let bench = Bench::new(World::new(profile, seed, options));
        let done = execute(&bench, settings, &moves).await;
        let events = bench.world().take_events();
        let ratio = done.report.seconds / done.planned;
        println!(
            "{seed}: planned {:.2}, took {:.2}, ratio {ratio:.3}, solved {}, {:?} {} {:?}",
            done.planned,
            done.report.seconds,
            bench.truth().solved,
            done.report.code,
            done.report.text,
            events.iter().map(|e| format!("{:.2} {}", e.time, e.what)).collect::<Vec<_>>()
        );
        if trace {
            for sent in &done.sent {
                let paths = sent.goal.paths.map(|p| format!("{} {:.0}->{:.0} in {:.2}", p.joint.name(), p.from.to_degrees(), p.target.to_degrees(), p.seconds));
                println!("  {:.3} {} {paths:?}", sent.time, sent.goal.id.0);
            }
            for m in done.plan.motions() {
                println!("  {:.3} PLAN {:?} {:?} until {:.3}", m.start + 0.32, m.arm, m.action, m.end + 0.32);
            }
            for (time, id, outcome) in &done.ended {
                println!("  {time:.3} ended {} {outcome:?}", id.0);
            }
        }
        ratios.push(ratio);
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    println!("mean {mean:.3}, worst {:.3}", ratios.iter().copied().fold(0.0, f64::max));
}
