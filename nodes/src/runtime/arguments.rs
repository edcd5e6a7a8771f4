//! Looks for overrides on the command line that ROS would leave out without a word.

use anyhow::{Result, bail};

/// Options of `--ros-args` that take the next word.
const WITH_VALUE: [&str; 10] = [
    "-p",
    "--param",
    "-r",
    "--remap",
    "-e",
    "--enclave",
    "--params-file",
    "--log-level",
    "--log-config-file",
    "--log-file-name",
];

/// Refuses `NAME:=VALUE` without `-p` or `-r` before it, and outside of `--ros-args`.
///
/// # Errors
/// Names the word, and how to write it.
pub fn check(arguments: impl IntoIterator<Item = String>) -> Result<()> {
    let (mut is_for_ros, mut is_value) = (false, false);
    for word in arguments {
        if word.contains(":=") && !is_value {
            bail!(
                "'{word}' has no effect here; write: --ros-args -p {word} (for a parameter), or -r {word} (for another name)"
            );
        }
        is_for_ros = match word.as_str() {
            "--ros-args" => true,
            "--" => false,
            _ => is_for_ros,
        };
        is_value = is_for_ros && WITH_VALUE.contains(&word.as_str());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> Option<String> {
        let refused = check(line.split(' ').map(str::to_owned)).err();
        refused.map(|error| error.to_string())
    }

    #[test]
    fn an_override_without_its_option_shows_the_right_form() {
        for line in [
            "rl_clamp --ros-args transport:=tcp",
            "rl_clamp transport:=tcp",
            "rl_clamp --ros-args -p timeout:=1.0 -- transport:=tcp",
            "rl_clamp -p transport:=tcp",
        ] {
            let refusal = refusal(line).expect("it would have no effect");
            let form = "write: --ros-args -p transport:=tcp";
            assert!(refusal.contains(form), "{line}: {refusal}");
        }
    }

    #[test]
    fn arguments_of_launch_files_pass() {
        for line in [
            "rig rig_sim brick_driver:rl_clamp",
            "solver --ros-args -r __node:=solver -r __ns:=/left -p method:=auto --params-file /tmp/a:=b",
            "solver --ros-args --log-level solver:=debug --enable-rosout-logs --remap a:=b --",
        ] {
            assert_eq!(refusal(line), None);
        }
    }
}
