//! Text with substitutions such as `$(var camera)`: reading it, not yet filling it in.

use std::iter::Peekable;
use std::str::Chars;

use anyhow::{Result, bail};

/// One piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Plain text.
    Text(String),
    /// `$(name arguments…)`.
    Call {
        /// Which substitution.
        name: String,
        /// Each argument may hold substitutions itself.
        arguments: Vec<Vec<Part>>,
    },
}

/// Splits `text` into plain text and substitutions. `\` before `$`, a quote or `\` takes its meaning away.
///
/// # Errors
/// When a substitution or a quoted argument does not end.
pub fn parse(text: &str) -> Result<Vec<Part>> {
    let mut reader = Reader {
        text,
        rest: text.chars().peekable(),
    };
    let parts = reader.parts(&[])?;
    Ok(parts)
}

struct Reader<'a> {
    text: &'a str,
    rest: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    /// Reads until the end or until one of `ends`, which stays unread.
    fn parts(&mut self, ends: &[char]) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        while let Some(&next) = self.rest.peek() {
            if ends.contains(&next) {
                break;
            }
            self.rest.next();
            match next {
                '\\' if self
                    .rest
                    .peek()
                    .is_some_and(|&after| "\\'\"$()".contains(after)) =>
                {
                    plain.extend(self.rest.next());
                }
                '$' if self.rest.peek() == Some(&'(') => {
                    self.rest.next();
                    if !plain.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(self.call()?);
                }
                other => plain.push(other),
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(parts)
    }

    /// Reads a substitution after its opening parenthesis.
    fn call(&mut self) -> Result<Part> {
        let mut name = String::new();
        while let Some(&next) = self.rest.peek() {
            if !(next.is_ascii_alphanumeric() || next == '-' || next == '_') {
                break;
            }
            name.push(next);
            self.rest.next();
        }
        let mut arguments = Vec::new();
        loop {
            match self.rest.next() {
                Some(')') if !name.is_empty() => return Ok(Part::Call { name, arguments }),
                Some(space) if space.is_whitespace() && !name.is_empty() => {
                    while self.rest.peek().is_some_and(|next| next.is_whitespace()) {
                        self.rest.next();
                    }
                    match self.rest.peek() {
                        Some(')') => {}
                        Some(&quote @ ('\'' | '"')) => arguments.push(self.quoted(quote)?),
                        _ => arguments.push(self.parts(&[' ', '\t', '\n', ')'])?),
                    }
                }
                Some(_) => bail!("`{}` holds a substitution with a bad name", self.text),
                None => bail!(
                    "`{}` holds a substitution without its closing parenthesis",
                    self.text
                ),
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<Vec<Part>> {
        self.rest.next();
        let parts = self.parts(&[quote])?;
        match self.rest.next() {
            Some(_) => Ok(parts),
            None => bail!(
                "`{}` holds a quoted argument without its closing {quote}",
                self.text
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Part {
        Part::Text(value.into())
    }

    fn call(name: &str, arguments: &[&[Part]]) -> Part {
        Part::Call {
            name: name.into(),
            arguments: arguments.iter().map(|argument| argument.to_vec()).collect(),
        }
    }

    #[test]
    fn substitutions_stand_in_text() -> Result<()> {
        assert_eq!(parse("plain 'text'")?, [text("plain 'text'")]);
        assert_eq!(parse("")?, []);
        let expected = [
            text("-d "),
            call("find-pkg-share", &[&[text("cuberig")]]),
            text("/rig.rviz"),
        ];
        assert_eq!(parse("-d $(find-pkg-share cuberig)/rig.rviz")?, expected);
        assert_eq!(
            parse("$(env HOME '')")?,
            [call("env", &[&[text("HOME")], &[]])]
        );
        assert_eq!(
            parse("$(var $(var a)b)")?,
            [call("var", &[&[call("var", &[&[text("a")]]), text("b")]])]
        );
        assert_eq!(parse(r"costs \$(5)")?, [text("costs $(5)")]);
        Ok(())
    }

    #[test]
    fn quotes_inside_quotes_are_escaped() -> Result<()> {
        let parts = parse(r"$(eval '\'$(var camera)\' in (\'sim\', \'none\')')")?;
        let argument = [
            text("'"),
            call("var", &[&[text("camera")]]),
            text("' in ('sim', 'none')"),
        ];
        assert_eq!(parts, [call("eval", &[&argument])]);
        Ok(())
    }

    #[test]
    fn what_does_not_end_is_refused() {
        assert!(parse("$(var a").is_err());
        assert!(parse("$(var 'a)").is_err());
        assert!(parse("$()").is_err());
        assert!(parse("$(var").is_err());
    }
}
