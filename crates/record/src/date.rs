//! Times as people read them.

/// Nanoseconds since 1970 as `20261130-011503` in UTC, which sorts by time.
pub(crate) fn stamp(nanoseconds: u64) -> String {
    let [year, month, day, hour, minute, second] = date_and_time(nanoseconds / 1_000_000_000);
    format!("{year}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Seconds since 1970 as year, month, day, hour, minute and second in UTC.
pub fn date_and_time(seconds: u64) -> [u64; 6] {
    let (mut days, second) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    [year, month, days + 1, second / 3600, second / 60 % 60, second % 60]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `date --utc --date=@SECONDS` prints.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "19700101-000000"),
            (951_782_400, "20000229-000000"),
            (1_735_689_599, "20241231-235959"),
            (1_796_000_000, "20261130-005320"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(stamp(seconds * 1_000_000_000 + 5), date);
        }
    }
}
