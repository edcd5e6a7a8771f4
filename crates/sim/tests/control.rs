//! The control loop against emulated motors over the real protocol: does it land, and in time?

mod bench;

use bench::Bench;
use rig::{Action, Arm, Profile, RigState};
use sim::link::Latency;
use sim::{Options, World};

/// Opens, turns and closes each arm in turn; gives the landing errors (degrees of the joint, real and
/// as measured from zero) and the durations.
async fn exercise(seed: u64, options: Options) -> (Vec<f64>, Vec<(&'static str, f64)>) {
    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
    let drivers = bench.drivers(&RigState::REST).await;
    let mut errors = Vec::new();
    let mut seconds = Vec::new();
    for arm in Arm::ALL {
        let mut wrist = 0;
        let actions = [
            Action::Turn(1),
            Action::Open,
            Action::Turn(-1),
            Action::Close,
            Action::Turn(-2),
            Action::Open,
            Action::Turn(2),
            Action::Close,
        ];
        for action in actions {
            let began = tokio::time::Instant::now();
            drivers
                .act(arm, action, wrist)
                .await
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let kind = match action {
                Action::Turn(quarters) if quarters.abs() == 2 => "half",
                Action::Turn(_) => "quarter",
                other => other.name(),
            };
            seconds.push((kind, began.elapsed().as_secs_f64()));
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
            let (joint, position) = bench::target(arm, action, wrist, drivers.open);
            wrist += i32::from(action.quarters());
            errors.push((bench.truth().joints[joint.index()] - position).to_degrees());
        }
    }
    let events = bench.world().take_events();
    assert!(events.is_empty(), "seed {seed}: {events:?}");
    (errors, seconds)
}

struct Figures {
    /// Landing errors in degrees of the joint: median, 95 %, worst.
    errors: [f64; 3],
    /// Median seconds of open, close, quarter and half turns.
    seconds: [f64; 4],
}

async fn measure(name: &str, seeds: std::ops::Range<u64>, options: &Options) -> Figures {
    let mut errors = Vec::new();
    let mut durations: Vec<(&str, f64)> = Vec::new();
    for seed in seeds {
        let (more, seconds) = exercise(seed, options.clone()).await;
        errors.extend(more.into_iter().map(f64::abs));
        durations.extend(seconds);
    }
    errors.sort_by(f64::total_cmp);
    let errors_at = |share: f64| errors[((errors.len() - 1) as f64 * share).ceil() as usize];
    let seconds = ["open", "close", "quarter", "half"].map(|kind| {
        let mut times: Vec<f64> = durations
            .iter()
            .filter(|(of, _)| *of == kind)
            .map(|(_, time)| *time)
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let figures = Figures {
        errors: [0.5, 0.95, 1.0].map(errors_at),
        seconds,
    };
    println!(
        "{name}: {} landings, median {:.2}, 95 % {:.2}, worst {:.2} degrees; seconds {:.3?}",
        errors.len(),
        figures.errors[0],
        figures.errors[1],
        figures.errors[2],
        figures.seconds
    );
    figures
}

/// The link and motors that the rig is meant for: 30 ms +- 15 ms, 5 % spread, 2 degrees of play.
#[tokio::test(start_paused = true)]
async fn joints_land_within_two_degrees_in_time() {
    let figures = measure("everyday rig", 0..12, &Options::default()).await;
    assert!(
        figures.errors[1] <= 2.0,
        "95 % land within {:.2} degrees",
        figures.errors[1]
    );
    assert!(
        figures.errors[2] <= 4.0,
        "the worst lands at {:.2} degrees",
        figures.errors[2]
    );
    let timing = Profile::nxt_2015().timing;
    let nominal = [timing.open, timing.close, timing.quarter, timing.half];
    for (median, nominal) in figures.seconds.into_iter().zip(nominal) {
        assert!(
            median < 1.1 * nominal,
            "a motion of {nominal} s takes {median:.3} s"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn joints_land_on_other_links_and_motors() {
    let everyday = Options::default();
    let link = |mean, jitter| Options {
        latency: Latency { mean, jitter },
        ..everyday.clone()
    };
    let rigs = [
        ("wired", link(0.0005, 0.0)),
        ("slow link, 100 ms +- 50 ms", link(0.05, 0.025)),
        (
            "weak batteries",
            Options {
                battery_volts: 7.2,
                ..everyday.clone()
            },
        ),
        (
            "motors 15 % off",
            Options {
                motor_spread: 0.15,
                ..everyday.clone()
            },
        ),
        (
            "no play where 2 degrees are expected",
            Options {
                backlash_degrees: 0.0,
                ..everyday.clone()
            },
        ),
        (
            "3 degrees of play where 2 are expected",
            Options {
                backlash_degrees: 3.0,
                ..everyday.clone()
            },
        ),
    ];
    for (name, options) in rigs {
        let figures = measure(name, 0..4, &options).await;
        assert!(
            figures.errors[1] <= 3.0,
            "{name}: 95 % land within {:.2} degrees",
            figures.errors[1]
        );
        assert!(
            figures.errors[2] <= 4.5,
            "{name}: the worst lands at {:.2} degrees",
            figures.errors[2]
        );
    }
}
