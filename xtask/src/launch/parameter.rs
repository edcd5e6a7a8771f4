//! Parameter values on a command line: the type that YAML gives them, as ROS's own launch sees it.

use anyhow::{Result, bail};

/// `value` so that rcl reads it with the type it should have: `kind` names one (`int`, `float`, `bool`, `str`),
/// else YAML decides.
///
/// # Errors
/// When the value is not of that type, or when YAML would take it for something surprising (a date, a number
/// to the base sixty, a mapping, nothing, a text with a comment): then a type must be named.
pub fn yaml(value: &str, kind: Option<&str>) -> Result<String> {
    let value = value.trim();
    match kind {
        Some("str") => Ok(quoted(value)),
        Some("int") if is_integer(value) => Ok(value.to_owned()),
        Some("float") if is_integer(value) => Ok(format!("{value}.0")),
        Some("float") if is_float(value) => Ok(value.to_owned()),
        Some("bool") if is_bool(value) => Ok(value.to_owned()),
        Some(kind @ ("int" | "float" | "bool")) => bail!("`{value}` is no {kind}"),
        Some(kind) => bail!("the type `{kind}` is not one of int, float, bool, str"),
        None if is_integer(value) || is_float(value) || is_bool(value) || is_list(value) => {
            Ok(value.to_owned())
        }
        None if is_quoted(value) => Ok(value.to_owned()),
        None if is_surprising(value) => {
            bail!("YAML would not take `{value}` for the text it seems to be; add type=\"str\"")
        }
        None => Ok(quoted(value)),
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn is_quoted(value: &str) -> bool {
    let mut letters = value.chars();
    match (letters.next(), letters.next_back()) {
        (Some(first), Some(last)) => first == last && (first == '\'' || first == '"'),
        _ => false,
    }
}

fn is_integer(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A decimal point must be there, as YAML 1.1 wants it.
fn is_float(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let starts_right = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    matches!(digits, ".inf" | ".nan")
        || (starts_right && digits.contains('.') && value.parse::<f64>().is_ok())
}

fn is_bool(value: &str) -> bool {
    const WORDS: [&str; 6] = ["true", "false", "yes", "no", "on", "off"];
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    WORDS
        .iter()
        .any(|word| value == *word || value == word.to_ascii_uppercase() || value == capital(word))
}

fn is_list(value: &str) -> bool {
    value.starts_with('[') && value.ends_with(']')
}

/// Whether a text without quotes is something else, or nothing valid, in YAML 1.1.
fn is_surprising(value: &str) -> bool {
    let nothing = matches!(value, "null" | "Null" | "NULL" | "~");
    let marks = value.starts_with(|c: char| "{[]}@`*&!%|>#,'\"".contains(c))
        || value.starts_with("- ")
        || value.starts_with("? ");
    let mapping = value.contains(": ") || value.ends_with(':') || value.contains(" #");
    let numeral = value.starts_with(|c: char| c.is_ascii_digit());
    let base_sixty = value.starts_with(|c: char| ('1'..='9').contains(&c))
        && value.bytes().all(|byte| b"0123456789:._".contains(&byte))
        && value.contains(':');
    let date = numeral
        && value.get(4..5) == Some("-")
        && value
            .bytes()
            .all(|byte| b"0123456789-:.TZ+ ".contains(&byte));
    let grouped = numeral
        && value.contains('_')
        && value
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_');
    let other_base = ["0x", "0b"].iter().any(|base| value.starts_with(base));
    nothing || marks || mapping || base_sixty || date || grouped || other_base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_the_type_yaml_gives_them() -> Result<()> {
        for same in [
            "-1",
            "0.5",
            "true",
            "False",
            "[1.0, 2.0]",
            "'7'",
            ".5",
            "1.0e+3",
            "ON",
        ] {
            assert_eq!(yaml(same, None)?, same);
        }
        for (value, expected) in [
            ("", "''"),
            ("nxt-2015", "'nxt-2015'"),
            ("it's", "'it''s'"),
            ("tRue", "'tRue'"),
            ("1.2.3", "'1.2.3'"),
            (" sim ", "'sim'"),
            ("-", "'-'"),
            ("é", "'é'"),
        ] {
            assert_eq!(yaml(value, None)?, expected);
        }
        Ok(())
    }

    #[test]
    fn what_yaml_would_turn_into_something_else_needs_a_type() -> Result<()> {
        for value in [
            "a: b",
            "a #b",
            "null",
            "~",
            "2015-01-01",
            "12:30:00",
            "{a: 1}",
            "[x",
            "- a",
            "@x",
            "*a",
            "0x10",
            "1_000",
        ] {
            let message = yaml(value, None).expect_err(value).to_string();
            assert!(
                message.contains(value) && message.contains("type=\"str\""),
                "{message}"
            );
            assert_eq!(yaml(value, Some("str"))?, format!("'{value}'"));
        }
        for value in [
            "00:16:53:01:02:03",
            "tcp:HOST:12",
            "rfcomm:00:16:53:01:02:03",
            "nxt-2015",
            "1e3",
            "a-b_c",
            "/dev/video0",
        ] {
            assert_eq!(yaml(value, None)?, format!("'{value}'"));
        }
        Ok(())
    }

    #[test]
    fn a_named_type_is_kept_or_refused() -> Result<()> {
        assert_eq!(yaml("0", Some("str"))?, "'0'");
        assert_eq!(yaml("3", Some("float"))?, "3.0");
        assert!(yaml("x", Some("int")).is_err());
        assert!(yaml("1.5", Some("int")).is_err());
        assert!(yaml("1", Some("integer")).is_err());
        Ok(())
    }
}
