//! The part of Python that conditions in launch files use: `$(eval …)` without Python.
//!
//! Texts, numbers, True and False; `==`, `!=`, `in`, `not in`, `and`, `or`, `not`; parentheses and tuples.

use anyhow::{Result, bail};

/// A value of an expression.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Text(String),
    Number(f64),
    Truth(bool),
    Tuple(Vec<Value>),
}

impl Value {
    /// Python's truth of a value.
    fn holds(&self) -> bool {
        match self {
            Value::Text(text) => !text.is_empty(),
            Value::Number(number) => *number != 0.0,
            Value::Truth(truth) => *truth,
            Value::Tuple(values) => !values.is_empty(),
        }
    }

    fn show(&self) -> Result<String> {
        match self {
            Value::Text(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            Value::Truth(truth) => Ok(if *truth { "True" } else { "False" }.to_owned()),
            Value::Tuple(_) => bail!("the result is a tuple"),
        }
    }
}

/// The result of `expression`, as Python's `str` shows it.
///
/// # Errors
/// When the expression uses more of Python than is understood here.
pub fn evaluate(expression: &str) -> Result<String> {
    let mut reader = Reader {
        tokens: tokens(expression)?,
        next: 0,
    };
    let value = reader.either()?;
    if let Some(token) = reader.peek() {
        bail!("`{expression}`: cannot understand what begins at {token:?}");
    }
    value.show()
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Number(f64),
    Sign(&'static str),
}

const SIGNS: [&str; 5] = ["==", "!=", "(", ")", ","];

fn tokens(expression: &str) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else if first == '\'' || first == '"' {
            let Some(end) = rest[1..].find(first) else {
                bail!("`{expression}`: a text does not end")
            };
            tokens.push(Token::Text(rest[1..=end].to_owned()));
            end + 2
        } else if first.is_ascii_digit() || first == '-' || first == '.' {
            let end = rest[1..]
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .map_or(rest.len(), |end| end + 1);
            let Ok(number) = rest[..end].parse() else {
                bail!("`{expression}`: `{}` is no number", &rest[..end])
            };
            tokens.push(Token::Number(number));
            end
        } else if first.is_ascii_alphabetic() {
            let end = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..end].to_owned()));
            end
        } else {
            bail!("`{expression}`: `{first}` is not understood");
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.next += usize::from(found);
        found
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(found);
        found
    }

    fn either(&mut self) -> Result<Value> {
        let mut value = self.both()?;
        while self.take_word("or") {
            let other = self.both()?;
            value = if value.holds() { value } else { other };
        }
        Ok(value)
    }

    fn both(&mut self) -> Result<Value> {
        let mut value = self.negation()?;
        while self.take_word("and") {
            let other = self.negation()?;
            value = if value.holds() { other } else { value };
        }
        Ok(value)
    }

    fn negation(&mut self) -> Result<Value> {
        if self.take_word("not") {
            return Ok(Value::Truth(!self.negation()?.holds()));
        }
        let left = self.atom()?;
        if self.take_sign("==") {
            return Ok(Value::Truth(left == self.atom()?));
        }
        if self.take_sign("!=") {
            return Ok(Value::Truth(left != self.atom()?));
        }
        let negated = self.take_word("not");
        if self.take_word("in") {
            let found = match (&left, self.atom()?) {
                (_, Value::Tuple(values)) => values.contains(&left),
                (Value::Text(part), Value::Text(whole)) => whole.contains(part.as_str()),
                _ => bail!("`in` wants a tuple, or two texts"),
            };
            return Ok(Value::Truth(found != negated));
        }
        if negated {
            bail!("`not` after a value wants `in`");
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Value> {
        let token = self.peek().cloned();
        self.next += 1;
        match token {
            Some(Token::Text(text)) => Ok(Value::Text(text)),
            Some(Token::Number(number)) => Ok(Value::Number(number)),
            Some(Token::Word(word)) if word == "True" => Ok(Value::Truth(true)),
            Some(Token::Word(word)) if word == "False" => Ok(Value::Truth(false)),
            Some(Token::Sign("(")) => self.parenthesis(),
            Some(other) => bail!("{other:?} is not understood here"),
            None => bail!("the expression ends too early"),
        }
    }

    /// After `(`: one value in parentheses, or a tuple when there is a comma.
    fn parenthesis(&mut self) -> Result<Value> {
        let mut values = Vec::new();
        let mut tuple = false;
        while !self.take_sign(")") {
            values.push(self.either()?);
            let comma = self.take_sign(",");
            tuple |= comma;
            if !comma && self.peek() != Some(&Token::Sign(")")) {
                bail!("a parenthesis does not end");
            }
        }
        match (tuple, values.pop()) {
            (false, Some(value)) => Ok(value),
            (_, last) => Ok(Value::Tuple(values.into_iter().chain(last).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_come_out_as_in_python() -> Result<()> {
        for (expression, result) in [
            ("'sim' == 'sim'", "True"),
            ("'sim' not in ('sim', 'none')", "False"),
            ("'v4l' not in ('sim', 'none')", "True"),
            ("'im' in 'sim'", "True"),
            ("not 'a' == 'b' and (1 == 1.0 or False)", "True"),
            ("'' or \"text\"", "text"),
            ("'a' in ('a',)", "True"),
            ("'a' in ()", "False"),
            ("-1 != 1", "True"),
            ("15700", "15700"),
        ] {
            assert_eq!(evaluate(expression)?, result, "{expression}");
        }
        Ok(())
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for expression in [
            "__import__('os')",
            "'a",
            "1 +",
            "(1",
            "1 2",
            "",
            "'a' not 'b'",
            "1 in 2",
            "((1, 2",
        ] {
            assert!(evaluate(expression).is_err(), "{expression}");
        }
    }
}
