//! Values of parameters as messages.

use r2r::ParameterValue;
use r2r::rcl_interfaces::msg::ParameterValue as ValueMsg;

/// The codes of rcl_interfaces/msg/ParameterType.
pub(super) fn type_code(value: &ParameterValue) -> u8 {
    match value {
        ParameterValue::NotSet => 0,
        ParameterValue::Bool(_) => 1,
        ParameterValue::Integer(_) => 2,
        ParameterValue::Double(_) => 3,
        ParameterValue::String(_) => 4,
        ParameterValue::ByteArray(_) => 5,
        ParameterValue::BoolArray(_) => 6,
        ParameterValue::IntegerArray(_) => 7,
        ParameterValue::DoubleArray(_) => 8,
        ParameterValue::StringArray(_) => 9,
    }
}

/// The value as a message.
pub fn to_msg(value: ParameterValue) -> ValueMsg {
    let mut msg = ValueMsg { type_: type_code(&value), ..Default::default() };
    match value {
        ParameterValue::NotSet => {}
        ParameterValue::Bool(value) => msg.bool_value = value,
        ParameterValue::Integer(value) => msg.integer_value = value,
        ParameterValue::Double(value) => msg.double_value = value,
        ParameterValue::String(value) => msg.string_value = value,
        ParameterValue::ByteArray(value) => msg.byte_array_value = value,
        ParameterValue::BoolArray(value) => msg.bool_array_value = value,
        ParameterValue::IntegerArray(value) => msg.integer_array_value = value,
        ParameterValue::DoubleArray(value) => msg.double_array_value = value,
        ParameterValue::StringArray(value) => msg.string_array_value = value,
    }
    msg
}

/// The value that a message carries.
pub(super) fn from_msg(msg: &ValueMsg) -> ParameterValue {
    match msg.type_ {
        1 => ParameterValue::Bool(msg.bool_value),
        2 => ParameterValue::Integer(msg.integer_value),
        3 => ParameterValue::Double(msg.double_value),
        4 => ParameterValue::String(msg.string_value.clone()),
        5 => ParameterValue::ByteArray(msg.byte_array_value.clone()),
        6 => ParameterValue::BoolArray(msg.bool_array_value.clone()),
        7 => ParameterValue::IntegerArray(msg.integer_array_value.clone()),
        8 => ParameterValue::DoubleArray(msg.double_array_value.clone()),
        9 => ParameterValue::StringArray(msg.string_array_value.clone()),
        _ => ParameterValue::NotSet,
    }
}
