//! How far a joint is on its way at a time: the ramp that plans count with.
//!
//! A joint starts and ends at rest and without acceleration: `share = 10 u^3 - 15 u^4 + 6 u^5`, where `u` is the share of
//! the time. It is the curve that `brick` lets a joint follow. Ramps of lower order are ahead of it in their first half and
//! behind it in their second. So a claw that follows one of them leaves the cube sooner and nears it later.

/// Halvings of the time, to less than a nanosecond of a motion of a minute.
const HALVINGS: u32 = 40;

/// The share of its way that a joint has done after a share of its time. Both are from 0 to 1.
pub fn ramp(time_share: f64) -> f64 {
    let u = time_share.clamp(0.0, 1.0);
    u * u * u * (10.0 + u * (6.0 * u - 15.0))
}

/// The speed after a share of the time, as a multiple of the mean speed: the slope of [`ramp`].
pub fn ramp_speed(time_share: f64) -> f64 {
    let u = time_share.clamp(0.0, 1.0);
    30.0 * (u * (1.0 - u)).powi(2)
}

/// The share of its time after which a joint has done a share of its way: the inverse of [`ramp`].
pub fn ramp_time(way_share: f64) -> f64 {
    if way_share <= 0.0 {
        return 0.0;
    }
    if 1.0 <= way_share {
        return 1.0;
    }
    let (mut early, mut late) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (early + late) / 2.0;
        if ramp(middle) < way_share {
            early = middle;
        } else {
            late = middle;
        }
    }
    late
}
