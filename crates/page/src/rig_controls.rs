//! Which controls of a rig's page can be used now, and why the others cannot: the graph would refuse them.

use crate::protocol::{Controls, CubeStatus};

/// What decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// Whether the rig is stopped.
    pub stopped: bool,
    /// Whether the conductor would go on with a run that was stopped.
    pub is_interrupted: bool,
    /// Whether the conductor is there.
    pub has_conductor: bool,
    /// What is under way.
    pub work: Work,
    /// How far the cube is known.
    pub cube: CubeStatus,
    /// How many of its faces the camera has seen.
    pub faces_seen: usize,
    /// Whether a person is asked to confirm something.
    pub is_asked: bool,
    /// Whether a tutor is there, for whom the arms can carry out a lesson or set up a case.
    pub has_tutor: bool,
    /// Whether a recorder keeps the last minute.
    pub keeps_minute: bool,
    /// Whether the rig is simulated.
    pub simulated: bool,
}

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing.
    Nothing,
    /// A run.
    Run,
    /// A cube is put in or taken out.
    HandOver,
    /// The arms move for somebody else.
    Motion,
}

const STOPPED: &str = "the rig is stopped: let it move first";
const STOPPED_RUN: &str = "the rig is stopped: resume or give up the run first";
const NO_RECORDER: &str = "no recorder keeps the last minute: launch the rig with last_minute:=true";
const NO_CONDUCTOR: &str = "the conductor does not answer";

impl Situation {
    /// The controls of the page.
    pub fn controls(&self) -> Controls {
        let busy = match self.work {
            Work::Nothing => "",
            Work::Run => "a run is under way",
            Work::HandOver => "a cube is handed over",
            Work::Motion => "the arms move",
        };
        let first = |reasons: &[&str]| {
            let reason = reasons.iter().find(|reason| !reason.is_empty());
            reason.map_or_else(String::new, |reason| (*reason).to_owned())
        };
        let stopped = match (self.stopped, self.is_interrupted) {
            (false, _) => "",
            (true, false) => STOPPED,
            (true, true) => STOPPED_RUN,
        };
        let conductor = if self.has_conductor { "" } else { NO_CONDUCTOR };
        let unknown = match self.cube {
            CubeStatus::Valid => "",
            CubeStatus::Invalid => "no such cube exists: mend the stickers or look again",
            CubeStatus::Unknown | CubeStatus::Partial => "the cube is not known: press Look first",
        };
        let unseen = match self.faces_seen {
            6.. => String::new(),
            seen => format!("the camera has seen {seen} of the six faces: show it the others first"),
        };
        let all_seen = if unseen.is_empty() { "the camera has seen all six faces" } else { "" };
        let resume = if self.is_interrupted { "" } else { "no run was stopped that would go on" };
        // Arms of a stopped rig do not go on.
        let goes_on = if self.stopped { "" } else { busy };
        let give_up = if self.stopped || self.is_interrupted { "" } else { "the rig is not stopped" };
        let confirm = if self.is_asked { "" } else { "nothing is asked" };
        let mut reasons = vec![
            ("start", first(&[conductor, stopped, busy])),
            ("start_known", first(&[conductor, stopped, busy, unknown])),
            ("stop", String::new()),
            ("resume", first(&[conductor, goes_on, resume])),
            ("give_up", first(&[conductor, goes_on, give_up])),
            ("load", first(&[conductor, stopped, busy])),
            ("release", first(&[conductor, stopped, busy])),
            ("confirm", first(&[confirm])),
            ("moves", first(&[stopped, busy])),
            ("set_cube", first(&[busy])),
            ("by_hand", first(&[busy])),
            ("scan", first(&[stopped, busy, all_seen])),
            ("look", first(&[stopped, busy])),
            ("learn_colors", first(&[busy, &unseen])),
            ("photos", String::new()),
            ("save_recording", if self.keeps_minute { String::new() } else { NO_RECORDER.to_owned() }),
        ];
        if self.has_tutor {
            reasons.push(("show", first(&[stopped, busy, unknown])));
            reasons.push(("drill", first(&[conductor, stopped, busy])));
        }
        if self.simulated {
            reasons.push(("scramble", first(&[busy])));
            reasons.push(("fault", String::new()));
            reasons.push(("clear_faults", String::new()));
        }
        let named = reasons.into_iter();
        Controls { reasons: named.map(|(name, reason)| (name.to_owned(), reason)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: Situation = Situation {
        stopped: false,
        is_interrupted: false,
        has_conductor: true,
        work: Work::Nothing,
        cube: CubeStatus::Valid,
        faces_seen: 5,
        is_asked: false,
        has_tutor: false,
        keeps_minute: true,
        simulated: false,
    };

    fn off(situation: &Situation) -> Vec<String> {
        let reasons = situation.controls().reasons.into_iter();
        let off = reasons.filter(|(_, reason)| !reason.is_empty());
        off.map(|(name, _)| name).collect()
    }

    #[test]
    fn stop_can_always_be_pressed() {
        for stopped in [false, true] {
            for has_conductor in [false, true] {
                for work in [Work::Nothing, Work::Run, Work::HandOver, Work::Motion] {
                    let situation = Situation { stopped, has_conductor, work, ..CALM };
                    assert_eq!(situation.controls().reasons["stop"], "");
                }
            }
        }
    }

    #[test]
    fn a_calm_rig_takes_all_but_a_yes_and_a_resume() {
        assert_eq!(off(&CALM), ["confirm", "give_up", "learn_colors", "resume"]);
        assert!(!CALM.controls().reasons.contains_key("scramble"));
    }

    #[test]
    fn a_stopped_rig_takes_no_motion_but_a_cube() {
        let stopped = Situation { stopped: true, simulated: true, ..CALM };
        let reasons =
            ["confirm", "learn_colors", "load", "look", "moves", "release", "resume", "scan", "start", "start_known"];
        assert_eq!(off(&stopped), reasons);
        assert_eq!(stopped.controls().reasons["start"], STOPPED);
    }

    #[test]
    fn resume_is_offered_where_the_conductor_goes_on_with_a_run_and_nowhere_else() {
        for (stopped, is_interrupted, resume, give_up) in [
            (false, false, false, false),
            (true, false, false, true),
            (true, true, true, true),
            (false, true, true, true),
        ] {
            let reasons = Situation { stopped, is_interrupted, ..CALM }.controls().reasons;
            let offered = (reasons["resume"].is_empty(), reasons["give_up"].is_empty());
            assert_eq!(offered, (resume, give_up), "stopped {stopped}, a run that can go on {is_interrupted}");
        }
        let while_moving = Situation { is_interrupted: true, work: Work::Motion, ..CALM };
        assert_eq!(while_moving.controls().reasons["resume"], "the arms move");
    }

    #[test]
    fn a_cube_that_is_not_known_is_scanned_first() {
        let unknown = Situation { cube: CubeStatus::Partial, ..CALM };
        assert_eq!(off(&unknown), ["confirm", "give_up", "learn_colors", "resume", "start_known"]);
        let with_tutor = Situation { has_tutor: true, ..unknown };
        assert_eq!(off(&with_tutor), ["confirm", "give_up", "learn_colors", "resume", "show", "start_known"]);
        let reasons = with_tutor.controls().reasons;
        assert!(reasons["show"].contains("Look") && reasons["look"].is_empty(), "{reasons:?}");
        // To practise, the arms look by themselves; somebody hands the cube over.
        assert_eq!(reasons["drill"], "");
        let alone = Situation { has_conductor: false, ..with_tutor };
        assert_eq!(alone.controls().reasons["drill"], NO_CONDUCTOR);
    }

    #[test]
    fn colours_are_learned_of_six_faces_that_the_camera_has_seen() {
        let reasons = |faces_seen| Situation { faces_seen, ..CALM }.controls().reasons;
        for seen in 0..6 {
            let reasons = reasons(seen);
            assert!(reasons["learn_colors"].contains(&format!("{seen} of the six")), "{reasons:?}");
            assert_eq!(reasons["scan"], "");
        }
        assert_eq!(reasons(6)["learn_colors"], "");
        assert!(reasons(6)["scan"].contains("all six"));
        let moving = Situation { faces_seen: 6, work: Work::Motion, ..CALM };
        assert_eq!(moving.controls().reasons["learn_colors"], "the arms move");
    }

    #[test]
    fn the_last_minute_is_saved_where_a_recorder_keeps_it() {
        for keeps_minute in [false, true] {
            let reasons = Situation { keeps_minute, stopped: true, work: Work::Run, ..CALM }.controls().reasons;
            assert_eq!(reasons["save_recording"], if keeps_minute { "" } else { NO_RECORDER });
        }
    }

    #[test]
    fn while_the_arms_move_the_cube_cannot_be_set() {
        for work in [Work::Run, Work::HandOver, Work::Motion] {
            let reasons = Situation { work, ..CALM }.controls().reasons;
            assert!(!reasons["set_cube"].is_empty() && !reasons["moves"].is_empty());
        }
    }
}
