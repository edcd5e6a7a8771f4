//! A message of any type, decoded.

use std::sync::Arc;

/// What a message or a field of it holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `bool`.
    Bool(bool),
    /// A signed number.
    Int(i64),
    /// An unsigned number.
    Uint(u64),
    /// `float32`.
    Float32(f32),
    /// `float64`.
    Float64(f64),
    /// `string`.
    Text(String),
    /// An array of `uint8`, `byte` or `char`.
    Bytes(Vec<u8>),
    /// Any other array.
    List(Vec<Value>),
    /// The fields of a message in their order.
    Message(Vec<(Arc<str>, Value)>),
}

impl Value {
    /// The field at this path, such as `header.stamp.sec`.
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |value, name| match value {
            Self::Message(fields) => fields.iter().find(|(field, _)| **field == *name).map(|(_, value)| value),
            _ => None,
        })
    }

    /// A number of any kind.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Int(number) => Some(number as f64),
            Self::Uint(number) => Some(number as f64),
            Self::Float32(number) => Some(number.into()),
            Self::Float64(number) => Some(number),
            _ => None,
        }
    }

    /// A whole number.
    pub fn whole(&self) -> Option<i64> {
        match *self {
            Self::Int(number) => Some(number),
            Self::Uint(number) => i64::try_from(number).ok(),
            _ => None,
        }
    }

    /// Whether it is true; `None` where it is no `bool`.
    pub fn is_true(&self) -> Option<bool> {
        match *self {
            Self::Bool(is_true) => Some(is_true),
            _ => None,
        }
    }

    /// A text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of an array that is not one of bytes.
    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// An array of bytes.
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}
