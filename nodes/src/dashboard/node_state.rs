//! What the page of a rig shows, made from what the graph publishes.

use std::sync::Arc;
use std::time::Duration;

use page::protocol::{Ask, Camera, Controls, Health as HealthPart, Hello, Part, Stage, StopNow, View};
use page::{Asked, CubeReport, FaceAlbum, HistoryFile, Page, Published, RunWatch, Situation, practice, scene};
use r2r::cuberig_msgs::msg::{CubePose, CubeState, Lesson, MotionPlan, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::sensor_msgs::msg::JointState;
use rig::display::Shown;
use teach::{Language, Spelling};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::clients::ClientEvent;
use super::convert;
use super::page_camera::milliseconds;
use super::params::DashboardParams;
use super::pictures::kinds;
use super::reports::Reports;
use super::seen::Need;
use crate::messages::{lesson, shown, work};
use crate::runtime::{
    Clock, Diagnostics, Drivers, Health, LiveParams, Logger, StopSwitch, stamp_to_duration, system_time,
};

/// What is said of a cube that was between claws that have opened.
const GONE: &str = "The claws were opened: nobody knows which cube is there now.";

/// What the page shows.
pub struct NodeState {
    pub(super) page: Arc<Page>,
    pub(super) hello: Hello,
    pub(super) shown: Shown,
    pub(super) edge: f64,
    /// The newest of the cube.
    pub(super) state: CubeState,
    pub(super) run: RunWatch,
    /// What the status of the page follows from.
    pub(super) published: Published,
    /// Whether the conductor is there.
    pub(super) has_conductor: bool,
    /// How many faces the camera has seen.
    pub(super) faces_seen: usize,
    /// The pictures from which its faces were read, and its stickers in doubt.
    pub(super) album: FaceAlbum,
    pub(super) doubtful: Vec<usize>,
    /// Whether the arms show a face to the camera.
    pub(super) is_showing: bool,
    /// Whether pictures of faces are needed.
    pub(super) need: watch::Sender<Need>,
    pub(super) switch: StopSwitch,
    pub(super) drivers: Drivers,
    pub(super) stop_took: Option<Duration>,
    /// The tutor's lesson, once there is one.
    pub(super) lesson: Option<Lesson>,
    /// What the page asks about it; empty when nothing.
    pub(super) lesson_question: &'static str,
    /// What the nodes report.
    pub(super) reports: Reports,
    pub(super) history: HistoryFile,
    pub(super) origin: Instant,
    /// The same moment in ROS time.
    pub(super) began: Duration,
    pub(super) clock: Clock,
    pub(super) params: LiveParams<DashboardParams>,
    pub(super) log: Logger,
    pub(super) health: Diagnostics,
}

impl NodeState {
    fn elapsed(&self) -> Duration {
        self.origin.elapsed()
    }

    /// Shows what is there before anything is received.
    pub(super) fn begin(&mut self) {
        self.page.set(Part::History(self.history.history().clone()));
        self.page.set(Part::Camera(Camera { age: None, source: kinds(&self.params.get())[0].1.into() }));
        self.show_cube();
        self.show_stop();
        self.show_all();
    }

    pub(super) fn take_client_event(&mut self, event: ClientEvent) {
        match event {
            // What ended by a stop did not fail.
            ClientEvent::Failed(_) if self.published.is_stopped() => {}
            ClientEvent::Failed(text) => {
                self.published.note_failure(text, self.clock.now());
                self.show_run();
            }
            ClientEvent::Begun => {
                self.published.note_request(self.clock.now());
                self.show_run();
            }
            ClientEvent::Stopped(took) => {
                self.stop_took = Some(took);
                self.show_stop();
            }
        }
    }

    /// Another browser is the camera now, or none.
    pub(super) fn take_camera_name(&mut self, name: &str) {
        self.log.info(match name {
            "" => "no browser is the camera any more".to_owned(),
            name => format!("{name} is the camera now"),
        });
    }

    /// The tutor's lesson is so now.
    pub(super) fn take_lesson(&mut self, lesson: Lesson, question: &'static str) {
        if self.lesson.is_none() {
            self.show_cases(Language::default());
        }
        self.published.arms_teach = lesson.rig && lesson.arms_move;
        self.lesson = Some(lesson);
        self.show_run();
        self.show_lesson(question);
    }

    /// Shows the catalogue in a language.
    pub(super) fn show_cases(&self, language: Language) {
        practice(Spelling::Standard, language).into_iter().for_each(|part| self.page.set(part));
    }

    /// Shows the tutor's lesson, and what the page asks about it.
    pub(super) fn show_lesson(&mut self, question: &'static str) {
        self.lesson_question = question;
        let Some(now) = &self.lesson else { return };
        self.page.set(Part::Lesson(lesson::read(now, question)));
        if let Some((watch, scan)) = lesson::read_watch(&now.watch) {
            self.page.set(Part::Watch(watch));
            self.page.set(Part::HandScan(scan));
        }
        self.show_controls();
    }

    pub(super) fn take_pose(&mut self, pose: &CubePose) {
        let moves = pose.status == CubePose::MOVING as u8;
        let stamp = stamp_to_duration(&pose.header.stamp);
        self.published.note_arms(moves, stamp);
        let shown = shown::face(pose);
        self.is_showing = shown.is_some();
        if let Some((face, quarters)) = shown {
            self.album.note_showing(stamp, face, quarters);
        }
        if let Err(reason) = shown::note_pose(&mut self.shown, pose) {
            self.log.warn(reason);
        }
        self.show_run();
    }

    pub(super) fn take_joints(&mut self, joints: &JointState) {
        shown::note_joints(&mut self.shown, joints, self.clock.now());
        self.reports.take_joints(joints);
        let known = self.published.cube();
        self.published.note_hold(self.shown.may_hold());
        if known != self.published.cube() {
            self.show_cube();
        }
    }

    pub(super) fn take_state(&mut self, state: CubeState) {
        let stamp = stamp_to_duration(&state.header.stamp);
        let known = convert::cube(&state);
        let is_entered = state.source == CubeState::SOURCE_SET as u8;
        let report = CubeReport { status: known.status, is_solved: known.solved, is_entered };
        self.published.note_cube(report, stamp);
        let is_seen = state.source == CubeState::SOURCE_CAMERA as u8;
        self.album.note_read(if is_seen { &known.faces_seen } else { "" }, stamp);
        self.state = state;
        self.show_cube();
    }

    /// Shows the cube that is known; none where the one that was known has been taken out.
    fn show_cube(&mut self) {
        let is_gone = self.published.cube() != convert::status(&self.state);
        let gone = CubeState { scheme: self.state.scheme.clone(), notes: vec![GONE.into()], ..CubeState::default() };
        let state = if is_gone { &gone } else { &self.state };
        if let Err(reason) = shown::note_state(&mut self.shown, state) {
            self.log.warn(reason);
        }
        let known = convert::cube(state);
        self.faces_seen = known.faces_seen.len();
        self.doubtful = known.doubtful.iter().copied().map(usize::from).collect();
        self.page.set(Part::Cube(known));
        self.show_doubt();
        self.show_run();
    }

    /// A face was pictured.
    pub(super) fn take_picture(&mut self, taken: Duration, jpeg: Vec<u8>) {
        self.album.keep(taken, jpeg);
        self.show_doubt();
    }

    /// Shows the faces with stickers in doubt.
    fn show_doubt(&self) {
        self.page.set(Part::Doubt(self.album.in_doubt(&self.doubtful)));
    }

    pub(super) fn take_status(&mut self, status: &RunStatus) {
        let (elapsed, ended) = (self.elapsed(), system_time().as_secs_f64());
        self.published.run = convert::run(status);
        if let Some(record) = self.run.update(elapsed, &self.published.run, ended) {
            if let Err(error) = self.history.note(record) {
                self.log.warn(error.to_string());
            }
            self.page.set(Part::History(self.history.history().clone()));
        }
        self.show_run();
    }

    pub(super) fn take_plan(&mut self, plan: &MotionPlan) {
        // One that was made before this node began may have ended long ago.
        if self.began <= stamp_to_duration(&plan.header.stamp) {
            self.run.take_plan(self.elapsed(), convert::plan(plan));
            self.show_run();
        } else {
            self.page.set(Part::Plan(convert::plan(plan)));
        }
    }

    /// Somebody has stopped the rig, or let it go.
    pub(super) fn take_change(&mut self) {
        self.switch.publish();
        self.note_stop();
    }

    fn note_stop(&mut self) {
        self.published.note_stop(self.switch.copy().is_stopped(), self.clock.now());
        if self.switch.copy().is_stopped() {
            self.run.end_plan();
        }
        self.show_stop();
        self.show_run();
    }

    /// Carries out a request to stop; gives others back. The page stops the bricks by itself: a conductor that hangs holds
    /// nothing up.
    pub(super) fn take_stop(&mut self, asked: Asked, events: mpsc::UnboundedSender<ClientEvent>) -> Option<Asked> {
        if asked.ask != Ask::Stop || !self.hello.has_rig {
            return Some(asked);
        }
        self.log.warn("stop was pressed on the page");
        self.switch.stop_anew("stopped on the page");
        let stopped = self.drivers.stop(&self.switch);
        self.note_stop();
        tokio::spawn(async move {
            let outcome = stopped.await;
            if outcome.moving.is_empty() {
                // The node's task lives as long as its page.
                let _ = events.send(ClientEvent::Stopped(outcome.took));
            }
            asked.reply.send(convert::stop_answer(&outcome));
        });
        None
    }

    pub(super) fn take_reports(&mut self, array: DiagnosticArray) {
        self.reports.take(array);
        self.note_nodes();
    }

    /// Notes what the conductor is at, or that it is gone, and what else is missing.
    fn note_nodes(&mut self) {
        let work = self.reports.work();
        self.has_conductor = work.is_some();
        let lost = work.is_none() && self.reports.had_conductor();
        let now = (lost, work == Some(work::Work::HandOver), self.reports.missing());
        let published = &mut self.published;
        if now != (published.conductor_lost, published.hand_over, published.missing.clone()) {
            (published.conductor_lost, published.hand_over, published.missing) = now;
            self.show_run();
        }
    }

    pub(super) fn take_simulator(&mut self) {
        self.hello.simulated = true;
        self.hello.faults = sim::FAULTS.iter().map(convert::fault).collect();
        self.page.set(Part::Hello(self.hello.clone()));
        self.show_controls();
    }

    pub(super) fn show_scene(&self) {
        let (now, elapsed) = (self.clock.now(), self.elapsed());
        let scene = scene(&self.shown, now, self.edge, elapsed);
        self.page.set(Part::Scene(scene));
    }

    fn show_run(&self) {
        let elapsed = self.elapsed();
        let need = match self.published.stage() {
            _ if self.is_showing => Need::Now,
            Stage::Scanning | Stage::Checking | Stage::Moving => Need::Soon,
            _ => Need::None,
        };
        self.need.send_if_modified(|now| std::mem::replace(now, need) != need);
        let run = self.run.run(elapsed, &self.published);
        // A lesson without a rig has no run.
        if self.hello.view == View::Rig {
            self.page.set(Part::Run(run));
        }
        if let Some(plan) = self.run.plan(elapsed) {
            self.page.set(Part::Plan(plan));
        }
        self.show_controls();
    }

    fn show_stop(&self) {
        self.page.set(Part::Stop(StopNow {
            stopped: self.switch.copy().is_stopped(),
            text: self.switch.copy().state().text.clone(),
            took: self.stop_took.map(|took| took.as_secs_f64() * 1000.0),
        }));
        self.show_controls();
    }

    fn show_controls(&self) {
        let situation = Situation {
            stopped: self.published.is_stopped(),
            is_interrupted: self.published.is_interrupted(),
            has_conductor: self.has_conductor,
            work: self.published.work(),
            cube: self.published.cube(),
            faces_seen: self.faces_seen,
            is_asked: self.run.is_asked(),
            has_tutor: self.lesson.is_some(),
            keeps_minute: self.reports.keeps_minute(),
            simulated: self.hello.simulated,
        };
        let mut controls = match self.hello.view {
            View::Lesson => Controls::default(),
            _ => situation.controls(),
        };
        if let Some(lesson) = &self.lesson {
            // The rig may ask too.
            let confirm = controls.reasons.get("confirm").cloned();
            controls.reasons.extend(lesson.controls.iter().cloned().zip(lesson.off_because.iter().cloned()));
            // These the page answers itself.
            controls.reasons.extend(["check", "random", "photos"].map(|name| (name.to_owned(), String::new())));
            // It is the dashboard that asks about another lesson, not the tutor.
            if !self.lesson_question.is_empty() {
                for answer in ["confirm", "decline"] {
                    controls.reasons.insert(answer.to_owned(), String::new());
                }
            } else if let Some(reason) = confirm {
                controls.reasons.insert("confirm".to_owned(), reason);
            }
        }
        self.page.set(Part::Controls(controls));
    }

    /// Shows what the nodes report of themselves.
    pub(super) fn show_health(&self) {
        self.page.set(Part::Health(HealthPart { nodes: self.reports.health() }));
    }

    /// Shows what goes on with the clock, and reports that all works, once a second.
    pub(super) fn show_all(&mut self) {
        self.reports.pass_second();
        self.note_nodes();
        self.show_run();
        let watching = *self.page.watchers().borrow();
        let values =
            [("plain_pictures", watching.plain.to_string()), ("annotated_pictures", watching.annotated.to_string())];
        let text = format!("the page is at {}", self.page.address());
        let Some(camera) = self.page.camera_now() else { return self.health.report(Health::Ok, text, &values) };
        let [plain, annotated] = values;
        let camera_values = [("camera", camera.by), ("latency", milliseconds(camera.latency))];
        let values =
            [plain, annotated, ("pictures_a_second", camera.rate.to_string())].into_iter().chain(camera_values);
        let values: Vec<_> = values.collect();
        match camera.problem.as_str() {
            "" => self.health.report(Health::Ok, text, &values),
            problem => self.health.report(Health::Warn, problem, &values),
        }
    }
}
