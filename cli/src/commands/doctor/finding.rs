//! What a check has found, in one sentence, and what to do about it.

use std::collections::BTreeMap;

use brick::BrickName;
use rig::{Joint, JointKind};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Ok,
    Wrong,
    Skipped,
}

/// The outcome of one check.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub brick: &'static str,
    pub joint: Option<&'static str>,
    pub check: &'static str,
    pub verdict: Verdict,
    pub found: String,
    pub advice: Option<String>,
    /// Figures, by name with their unit.
    pub values: BTreeMap<&'static str, f64>,
}

impl Finding {
    /// A check that passed.
    pub fn ok(brick: BrickName, check: &'static str, found: impl Into<String>) -> Finding {
        Finding {
            brick: brick.name(),
            joint: None,
            check,
            verdict: Verdict::Ok,
            found: found.into(),
            advice: None,
            values: BTreeMap::new(),
        }
    }

    /// What to do, since something is wrong.
    pub fn wrong(self, advice: impl Into<String>) -> Finding {
        Finding { verdict: Verdict::Wrong, advice: Some(advice.into()), ..self }
    }

    /// It was left out.
    pub fn skipped(self) -> Finding {
        Finding { verdict: Verdict::Skipped, ..self }
    }

    /// The joint that it is about.
    pub fn about(self, joint: Joint) -> Finding {
        Finding { joint: Some(joint.name()), ..self }
    }

    /// A figure that belongs to it.
    pub fn with(mut self, name: &'static str, value: f64) -> Finding {
        self.values.insert(name, value);
        self
    }
}

/// The joint in words.
pub fn joint_name(joint: Joint) -> String {
    let part = match joint.kind {
        JointKind::Grip => "claw",
        JointKind::Wrist => "wrist",
    };
    let arm = joint.arm.to_string().to_uppercase();
    format!("the {part} of arm {arm}")
}

/// Prints findings as they come, and counts those that are wrong.
#[derive(Default)]
pub struct Findings {
    wrong: usize,
}

impl Findings {
    /// Prints one.
    pub fn add(&mut self, finding: Finding, output: &mut Output) -> Result<(), Failure> {
        self.wrong += usize::from(finding.verdict == Verdict::Wrong);
        if output.wants_json() {
            return output.json(&finding);
        }
        let verdict = match finding.verdict {
            Verdict::Ok => "ok",
            Verdict::Wrong => "WRONG",
            Verdict::Skipped => "skipped",
        };
        let what = finding.joint.unwrap_or(finding.brick);
        output.text(format_args!("{what:10} {:10} {verdict:8} {}", finding.check, finding.found))?;
        match finding.advice {
            Some(advice) => output.text(format_args!("{:31}{advice}", "")),
            None => Ok(()),
        }
    }

    /// How many were wrong.
    pub fn wrong(&self) -> usize {
        self.wrong
    }
}
