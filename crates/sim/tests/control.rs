//! The control loop against emulated motors over the real protocol: does it land, and in time?

mod bench;

use bench::Bench;
use rig::{Action, Arm, Profile, RigState};
use sim::{Options, World};

/// Opens, turns and closes each arm in turn; gives the landing errors (degrees of the joint, real and
/// as measured from zero) and the durations.
async fn exercise(seed: u64) -> (Vec<f64>, Vec<(&'static str, f64)>) {
    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, Options::default()));
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

#[tokio::test(start_paused = true)]
async fn joints_land_within_two_degrees() {
    let mut errors = Vec::new();
    let mut durations: Vec<(&str, f64)> = Vec::new();
    for seed in 0..12 {
        let (more, seconds) = exercise(seed).await;
        errors.extend(more);
        durations.extend(seconds);
    }
    let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let at = |share: f64| sizes[((sizes.len() - 1) as f64 * share) as usize];
    println!(
        "{} landings: median {:.2}, 95 % {:.2}, worst {:.2} degrees",
        sizes.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    for (kind, nominal) in [
        ("open", 0.52),
        ("close", 0.52),
        ("quarter", 0.60),
        ("half", 1.00),
    ] {
        let mut times: Vec<f64> = durations
            .iter()
            .filter(|(of, _)| *of == kind)
            .map(|(_, time)| *time)
            .collect();
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{kind}: {nominal:.2} s nominal, median {median:.3}, worst {worst:.3}");
        assert!(
            median < nominal * 1.2,
            "{kind} takes {median:.3} s in the median"
        );
    }
    assert!(at(0.95) <= 2.0, "95 % land within {:.2} degrees", at(0.95));
    assert!(at(1.0) <= 4.0, "the worst lands at {:.2} degrees", at(1.0));
}
