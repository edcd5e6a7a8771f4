//! The conductor's present work, as in its report on /diagnostics.

use r2r::diagnostic_msgs::msg::DiagnosticStatus;

/// The value of the report.
pub const KEY: &str = "work";

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing.
    Nothing,
    /// A run.
    Run,
    /// A cube is put in or taken out.
    HandOver,
}

impl Work {
    const ALL: [Work; 3] = [Work::Nothing, Work::Run, Work::HandOver];

    /// The value's text.
    pub fn text(self) -> &'static str {
        match self {
            Work::Nothing => "nothing",
            Work::Run => "run",
            Work::HandOver => "hand-over",
        }
    }
}

/// The work that a report names; nothing where it is not a conductor's.
pub fn read(report: &DiagnosticStatus) -> Option<Work> {
    let value = report.values.iter().find(|value| value.key == KEY)?;
    Work::ALL.into_iter().find(|work| work.text() == value.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use r2r::diagnostic_msgs::msg::KeyValue;

    #[test]
    fn only_a_conductor_reports_its_work() {
        let mut report = DiagnosticStatus::default();
        assert_eq!(read(&report), None);
        for work in Work::ALL {
            let (key, value) = (KEY.into(), work.text().into());
            report.values = vec![KeyValue { key, value }];
            assert_eq!(read(&report), Some(work));
        }
    }
}
