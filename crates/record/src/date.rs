//! Times as people read them.

use time::OffsetDateTime;

/// Nanoseconds since 1970 as `20261130-011503` in UTC, which sorts by time.
pub(crate) fn stamp(nanoseconds: u64) -> String {
    let [year, month, day, hour, minute, second] = date_and_time(nanoseconds / 1_000_000_000);
    format!("{year}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Seconds since 1970 as year, month, day, hour, minute and second in UTC.
pub fn date_and_time(seconds: u64) -> [u64; 6] {
    // The calendar of the crate ends with the year 9999.
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    let date = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = date.to_calendar_date();
    let (hour, minute, second) = date.to_hms();
    [year.unsigned_abs(), u8::from(month).into(), day.into(), hour.into(), minute.into(), second.into()].map(u64::from)
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
