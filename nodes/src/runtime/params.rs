//! Node parameters: one typed, documented, range-checked struct per node.
//!
//! The [`parameters!`](crate::parameters) macro declares the struct; its doc comments become the descriptions that
//! `ros2 param describe` shows, its ranges and choices are enforced at start-up and at every change.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cube::outside::{number, quoted};
use r2r::ParameterValue;
use tokio::sync::watch;

/// Why a parameter value was refused; `Display` names parameter and value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ParamError {
    /// The node has no such parameter.
    #[error("unknown parameter {}; this node has: {known}", quoted(name))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The value has another type than the parameter.
    #[error("parameter '{name}' must be {expected}, not {given}")]
    Type {
        /// Parameter name.
        name: String,
        /// The type it has.
        expected: &'static str,
        /// The value that was given.
        given: String,
    },
    /// The value lies outside its range or is none of its choices.
    #[error("parameter '{name}' must be {allowed}, not {given}")]
    Value {
        /// Parameter name.
        name: String,
        /// Range or choices.
        allowed: String,
        /// The value that was given.
        given: String,
    },
    /// The parameter is only read when the node starts.
    #[error("parameter '{name}' is read when the node starts and cannot be changed while it runs")]
    Fixed {
        /// Parameter name.
        name: String,
    },
    /// The values do not fit each other.
    #[error("{0}")]
    Combination(String),
}

/// What a parameter may be.
#[derive(Debug, Clone, PartialEq)]
pub enum Allowed {
    /// Anything of its type.
    Anything,
    /// A whole number within these bounds.
    Integer(RangeInclusive<i64>),
    /// A number within these bounds.
    Double(RangeInclusive<f64>),
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Allowed {
    fn admits(&self, value: &ParameterValue) -> bool {
        match (self, value) {
            (Allowed::Integer(range), ParameterValue::Integer(value)) => range.contains(value),
            (Allowed::Double(range), ParameterValue::Double(value)) => range.contains(value),
            (Allowed::OneOf(words), ParameterValue::String(value)) => words.contains(&value.as_str()),
            _ => true,
        }
    }

    /// The rule in words, for messages and descriptions; empty when anything goes.
    pub fn in_words(&self) -> String {
        match self {
            Allowed::Anything => String::new(),
            Allowed::Integer(range) => format!("within {} to {}", range.start(), range.end()),
            Allowed::Double(range) => format!("within {} to {}", range.start(), range.end()),
            Allowed::OneOf(words) => format!("one of {}", words.join(", ")),
        }
    }
}

/// A Rust type that a ROS parameter can have.
pub trait ParamType: Clone + Sized {
    /// The type in words.
    const IN_WORDS: &'static str;
    /// The value as ROS sees it.
    fn to_value(&self) -> ParameterValue;
    /// The value as we see it, when it has the right type.
    fn from_value(value: &ParameterValue) -> Option<Self>;
}

macro_rules! param_type {
    ($type:ty, $words:literal, $variant:ident $(, $other:pat => $convert:expr)?) => {
        impl ParamType for $type {
            const IN_WORDS: &'static str = $words;
            fn to_value(&self) -> ParameterValue {
                ParameterValue::$variant(self.clone())
            }
            fn from_value(value: &ParameterValue) -> Option<Self> {
                match value {
                    ParameterValue::$variant(value) => Some(value.clone()),
                    $($other => Some($convert),)?
                    _ => None,
                }
            }
        }
    };
}

param_type!(bool, "true or false", Bool);
param_type!(i64, "a whole number", Integer);
param_type!(f64, "a number", Double, ParameterValue::Integer(whole) => *whole as f64);
param_type!(String, "a text", String);
// A launch argument is one text: names with commas between them.
param_type!(Vec<String>, "a list of texts", StringArray, ParameterValue::String(names) => listed(names));
param_type!(Vec<f64>, "a list of numbers", DoubleArray);

fn listed(names: &str) -> Vec<String> {
    names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// Bounds as written in the `parameters!` macro.
impl From<RangeInclusive<i64>> for Allowed {
    fn from(range: RangeInclusive<i64>) -> Self {
        Allowed::Integer(range)
    }
}

/// Bounds as written in the `parameters!` macro.
impl From<RangeInclusive<f64>> for Allowed {
    fn from(range: RangeInclusive<f64>) -> Self {
        Allowed::Double(range)
    }
}

/// One field of a parameter struct `P`.
pub struct Field<P> {
    /// Parameter name.
    pub name: &'static str,
    /// What it means, with its unit.
    pub description: String,
    /// Range or choices.
    pub allowed: Allowed,
    /// Read at start-up only.
    pub fixed: bool,
    /// Type in words.
    pub type_in_words: &'static str,
    /// Reads the field.
    pub get: fn(&P) -> ParameterValue,
    /// Writes the field; false when the type does not fit.
    pub set: fn(&mut P, &ParameterValue) -> bool,
}

/// A parameter struct, as the [`parameters!`](crate::parameters) macro makes it.
pub trait Parameters: Clone + Default + Send + Sync + 'static {
    /// The fields in the order of their declaration.
    fn fields() -> Vec<Field<Self>>;

    /// Sets one field by name, checking type and range.
    fn set(&mut self, name: &str, value: &ParameterValue) -> Result<(), ParamError> {
        let fields = Self::fields();
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            let known: Vec<_> = fields.iter().map(|field| field.name).collect();
            return Err(ParamError::Unknown { name: name.into(), known: known.join(", ") });
        };
        let mut changed = self.clone();
        if !(field.set)(&mut changed, value) {
            let (name, expected) = (name.into(), field.type_in_words);
            return Err(ParamError::Type { name, expected, given: show(value) });
        }
        if !field.allowed.admits(&(field.get)(&changed)) {
            let (name, allowed) = (name.into(), field.allowed.in_words());
            return Err(ParamError::Value { name, allowed, given: show(value) });
        }
        *self = changed;
        Ok(())
    }

    /// Whether ROS time is `/clock`'s: every node has this parameter.
    fn use_sim_time(&self) -> bool;

    /// Applies values given from outside, such as the command line's; the first that does not fit is the error.
    fn with_overrides(overrides: &BTreeMap<String, ParameterValue>) -> Result<Self, ParamError> {
        let mut parameters = Self::default();
        for (name, value) in overrides {
            parameters.set(name, value)?;
        }
        Ok(parameters)
    }
}

/// A parameter value as a person would write it.
pub fn show(value: &ParameterValue) -> String {
    match value {
        ParameterValue::NotSet => "nothing".into(),
        ParameterValue::Bool(value) => value.to_string(),
        ParameterValue::Integer(value) => value.to_string(),
        ParameterValue::Double(value) => number(*value).to_string(),
        ParameterValue::String(value) => quoted(value).to_string(),
        ParameterValue::StringArray(values) => list(values),
        ParameterValue::DoubleArray(values) => list(values),
        other => list(other),
    }
}

/// A list as it is written in a program; of a long one, the beginning.
fn list(values: &impl std::fmt::Debug) -> String {
    cube::outside::line(&format!("{values:?}")).to_string()
}

/// A node's live parameters: read the present values, or wait for a change.
pub struct LiveParams<P> {
    sender: Arc<watch::Sender<P>>,
}

impl<P> Clone for LiveParams<P> {
    fn clone(&self) -> Self {
        Self { sender: self.sender.clone() }
    }
}

impl<P: Parameters> LiveParams<P> {
    /// Starts with `initial`.
    pub fn new(initial: P) -> Self {
        Self { sender: Arc::new(watch::Sender::new(initial)) }
    }

    /// The values now.
    pub fn get(&self) -> P {
        self.sender.borrow().clone()
    }

    /// Wakes at each change.
    pub fn changes(&self) -> watch::Receiver<P> {
        self.sender.subscribe()
    }

    /// Changes several values together, or none of them.
    pub fn change(&self, values: &[(String, ParameterValue)]) -> Result<(), ParamError> {
        let mut changed = self.get();
        for (name, value) in values {
            if P::fields().iter().any(|field| field.name == name && field.fixed) {
                return Err(ParamError::Fixed { name: name.clone() });
            }
            changed.set(name, value)?;
        }
        self.sender.send_replace(changed);
        Ok(())
    }
}

/// Declares a parameter struct with defaults, ranges, choices and descriptions. It has `use_sim_time` besides, as every
/// ROS node does.
///
/// ```
/// cuberig::parameters! {
///     /// What the camera does.
///     pub struct CameraParams {
///         /// Pictures a second.
///         rate: f64 = 15.0, range (0.1..=120.0);
///         /// Where the pictures come from.
///         source: String = "images".into(), one_of (&["images", "v4l"]), fixed (true);
///     }
/// }
/// use cuberig::runtime::Parameters;
/// let mut params = CameraParams::default();
/// assert!(params.set("rate", &r2r::ParameterValue::Double(500.0)).is_err());
/// ```
#[macro_export]
macro_rules! parameters {
    ($(#[doc = $struct_doc:literal])* $vis:vis struct $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident : $type:ty = $default:expr
            $(, range ($range:expr))? $(, one_of ($words:expr))? $(, fixed ($fixed:literal))? ;)*
    }) => {
        $(#[doc = $struct_doc])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)*
            /// Whether time is that of the topic /clock, as in a simulation, instead of the system's.
            pub use_sim_time: bool,
        }

        impl Default for $name {
            fn default() -> Self { Self { $($field: $default,)* use_sim_time: false } }
        }

        impl $crate::runtime::Parameters for $name {
            fn fields() -> Vec<$crate::runtime::Field<Self>> {
                use $crate::runtime::{Allowed, Field, ParamType};
                vec![$(Field {
                    name: stringify!($field),
                    description: [$($doc.trim()),+].join(" "),
                    allowed: {
                        #[allow(unused_mut, unused_assignments)]
                        let mut allowed = Allowed::Anything;
                        $(allowed = Allowed::from($range);)?
                        $(allowed = Allowed::OneOf($words);)?
                        allowed
                    },
                    fixed: false $(|| $fixed)?,
                    type_in_words: <$type as ParamType>::IN_WORDS,
                    get: |parameters| parameters.$field.to_value(),
                    set: |parameters, value| match <$type as ParamType>::from_value(value) {
                        Some(value) => { parameters.$field = value; true }
                        None => false,
                    },
                },)*
                Field {
                    name: "use_sim_time",
                    description: "Whether time is that of the topic /clock, as in a simulation, instead of the system's.".into(),
                    allowed: Allowed::Anything,
                    fixed: false,
                    type_in_words: <bool as ParamType>::IN_WORDS,
                    get: |parameters| parameters.use_sim_time.to_value(),
                    set: |parameters, value| match <bool as ParamType>::from_value(value) {
                        Some(value) => { parameters.use_sim_time = value; true }
                        None => false,
                    },
                }]
            }

            fn use_sim_time(&self) -> bool {
                self.use_sim_time
            }
        }
    };
}
