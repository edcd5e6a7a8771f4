//! What messages look like: their text in the ROS message language with all that it refers to, and the hash of their type.

use std::collections::BTreeSet;
use std::path::PathBuf;

use cube::outside;
use serde::Deserialize;

use crate::Error;

/// No interface file is longer. The longest of ROS's own has 10 kB, its description 60 kB.
const MOST: u64 = 4 << 20;

/// The line between the parts of a text.
const DELIMITER: &str = "================================================================================";

/// What fields hold without a definition of their own.
const BUILT_IN: [&str; 17] = [
    "bool", "byte", "char", "float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
    "uint64", "string", "wstring", "time", "duration",
];

/// A message type, complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Its fields, and after a line each the types that they refer to.
    pub text: String,
    /// The hash of the type (REP 2011), where the interface package has one: ROS 2 before Iron has none.
    pub hash: Option<String>,
}

/// The interface packages of some installation prefixes.
#[derive(Clone, Debug)]
pub struct Definitions {
    prefixes: Vec<PathBuf>,
}

/// `package/msg/Name`, `package/srv/Name` or `package/action/Name`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TypeName {
    package: String,
    folder: String,
    name: String,
}

/// The part of a type description that is read.
#[derive(Deserialize)]
struct Description {
    type_hashes: Vec<TypeHash>,
}

#[derive(Deserialize)]
struct TypeHash {
    type_name: String,
    hash_string: String,
}

impl Definitions {
    /// Of these prefixes; the first one that has a package counts.
    pub fn new(prefixes: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { prefixes: prefixes.into_iter().collect() }
    }

    /// The type of this name, such as `sensor_msgs/msg/Image`.
    ///
    /// # Errors
    /// A type that no prefix has, or that refers to one.
    pub fn find(&self, name: &str) -> Result<Definition, Error> {
        let unknown = || Error::UnknownType { name: name.to_owned(), needed_by: None };
        let wanted = TypeName::parse(name).ok_or_else(unknown)?;
        let mut text = self.text(&wanted).ok_or_else(unknown)?;
        let mut open = references(&text, &wanted);
        let mut seen = BTreeSet::from([wanted.clone()]);
        while let Some(next) = open.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            let part = self
                .text(&next)
                .ok_or_else(|| Error::UnknownType { name: next.full(), needed_by: Some(name.to_owned()) })?;
            open.extend(references(&part, &next));
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text += &format!("{DELIMITER}\nMSG: {}\n{part}", next.short());
        }
        Ok(Definition { text, hash: self.hash(&wanted) })
    }

    /// The text of one type alone. The messages of a service or an action are parts of its file, and what rosidl puts around them.
    fn text(&self, wanted: &TypeName) -> Option<String> {
        let package = &wanted.package;
        let folder = &*wanted.folder;
        if !["srv", "action"].contains(&folder) {
            return self.read(package, folder, &format!("{}.msg", wanted.name));
        }
        let (action, part) = wanted.name.rsplit_once('_')?;
        let parts = self.read(package, folder, &format!("{action}.{folder}"))?;
        let mut parts = sections(&parts, package).into_iter();
        if folder == "srv" {
            return match part {
                "Request" => parts.next(),
                "Response" => parts.nth(1),
                _ => None,
            };
        }
        match part {
            "Goal" => parts.next(),
            "Result" => parts.nth(1),
            "Feedback" => parts.nth(2),
            "FeedbackMessage" => {
                let feedback = format!("{package}/action/{action}_Feedback");
                Some(format!("unique_identifier_msgs/UUID goal_id\n{feedback} feedback\n"))
            }
            _ => None,
        }
    }

    fn hash(&self, wanted: &TypeName) -> Option<String> {
        let text = self.read(&wanted.package, &wanted.folder, &format!("{}.json", wanted.name))?;
        let description: Description = serde_json::from_str(&text).ok()?;
        let name = wanted.full();
        let found = description.type_hashes.into_iter().find(|hash| hash.type_name == name);
        found.map(|hash| hash.hash_string)
    }

    fn read(&self, package: &str, folder: &str, file: &str) -> Option<String> {
        let paths = self.prefixes.iter().map(|prefix| prefix.join("share").join(package).join(folder).join(file));
        paths.into_iter().find_map(|path| outside::read_text(path, "an interface", MOST).ok())
    }
}

impl TypeName {
    fn parse(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split('/').collect();
        let [package, folder, name] = parts[..] else { return None };
        let is_plain =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        [package, folder, name].into_iter().all(is_plain).then(|| Self {
            package: package.to_owned(),
            folder: folder.to_owned(),
            name: name.to_owned(),
        })
    }

    /// As fields name it. Foxglove looks for this very name; other readers take both.
    fn short(&self) -> String {
        match &*self.folder {
            "msg" => format!("{}/{}", self.package, self.name),
            _ => self.full(),
        }
    }

    fn full(&self) -> String {
        format!("{}/{}/{}", self.package, self.folder, self.name)
    }
}

/// The goal, the result and the feedback in the file of an action. Readers look for types without a package next to the type that
/// refers to them, and next to an action there are none: so each gets its package.
fn sections(text: &str, package: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    for line in text.lines() {
        if line.trim_end() == "---" {
            sections.push(String::new());
        } else if let Some(section) = sections.last_mut() {
            if field_type(line).is_some_and(|kind| !kind.contains('/')) {
                *section += &format!("{package}/");
            }
            section.push_str(line.trim_start());
            section.push('\n');
        }
    }
    sections
}

/// The type that a line declares a field of, unless it is built in.
fn field_type(line: &str) -> Option<&str> {
    let mut words = line.split('#').next()?.split_whitespace();
    // A line with one word declares nothing.
    let (kind, _) = (words.next()?, words.next()?);
    let kind = kind.split(['[', '<']).next()?;
    (!BUILT_IN.contains(&kind)).then_some(kind)
}

/// The types that the fields of a text have, without the built-in ones.
fn references(text: &str, within: &TypeName) -> Vec<TypeName> {
    let fields = text.lines().filter_map(field_type);
    let named = fields.filter_map(|kind| match kind.split('/').collect::<Vec<_>>()[..] {
        [name] => TypeName::parse(&format!("{}/msg/{name}", within.package)),
        [package, name] => TypeName::parse(&format!("{package}/msg/{name}")),
        _ => TypeName::parse(kind),
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::tests::folder;

    /// A prefix with a message, what it refers to, and an action.
    fn prefix(name: &str) -> Definitions {
        let prefix = folder(name);
        let files = [
            (
                "zoo_msgs/msg/Cage.msg",
                "# A cage.\nstd_msgs/Header header\nAnimal[<=3] animals  # up to three\nstring<=8 name\nint32 OPEN=1\n",
            ),
            ("zoo_msgs/msg/Animal.msg", "uint8[16] tag\nfloat64[] weights"),
            ("zoo_msgs/msg/Lost.msg", "ark_msgs/Boat boat\n"),
            ("zoo_msgs/srv/Weigh.srv", "Animal animal\n---\nfloat64 weight\n"),
            ("zoo_msgs/action/Feed.action", "string food\n---\nbool eaten\n---\nAnimal animal\n"),
            ("std_msgs/msg/Header.msg", "builtin_interfaces/Time stamp\nstring frame_id\n"),
            ("builtin_interfaces/msg/Time.msg", "int32 sec\nuint32 nanosec\n"),
            ("unique_identifier_msgs/msg/UUID.msg", "uint8[16] uuid\n"),
            (
                "zoo_msgs/msg/Cage.json",
                r#"{"type_hashes": [{"type_name": "zoo_msgs/msg/Animal", "hash_string": "RIHS01_2"},
                    {"type_name": "zoo_msgs/msg/Cage", "hash_string": "RIHS01_1"}]}"#,
            ),
        ];
        for (file, text) in files {
            let path = prefix.join("share").join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Definitions::new([PathBuf::from("/no/such/prefix"), prefix])
    }

    /// The names of the types in a text, after the first.
    fn parts(text: &str) -> Vec<&str> {
        let lines: Vec<&str> = text.lines().collect();
        let after = lines.windows(2).filter(|two| two[0] == "=".repeat(80));
        after.filter_map(|two| two[1].strip_prefix("MSG: ")).collect()
    }

    #[test]
    fn a_text_is_complete_and_has_each_type_once() {
        let found = prefix("complete").find("zoo_msgs/msg/Cage").expect("it is there");
        assert!(found.text.starts_with("# A cage.\nstd_msgs/Header header\n"));
        let mut parts = parts(&found.text);
        parts.sort_unstable();
        assert_eq!(parts, ["builtin_interfaces/Time", "std_msgs/Header", "zoo_msgs/Animal"]);
        assert!(
            found.text.contains("MSG: zoo_msgs/Animal\nuint8[16] tag\nfloat64[] weights\n")
                || found.text.ends_with("weights")
        );
        assert_eq!(found.hash.as_deref(), Some("RIHS01_1"));
    }

    #[test]
    fn feedback_of_an_action_has_its_goal_and_its_own_part_of_the_file() {
        let found = prefix("action").find("zoo_msgs/action/Feed_FeedbackMessage").expect("it is there");
        assert!(
            found.text.starts_with("unique_identifier_msgs/UUID goal_id\nzoo_msgs/action/Feed_Feedback feedback\n")
        );
        let mut parts = parts(&found.text);
        parts.sort_unstable();
        assert_eq!(parts, ["unique_identifier_msgs/UUID", "zoo_msgs/Animal", "zoo_msgs/action/Feed_Feedback"]);
        assert!(found.text.contains("\nzoo_msgs/Animal animal\n"), "{}", found.text);
        assert_eq!(found.hash, None);
    }

    #[test]
    fn a_service_has_a_request_and_a_response() {
        let definitions = prefix("service");
        let request = definitions.find("zoo_msgs/srv/Weigh_Request").expect("it is there");
        assert!(request.text.starts_with("zoo_msgs/Animal animal\n"), "{}", request.text);
        assert_eq!(parts(&request.text), ["zoo_msgs/Animal"]);
        let response = definitions.find("zoo_msgs/srv/Weigh_Response").expect("it is there");
        assert_eq!(response.text, "float64 weight\n");
    }

    #[test]
    fn a_type_that_is_not_installed_is_named() {
        let definitions = prefix("unknown");
        for (name, words) in [
            ("zoo_msgs/msg/Whale", "zoo_msgs/msg/Whale"),
            ("zoo_msgs/msg/Lost", "ark_msgs/msg/Boat"),
            ("../../etc/passwd", "../../etc/passwd"),
            ("zoo_msgs/action/Feed_SendGoal", "Feed_SendGoal"),
            ("zoo_msgs/srv/Weigh", "zoo_msgs/srv/Weigh"),
        ] {
            let error = definitions.find(name).expect_err(name).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
