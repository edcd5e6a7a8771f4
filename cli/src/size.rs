//! Sizes of memory and files, as people write and read them.

use std::fmt;
use std::str::FromStr;

use humansize::{BINARY, format_size};
use parse_size::Config;

/// A number of bytes: `32M`, `1.5G`, `8GiB`; a number alone counts mebibytes. Units are powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let config = Config::new().with_binary().with_default_factor(1 << 20);
        match config.parse_size(text) {
            // Nothing has 2^63 bytes.
            Ok(bytes) if (1..1 << 63).contains(&bytes) => Ok(Size(bytes)),
            Ok(_) | Err(parse_size::Error::PosOverflow) => {
                Err(format!("'{text}' is not between 1 byte and 8 million T"))
            }
            Err(_) => Err(format!("'{text}' is not a size: write a number and a unit, such as 32M or 8G")),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(&format_size(self.0, BINARY.decimal_places(1)))
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
            ("900B", 900),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
    }

    #[test]
    fn nonsense_is_named() {
        for text in ["", "G", "8X", "8GG", "0", "-1G", "nan", "inf", "1e300G", "8MiBB", "8 M M", "é"] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn sizes_are_shown_with_at_most_one_decimal() {
        let shown = [999, 145_272_192, 2 << 30, 8_100_000_000].map(|bytes| Size(bytes).to_string());
        assert_eq!(shown, ["999 B", "138.5 MiB", "2 GiB", "7.5 GiB"]);
    }
}
