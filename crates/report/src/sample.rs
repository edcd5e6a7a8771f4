//! Middle and extreme values of what was measured.

use serde::Serialize;

/// What most values are like. Percentiles are values of the sample: the least that this share does not exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many values there are.
    pub count: usize,
    /// The middle one.
    pub median: f64,
    /// Nine of ten are not larger.
    pub p90: f64,
    /// The largest.
    pub largest: f64,
}

impl Summary {
    /// Of these values; `None` of nothing.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.retain(|value| value.is_finite());
        values.sort_by(f64::total_cmp);
        let largest = *values.last()?;
        let rank = |tenths: usize| values[(values.len() * tenths).div_ceil(10) - 1];
        Some(Self { count: values.len(), median: rank(5), p90: rank(9), largest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_of_the_sample() {
        let of = |values: &[f64]| Summary::of(values.to_vec());
        assert_eq!(of(&[f64::NAN]), None);
        assert_eq!(of(&[7.0]), Some(Summary { count: 1, median: 7.0, p90: 7.0, largest: 7.0 }));
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(of(&hundred), Some(Summary { count: 100, median: 50.0, p90: 90.0, largest: 100.0 }));
        assert_eq!(of(&[3.0, 1.0, 2.0]), Some(Summary { count: 3, median: 2.0, p90: 3.0, largest: 3.0 }));
    }
}
