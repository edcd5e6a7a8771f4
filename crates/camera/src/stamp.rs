//! The stamps of pictures that others send: some drivers stamp by another clock.

use std::time::Duration;

/// A picture may be under way for this long.
const LATE: Duration = Duration::from_secs(2);
/// No picture is under way for longer than this: its stamp comes from another clock.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// What is wrong with the stamp of a picture that arrives now, in a sentence. Both are ROS time since its epoch.
pub fn stamp_fault(stamp: Duration, now: Duration) -> Option<String> {
    let age = now.saturating_sub(stamp);
    let ahead = stamp.saturating_sub(now);
    if stamp.is_zero() && LATE < age {
        return Some("pictures are stamped 0 instead of the time when they were taken".into());
    }
    if DAY < age.max(ahead) {
        let seconds = stamp.as_secs();
        return Some(format!(
            "pictures are stamped {seconds} s after 1970, perhaps the time since the machine was started; set their driver to ROS time"
        ));
    }
    if LATE < age {
        let seconds = age.as_secs_f64();
        return Some(format!("pictures are stamped {seconds:.0} s before they arrive"));
    }
    (LATE < ahead).then(|| {
        let seconds = ahead.as_secs_f64();
        format!("pictures are stamped {seconds:.0} s after they arrive")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_of_another_clock_are_named() {
        let now = Duration::from_secs(1_700_000_000);
        let second = Duration::from_secs(1);
        let fault = |stamp| stamp_fault(stamp, now).unwrap_or_default();
        assert_eq!(fault(now - second), "");
        assert_eq!(fault(now + second), "");
        assert!(fault(Duration::ZERO).contains("stamped 0 instead"));
        assert!(fault(now - 10 * second).contains("stamped 10 s before they arrive"));
        assert!(fault(now + 10 * second).contains("stamped 10 s after they arrive"));
        assert!(fault(14_000 * second).contains("since the machine was started"));
    }

    /// Simulated time begins at 0.
    #[test]
    fn a_young_simulation_stamps_near_zero() {
        assert_eq!(stamp_fault(Duration::ZERO, Duration::from_millis(40)), None);
    }
}
