//! Which problems a node logs when the same ones come again and again.

/// A problem that was reported is not reported again for this long, seconds.
const QUIET_FOR: f64 = 30.0;
/// Different problems that are reported within that time at most.
const MOST_PROBLEMS: usize = 16;

/// Decides which problems to log: each one once in a while, however often it comes.
#[derive(Debug, Default)]
pub struct LogThrottle {
    logged: Vec<(String, f64)>,
}

impl LogThrottle {
    /// Whether to log this problem. `now` is in seconds since some start. Texts that differ only in numbers are the same
    /// problem: a bad cable cuts each picture at another length.
    pub fn is_due(&mut self, text: &str, now: f64) -> bool {
        self.logged.retain(|(_, when)| now < when + QUIET_FOR);
        let without_numbers: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
        let is_due =
            self.logged.len() < MOST_PROBLEMS && self.logged.iter().all(|(logged, _)| *logged != without_numbers);
        if is_due {
            self.logged.push((without_numbers, now));
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_logged_once_in_a_while() {
        let mut throttle = LogThrottle::default();
        assert!(throttle.is_due("too few bytes", 0.0));
        assert!(throttle.is_due("unknown encoding", 1.0));
        assert!(!throttle.is_due("too few bytes", 2.0));
        assert!(throttle.is_due("breaks off after 731 bytes", 2.0));
        assert!(!throttle.is_due("breaks off after 9210 bytes", 3.0));
        assert!(!throttle.is_due("unknown encoding", 30.5));
        assert!(throttle.is_due("too few bytes", 30.5));
    }

    #[test]
    fn a_flood_of_different_problems_is_cut() {
        let mut throttle = LogThrottle::default();
        let logged = (1..1000).filter(|number| throttle.is_due(&"x".repeat(*number), 1.0)).count();
        assert_eq!(logged, MOST_PROBLEMS);
        assert!(throttle.is_due("y", 32.0));
    }
}
