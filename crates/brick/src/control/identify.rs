//! Finds the three numbers of a [`MotorModel`] in step responses: least squares by Levenberg and Marquardt.

use super::{Estimate, MotorModel};
use crate::Error;

/// A reading of a motor on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Seconds after the power.
    pub time: f64,
    /// Degrees of the motor from where it stood.
    pub degrees: f64,
    /// Standard deviation of these degrees: an encoder counts whole ones, and a link does not tell exactly when.
    pub deviation: f64,
}

/// A motor that got a power from rest on and was braked later.
#[derive(Debug, Clone, PartialEq)]
pub struct StepResponse {
    /// Name of the joint, for errors.
    pub joint: String,
    /// The power, percent.
    pub power: f64,
    /// Battery voltage before it.
    pub volts: f64,
    /// When the brake came, seconds after the power.
    pub brake_at: f64,
    /// Standard deviation of when the power came, seconds.
    pub late_deviation: f64,
    /// What the motor did.
    pub samples: Vec<Sample>,
}

impl StepResponse {
    /// Degrees that a motor of this model would have turned after this many seconds; `late` is by how much
    /// (seconds) the power came later than assumed.
    pub fn predicted(&self, model: &MotorModel, late: f64, time: f64) -> f64 {
        let model = model.at_battery(self.volts);
        let rest = Estimate { friction: model.friction_percent, ..Estimate::default() };
        let driven = (time - late).clamp(0.0, self.brake_at);
        let braked = (time - late - self.brake_at).max(0.0);
        let moving = model.advance(rest, self.power, driven);
        model.advance(moving, 0.0, braked).degrees
    }

    /// The lateness with which a model explains this response best, seconds: a link jitters.
    pub fn lateness(&self, model: &MotorModel) -> f64 {
        let cost = |late: f64| square(&self.deviations(model, late).collect::<Vec<f64>>());
        // The cost has one valley: thirds of the interval are cut off until what is left does not matter
        // for the differences that the slopes are made of.
        let most = MOST_DEVIATIONS * self.late_deviation;
        let (mut low, mut high) = (-most, most);
        while high - low > 2e-5 {
            let third = (high - low) / 3.0;
            if cost(low + third) < cost(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        (low + high) / 2.0
    }

    /// Whether it shows that the motor turned.
    pub(super) fn has_turned(&self) -> bool {
        self.samples.iter().any(|sample| sample.degrees.abs() > 5.0)
    }

    /// By how many standard deviations a model is off in each sample, and in the lateness.
    fn deviations(&self, model: &MotorModel, late: f64) -> impl Iterator<Item = f64> {
        let off = move |sample: &Sample| (self.predicted(model, late, sample.time) - sample.degrees) / sample.deviation;
        self.samples.iter().map(off).chain([late / self.late_deviation])
    }
}

/// A model and how well it explains what was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The model, as with 9 V.
    pub model: MotorModel,
    /// Root of the mean square of the differences, degrees of the motor.
    pub rms_degrees: f64,
}

/// The greatest lateness of a power, in its standard deviations.
const MOST_DEVIATIONS: f64 = 3.0;
/// Fewer samples in motion than this are not enough.
const LEAST_SAMPLES: usize = 12;
/// At most this many rounds of the least squares.
const ROUNDS: usize = 40;
/// Models that an NXT motor can have: degrees a second per percent, percent, seconds.
const LEAST: [f64; 3] = [1.0, 0.0, 0.005];
const MOST: [f64; 3] = [40.0, 40.0, 0.5];

/// The model that explains the responses of one motor best. Responses of at least two powers are needed to
/// distinguish friction from speed.
///
/// Errors: [`Error::NotIdentified`].
pub fn fit(responses: &[StepResponse]) -> Result<Fit, Error> {
    let fail = |reason: &str| {
        Err(Error::NotIdentified {
            joint: responses.first().map_or(String::new(), |one| one.joint.clone()),
            reason: reason.to_owned(),
        })
    };
    if responses.is_empty() || !responses.iter().all(StepResponse::has_turned) {
        return fail("its motor did not turn");
    }
    if responses.iter().map(|one| one.samples.len()).sum::<usize>() < LEAST_SAMPLES {
        return fail("there are too few readings");
    }
    let first = responses[0].power.abs();
    if responses.iter().all(|one| (one.power.abs() - first).abs() < 5.0) {
        return fail("all steps had the same power, so friction and speed cannot be separated");
    }
    let residuals = |values: &[f64; 3]| -> Vec<f64> {
        let model = model_of(values);
        responses.iter().flat_map(|one| one.deviations(&model, one.lateness(&model)).collect::<Vec<f64>>()).collect()
    };
    let start = MotorModel::default();
    let mut values = [start.speed_per_percent, start.friction_percent, start.time_constant];
    let mut now = residuals(&values);
    // With less, the first step may be so great that it ends where a worse motor explains more than all near it.
    let mut damping = 1.0;
    for _ in 0..ROUNDS {
        let Some(step) = step(&values, &now, damping, residuals) else {
            break;
        };
        let next: [f64; 3] =
            std::array::from_fn(|index| (values[index] + step[index]).clamp(LEAST[index], MOST[index]));
        let then = residuals(&next);
        if square(&then) < square(&now) {
            let gain = 1.0 - square(&then) / square(&now);
            (values, now) = (next, then);
            damping *= 0.3;
            if gain < 1e-6 {
                break;
            }
        } else {
            damping *= 5.0;
        }
    }
    let on_edge = |index: usize| values[index] <= LEAST[index] || MOST[index] <= values[index];
    // No friction and little friction are hard to distinguish.
    if on_edge(0) || on_edge(2) || MOST[1] <= values[1] {
        return fail("no motor of this kind moves like that; does something block or drive it?");
    }
    let model = model_of(&values);
    let off = |response: &StepResponse| {
        let late = response.lateness(&model);
        let off = |sample: &Sample| response.predicted(&model, late, sample.time) - sample.degrees;
        response.samples.iter().map(off).collect::<Vec<f64>>()
    };
    let off: Vec<f64> = responses.iter().flat_map(off).collect();
    Ok(Fit { model, rms_degrees: (square(&off) / off.len() as f64).sqrt() })
}

fn model_of(values: &[f64; 3]) -> MotorModel {
    MotorModel { speed_per_percent: values[0], friction_percent: values[1], time_constant: values[2] }
}

fn square(residuals: &[f64]) -> f64 {
    residuals.iter().map(|one| one * one).sum()
}

/// One damped step of Gauss and Newton with a Jacobian by differences; `None` when it has no solution.
fn step(values: &[f64; 3], now: &[f64], damping: f64, residuals: impl Fn(&[f64; 3]) -> Vec<f64>) -> Option<[f64; 3]> {
    let slopes: [Vec<f64>; 3] = std::array::from_fn(|index| {
        let mut moved = *values;
        let width = 1e-3 * values[index].max(0.01);
        moved[index] += width;
        let then = residuals(&moved);
        then.iter().zip(now).map(|(then, now)| (then - now) / width).collect()
    });
    let dot = |one: &[f64], other: &[f64]| -> f64 { one.iter().zip(other).map(|(a, b)| a * b).sum() };
    let mut matrix: [[f64; 3]; 3] =
        std::array::from_fn(|row| std::array::from_fn(|column| dot(&slopes[row], &slopes[column])));
    for (index, row) in matrix.iter_mut().enumerate() {
        row[index] *= 1.0 + damping;
    }
    let wanted: [f64; 3] = std::array::from_fn(|row| -dot(&slopes[row], now));
    let whole = determinant(&matrix);
    if whole.abs() < 1e-12 || !whole.is_finite() {
        return None;
    }
    // Cramer's rule: there are three unknowns only.
    Some(std::array::from_fn(|column| {
        let mut replaced = matrix;
        for (row, wanted) in replaced.iter_mut().zip(wanted) {
            row[column] = wanted;
        }
        determinant(&replaced) / whole
    }))
}

fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}
