//! Decodes a message as it came over the wire: CDR, as DDS has it, by a [`Schema`].

use crate::schema::{Count, Field, Kind, MessageType, Schema};
use crate::value::Value;

/// Values of one message, at most: a list of bytes is one. A plan of a rig has about ten thousand.
const MOST_VALUES: usize = 1 << 20;

/// Why bytes are no message of a schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A header of another encoding than plain CDR.
    #[error("a message begins with {header:02x?}, which is no plain CDR")]
    Header {
        /// The first bytes.
        header: Vec<u8>,
    },
    /// The bytes end within a field.
    #[error("a message ends within the field {field}")]
    Short {
        /// The field.
        field: String,
    },
    /// A text that is no UTF-8, or has no end.
    #[error("the field {field} is no text")]
    Text {
        /// The field.
        field: String,
    },
    /// `wstring`, whose characters have no agreed width.
    #[error("the field {field} is a wstring, which is not read")]
    WideText {
        /// The field.
        field: String,
    },
    /// More values than a message may have.
    #[error("a message has more than {MOST_VALUES} values")]
    TooMany,
}

impl Schema {
    /// Decodes a message: CDR with its header of four bytes. What follows its last field is not read.
    ///
    /// # Errors
    /// Bytes that are no message of this type.
    pub fn decode(&self, data: &[u8]) -> Result<Value, DecodeError> {
        let header = || DecodeError::Header { header: data.iter().take(4).copied().collect() };
        let (first, body) = data.split_at_checked(4).ok_or_else(header)?;
        let little = match first {
            [0, 0, ..] => false,
            [0, 1, ..] => true,
            _ => return Err(header()),
        };
        Cursor { schema: self, body, at: 0, little, values: 0 }.message(self.message())
    }
}

/// A place in a message.
struct Cursor<'a> {
    schema: &'a Schema,
    /// Without the header: fields are aligned to its end.
    body: &'a [u8],
    at: usize,
    little: bool,
    values: usize,
}

impl<'a> Cursor<'a> {
    fn message(&mut self, kind: &MessageType) -> Result<Value, DecodeError> {
        if kind.fields.is_empty() {
            // C has no empty structures: ROS puts a byte there.
            self.take(1, "structure_needs_at_least_one_member")?;
        }
        let mut fields = Vec::with_capacity(kind.fields.len());
        for field in &kind.fields {
            fields.push((field.name.clone(), self.field(field)?));
        }
        Ok(Value::Message(fields))
    }

    fn field(&mut self, field: &Field) -> Result<Value, DecodeError> {
        let count = match field.count {
            Count::One => return self.value(field),
            Count::Fixed(count) => count,
            Count::AtMost(_) | Count::Sequence => self.length(&field.name)?,
        };
        if field.kind == Kind::Uint8 {
            self.count()?;
            return Ok(Value::Bytes(self.take(count, &field.name)?.to_vec()));
        }
        // A length from outside reserves little memory: what follows may be shorter.
        let mut list = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            list.push(self.value(field)?);
        }
        Ok(Value::List(list))
    }

    fn value(&mut self, field: &Field) -> Result<Value, DecodeError> {
        self.count()?;
        let name = &*field.name;
        Ok(match field.kind {
            Kind::Bool => Value::Bool(self.number::<1>(name)? != [0]),
            Kind::Int8 => Value::Int(i8::from_le_bytes(self.number(name)?).into()),
            Kind::Uint8 => Value::Uint(u8::from_le_bytes(self.number(name)?).into()),
            Kind::Int16 => Value::Int(i16::from_le_bytes(self.number(name)?).into()),
            Kind::Uint16 => Value::Uint(u16::from_le_bytes(self.number(name)?).into()),
            Kind::Int32 => Value::Int(i32::from_le_bytes(self.number(name)?).into()),
            Kind::Uint32 => Value::Uint(u32::from_le_bytes(self.number(name)?).into()),
            Kind::Int64 => Value::Int(i64::from_le_bytes(self.number(name)?)),
            Kind::Uint64 => Value::Uint(u64::from_le_bytes(self.number(name)?)),
            Kind::Float32 => Value::Float32(f32::from_le_bytes(self.number(name)?)),
            Kind::Float64 => Value::Float64(f64::from_le_bytes(self.number(name)?)),
            Kind::Text => Value::Text(self.text(name)?),
            Kind::WideText => return Err(DecodeError::WideText { field: name.to_owned() }),
            Kind::Message(place) => {
                let schema = self.schema;
                self.message(schema.at(place))?
            }
        })
    }

    fn count(&mut self) -> Result<(), DecodeError> {
        self.values += 1;
        match self.values <= MOST_VALUES {
            true => Ok(()),
            false => Err(DecodeError::TooMany),
        }
    }

    /// A text of a length, whose last byte is 0. Some writers give an empty text no byte at all.
    fn text(&mut self, name: &str) -> Result<String, DecodeError> {
        let length = self.length(name)?;
        let bytes = match self.take(length, name)? {
            [] => &[][..],
            [text @ .., 0] => text,
            _ => return Err(DecodeError::Text { field: name.to_owned() }),
        };
        String::from_utf8(bytes.to_vec()).map_err(|_| DecodeError::Text { field: name.to_owned() })
    }

    fn length(&mut self, name: &str) -> Result<usize, DecodeError> {
        let length = u32::from_le_bytes(self.number(name)?);
        usize::try_from(length).map_err(|_| DecodeError::TooMany)
    }

    /// A number in its place, lowest byte first.
    fn number<const SIZE: usize>(&mut self, name: &str) -> Result<[u8; SIZE], DecodeError> {
        self.at = self.at.next_multiple_of(SIZE);
        let mut bytes = [0; SIZE];
        bytes.copy_from_slice(self.take(SIZE, name)?);
        if !self.little {
            bytes.reverse();
        }
        Ok(bytes)
    }

    fn take(&mut self, count: usize, name: &str) -> Result<&'a [u8], DecodeError> {
        let rest = self.body.get(self.at..).unwrap_or_default();
        let taken = rest.get(..count).ok_or_else(|| DecodeError::Short { field: name.to_owned() })?;
        self.at += count;
        Ok(taken)
    }
}
