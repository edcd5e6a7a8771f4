//! Where joints settle: each arm's motions in turn, their errors and durations.

use rig::{Action, Arm, JointKind, Profile, RigState};
use sim::bench::{Bench, target};
use sim::{Options, World};

/// What drives the motors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Driven {
    /// The position loop on the host.
    Directly,
    /// The same, and wrists are compliant at each close and learn their drift there.
    Compliant,
}

/// What a joint moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// The fingers.
    Claw,
    /// A wrist turned its layer.
    Layer,
    /// A wrist turned its open claw.
    OpenClaw,
}

/// Where a joint ended, 60 ms after it settled.
pub struct Settled {
    /// Its arm.
    pub arm: Arm,
    /// What it moved.
    pub moved: Moved,
    /// By how much it was to turn, as a count of quarters; 0 for a claw.
    pub quarters: i8,
    /// How far from its goal, degrees of the joint. A claw that is beyond its end, which stops it, is there.
    pub error: f64,
    /// The same as its driver sees it, which knows whole counts of the encoder only.
    pub seen: f64,
}

/// What each arm does in turn.
const EXERCISE: [Action; 8] = [
    Action::Turn(1),
    Action::Open,
    Action::Turn(-1),
    Action::Close,
    Action::Turn(-2),
    Action::Open,
    Action::Turn(2),
    Action::Close,
];

/// Plays actions with each arm in turn; returns the places and the durations.
pub async fn exercise(
    profile: Profile,
    seed: u64,
    options: Options,
    driven: Driven,
    actions: &[Action],
) -> (Vec<Settled>, Vec<(&'static str, f64)>) {
    let bench = Bench::new(World::new(profile, seed, options));
    let drivers = bench.drivers(&RigState::REST).await.expect("the bricks answer");
    let mut settled = Vec::new();
    let mut seconds = Vec::new();
    for arm in Arm::ALL {
        let (mut wrist, mut is_closed) = (0, true);
        for &action in actions {
            let began = tokio::time::Instant::now();
            let done = match (driven, action) {
                (Driven::Compliant, Action::Close) => drivers.close_compliant(arm, wrist).await,
                _ => drivers.act(arm, action, wrist).await,
            };
            done.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let kind = match action {
                Action::Turn(quarters) if quarters.abs() == 2 => "half",
                Action::Turn(_) => "quarter",
                other => other.name(),
            };
            seconds.push((kind, began.elapsed().as_secs_f64()));
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
            let (joint, position) = target(arm, action, wrist, drivers.open);
            wrist += i32::from(action.quarters());
            let stands = bench.truth().joints[joint.index()];
            let error = match joint.kind {
                JointKind::Grip => stands.clamp(0.0, drivers.open) - position,
                JointKind::Wrist => stands - position,
            };
            let moved = match action {
                Action::Open => {
                    is_closed = false;
                    Moved::Claw
                }
                Action::Close => {
                    is_closed = true;
                    Moved::Claw
                }
                Action::Turn(_) if is_closed => Moved::Layer,
                Action::Turn(_) => Moved::OpenClaw,
            };
            let seen = drivers.position(joint) - position;
            settled.push(Settled {
                arm,
                moved,
                quarters: action.quarters(),
                error: error.to_degrees(),
                seen: seen.to_degrees(),
            });
        }
    }
    let events = bench.world().take_events();
    assert!(events.is_empty(), "seed {seed}: {events:?}");
    (settled, seconds)
}

/// How a rig settled.
pub struct Figures {
    /// Settling errors in degrees of the joint: median, 95 %, worst.
    pub errors: [f64; 3],
    /// Mean seconds of open, close, quarter and half turns.
    pub seconds: [f64; 4],
}

/// Exercises a rig for each seed, prints the figures and returns them.
pub async fn measure(name: &str, seeds: std::ops::Range<u64>, options: &Options, driven: Driven) -> Figures {
    let mut settled = Vec::new();
    let mut durations: Vec<(&str, f64)> = Vec::new();
    for seed in seeds {
        let (more, seconds) = exercise(Profile::nxt_2015(), seed, options.clone(), driven, &EXERCISE).await;
        settled.extend(more);
        durations.extend(seconds);
    }
    let quantiles = |degrees: &mut dyn Iterator<Item = f64>| {
        let mut degrees: Vec<f64> = degrees.map(f64::abs).collect();
        degrees.sort_by(f64::total_cmp);
        [0.5, 0.95, 1.0].map(|share| degrees[((degrees.len() - 1) as f64 * share).ceil() as usize])
    };
    // The contact physics takes the misses of its wrists from these figures (docs/physics.md).
    let [layers, open_claws] = [Moved::Layer, Moved::OpenClaw].map(|wanted| {
        let these = settled.iter().filter(|settled| settled.moved == wanted);
        quantiles(&mut these.map(|settled| settled.error))
    });
    let turned = || (settled.iter()).filter(|settled| settled.moved == Moved::Layer);
    let seen = quantiles(&mut turned().map(|settled| settled.seen));
    let unseen = quantiles(&mut turned().map(|settled| settled.error - settled.seen));
    let seconds = ["open", "close", "quarter", "half"].map(|kind| {
        let times = durations.iter().filter(|(of, _)| *of == kind);
        times.clone().map(|(_, time)| time).sum::<f64>() / times.count() as f64
    });
    let figures = Figures { errors: quantiles(&mut settled.iter().map(|settled| settled.error)), seconds };
    println!(
        "{name}: {} motions, median {:.2}, 95 % {:.2}, worst {:.2} degrees (layers {layers:.2?}, of that seen {seen:.2?} and unseen {unseen:.2?}, open claws {open_claws:.2?}); seconds {:.3?}",
        settled.len(),
        figures.errors[0],
        figures.errors[1],
        figures.errors[2],
        figures.seconds
    );
    figures
}
