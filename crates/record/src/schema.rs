//! What a message looks like, read from the text that a recording carries (`ros2msg`).

use std::collections::BTreeMap;
use std::sync::Arc;

use cube::outside::{line, quoted};

/// No text of a schema is longer. The longest of ROS's own has 30 kB.
const LONGEST_TEXT: usize = 4 << 20;
/// Types within types, at most.
const DEEPEST: usize = 32;

/// Why a text is no schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A schema in another language.
    #[error("its schema is in {}; only ros2msg is read", quoted(encoding))]
    Encoding {
        /// The language.
        encoding: String,
    },
    /// It is longer than any of ROS's.
    #[error("its schema is longer than {} MiB", LONGEST_TEXT >> 20)]
    TooLong,
    /// The bytes are no UTF-8.
    #[error("its schema is no text in UTF-8")]
    NoText,
    /// A line that declares no field and no constant.
    #[error("its schema has the line {}", quoted(line))]
    Line {
        /// The line.
        line: String,
    },
    /// A type that the text does not contain.
    #[error("its schema does not define {}", line(name))]
    Missing {
        /// The type.
        name: String,
    },
    /// Types that contain themselves, or more levels than any message has.
    #[error("its schema has more than {DEEPEST} types within each other")]
    TooDeep,
}

/// A message type with all that it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The message itself is the first.
    types: Vec<MessageType>,
}

/// One type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MessageType {
    pub(crate) fields: Vec<Field>,
}

/// A field of a type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: Arc<str>,
    pub(crate) kind: Kind,
    pub(crate) count: Count,
}

/// What a field holds, one or several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float32,
    Float64,
    Text,
    /// Characters of unknown width: writers disagree.
    WideText,
    /// The place of a type in the schema.
    Message(usize),
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    Fixed(usize),
    AtMost(usize),
    Sequence,
}

/// A type whose fields still name their types.
type Named<'a> = Vec<(&'a str, &'a str, Count)>;

impl Schema {
    /// Reads a schema. `kind` is the type that the text begins with, such as `sensor_msgs/msg/Image`.
    ///
    /// # Errors
    /// A text that declares no such message.
    pub fn parse(kind: &str, encoding: &str, text: &[u8]) -> Result<Self, SchemaError> {
        if encoding != "ros2msg" {
            return Err(SchemaError::Encoding { encoding: encoding.to_owned() });
        }
        if LONGEST_TEXT < text.len() {
            return Err(SchemaError::TooLong);
        }
        let text = std::str::from_utf8(text).map_err(|_| SchemaError::NoText)?;
        let mut named: Vec<(String, Named)> = Vec::new();
        for (name, part) in parts(kind, text) {
            named.push((short(name, ""), fields(part)?));
        }
        let mut places = BTreeMap::new();
        for (place, (name, _)) in named.iter().enumerate() {
            places.entry(name.clone()).or_insert(place);
        }
        // Some writers leave out what every ROS has.
        for (name, fields) in well_known() {
            if !places.contains_key(name) {
                places.insert(name.to_owned(), named.len());
                named.push((name.to_owned(), fields));
            }
        }
        let mut types = Vec::with_capacity(named.len());
        for (owner, fields) in &named {
            let package = owner.split_once('/').map_or("", |(package, _)| package);
            let mut resolved = Vec::with_capacity(fields.len());
            for (kind, name, count) in fields {
                let missing = || SchemaError::Missing { name: (*kind).to_owned() };
                let known = || places.get(&short(kind, package)).map(|place| Kind::Message(*place));
                let kind = built_in(kind).or_else(known).ok_or_else(missing)?;
                resolved.push(Field { name: (*name).into(), kind, count: *count });
            }
            types.push(MessageType { fields: resolved });
        }
        let schema = Self { types };
        schema.check_depth()?;
        Ok(schema)
    }

    /// The type of the message itself.
    pub(crate) fn message(&self) -> &MessageType {
        &self.types[0]
    }

    /// A type of [`Kind::Message`] of this schema.
    pub(crate) fn at(&self, place: usize) -> &MessageType {
        &self.types[place]
    }

    /// Decoding goes as deep as the types do: this bounds it.
    fn check_depth(&self) -> Result<(), SchemaError> {
        // Each round goes one level deeper; a type that contains itself never ends.
        let mut level = vec![0];
        for _ in 0..DEEPEST {
            let inner = level.iter().flat_map(|place| &self.types[*place].fields);
            let mut inner: Vec<usize> = inner
                .filter_map(|field| match field.kind {
                    Kind::Message(place) => Some(place),
                    _ => None,
                })
                .collect();
            inner.sort_unstable();
            inner.dedup();
            if inner.is_empty() {
                return Ok(());
            }
            level = inner;
        }
        Err(SchemaError::TooDeep)
    }
}

/// The parts of a text with the names of their types.
fn parts<'a>(kind: &'a str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut parts = Vec::new();
    let (mut name, mut begin, mut at) = (kind, 0, 0);
    let mut after_delimiter = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if let Some(next) = trimmed.strip_prefix("MSG:").filter(|_| after_delimiter.is_some()) {
            parts.push((name, &text[begin..after_delimiter.unwrap_or(at)]));
            (name, begin) = (next.trim(), at + line.len());
        }
        let is_delimiter = 3 <= trimmed.len() && trimmed.bytes().all(|byte| byte == b'=');
        after_delimiter = is_delimiter.then_some(at);
        at += line.len();
    }
    parts.push((name, &text[begin..]));
    parts
}

/// The fields that a part declares.
fn fields(part: &str) -> Result<Named<'_>, SchemaError> {
    let mut fields = Vec::new();
    for text in part.lines() {
        let bad = || SchemaError::Line { line: text.trim().to_owned() };
        let mut words = text.split('#').next().unwrap_or_default().split_whitespace();
        let Some(kind) = words.next() else { continue };
        let name = words.next().ok_or_else(bad)?;
        // A constant is in no message.
        if name.contains('=') || words.next().is_some_and(|word| word.starts_with('=')) {
            continue;
        }
        let (kind, count) = match kind.strip_suffix(']').and_then(|kind| kind.rsplit_once('[')) {
            None => (kind, Count::One),
            Some((kind, "")) => (kind, Count::Sequence),
            Some((kind, number)) => {
                let count = |number: &str| number.parse().map_err(|_| bad());
                match number.strip_prefix("<=") {
                    Some(most) => (kind, Count::AtMost(count(most)?)),
                    None => (kind, Count::Fixed(count(number)?)),
                }
            }
        };
        let kind = kind.split_once("<=").map_or(kind, |(kind, _)| kind);
        fields.push((kind, name, count));
    }
    Ok(fields)
}

/// `package/Name` of a type, as fields and parts name it in several ways.
fn short(name: &str, package: &str) -> String {
    match (name.split_once('/'), name.rsplit_once('/')) {
        (Some((package, _)), Some((_, last))) => format!("{package}/{last}"),
        _ => format!("{package}/{name}"),
    }
}

fn built_in(kind: &str) -> Option<Kind> {
    Some(match kind {
        "bool" => Kind::Bool,
        "int8" => Kind::Int8,
        "uint8" | "byte" | "char" => Kind::Uint8,
        "int16" => Kind::Int16,
        "uint16" => Kind::Uint16,
        "int32" => Kind::Int32,
        "uint32" => Kind::Uint32,
        "int64" => Kind::Int64,
        "uint64" => Kind::Uint64,
        "float32" => Kind::Float32,
        "float64" => Kind::Float64,
        "string" => Kind::Text,
        "wstring" => Kind::WideText,
        _ => return None,
    })
}

fn well_known() -> [(&'static str, Named<'static>); 2] {
    let one = |seconds| vec![(seconds, "sec", Count::One), ("uint32", "nanosec", Count::One)];
    [("builtin_interfaces/Time", one("int32")), ("builtin_interfaces/Duration", one("int32"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Schema, SchemaError> {
        Schema::parse("zoo_msgs/msg/Cage", "ros2msg", text.as_bytes())
    }

    #[test]
    fn fields_are_read_and_constants_and_comments_are_not() {
        let schema = parse(
            "# A cage\n\nuint8 OPEN=1\nstring WORD = \"# no\"\nstring<=8 name \"Leo\" # default\nfloat64[3] size\n\
             Animal[<=4] animals\nbuiltin_interfaces/Time since\n====\nMSG: zoo_msgs/Animal\nbyte[] tag\n",
        );
        let schema = schema.expect("a schema");
        let found: Vec<_> =
            schema.message().fields.iter().map(|field| (&*field.name, field.kind, field.count)).collect();
        assert_eq!(
            found,
            [
                ("name", Kind::Text, Count::One),
                ("size", Kind::Float64, Count::Fixed(3)),
                ("animals", Kind::Message(1), Count::AtMost(4)),
                ("since", Kind::Message(2), Count::One),
            ]
        );
        assert_eq!(schema.at(1).fields[0].kind, Kind::Uint8);
    }

    #[test]
    fn what_is_no_schema_is_named() {
        for (text, words) in [
            ("string", "the line 'string'"),
            ("uint8[x] a", "the line"),
            ("Whale whale", "does not define Whale"),
            ("Cage cage", "within each other"),
            ("Cage[] cages", "within each other"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        let idl = Schema::parse("a/msg/B", "ros2idl", b"module a {};").expect_err("another language").to_string();
        assert!(idl.contains("ros2idl"), "{idl}");
        assert_eq!(Schema::parse("a/msg/B", "ros2msg", &[0xff]), Err(SchemaError::NoText));
    }
}
