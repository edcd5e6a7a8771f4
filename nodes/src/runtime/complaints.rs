//! Which problems a node logs when the same ones come again and again.

/// A problem that was reported is not reported again for this long, seconds.
const QUIET_FOR: f64 = 30.0;
/// Different problems that are reported within that time at most.
const MOST_PROBLEMS: usize = 16;

/// Decides which problems to log: each one once in a while, however often it comes.
#[derive(Debug, Default)]
pub struct Complaints {
    logged: Vec<(String, f64)>,
}

impl Complaints {
    /// Whether to log this problem. `now` is in seconds since some start. Texts that differ only in numbers are the same
    /// problem: a bad cable cuts each picture at another length.
    pub fn is_news(&mut self, text: &str, now: f64) -> bool {
        self.logged.retain(|(_, when)| now < when + QUIET_FOR);
        let without_numbers: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
        let news =
            self.logged.len() < MOST_PROBLEMS && self.logged.iter().all(|(logged, _)| *logged != without_numbers);
        if news {
            self.logged.push((without_numbers, now));
        }
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_logged_once_in_a_while() {
        let mut complaints = Complaints::default();
        assert!(complaints.is_news("too few bytes", 0.0));
        assert!(complaints.is_news("unknown encoding", 1.0));
        assert!(!complaints.is_news("too few bytes", 2.0));
        assert!(complaints.is_news("breaks off after 731 bytes", 2.0));
        assert!(!complaints.is_news("breaks off after 9210 bytes", 3.0));
        assert!(!complaints.is_news("unknown encoding", 30.5));
        assert!(complaints.is_news("too few bytes", 30.5));
    }

    #[test]
    fn a_flood_of_different_problems_is_cut() {
        let mut complaints = Complaints::default();
        let logged = (1..1000).filter(|number| complaints.is_news(&"x".repeat(*number), 1.0)).count();
        assert_eq!(logged, MOST_PROBLEMS);
        assert!(complaints.is_news("y", 32.0));
    }
}
