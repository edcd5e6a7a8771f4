//! The service `get_type_description` of a node: what a message type looks like, for tools that do not have it.
//!
//! rcl has a ready one, but r2r does not let anyone at the node's handle. What rcl would say comes from the same files that
//! are read here: rosidl installs a JSON description beside each interface.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use futures::StreamExt;
use outside::quoted;
use r2r::QosProfile;
use r2r::type_description_interfaces::msg::{TypeDescription, TypeSource};
use r2r::type_description_interfaces::srv::GetTypeDescription;
use serde::Deserialize;

/// Bytes of a description that are still read.
const LARGEST: u64 = 16 << 20;

/// Why a type cannot be described; `Display` is the service's failure reason.
#[derive(Debug, thiserror::Error)]
enum Unknown {
    #[error("{} is no name of a type; they look like std_msgs/msg/Header", quoted(.0))]
    Name(String),
    #[error("no installed package describes the type {}", quoted(.0))]
    Type(String),
    #[error("the type {} has the hash {known} here, not {}", quoted(name), quoted(asked))]
    Hash { name: String, known: String, asked: String },
    #[error("{path} is no description of a type: {reason}")]
    File { path: PathBuf, reason: String },
}

/// A description as rosidl installs it.
#[derive(Deserialize)]
struct Described {
    type_description_msg: TypeDescription,
    type_hashes: Vec<TypeHash>,
}

#[derive(Deserialize)]
struct TypeHash {
    type_name: String,
    hash_string: String,
}

/// Creates the service and returns the task that answers it.
pub fn serve(node: &mut r2r::Node) -> r2r::Result<impl Future<Output = ()> + Send + use<>> {
    let name = format!("{}/get_type_description", node.name()?);
    let mut requests = node.create_service::<GetTypeDescription::Service>(&name, QosProfile::services_default())?;
    let prefixes = prefixes();
    Ok(async move {
        while let Some(request) = requests.next().await {
            let response = answer(&prefixes, &request.message);
            // A reply that cannot be sent means that the asker has gone.
            let _ = request.respond(response);
        }
    })
}

/// Where interfaces are installed: as the environment says, else those that the nodes were built with.
fn prefixes() -> Vec<PathBuf> {
    let now = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    let all = now.split(':').chain(env!("CUBERIG_BUILT_WITH").split(':'));
    all.filter(|prefix| !prefix.is_empty()).map(PathBuf::from).collect()
}

fn answer(prefixes: &[PathBuf], request: &GetTypeDescription::Request) -> GetTypeDescription::Response {
    let described = match describe(prefixes, &request.type_name, &request.type_hash) {
        Ok(described) => described,
        Err(reason) => {
            return GetTypeDescription::Response {
                successful: false,
                failure_reason: reason.to_string(),
                ..GetTypeDescription::Response::default()
            };
        }
    };
    let type_sources = match request.include_type_sources {
        true => sources(prefixes, &described),
        false => Vec::new(),
    };
    GetTypeDescription::Response {
        successful: true,
        type_description: described,
        type_sources,
        ..GetTypeDescription::Response::default()
    }
}

fn describe(prefixes: &[PathBuf], name: &str, hash: &str) -> Result<TypeDescription, Unknown> {
    let path = find(prefixes, name, "json")?.ok_or_else(|| Unknown::Type(name.to_owned()))?;
    let bad = |reason: String| Unknown::File { path: path.clone(), reason };
    let text = outside::read_text(&path, "a type", LARGEST).map_err(|error| bad(error.to_string()))?;
    let described: Described = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    let known = described
        .type_hashes
        .into_iter()
        .find(|known| known.type_name == name)
        .ok_or_else(|| bad("it has no hash of its own type".into()))?;
    // Tools that only want to look at a type give no hash.
    if !hash.is_empty() && hash != known.hash_string {
        return Err(Unknown::Hash { name: name.to_owned(), known: known.hash_string, asked: hash.to_owned() });
    }
    Ok(described.type_description_msg)
}

/// The texts that the types were made from; parts of services and actions have none of their own.
fn sources(prefixes: &[PathBuf], described: &TypeDescription) -> Vec<TypeSource> {
    let referenced = described.referenced_type_descriptions.iter();
    let names = std::iter::once(&described.type_description).chain(referenced).map(|part| part.type_name.clone());
    let source = |name: String| {
        let mut texts = ["msg", "srv", "action", "idl"].into_iter().filter_map(|kind| {
            let path = find(prefixes, &name, kind).ok().flatten()?;
            let raw_file_contents = outside::read_text(path, "a type", LARGEST).ok()?;
            Some((kind, raw_file_contents))
        });
        let (encoding, raw_file_contents) = texts.next().unwrap_or(("implicit", String::new()));
        let source = TypeSource { type_name: name.clone(), encoding: encoding.into(), raw_file_contents };
        (name, source)
    };
    BTreeMap::from_iter(names.map(source)).into_values().collect()
}

/// The installed file of a type such as `std_msgs/msg/Header` with this ending.
fn find(prefixes: &[PathBuf], name: &str, ending: &str) -> Result<Option<PathBuf>, Unknown> {
    let is_word =
        |part: &str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_');
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() != 3 || !parts.iter().all(|part| is_word(part)) {
        return Err(Unknown::Name(name.to_owned()));
    }
    let relative = Path::new("share").join(name).with_extension(ending);
    let mut paths = prefixes.iter().map(|prefix| prefix.join(&relative));
    Ok(paths.find(|path| path.is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, hash: &str) -> GetTypeDescription::Response {
        let request =
            GetTypeDescription::Request { type_name: name.into(), type_hash: hash.into(), include_type_sources: true };
        answer(&prefixes(), &request)
    }

    /// The hash that ROS 2 gives to this type everywhere, from Iron on.
    const HEADER: &str = "RIHS01_f49fb3ae2cf070f793645ff749683ac6b06203e41c891e17701b1cb597ce6a01";

    #[test]
    fn a_type_is_described_with_all_that_it_is_made_of() {
        let told = ask("std_msgs/msg/Header", HEADER);
        assert!(told.successful, "{}", told.failure_reason);
        let header = &told.type_description.type_description;
        let names: Vec<_> = header.fields.iter().map(|field| &field.name).collect();
        assert_eq!(names, ["stamp", "frame_id"]);
        // 17 is FIELD_TYPE_STRING of type_description_interfaces/msg/FieldType.
        assert_eq!(header.fields[1].type_.type_id, 17);
        let parts = &told.type_description.referenced_type_descriptions;
        assert_eq!(parts[0].type_name, "builtin_interfaces/msg/Time");
        let texts = told.type_sources.iter();
        let texts: Vec<_> = texts.map(|text| (text.type_name.as_str(), text.encoding.as_str())).collect();
        assert_eq!(texts, [("builtin_interfaces/msg/Time", "msg"), ("std_msgs/msg/Header", "msg")]);
        assert!(told.type_sources[1].raw_file_contents.contains("string frame_id"));
    }

    #[test]
    fn parts_of_actions_are_described_too() {
        let told = ask("cuberig_msgs/action/RunCube_SendGoal_Request", "");
        assert!(told.successful, "{}", told.failure_reason);
        let own = told
            .type_sources
            .iter()
            .find(|text| text.type_name.ends_with("SendGoal_Request"))
            .expect("the type itself has a row");
        assert_eq!(own.encoding, "implicit");
    }

    #[test]
    fn what_is_not_there_is_refused_by_name() {
        for (name, hash, said) in [
            ("std_msgs/msg/Nothing", "", "std_msgs/msg/Nothing"),
            ("std_msgs/msg/Header", "RIHS01_00", HEADER),
            ("../../msg/Header", "", "no name of a type"),
            ("Header", "", "no name of a type"),
            ("", "", "no name of a type"),
        ] {
            let told = ask(name, hash);
            assert!(!told.successful, "{name}");
            assert!(told.failure_reason.contains(said), "{name}: {}", told.failure_reason);
        }
    }
}
