//! Whether the conductor of a run still lives, for the node that moves arms on its behalf.

use crate::heartbeat::Heartbeat;
use crate::node_report::NodeReport;

/// What a conductor is, as it reports.
const CONDUCTOR: &str = "conductor";

/// Watches the conductor while a run is under way. A conductor that does not report, such as a foreign one, is never missed.
#[derive(Debug)]
pub(crate) struct ConductorWatch {
    heartbeat: Heartbeat,
    has_run: bool,
    /// Whether a run was under way at any time of the present goal. A conductor that begins anew reports none.
    is_of_run: bool,
}

impl ConductorWatch {
    /// Listens to the conductor of this namespace.
    pub fn new(namespace: &str) -> Self {
        Self { heartbeat: Heartbeat::new(namespace), has_run: false, is_of_run: false }
    }

    /// Takes a node's report.
    pub fn note(&mut self, report: &NodeReport) {
        if report.kind.as_deref() == Some(CONDUCTOR) {
            self.heartbeat.note(report);
        }
    }

    /// Takes the work that the conductor reports: whether a run is under way.
    pub fn note_run(&mut self, has_run: bool) {
        self.has_run = has_run;
        self.is_of_run |= has_run;
    }

    /// A goal begins. A conductor that is gone already has not given it.
    pub fn goal_begins(&mut self) {
        self.heartbeat.start_over();
        self.is_of_run = self.has_run;
    }

    /// Lets this many looks pass without a goal.
    pub fn idle(&mut self, looks: u32, patience: u32) {
        (0..looks).for_each(|_| drop(self.heartbeat.look(patience)));
    }

    /// Looks at the clock while a goal is under way. Returns what happened to the conductor when its run is lost: it was silent
    /// for `patience` looks, or was restarted.
    pub fn look(&mut self, patience: u32) -> Option<String> {
        let lost = self.heartbeat.look(patience).pop();
        lost.filter(|_| self.is_of_run).map(|(_, text)| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(kind: &str, process: &str) -> NodeReport {
        NodeReport { name: kind.into(), kind: Some(kind.into()), process: Some(process.into()), failure: None }
    }

    fn watch(has_run: bool) -> ConductorWatch {
        let mut watch = ConductorWatch::new("");
        watch.note(&report("conductor", "1"));
        watch.note(&report("solver", "2"));
        watch.note_run(has_run);
        watch.goal_begins();
        watch
    }

    #[test]
    fn a_conductor_that_falls_silent_in_its_run_is_missed() {
        let mut watch = watch(true);
        for _ in 0..9 {
            assert_eq!(watch.look(10), None);
        }
        let text = Some("the node conductor has fallen silent".to_owned());
        assert_eq!(watch.look(10), text);
        // A goal that somebody else gives meanwhile goes on.
        watch.goal_begins();
        for _ in 0..30 {
            assert_eq!(watch.look(10), None);
        }
    }

    #[test]
    fn a_conductor_that_went_while_nothing_moved_is_not_missed_in_the_goals_of_others() {
        let mut watch = watch(true);
        for _ in 0..4 {
            assert_eq!(watch.look(10), None);
        }
        watch.idle(50, 10);
        watch.goal_begins();
        for _ in 0..30 {
            assert_eq!(watch.look(10), None);
        }
    }

    #[test]
    fn a_conductor_that_is_another_process_has_lost_its_run() {
        let text = Some("the node conductor was restarted".to_owned());
        for reports_first in [true, false] {
            let mut watch = watch(true);
            // It has no run, and says so when it begins.
            let says: [&dyn Fn(&mut ConductorWatch); 2] =
                [&|watch| watch.note(&report("conductor", "3")), &|watch| watch.note_run(false)];
            says[usize::from(!reports_first)](&mut watch);
            says[usize::from(reports_first)](&mut watch);
            assert_eq!(watch.look(10), text);
        }
    }

    #[test]
    fn goals_of_others_and_other_nodes_need_no_conductor() {
        let mut of_others = watch(false);
        let mut alone = ConductorWatch::new("");
        alone.note_run(true);
        alone.note(&report("solver", "2"));
        for _ in 0..30 {
            assert_eq!(of_others.look(10), None);
            assert_eq!(alone.look(10), None);
        }
    }
}
