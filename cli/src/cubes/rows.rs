//! The rows of a text file that people or spreadsheets wrote: any encoding with a byte order mark, any line end.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use encoding_rs_io::DecodeReaderBytesBuilder;

/// Longer lines are no list of cubes.
const LONGEST_LINE: usize = 64 * 1024;
/// A quoted field has at most this many lines; with more, its quote is treated as a typing mistake.
const LONGEST_FIELD: usize = 20;

/// One row. A quoted field may have put several lines into it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// Its text, without the line's end.
    pub text: String,
}

/// The rows of a file. Empty lines and comments (`#`) are left out.
pub struct Rows {
    source: Box<dyn BufRead>,
    line: u64,
    /// Whether the line before ended with a carriage return.
    returned: bool,
    /// Rows that were read ahead.
    ahead: VecDeque<Row>,
}

impl Rows {
    /// Reads UTF-8, and UTF-16 that begins with its byte order mark.
    pub fn new(source: impl Read + 'static) -> Rows {
        let decoded = DecodeReaderBytesBuilder::new().strip_bom(true).build(source);
        Rows { source: Box::new(BufReader::new(decoded)), line: 0, returned: false, ahead: VecDeque::new() }
    }

    /// Gives rows back; they come again before the rest.
    pub fn give_back(&mut self, rows: impl DoubleEndedIterator<Item = Row>) {
        rows.rev().for_each(|row| self.ahead.push_front(row));
    }

    /// The next line that is neither empty nor a comment.
    fn line(&mut self) -> io::Result<Option<Row>> {
        if let Some(row) = self.ahead.pop_front() {
            return Ok(Some(row));
        }
        while let Some(bytes) = self.bytes()? {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if text.contains('\0') {
                return Err(self.wrong("holds zero bytes: this is no text in UTF-8"));
            }
            if !text.trim().is_empty() && !text.trim_start().starts_with('#') {
                return Ok(Some(Row { line: self.line, text }));
            }
        }
        Ok(None)
    }

    /// The bytes of a line. It ends with a line feed, a carriage return, or both.
    fn bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.line += 1;
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                return Ok((!line.is_empty()).then_some(line));
            }
            if std::mem::take(&mut self.returned) && buffer[0] == b'\n' {
                self.source.consume(1);
                continue;
            }
            let end = buffer.iter().position(|&byte| matches!(byte, b'\n' | b'\r'));
            line.extend_from_slice(&buffer[..end.unwrap_or(buffer.len())]);
            self.returned = end.is_some_and(|end| buffer[end] == b'\r');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.source.consume(used);
            if LONGEST_LINE < line.len() {
                return Err(self.wrong(&format!("has more than {LONGEST_LINE} characters")));
            }
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    fn wrong(&self, reason: &str) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, format!("line {} {reason}", self.line))
    }

    fn row(&mut self) -> io::Result<Option<Row>> {
        let Some(first) = self.line()? else {
            return Ok(None);
        };
        let mut whole = first.clone();
        let mut more = Vec::new();
        while is_open(&whole.text) {
            let next = if more.len() < LONGEST_FIELD { self.line()? } else { None };
            let Some(next) = next else {
                self.give_back(more.into_iter());
                return Ok(Some(first));
            };
            whole.text = format!("{}\n{}", whole.text, next.text);
            more.push(next);
        }
        Ok(Some(whole))
    }
}

/// Whether a quoted field has no end yet.
fn is_open(text: &str) -> bool {
    text.matches('"').count() % 2 == 1
}

impl Iterator for Rows {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<io::Result<Row>> {
        self.row().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(u64, String)> {
        let rows = Rows::new(io::Cursor::new(bytes.to_vec()));
        rows.map(|row| row.map(|row| (row.line, row.text)).expect("a row")).collect()
    }

    #[test]
    fn lines_end_in_any_way_and_are_counted() {
        for text in ["a\nb\n\n# c\nd", "a\r\nb\r\n\r\n# c\r\nd\r\n", "a\rb\r\r# c\rd\r"] {
            let rows = [(1, "a".to_owned()), (2, "b".to_owned()), (5, "d".to_owned())];
            assert_eq!(read(text.as_bytes()), rows, "{text:?}");
        }
    }

    #[test]
    fn byte_order_marks_give_the_encoding() {
        let little: Vec<u8> = "\u{feff}a\nb".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}a\nb".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big, "\u{feff}a\nb".into()] {
            assert_eq!(read(&bytes), [(1, "a".to_owned()), (2, "b".to_owned())], "{bytes:?}");
        }
        let error = Rows::new(io::Cursor::new(b"a\0b\0".to_vec())).next();
        let error = error.expect("a row").expect_err("zero bytes");
        assert!(error.to_string().contains("line 1 holds zero bytes"), "{error}");
    }

    #[test]
    fn a_quoted_field_goes_on_and_a_stray_quote_does_not() {
        assert_eq!(read(b"1,\"a\nb\"\nc"), [(1, "1,\"a\nb\"".to_owned()), (3, "c".to_owned())]);
        let rows = [(1, "1,\"a".to_owned()), (2, "b".to_owned()), (3, "c".to_owned())];
        assert_eq!(read(b"1,\"a\nb\nc"), rows);
    }
}
