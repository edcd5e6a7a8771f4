//! Messages in JSON: what a [`Schema`] allows, for those who write messages by hand.

use cube::outside::line;
use serde_json::{Map, Value, json};

use crate::schema::{Count, Field, Kind, MessageType, Schema};

/// Why a value is no message of a schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// No object where a message is expected.
    #[error("{} is no object", name(field))]
    NoObject {
        /// The field; empty for the message itself.
        field: String,
    },
    /// A field that the message does not have.
    #[error("it has the unknown field {}", line(field))]
    Unknown {
        /// The field.
        field: String,
    },
    /// An array of a wrong length, or no array.
    #[error("the field {field} is no array{}", wanted.map_or(String::new(), |count| format!(" of {count} elements")))]
    Array {
        /// The field.
        field: String,
        /// The number of elements, or the most.
        wanted: Option<usize>,
    },
    /// A value of another kind.
    #[error("the field {field} is no {kind}")]
    Kind {
        /// The field.
        field: String,
        /// The kind that is expected.
        kind: &'static str,
    },
}

fn name(field: &str) -> String {
    if field.is_empty() { "the message".to_owned() } else { format!("the field {field}") }
}

impl Schema {
    /// The schema as a JSON Schema.
    pub fn json_schema(&self) -> Value {
        self.object(self.message())
    }

    /// Checks a message. A field that is not there has its default.
    ///
    /// # Errors
    /// What is wrong first.
    pub fn check(&self, message: &Value) -> Result<(), JsonError> {
        self.check_object(self.message(), "", message)
    }

    fn object(&self, kind: &MessageType) -> Value {
        let properties = kind.fields.iter().map(|field| {
            let one = match field.kind {
                Kind::Message(place) => self.object(self.at(place)),
                kind => json!({ "type": kind_name(kind) }),
            };
            let value = if field.count == Count::One { one } else { json!({ "type": "array", "items": one }) };
            (field.name.to_string(), value)
        });
        json!({ "type": "object", "properties": Map::from_iter(properties) })
    }

    fn check_object(&self, kind: &MessageType, name: &str, value: &Value) -> Result<(), JsonError> {
        let fields = value.as_object().ok_or_else(|| JsonError::NoObject { field: name.to_owned() })?;
        fields.iter().try_for_each(|(key, value)| {
            let field = kind.fields.iter().find(|field| *field.name == **key);
            let field = field.ok_or_else(|| JsonError::Unknown { field: key.clone() })?;
            self.check_field(field, value)
        })
    }

    fn check_field(&self, field: &Field, value: &Value) -> Result<(), JsonError> {
        let name = || field.name.to_string();
        let wanted = match field.count {
            Count::One => return self.check_one(field, value),
            Count::Fixed(count) | Count::AtMost(count) => Some(count),
            Count::Sequence => None,
        };
        let fits = |count: usize| match field.count {
            Count::AtMost(most) => count <= most,
            _ => wanted.is_none_or(|wanted| count == wanted),
        };
        let list = value.as_array().filter(|list| fits(list.len()));
        let list = list.ok_or_else(|| JsonError::Array { field: name(), wanted })?;
        list.iter().try_for_each(|value| self.check_one(field, value))
    }

    fn check_one(&self, field: &Field, value: &Value) -> Result<(), JsonError> {
        let fits = match field.kind {
            Kind::Message(place) => return self.check_object(self.at(place), &field.name, value),
            Kind::Bool => value.is_boolean(),
            // C texts end with a zero.
            Kind::Text | Kind::WideText => value.as_str().is_some_and(|text| !text.contains('\0')),
            Kind::Float32 | Kind::Float64 => value.is_number(),
            Kind::Uint8 => fits::<u8>(value.as_u64()),
            Kind::Uint16 => fits::<u16>(value.as_u64()),
            Kind::Uint32 => fits::<u32>(value.as_u64()),
            Kind::Uint64 => value.is_u64(),
            Kind::Int8 => fits::<i8>(value.as_i64()),
            Kind::Int16 => fits::<i16>(value.as_i64()),
            Kind::Int32 => fits::<i32>(value.as_i64()),
            Kind::Int64 => value.is_i64(),
        };
        let error = || JsonError::Kind { field: field.name.to_string(), kind: kind_name(field.kind) };
        fits.then_some(()).ok_or_else(error)
    }
}

fn fits<Number>(number: Option<impl TryInto<Number>>) -> bool {
    number.is_some_and(|number| number.try_into().is_ok())
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "boolean",
        Kind::Text | Kind::WideText => "string",
        Kind::Float32 | Kind::Float64 => "number",
        Kind::Message(_) => "object",
        _ => "integer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Schema {
        let text = "string name\nuint8[2] tag\nAnimal[<=2] animals\nfloat64 size\nint16 number\nbool open\n====\n\
                    MSG: zoo_msgs/Animal\nstring[] names\n";
        Schema::parse("zoo_msgs/srv/Feed_Request", "ros2msg", text.as_bytes()).expect("a schema")
    }

    #[test]
    fn a_json_schema_has_all_fields() {
        let names = json!({ "type": "array", "items": { "type": "string" } });
        let animal = json!({ "type": "object", "properties": { "names": names } });
        let integers = json!({ "type": "array", "items": { "type": "integer" } });
        let expected = json!({ "type": "object", "properties": {
            "name": { "type": "string" }, "tag": integers, "animals": { "type": "array", "items": animal },
            "size": { "type": "number" }, "number": { "type": "integer" }, "open": { "type": "boolean" },
        }});
        assert_eq!(schema().json_schema(), expected);
    }

    #[test]
    fn messages_fit() {
        for message in [
            json!({}),
            json!({ "name": "Leo", "tag": [0, 255], "animals": [{}, { "names": ["a", "b"] }], "size": 1, "open": true }),
            json!({ "number": -32768, "size": -0.5 }),
        ] {
            assert_eq!(schema().check(&message), Ok(()), "{message}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (message, words) in [
            (json!([]), "the message is no object"),
            (json!({ "whale": 1 }), "unknown field whale"),
            (json!({ "animals": [3] }), "the field animals is no object"),
            (json!({ "tag": [1] }), "the field tag is no array of 2 elements"),
            (json!({ "tag": [1, 256] }), "the field tag is no integer"),
            (json!({ "animals": [{}, {}, {}] }), "the field animals is no array of 2"),
            (json!({ "animals": [{ "names": "a" }] }), "the field names is no array"),
            (json!({ "name": "Leo\0" }), "the field name is no string"),
            (json!({ "number": 32768 }), "the field number is no integer"),
            (json!({ "number": 1.5 }), "the field number is no integer"),
            (json!({ "size": "1" }), "the field size is no number"),
            (json!({ "open": 1 }), "the field open is no boolean"),
        ] {
            let error = schema().check(&message).expect_err(words).to_string();
            assert!(error.contains(words), "{message}: {error}");
        }
    }
}
