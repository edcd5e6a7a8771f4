//! Parameters of the solver.

use solver::{LoadOptions, Method, RequestDefaults};

/// The names of all solving methods.
const METHODS: &[&str] = &{
    let mut names = [""; Method::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Method::ALL[index].name();
        index += 1;
    }
    names
};

crate::parameters! {
    /// How the solver solves where a goal does not say, and what it may use.
    pub struct SolverParams {
        /// The solving method for goals that name none; its tables are loaded when the node starts.
        method: String = Method::TwoPhase.name().into(), one_of (METHODS);
        /// Seconds to search for a goal that brings no time limit. A run gains no more: what a longer search saves in moves takes as long.
        time_limit: f64 = 0.2, range (0.01..=3600.0);
        /// Threads that search for one goal; 0 for one a processor.
        threads: i64 = 0, range (0..=256);
        /// Mebibytes that a method's tables may take; 0 for its usual size, which optimal chooses by the free memory. Applies to
        /// tables not loaded yet.
        memory: i64 = 0, range (0..=1048576);
        /// The rig, by whose times combined and auto choose among equally short solutions: a name from config/profiles, or a file.
        profile: String = "nxt-2015".into(), fixed (true);
    }
}

impl SolverParams {
    /// Threads to search with, at least one.
    pub fn threads(&self) -> usize {
        match usize::try_from(self.threads) {
            Ok(threads) if 0 < threads => threads,
            _ => LoadOptions::default().threads,
        }
    }

    /// The defaults of goals.
    pub fn defaults(&self) -> RequestDefaults {
        RequestDefaults { method: self.method.clone(), time_limit: self.time_limit, threads: self.threads() }
    }

    /// How tables are loaded.
    pub fn load_options(&self) -> LoadOptions {
        let mebibytes = u64::try_from(self.memory).unwrap_or(0);
        LoadOptions {
            memory: (0 < mebibytes).then_some(mebibytes << 20),
            threads: self.threads(),
            ..LoadOptions::cached_in(LoadOptions::user_cache())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Parameters;
    use r2r::ParameterValue;

    #[test]
    fn every_method_can_be_the_default_one_and_others_cannot() {
        let mut params = SolverParams::default();
        for method in Method::ALL {
            let value = ParameterValue::String(method.name().into());
            assert_eq!(params.set("method", &value), Ok(()));
            assert_eq!(params.method.parse::<Method>().ok(), Some(method));
        }
        let error = params.set("method", &ParameterValue::String("guess".into()));
        let text = error.expect_err("no method is called guess").to_string();
        assert!(text.contains("guess") && text.contains("two-phase"), "{text}");
    }

    #[test]
    fn the_action_names_every_method() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../msgs/cuberig_msgs/action/SolveCube.action");
        let action = std::fs::read_to_string(file).expect("it is there");
        for method in Method::ALL {
            let name = method.name();
            let words = action.split(|letter: char| letter != '-' && !letter.is_alphanumeric());
            assert!(words.into_iter().any(|word| word == name), "{name}");
        }
    }

    #[test]
    fn zero_means_the_machine_decides() {
        let mut params = SolverParams::default();
        assert!(0 < params.threads() && params.load_options().memory.is_none());
        params.set("threads", &ParameterValue::Integer(3)).expect("within the range");
        params.set("memory", &ParameterValue::Integer(2)).expect("within the range");
        assert_eq!(params.threads(), 3);
        assert_eq!(params.load_options().memory, Some(2 * 1024 * 1024));
    }
}
