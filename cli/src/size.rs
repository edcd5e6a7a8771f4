//! Sizes of memory and files, as people write and read them.

use std::fmt;
use std::str::FromStr;

/// The letters of the units, each 1024 times the one before.
const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];

/// A number of bytes: `32M`, `1.5G`, `8GiB`; a number alone counts mebibytes. Units are powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let mut unit = text[number.len()..].to_ascii_uppercase();
        if unit.ends_with('B') {
            unit.pop();
        }
        let letter = unit.strip_suffix('I').unwrap_or(&unit);
        let power = match letter {
            "" if number == text => Some(2),
            letter => UNITS
                .iter()
                .position(|unit| letter.len() == 1 && letter.starts_with(*unit))
                .map(|index| index as i32 + 1),
        };
        let (Some(power), Ok(value)) = (power, number.trim_end().parse::<f64>()) else {
            return Err(format!(
                "'{text}' is no size: write a number and a unit, such as 32M or 8G"
            ));
        };
        let bytes = value * 1024_f64.powi(power);
        // Beyond 2^63 bytes nothing is stored, and not a number compares as false.
        match (1.0..9.2e18).contains(&bytes) {
            true => Ok(Size(bytes as u64)),
            false => Err(format!("'{text}' is not between 1 byte and 8 million T")),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut value = self.0 as f64;
        let mut unit = None;
        for letter in UNITS {
            if value < 1000.0 {
                break;
            }
            value /= 1024.0;
            unit = Some(letter);
        }
        match unit {
            None => formatter.pad(&format!("{} B", self.0)),
            Some(letter) => {
                let digits = if value < 10.0 { 1 } else { 0 };
                formatter.pad(&format!("{value:.digits$} {letter}iB"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_units() {
        for (text, bytes) in [
            ("32M", 32 << 20),
            ("8G", 8 << 30),
            ("8GiB", 8 << 30),
            ("8gb", 8 << 30),
            ("1.5G", 3 << 29),
            ("700k", 700 << 10),
            ("1T", 1 << 40),
            ("64", 64 << 20),
            ("8 G", 8 << 30),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
    }

    #[test]
    fn nonsense_is_named() {
        for text in [
            "", "G", "8X", "8GG", "0", "-1G", "nan", "inf", "1e300G", "8MiBB", "8i", "8 M M", "é",
        ] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn sizes_are_shown_with_two_or_three_figures() {
        let shown = [999, 145_272_192, 2 << 30, 8_100_000_000, 1000 << 20]
            .map(|bytes| Size(bytes).to_string());
        assert_eq!(shown, ["999 B", "139 MiB", "2.0 GiB", "7.5 GiB", "1.0 GiB"]);
    }
}
