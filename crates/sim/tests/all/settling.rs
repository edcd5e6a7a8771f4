//! Settling under conditions that nothing was tuned on: other seeds, links, batteries, loads and worn gears.

use crate::bench::in_simulated_time;
use crate::bench::settling::{Driven, measure};
use sim::Options;
use sim::link::Latency;

/// A link whose round trip takes this many seconds each time.
fn constant(round_trip: f64) -> Latency {
    Latency { mean: round_trip / 2.0, jitter: 0.0 }
}

/// All motions settle within `worst` degrees, and 95 % of them within `most`.
async fn all_settle([most, worst]: [f64; 2], conditions: Vec<(&str, Options, Driven)>) {
    let mut missed = Vec::new();
    for (name, options, driven) in conditions {
        let figures = measure(name, 100..106, &options, driven).await;
        if figures.errors[1] > most || figures.errors[2] > worst {
            missed.push((name, figures.errors));
        }
    }
    assert!(missed.is_empty(), "{missed:.2?}");
}

#[test]
fn joints_land_on_links_batteries_and_loads_never_tuned_on() {
    in_simulated_time(async {
        let everyday = Options::default();
        let with = |change: fn(&mut Options)| {
            let mut options = everyday.clone();
            change(&mut options);
            options
        };
        let worst = with(|options| {
            options.latency = constant(0.045);
            options.battery_volts = 7.5;
            options.load = 1.5;
        });
        use Driven::Directly;
        all_settle(
            [1.7, 3.0],
            vec![
                ("other seeds", everyday.clone(), Directly),
                ("45 ms", with(|options| options.latency = constant(0.045)), Directly),
                ("10 ms", with(|options| options.latency = constant(0.010)), Directly),
                ("7.5 V", with(|options| options.battery_volts = 7.5), Directly),
                ("8.2 V", with(|options| options.battery_volts = 8.2), Directly),
                ("9.8 V", with(|options| options.battery_volts = 9.8), Directly),
                ("9 V, falling by 1 V in ten seconds", with(|options| options.battery_fall = 0.1), Directly),
                ("half the load", with(|options| options.load = 0.5), Directly),
                ("twice the load", with(|options| options.load = 2.0), Directly),
                ("45 ms, 7.5 V and half as much load again", worst, Directly),
            ],
        )
        .await;
    });
}

#[tokio::test(start_paused = true)]
async fn worn_gears_land_too_when_drift_is_corrected_at_each_close() {
    let worn = Options { backlash_degrees: 3.0, creep_degrees: 0.5, ..Options::default() };
    let slow = Options { latency: constant(0.045), ..worn.clone() };
    // A half turn loses a degree here that no encoder sees before the claw closes next.
    all_settle(
        [3.0, 4.0],
        vec![("worn gears", worn, Driven::Compliant), ("worn gears, 45 ms", slow, Driven::Compliant)],
    )
    .await;
}
