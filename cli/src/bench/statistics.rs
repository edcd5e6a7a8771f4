//! Mean, percentiles and extremes of measured values.

/// Measured values in increasing order.
pub struct Sample(Vec<f64>);

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Sample(values)
    }
}

impl Sample {
    /// The mean; `None` of nothing.
    pub fn mean(&self) -> Option<f64> {
        let count = self.0.len();
        (0 < count).then(|| self.0.iter().sum::<f64>() / count as f64)
    }

    /// The least value that at least this share (0 to 1) of all values does not exceed; `None` of nothing.
    pub fn percentile(&self, share: f64) -> Option<f64> {
        let rank = (share * self.0.len() as f64).ceil() as usize;
        self.0.get(rank.max(1) - 1).or(self.0.last()).copied()
    }

    /// The greatest value; `None` of nothing.
    pub fn max(&self) -> Option<f64> {
        self.0.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_of_the_sample() {
        let sample: Sample = (1..=100).rev().map(f64::from).collect();
        assert_eq!(sample.mean(), Some(50.5));
        let percentiles = [0.0, 0.5, 0.99, 1.0].map(|share| sample.percentile(share));
        assert_eq!(percentiles, [Some(1.0), Some(50.0), Some(99.0), Some(100.0)]);
        assert_eq!(sample.max(), Some(100.0));
        let one: Sample = [7.0].into_iter().collect();
        assert_eq!((one.percentile(0.5), one.percentile(0.99)), (Some(7.0), Some(7.0)));
        let none: Sample = [].into_iter().collect();
        assert_eq!((none.mean(), none.percentile(0.5), none.max()), (None, None, None));
    }
}
