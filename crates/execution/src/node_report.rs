//! What a node reports of itself, and which nodes belong to one rig.

use serde::{Deserialize, Serialize};

/// What a node reports of itself once a second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeReport {
    /// Its name with its namespace.
    pub name: String,
    /// Its kind, whatever its name, where it reports that: the name of its executable.
    pub kind: Option<String>,
    /// The process that it runs in, where it reports that.
    pub process: Option<String>,
    /// What does not work, if it does not.
    pub failure: Option<String>,
}

/// The nodes of one rig among all that report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnNodes(String);

impl OwnNodes {
    /// The nodes of this namespace.
    pub fn of(namespace: &str) -> Self {
        Self(match namespace.trim_matches('/') {
            "" => String::new(),
            namespace => format!("{namespace}/"),
        })
    }

    /// A node's own name, if it is one of them.
    pub fn name<'a>(&self, reported: &'a str) -> Option<&'a str> {
        let own = reported.trim_start_matches('/').strip_prefix(&self.0);
        own.filter(|node| !node.contains('/'))
    }
}
