//! Messages that RustDDS's encoder has written are decoded to the values that were given to it.

use byteorder::{BigEndian, LittleEndian};
use proptest::collection::vec;
use proptest::prelude::*;
use record::{DecodeError, Schema, Value};
use serde::Serialize;

/// All kinds of fields, in an order that moves each to many alignments.
const ZOO: &str = "\
bool flag
int8 small
string name
uint16 short
uint64 wide
string<=200 word
float32 number
Animal[] animals
float64[3] grid
uint8[] bytes
string[] texts
bool[<=9] flags
int16 low
uint32 count
zoo_msgs/Nothing nothing
int64 last
================================================================================
MSG: zoo_msgs/msg/Animal
uint8[5] tag
float64[] weights
builtin_interfaces/Time born
char sex
================================================================================
MSG: zoo_msgs/msg/Nothing
uint8 EMPTY=1
================================================================================
MSG: builtin_interfaces/msg/Time
int32 sec
uint32 nanosec
";

#[derive(Clone, Debug, Serialize)]
struct Zoo {
    flag: bool,
    small: i8,
    name: String,
    short: u16,
    wide: u64,
    word: String,
    number: f32,
    animals: Vec<Animal>,
    grid: [f64; 3],
    bytes: Vec<u8>,
    texts: Vec<String>,
    flags: Vec<bool>,
    low: i16,
    count: u32,
    nothing: u8,
    last: i64,
}

#[derive(Clone, Debug, Serialize)]
struct Animal {
    tag: [u8; 5],
    weights: Vec<f64>,
    born: (i32, u32),
    sex: u8,
}

fn animal() -> impl Strategy<Value = Animal> {
    (any::<[u8; 5]>(), vec(any::<f64>(), 0..4), any::<(i32, u32)>(), any::<u8>())
        .prop_map(|(tag, weights, born, sex)| Animal { tag, weights, born, sex })
}

fn zoo() -> impl Strategy<Value = Zoo> {
    let first = (any::<bool>(), any::<i8>(), "[^\0]{0,9}", any::<u16>(), any::<u64>(), "[^\0]{0,5}", any::<f32>());
    let second = (vec(animal(), 0..4), any::<[f64; 3]>(), vec(any::<u8>(), 0..9), vec("[^\0]{0,5}", 0..4));
    let third = (vec(any::<bool>(), 0..5), any::<i16>(), any::<u32>(), any::<i64>());
    (first, second, third).prop_map(|(first, second, third)| {
        let (flag, small, name, short, wide, word, number) = first;
        let (animals, grid, bytes, texts) = second;
        let (flags, low, count, last) = third;
        let nothing = 0;
        Zoo {
            flag,
            small,
            name,
            short,
            wide,
            word,
            number,
            animals,
            grid,
            bytes,
            texts,
            flags,
            low,
            count,
            nothing,
            last,
        }
    })
}

fn message<const COUNT: usize>(fields: [(&str, Value); COUNT]) -> Value {
    Value::Message(fields.map(|(name, value)| (name.into(), value)).into())
}

fn floats(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().map(|number| Value::Float64(*number)).collect())
}

fn expected(zoo: &Zoo) -> Value {
    let animals = zoo.animals.iter().map(|animal| {
        let born = [("sec", Value::Int(animal.born.0.into())), ("nanosec", Value::Uint(animal.born.1.into()))];
        message([
            ("tag", Value::Bytes(animal.tag.to_vec())),
            ("weights", floats(&animal.weights)),
            ("born", message(born)),
            ("sex", Value::Uint(animal.sex.into())),
        ])
    });
    message([
        ("flag", Value::Bool(zoo.flag)),
        ("small", Value::Int(zoo.small.into())),
        ("name", Value::Text(zoo.name.clone())),
        ("short", Value::Uint(zoo.short.into())),
        ("wide", Value::Uint(zoo.wide)),
        ("word", Value::Text(zoo.word.clone())),
        ("number", Value::Float32(zoo.number)),
        ("animals", Value::List(animals.collect())),
        ("grid", floats(&zoo.grid)),
        ("bytes", Value::Bytes(zoo.bytes.clone())),
        ("texts", Value::List(zoo.texts.iter().cloned().map(Value::Text).collect())),
        ("flags", Value::List(zoo.flags.iter().copied().map(Value::Bool).collect())),
        ("low", Value::Int(zoo.low.into())),
        ("count", Value::Uint(zoo.count.into())),
        ("nothing", message([])),
        ("last", Value::Int(zoo.last)),
    ])
}

fn schema() -> Schema {
    Schema::parse("zoo_msgs/msg/Zoo", "ros2msg", ZOO.as_bytes()).expect("a schema")
}

fn encoded(zoo: &Zoo, little: bool) -> Vec<u8> {
    let body = match little {
        true => cdr_encoding::to_vec::<_, LittleEndian>(zoo),
        false => cdr_encoding::to_vec::<_, BigEndian>(zoo),
    };
    [vec![0, u8::from(little), 0, 0], body.expect("it is encoded")].concat()
}

proptest! {
    #[test]
    fn a_message_is_decoded_to_what_was_encoded(zoo in zoo(), little in any::<bool>()) {
        prop_assert_eq!(schema().decode(&encoded(&zoo, little)), Ok(expected(&zoo)));
    }

    #[test]
    fn a_message_that_ends_early_is_refused(zoo in zoo(), cut in any::<prop::sample::Index>()) {
        let data = encoded(&zoo, true);
        let cut = cut.index(data.len());
        let refused = schema().decode(&data[..cut]);
        prop_assert!(
            matches!(refused, Err(DecodeError::Short { .. } | DecodeError::Header { .. })), "{cut}: {refused:?}"
        );
    }
}

#[test]
fn values_are_found_by_path() {
    let time = "builtin_interfaces/Time stamp\nbool ok\nuint8[2] two\nstring[] names\nfloat32 half\n";
    let schema = Schema::parse("zoo_msgs/msg/Small", "ros2msg", time.as_bytes()).expect("a schema");
    let mut data = vec![0, 1, 0, 0];
    data.extend([(-7i32).to_le_bytes(), 5u32.to_le_bytes()].concat());
    data.extend([1, 8, 9, 0, 1, 0, 0, 0, 3, 0, 0, 0]);
    data.extend(b"Al\0\0");
    data.extend(0.5f32.to_le_bytes());
    let value = schema.decode(&data).expect("a message");
    let at = |path: &str| value.at(path).expect("a field");
    assert_eq!((at("stamp.sec").whole(), at("stamp.nanosec").number()), (Some(-7), Some(5.0)));
    assert_eq!((at("ok").is_true(), at("two").bytes()), (Some(true), Some(&[8, 9][..])));
    assert_eq!(at("names").list().map(|names| names[0].text()), Some(Some("Al")));
    assert_eq!((at("half").number(), at("half").text(), at("ok").whole()), (Some(0.5), None, None));
    assert_eq!((value.at("stamp.day"), value.at("ok.sec"), value.at("")), (None, None, None));
}
