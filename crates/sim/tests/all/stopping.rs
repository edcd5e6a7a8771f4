//! How long it takes from a stop until every motor of the rig stands still, in simulated time.

use crate::bench::rigs::{Rig, open};
use brick::BrickName;
use rig::{Action, Pair};
use sim::Options;
use sim::link::Latency;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A joint nearer than this to where it comes to rest has stopped, radians: 2 degrees, as when it settles.
const STOPPED: f64 = 0.035;

/// Share of a claw's travel below which its pads touch the cube.
const PADS: f64 = 0.06;

/// A claw closes and a wrist turns fast when the stop comes to all bricks; gives the milliseconds until the last brake was sent, until the last brake
/// acted, and until the last joint had stopped.
async fn stop(seed: u64, after: u64, latency: Latency) -> [f64; 3] {
    let pair = Pair::ALL[seed as usize % 2];
    let rig = Rig::new(seed, Options { start: open(pair), latency, ..Options::default() }).await;
    let (bench, drivers) = (&rig.bench, &rig.drivers);
    // The other pair holds the cube.
    let [closing, turning] = pair.arms();
    for (arm, action) in [(closing, Action::Close), (turning, Action::Turn(2))] {
        rig.begin(arm, action);
    }
    sleep(Duration::from_millis(after)).await;
    let began = Instant::now();
    let stops = BrickName::ALL.map(|name| drivers.handles[name.index()].stop());
    for stopped in futures_join(stops).await {
        stopped.expect("the loop runs");
    }
    let sent = began.elapsed().as_secs_f64() * 1e3;
    let mut held = f64::INFINITY;
    let mut places = Vec::new();
    while began.elapsed() < Duration::from_secs(2) {
        let now = began.elapsed().as_secs_f64() * 1e3;
        let braked = |name: BrickName| {
            let world = bench.world();
            name.joints().iter().all(|(port, _)| world.brick(name).is_braked(*port))
        };
        if held.is_infinite() && BrickName::ALL.into_iter().all(braked) {
            held = now;
        }
        places.push((now, bench.truth().joints));
        sleep(Duration::from_millis(2)).await;
    }
    let (_, rest) = places[places.len() - 1];
    // A claw that is pressed into its pads when the brake comes is pushed back by them slowly, and holds the cube
    // all that time.
    let pads = PADS * drivers.open;
    let pressed = |index: usize| {
        rig::Joint::ALL[index].kind == rig::JointKind::Grip
            && places.iter().any(|(_, joints)| joints[index] < pads)
            && rest[index] < pads
    };
    let far = |joints: &[f64; 8]| (0..8).any(|joint| (joints[joint] - rest[joint]).abs() > STOPPED && !pressed(joint));
    let stopped = places.iter().rfind(|(_, joints)| far(joints));
    [sent, held, stopped.map_or(0.0, |(when, _)| *when)]
}

async fn futures_join<T>(futures: [impl Future<Output = T>; 4]) -> [T; 4] {
    let [one, two, three, four] = futures;
    let (one, two, three, four) = tokio::join!(one, two, three, four);
    [one, two, three, four]
}

#[tokio::test(start_paused = true)]
async fn a_stop_holds_all_bricks_within_the_links_latency() {
    let links = [
        ("Bluetooth, 15 ms +- 7.5 ms a direction", Latency::BLUETOOTH),
        ("wire", Latency::NONE),
        ("slow, 50 ms +- 25 ms a direction", Latency { mean: 0.05, jitter: 0.025 }),
    ];
    for (name, latency) in links {
        let mut figures = Vec::new();
        for seed in 0..10 {
            for after in [150, 250, 350] {
                figures.push(stop(seed, after, latency).await);
            }
        }
        let sorted = |index: usize| {
            let mut all: Vec<f64> = figures.iter().map(|one| one[index]).collect();
            all.sort_by(f64::total_cmp);
            (all[all.len() / 2], all[all.len() - 1])
        };
        let [sent, held, stopped] = [sorted(0), sorted(1), sorted(2)];
        println!(
            "{name}: {} stops; all brakes sent after {:.1} ms at most, acting after {:.0} ms (median) and {:.0} ms (worst), all joints within 2 degrees of rest after {:.0} ms and {:.0} ms",
            figures.len(),
            sent.1,
            held.0,
            held.1,
            stopped.0,
            stopped.1
        );
        let longest = (latency.mean + latency.jitter) * 1e3;
        assert!(sent.1 <= 1.0, "{name}: a stop waits for {} ms", sent.1);
        // Three ticks of this test's own clock on top of the link.
        assert!(held.1 <= longest + 6.0, "{name}: held after {} ms", held.1);
        assert!(stopped.1 <= 100.0 + longest + 6.0, "{name}: {} ms", stopped.1);
    }
}
