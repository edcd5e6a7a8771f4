//! Which security enclave this process belongs to, where SROS2 is switched on: `/cuberig/<node>`, as in
//! `config/security/rig.policy.xml`, unless the user names another.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// `true` where the user has switched SROS2 on.
const ENABLED: &str = "ROS_SECURITY_ENABLE";
/// `Enforce` where nothing may run without its keys.
const STRATEGY: &str = "ROS_SECURITY_STRATEGY";
/// The folder of everybody's keys.
const KEYSTORE: &str = "ROS_SECURITY_KEYSTORE";
/// The enclave of every context of this process.
const ENCLAVE: &str = "ROS_SECURITY_ENCLAVE_OVERRIDE";

/// Sets the enclave, and looks for its keys where ROS would end the process without them.
///
/// # Errors
/// When the keys are not there; names the folder and how to make them.
///
/// # Safety
/// No other thread may run yet: the environment of a process is not guarded.
pub(super) unsafe fn settle() -> Result<()> {
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    if !is(ENABLED, "true") {
        return Ok(());
    }
    let arguments: Vec<String> = env::args().collect();
    let enclave = match env::var(ENCLAVE) {
        Ok(given) => given,
        Err(_) => enclave(&arguments).context("the program has no name to choose its security enclave by")?,
    };
    // SAFETY: the caller promises that this is the only thread.
    unsafe { env::set_var(ENCLAVE, &enclave) };
    if !is(STRATEGY, "Enforce") {
        return Ok(());
    }
    let keystore = env::var_os(KEYSTORE).map(PathBuf::from);
    let keystore = keystore.with_context(|| format!("{ENABLED} is true, but {KEYSTORE} names no folder"))?;
    let keys = keystore.join("enclaves").join(enclave.trim_start_matches('/'));
    if !keys.is_dir() {
        bail!(
            "there are no keys for the security enclave {enclave} in {}; `ros2 security generate_artifacts` makes them (docs/security.md)",
            keys.display()
        );
    }
    Ok(())
}

/// The enclave of a process with this command line: the one that it names, or that of its node.
fn enclave(arguments: &[String]) -> Option<String> {
    let (program, arguments) = arguments.split_first()?;
    let mut words = arguments.iter();
    if words.any(|argument| argument == "--enclave" || argument == "-e") {
        return words.next().cloned();
    }
    let renamed = arguments.iter().find_map(|argument| argument.strip_prefix("__node:="));
    // An executable has the name of its node.
    let name = match renamed {
        Some(name) => name,
        None => Path::new(program).file_name()?.to_str()?,
    };
    Some(format!("/cuberig/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<String> {
        let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        enclave(&arguments)
    }

    #[test]
    fn a_process_has_the_enclave_of_its_node() {
        let expected = |name: &str| Some(format!("/cuberig/{name}"));
        assert_eq!(of("/opt/lib/cuberig/solver"), expected("solver"));
        assert_eq!(of("rig rig_sim solver --ros-args"), expected("rig"));
        let renamed = "brick_driver --ros-args -r __ns:=/left -r __node:=rl_clamp";
        assert_eq!(of(renamed), expected("rl_clamp"));
    }

    #[test]
    fn an_enclave_on_the_command_line_stays() {
        for option in ["--enclave", "-e"] {
            let named = of(&format!("solver --ros-args {option} /mine -r __node:=other"));
            assert_eq!(named.as_deref(), Some("/mine"));
        }
    }
}
