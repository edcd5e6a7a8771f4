//! The elements of launch XML that are understood here, where they stand and what they take.
//!
//! Every row is a part of what ROS's own launch accepts, so a file that passes here starts there as well.

/// One element in one kind of place.
#[derive(Debug)]
pub struct Rule {
    /// The element.
    pub tag: &'static str,
    /// The elements it may stand in; none for the outermost one.
    parents: &'static [&'static str],
    /// Attributes that must be there.
    pub required: &'static [&'static str],
    /// Attributes that may be there.
    pub optional: &'static [&'static str],
}

/// Elements that hold actions.
const HOLDERS: &[&str] = &["launch", "group"];

const RULES: &[Rule] = &[
    Rule {
        tag: "launch",
        parents: &[],
        required: &[],
        optional: &["version"],
    },
    Rule {
        tag: "arg",
        parents: HOLDERS,
        required: &["name"],
        optional: &["default", "description", "if", "unless"],
    },
    Rule {
        tag: "choice",
        parents: &["arg"],
        required: &["value"],
        optional: &[],
    },
    Rule {
        tag: "arg",
        parents: &["include"],
        required: &["name", "value"],
        optional: &[],
    },
    Rule {
        tag: "let",
        parents: HOLDERS,
        required: &["name", "value"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "set_env",
        parents: HOLDERS,
        required: &["name", "value"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "unset_env",
        parents: HOLDERS,
        required: &["name"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "group",
        parents: HOLDERS,
        required: &[],
        optional: &["scoped", "if", "unless"],
    },
    Rule {
        tag: "push-ros-namespace",
        parents: HOLDERS,
        required: &["namespace"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "push_ros_namespace",
        parents: HOLDERS,
        required: &["namespace"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "set_remap",
        parents: HOLDERS,
        required: &["from", "to"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "set_parameter",
        parents: HOLDERS,
        required: &["name", "value"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "include",
        parents: HOLDERS,
        required: &["file"],
        optional: &["if", "unless"],
    },
    Rule {
        tag: "node",
        parents: HOLDERS,
        required: &["pkg", "exec"],
        optional: &[
            "name",
            "namespace",
            "args",
            "ros_args",
            "output",
            "cwd",
            "on_exit",
            "respawn",
            "respawn_delay",
            "respawn_max_retries",
            "sigterm_timeout",
            "sigkill_timeout",
            "if",
            "unless",
        ],
    },
    Rule {
        tag: "executable",
        parents: HOLDERS,
        required: &["cmd"],
        optional: &[
            "name",
            "output",
            "shell",
            "cwd",
            "on_exit",
            "respawn",
            "respawn_delay",
            "respawn_max_retries",
            "sigterm_timeout",
            "sigkill_timeout",
            "if",
            "unless",
        ],
    },
    Rule {
        tag: "param",
        parents: &["node"],
        required: &[],
        optional: &["name", "value", "type", "from"],
    },
    Rule {
        tag: "remap",
        parents: &["node"],
        required: &["from", "to"],
        optional: &[],
    },
    Rule {
        tag: "env",
        parents: &["node", "executable"],
        required: &["name", "value"],
        optional: &[],
    },
];

/// The rule for `tag` inside `parent`, if it may stand there.
pub fn rule(tag: &str, parent: Option<&str>) -> Option<&'static Rule> {
    RULES.iter().find(|rule| {
        rule.tag == tag
            && match parent {
                Some(parent) => rule.parents.contains(&parent),
                None => rule.parents.is_empty(),
            }
    })
}

/// Whether `tag` may stand anywhere.
pub fn is_known(tag: &str) -> bool {
    RULES.iter().any(|rule| rule.tag == tag)
}
