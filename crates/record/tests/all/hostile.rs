//! Bytes and texts from outside end in a value or in a sentence.

use proptest::collection::vec;
use proptest::prelude::*;
use record::{DecodeError, Schema};

fn parse(text: &str) -> Schema {
    Schema::parse("zoo_msgs/msg/Zoo", "ros2msg", text.as_bytes()).expect(text)
}

proptest! {
    #[test]
    fn any_text_is_a_schema_or_refused(text in "([a-z/]{0,5}(\\[[<=]{0,2}[0-9]{0,4}\\])? [a-z=#]{0,4}\n|===\n|MSG: [a-z/]{1,4}\n|\\PC{0,9}\n){0,9}") {
        if let Err(error) = Schema::parse("a/msg/B", "ros2msg", text.as_bytes()) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn any_bytes_are_a_message_or_refused(bytes in vec(any::<u8>(), 0..200), little in any::<bool>()) {
        let data = [vec![0, u8::from(little), 0, 0], bytes].concat();
        for text in [
            "string[] a\nuint8[] b\nfloat64[] c\nbool d\nwstring e",
            "zoo_msgs/Cage[] cages\n===\nMSG: zoo_msgs/Cage\nstring[] names\nint64[3] c\nbool[<=2] d",
        ] {
            if let Err(error) = parse(text).decode(&data) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn a_length_from_outside_takes_no_memory() {
    let long = [0, 1, 0, 0, 0xff, 0xff, 0xff, 0xff, 1];
    for text in ["uint8[] a", "float64[] a", "string a", "string[] a"] {
        assert_eq!(parse(text).decode(&long), Err(DecodeError::Short { field: "a".into() }), "{text}");
    }
    assert_eq!(parse("uint8[4000000000] a").decode(&long), Err(DecodeError::Short { field: "a".into() }));
}

/// Arrays without elements take no bytes: types within types multiply them.
#[test]
fn a_schema_from_outside_takes_no_time() {
    let text = "zoo_msgs/A[60000] a\n===\nMSG: zoo_msgs/A\nzoo_msgs/B[60000] b\n===\nMSG: zoo_msgs/B\nbool[0] none";
    assert_eq!(parse(text).decode(&[0, 1, 0, 0]), Err(DecodeError::TooMany));
}

#[test]
fn what_is_no_plain_cdr_is_refused() {
    let schema = parse("string a");
    for data in [&[][..], &[0, 1], &[0, 7, 0, 0, 1, 0, 0, 0, 0], &[1, 1, 0, 0]] {
        assert!(matches!(schema.decode(data), Err(DecodeError::Header { .. })), "{data:?}");
    }
    for text in [&[0xff, 0][..], b"no end"] {
        let length = u32::try_from(text.len()).expect("it is short").to_le_bytes();
        let data = [&[0, 1, 0, 0], &length[..], text].concat();
        assert_eq!(schema.decode(&data), Err(DecodeError::Text { field: "a".into() }));
    }
}
