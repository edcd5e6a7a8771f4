//! The secret that a page of other machines must know.

use std::fmt;

use subtle::ConstantTimeEq;
use tokio_rustls::rustls::crypto::ring;

use crate::Error;

/// Letters of a random token: 32 of 16 kinds are 128 bits.
const RANDOM_LETTERS: usize = 32;

/// A secret of 16 to 128 letters, digits, `-` or `_`. Nothing prints it but [`Token::reveal`].
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token of a person's choice.
    ///
    /// # Errors
    /// [`Error::Token`] where it is too short, too long, or has other characters.
    pub fn new(text: &str) -> Result<Token, Error> {
        let allowed = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
        if (16..=128).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Token(text.to_owned()))
        } else {
            Err(Error::Token)
        }
    }

    /// A new one that nobody can guess.
    ///
    /// # Errors
    /// [`Error::NoRandomness`] where the system has none.
    pub fn random() -> Result<Token, Error> {
        let bytes: [u8; RANDOM_LETTERS / 2] = random()?;
        Ok(Token(bytes.map(|byte| format!("{byte:02x}")).concat()))
    }

    /// The secret itself, for the address that a person opens.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether this is the secret; it takes as long for a nearly right guess as for any other of this length.
    pub(crate) fn is(&self, guess: &str) -> bool {
        self.0.as_bytes().ct_eq(guess.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// Bytes that nobody can guess, from the source that TLS uses.
pub(crate) fn random<const COUNT: usize>() -> Result<[u8; COUNT], Error> {
    let mut bytes = [0; COUNT];
    let source = ring::default_provider().secure_random;
    source.fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
    Ok(bytes)
}
