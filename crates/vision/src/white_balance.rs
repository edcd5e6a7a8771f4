//! White balance by gray world: the mean of a picture is treated as grey. [`crate::Detector`] does not use it, because it names
//! colours under any plausible light. Readers that name colours by fixed thresholds do.
//!
//! Section 2.4.4 of the thesis describes two means, plain and by p-norm. It has two ways to scale the channels: to the mean
//! of the three means, or to the greatest of them. Its section 4.5.2.3 chooses a p-norm of about 6 and the greatest.

use crate::{Error, Image};

/// How a picture's white is balanced before its colours are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WhiteBalance {
    /// Not at all: the switch that the thesis has for faces of one colour.
    Off,
    /// Each channel's p-norm mean is brought to the mean of the three.
    ToMean {
        /// The exponent; 1 is the plain mean.
        p_norm: f64,
    },
    /// Each channel's p-norm mean is brought to the greatest of the three.
    ToMax {
        /// The exponent; 1 is the plain mean.
        p_norm: f64,
    },
}

impl Default for WhiteBalance {
    /// As the thesis chose it.
    fn default() -> WhiteBalance {
        WhiteBalance::ToMax { p_norm: WhiteBalance::NORM }
    }
}

impl WhiteBalance {
    /// The exponent that the thesis chose.
    pub const NORM: f64 = 6.0;

    /// One of the names `off`, `gray` (plain means, to their mean), `p` (p-norm means, to their mean) and `max` (p-norm means, to
    /// the greatest).
    ///
    /// # Errors
    /// [`Error::BalanceName`]; [`Error::Norm`] for an exponent below 1 or beyond 100.
    pub fn named(name: &str, p_norm: f64) -> Result<WhiteBalance, Error> {
        if !(1.0..=100.0).contains(&p_norm) {
            return Err(Error::Norm { p_norm });
        }
        match name {
            "off" => Ok(WhiteBalance::Off),
            "gray" => Ok(WhiteBalance::ToMean { p_norm: 1.0 }),
            "p" => Ok(WhiteBalance::ToMean { p_norm }),
            "max" => Ok(WhiteBalance::ToMax { p_norm }),
            _ => Err(Error::BalanceName { name: name.to_owned() }),
        }
    }

    /// What each channel of a picture is multiplied by: red, green, blue.
    pub fn gains(self, image: &Image) -> [f32; 3] {
        let (p_norm, to_max) = match self {
            WhiteBalance::Off => return [1.0; 3],
            WhiteBalance::ToMean { p_norm } => (p_norm, false),
            WhiteBalance::ToMax { p_norm } => (p_norm, true),
        };
        let means = means(image, p_norm);
        let goal = match to_max {
            true => means.into_iter().fold(0.0, f64::max),
            false => means.into_iter().sum::<f64>() / 3.0,
        };
        means.map(|mean| (goal / mean) as f32)
    }

    /// Balances a picture. What a channel has beyond 255 then is cut off.
    pub fn apply(self, image: &mut Image) {
        if self == WhiteBalance::Off {
            return;
        }
        let balanced = self
            .gains(image)
            .map(|gain| std::array::from_fn::<u8, 256, _>(|value| (value as f32 * gain).round().min(255.0) as u8));
        for pixel in image.bytes_mut().chunks_exact_mut(3) {
            for (value, balanced) in pixel.iter_mut().rev().zip(&balanced) {
                *value = balanced[usize::from(*value)];
            }
        }
    }
}

/// The p-norm mean of each channel, 0 to 1: red, green, blue.
fn means(image: &Image, p_norm: f64) -> [f64; 3] {
    let mut power_of = [0.0f64; 256];
    for (value, power) in power_of.iter_mut().enumerate() {
        *power = (value as f64 / 255.0).powf(p_norm);
    }
    let mut sums = [0.0f64; 3];
    for pixel in image.bytes().chunks_exact(3) {
        for channel in 0..3 {
            sums[2 - channel] += power_of[usize::from(pixel[channel])];
        }
    }
    let pixels = (image.width() * image.height()) as f64;
    sums.map(|sum| (sum.max(1e-9) / pixels).powf(1.0 / p_norm))
}
