//! Identification of a motor: samples come from the closed formula of a first-order speed, not from the model's
//! own integration.

use brick::Error;
use brick::control::identify::{Sample, StepResponse, fit};
use proptest::prelude::*;

/// Degrees after `time` seconds under a power that leaves `speed` degrees a second in the end.
fn driven(speed: f64, constant: f64, time: f64) -> f64 {
    speed * (time - constant * (1.0 - (-time / constant).exp()))
}

fn sample(time: f64, degrees: f64) -> Sample {
    Sample { time, degrees, deviation: 0.6 }
}

/// A response with readings every 30 ms, in whole degrees, the power `late` seconds late.
fn response(power: f64, volts: f64, [per_percent, friction, constant]: [f64; 3], late: f64) -> StepResponse {
    let share = volts / 9.0;
    let speed = per_percent * share * (power.abs() - friction / share) * power.signum();
    let brake_at = 0.25;
    let degrees = |time: f64| {
        if time <= brake_at {
            return driven(speed, constant, time.max(0.0));
        }
        // Braked, friction pulls the speed below zero if it could; it stops there.
        let start = driven(speed, constant, brake_at);
        let then = speed * (1.0 - (-brake_at / constant).exp());
        let pull = per_percent * friction * speed.signum();
        let stop = constant * (1.0 + then / pull).ln();
        let time = (time - brake_at).min(stop);
        start - pull * time + constant * (then + pull) * (1.0 - (-time / constant).exp())
    };
    let times = (1..20).map(|tick| f64::from(tick) * 0.03 + 0.004);
    StepResponse {
        joint: "r_wrist".to_owned(),
        power,
        volts,
        brake_at,
        late_deviation: 0.01,
        samples: times.map(|time| sample(time, degrees(time - late).round())).collect(),
    }
}

/// Such a motor must be found by what it did: degrees a second per percent, percent of friction, seconds.
fn assert_found(motor: [f64; 3], volts: f64, late: f64) {
    let powers = [40.0, -40.0, 60.0, -60.0, 80.0, -80.0];
    let responses = powers.map(|power| response(power, volts, motor, late));
    let found = fit(&responses).expect("a motor like others");
    let (model, [per_percent, friction, constant]) = (found.model, motor);
    let report = format!("{found:?} for {motor:?}");
    assert!((model.speed_per_percent / per_percent - 1.0).abs() < 0.06, "{report}");
    assert!((model.friction_percent - friction).abs() < 2.5, "{report}");
    assert!((model.time_constant / constant - 1.0).abs() < 0.2, "{report}");
    assert!(found.rms_degrees < 1.5, "{report}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_motor_is_found_again(per_percent in 7.0f64..14.0, friction in 3.0f64..12.0, constant in 0.03f64..0.1, volts in 7.5f64..9.3, late in -0.01f64..0.015) {
        assert_found([per_percent, friction, constant], volts, late);
    }
}

/// These two were refused, or identified as motors that need 5 ms to their speed, where the first step was too great.
#[test]
fn motors_that_were_not_found_once_are_found() {
    assert_found([7.114234384588374, 4.513893145096726, 0.04423985436588098], 7.54018533306895, 0.002766356889632564);
    assert_found(
        [13.547549731597885, 11.21162740215137, 0.06066922336219032],
        8.232404499168942,
        0.0009030545787626598,
    );
}

#[test]
fn what_identifies_nothing_is_refused_by_name() {
    let motor = [10.5, 6.0, 0.06];
    let still = StepResponse {
        samples: (1..20).map(|tick| sample(f64::from(tick) * 0.03, 0.0)).collect(),
        ..response(40.0, 9.0, motor, 0.0)
    };
    let short = |mut one: StepResponse| {
        one.samples.truncate(5);
        one
    };
    for (responses, part) in [
        (vec![], "did not turn"),
        (vec![response(40.0, 9.0, motor, 0.0), still], "did not turn"),
        (vec![short(response(40.0, 9.0, motor, 0.0)), short(response(60.0, 9.0, motor, 0.0))], "too few"),
        (vec![response(40.0, 9.0, motor, 0.0), response(-42.0, 9.0, motor, 0.0)], "same power"),
    ] {
        let error = fit(&responses).expect_err("nothing to learn from");
        assert!(matches!(error, Error::NotIdentified { .. }));
        assert!(error.to_string().contains(part), "{error}");
    }
}
