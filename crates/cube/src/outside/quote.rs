//! Texts and numbers of other people in messages, never longer than a message may be.

use std::fmt::{self, Display, Formatter};

/// Characters that a message quotes of a text.
const MOST: usize = 60;
/// Characters of a line in a log.
const LONGEST_LINE: usize = 4000;

/// A text in quotation marks: the beginning of a long one, and its length.
pub fn quoted(text: &str) -> impl Display + '_ {
    Begun(text, MOST, "'")
}

/// A line of a log; of one that is far too long, the beginning and its length.
pub fn line(text: &str) -> impl Display + '_ {
    Begun(text, LONGEST_LINE, "")
}

/// A number with few digits, whatever its size.
pub fn number(value: f64) -> impl Display {
    Number(value)
}

/// A text, the characters of it that are shown, and what stands around them.
struct Begun<'a>(&'a str, usize, &'static str);

impl Display for Begun<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Begun(text, most, mark) = *self;
        match text.char_indices().nth(most) {
            None => write!(formatter, "{mark}{text}{mark}"),
            Some((end, _)) => {
                let count = text.chars().count();
                write!(formatter, "{mark}{}…{mark} ({count} characters)", &text[..end])
            }
        }
    }
}

struct Number(f64);

impl Display for Number {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Number(value) = self;
        let is_plain = *value == 0.0 || !value.is_finite() || (1e-4..1e7).contains(&value.abs());
        match is_plain {
            true => write!(formatter, "{value}"),
            false => write!(formatter, "{value:e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_quoted_whole_and_of_long_ones_the_beginning() {
        assert_eq!(quoted("R U").to_string(), "'R U'");
        let sixty = "é".repeat(60);
        assert_eq!(quoted(&sixty).to_string(), format!("'{sixty}'"));
        let long = "é".repeat(10_000_000);
        assert_eq!(quoted(&long).to_string(), format!("'{sixty}…' (10000000 characters)"));
        assert_eq!(line("R U").to_string(), "R U");
        assert!(line(&long).to_string().ends_with("éé… (10000000 characters)"));
    }

    #[test]
    fn numbers_have_few_digits() {
        for (value, text) in [
            (0.0, "0"),
            (-3600.0, "-3600"),
            (0.52, "0.52"),
            (1e300, "1e300"),
            (-1e-300, "-1e-300"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(number(value).to_string(), text);
        }
        assert_eq!(number(f64::NAN).to_string(), "NaN");
    }
}
