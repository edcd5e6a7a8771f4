//! What the tutor's goals, its services and the arms do to the one lesson and to drills; and what the node publishes of them.

use std::time::{Duration, Instant};

use anyhow::Result;
use cube::{ColorScheme, Cube};
use practice::arm_drills::Event;
use r2r::cuberig_msgs::action::{ExecuteMoves, Practise, Teach};
use r2r::cuberig_msgs::msg::{CubeColors as CubeColorsMsg, CubeState, Lesson};
use r2r::cuberig_msgs::srv::LessonCommand;
use teach::{Options, Tutor, Words};
use tokio::sync::mpsc;
use tutor::{ArmFailure, Course, Error, Request, Session, WatcherOptions};
use vision::{CubeColors, FaceView};

use super::arm_practice::Practice;
use super::convert;
use super::params::TutorParams;
use crate::messages::{cube_colors, cube_message, lesson};
use crate::runtime::{
    ActionClient, Canceller, Clock, Diagnostics, Goal, Health, LiveParams, Logger, Patience, Publisher, Setup, Step,
    cancellation, latched,
};

/// How long the motion planner may take to accept moves.
const ANSWER: Duration = Duration::from_secs(5);

/// The key of why lessons wait.
const PRACTISING: &str = "off.practising";

/// A step of an action of the arms.
pub type ArmStep = Step<ExecuteMoves::Action>;

/// The one lesson, its goal, and the arms.
pub struct NodeState {
    course: Course,
    practice: Practice,
    /// The cube in the claws, where nothing of it is in doubt.
    certain: Option<(Cube, ColorScheme)>,
    goal: Option<Goal<Teach::Action>>,
    /// What was published last.
    published: Lesson,
    /// The same without the lesson itself: only where the learner is.
    place: Lesson,
    acting: Option<Canceller>,
    /// Late steps of earlier actions of the arms do not count.
    action: u64,
    execute: ActionClient<ExecuteMoves::Action>,
    arms: mpsc::UnboundedSender<(u64, ArmStep)>,
    colors: Option<CubeColors>,
    lessons: Publisher<Lesson>,
    params: LiveParams<TutorParams>,
    clock: Clock,
    log: Logger,
    diagnostics: Diagnostics,
}

impl NodeState {
    /// No lesson yet. The steps of the arms in a lesson come out of the channel.
    pub fn new(
        setup: &mut Setup<TutorParams>,
        practice: Practice,
    ) -> Result<(NodeState, mpsc::UnboundedReceiver<(u64, ArmStep)>)> {
        let (arms, steps) = mpsc::unbounded_channel();
        let params = setup.params.get();
        let options = params.options(ColorScheme::WESTERN);
        let tutor = Tutor::new(params.method("")?, &Cube::SOLVED, options)?;
        let node = NodeState {
            course: Course::new(session(tutor, &params, params.watch, None)?),
            practice,
            certain: None,
            goal: None,
            published: Lesson::default(),
            place: Lesson::default(),
            acting: None,
            action: 0,
            execute: setup.action_client("execute")?,
            arms,
            colors: None,
            lessons: setup.publisher("lesson", latched())?,
            params: setup.params.clone(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
        };
        Ok((node, steps))
    }

    /// Resolves when the client of the lesson under way wants it cancelled.
    pub fn cancelled(&self) -> impl Future<Output = ()> + use<> {
        cancellation(self.goal.as_ref().map(|goal| goal.cancelled.clone()))
    }

    /// The same of drills.
    pub fn practice_cancelled(&self) -> impl Future<Output = ()> + use<> {
        cancellation(self.practice.cancelled())
    }

    /// Whether something happens by itself: moves are played, or a camera may fall silent.
    pub fn is_alive(&self) -> bool {
        let session = self.course.session();
        session.is_playing() || session.seen().is_some() || self.practice.drills().is_some()
    }

    /// Begins the drills that a goal asks for, or returns why not.
    pub fn practise(&mut self, goal: Goal<Practise::Action>) {
        let course = &self.course;
        let has_lesson = course.arms_move() || course.has_arms() && course.session().is_under_way();
        let taken = has_lesson.then_some("the arms carry out a lesson: end it first");
        let language = self.course.session().tutor().options().language;
        self.practice.begin(goal, &self.params.get(), language, self.certain, taken);
        self.publish_changes();
    }

    /// Takes what has happened in drills.
    pub fn take_practice(&mut self, (number, event): (u64, Event)) {
        self.practice.happen(Some(number), event);
        self.publish_changes();
    }

    /// Gives drills up.
    pub fn end_practice(&mut self, why: &str) {
        self.practice.end(Practise::Result::CANCELLED as i32, why);
        self.publish_changes();
    }

    /// Begins the lesson that a goal asks for, or returns why not.
    pub fn begin(&mut self, goal: Goal<Teach::Action>) {
        match self.begun(goal.request()) {
            Err((error_code, error_msg)) => {
                self.log.warn(format!("no lesson: {error_msg}"));
                goal.abort(Teach::Result { error_code, error_msg, moves_done: 0 });
            }
            Ok((session, pause)) => {
                self.end(Teach::Result::REPLACED as i32, "another lesson took its place");
                self.course.begin(session, pause);
                self.practice.ended.clear();
                // It is another lesson, even for the same cube.
                self.published = Lesson { number: self.published.number, ..Lesson::default() };
                self.goal = Some(goal);
                self.publish();
            }
        }
    }

    fn begun(&self, goal: &Teach::Goal) -> Result<(Session, Option<tutor::Pause>), (i32, String)> {
        type End = Teach::Result;
        let params = self.params.get();
        if self.practice.drills().is_some() {
            return Err((End::UNDER_WAY as i32, self.words().sentence(PRACTISING).to_owned()));
        }
        let under_way = self.course.session().is_under_way();
        if under_way && !goal.replace {
            let text = "another lesson is under way: say `replace` to leave it";
            return Err((End::UNDER_WAY as i32, text.to_owned()));
        }
        let method = params.method(&goal.method).map_err(|error| (End::UNKNOWN_METHOD as i32, error.to_string()))?;
        let bad = |text: &str| (End::BAD_GOAL as i32, text.to_owned());
        if goal.rig && (goal.watch || !goal.facelets.is_empty()) {
            return Err(bad(
                "the rig teaches on the cube in its claws and watches it itself: leave `facelets` empty and `watch` false",
            ));
        }
        let pause = match goal.rig {
            true => Some(convert::pause(goal).map_err(|text| bad(&text))?),
            false => None,
        };
        let (cube, scheme) = match goal.facelets.as_str() {
            "" => *self.course.cube().ok_or_else(|| {
                let text = "cube/state is incomplete: run a scan, or set the cube with cube/set_state";
                (End::UNKNOWN_CUBE as i32, text.to_owned())
            })?,
            letters => convert::cube(letters)?,
        };
        // Arms turn one face at a time.
        let language = self.course.session().tutor().options().language;
        let options = Options { slices: !goal.rig, language, ..params.options(scheme) };
        let tutor = Tutor::new(method, &cube, options).map_err(|error| bad(&error.to_string()))?;
        let watch = pause.is_none() && (goal.watch || params.watch);
        let session = session(tutor, &params, watch, self.colors).map_err(|error| bad(&error.to_string()))?;
        Ok((session, pause))
    }

    /// Does what a command asks for, or returns why not.
    pub fn answer(&mut self, command: &LessonCommand::Request) -> LessonCommand::Response {
        let request = match lesson::request(command) {
            Ok(request) => request,
            Err(refused) => return refused,
        };
        if let Request::Speak(language) = request {
            self.practice.speak(language);
        } else if self.practice.drills().is_some() {
            let done = self.practise_on(&request);
            self.publish_changes();
            return lesson::answer(done.map_err(Error::NotNow), self.words());
        }
        let done = self.course.handle(request, Instant::now()).map(|done| {
            self.practice.ended.clear();
            self.turn(&done.turns);
            self.publish();
            done.said
        });
        lesson::answer(done, self.words())
    }

    /// The words of the learner's language.
    fn words(&self) -> &'static Words {
        self.course.session().words()
    }

    /// What a command asks for while the arms practise.
    fn practise_on(&mut self, request: &Request) -> Result<String, &'static str> {
        match request {
            Request::Leave => {
                let over = self.words().sentence("arms.over");
                self.practice.end(Practise::Result::SUCCESS as i32, over);
                Ok(over.to_owned())
            }
            request => {
                self.practice.say(lesson::said(request).ok_or(self.course.session().words().sentence(PRACTISING))?)
            }
        }
    }

    /// Plays what is due, and notices a silent camera.
    pub fn tick(&mut self, now: Instant) {
        self.course.session_mut().tick(now);
        self.practice.happen(None, Event::Tick);
        self.publish_changes();
    }

    /// Takes the faces of a picture.
    pub fn look(&mut self, views: &[FaceView]) {
        if self.course.session().seen().is_some() {
            self.course.session_mut().look(views, Instant::now());
            self.publish_changes();
        }
    }

    /// The colours of the learner's cube look like this.
    pub fn know_colors(&mut self, colors: &CubeColorsMsg) {
        match cube_colors::read(colors) {
            Ok(colors) => self.colors = Some(colors),
            Err(error) => self.log.warn(format!("cube/colors: {error}")),
        }
    }

    /// The cube in the claws is known to be so.
    pub fn know_cube(&mut self, state: &CubeState) {
        self.course.know_cube(convert::known(state));
        self.certain = convert::certain(state);
        self.practice.happen(None, Event::Cube(self.certain));
        self.publish_changes();
    }

    /// Has the arms make these turns, if any.
    fn turn(&mut self, turns: &[cube::Move]) {
        if turns.is_empty() {
            return;
        }
        let goal = ExecuteMoves::Goal {
            moves: turns.iter().map(ToString::to_string).collect(),
            // Exactly the lesson's turns.
            search_time: 0.0,
        };
        self.action += 1;
        let (number, arms) = (self.action, self.arms.clone());
        let call = self.execute.call("the motion planner", goal, Patience::once(ANSWER));
        self.acting = Some(call.for_each(move |step| {
            // The receiver lives as long as the node's task.
            let _ = arms.send((number, step));
        }));
    }

    /// Takes a step of the arms.
    pub fn take_arms(&mut self, (number, step): (u64, ArmStep)) {
        if number != self.action {
            return;
        }
        let outcome = match step {
            Step::Accepted => return,
            Step::Feedback(feedback) => {
                // A lesson has some hundred moves.
                self.course.arms_turned(feedback.moves_done as usize);
                return self.publish();
            }
            Step::Lost(error) => Err(ArmFailure::Failed(error.to_string())),
            Step::Ended(_, result) => {
                self.course.arms_turned(result.moves_done as usize);
                if let (Ok(cube), Some(&(_, scheme))) = (cube_message::cube(&result.facelets), self.course.cube()) {
                    self.course.know_cube(Some((cube, scheme)));
                }
                match result.error_code {
                    code if code == ExecuteMoves::Result::SUCCESS as i32 => Ok(()),
                    code if code == ExecuteMoves::Result::STOPPED as i32 => Err(ArmFailure::Stopped(result.error_msg)),
                    _ => Err(ArmFailure::Failed(result.error_msg)),
                }
            }
        };
        self.acting = None;
        let turns = self.course.arms_ended(outcome);
        self.turn(&turns);
        self.publish();
    }

    /// Gives the goal up, and has the arms stop. The lesson can go on by hand.
    pub fn give_up(&mut self, why: &str) {
        self.end(Teach::Result::CANCELLED as i32, why);
        self.course.leave_arms();
        self.publish();
    }

    /// Ends the goal under way before its time.
    fn end(&mut self, error_code: i32, why: &str) {
        if let Some(acting) = self.acting.take() {
            acting.cancel();
            self.action += 1;
        }
        if let Some(goal) = self.goal.take() {
            goal.abort(Teach::Result { error_code, error_msg: why.to_owned(), moves_done: self.published.moves_done });
        }
    }

    /// Publishes where anything has changed.
    fn publish_changes(&mut self) {
        if self.practised(lesson::place(&self.course)) != self.place {
            self.publish();
        }
    }

    /// A lesson, or in its place what people are shown of drills.
    fn practised(&self, lesson: Lesson) -> Lesson {
        match self.practice.drills() {
            Some(drills) => lesson::practising(lesson, drills, self.words().sentence(PRACTISING)),
            None if self.practice.ended.is_empty() => lesson,
            None => Lesson { notice: self.practice.ended.clone(), ..lesson },
        }
    }

    /// Publishes the lesson and where the learner is. A goal whose lesson has come to its end is done.
    pub fn publish(&mut self) {
        self.place = self.practised(lesson::place(&self.course));
        let lesson = self.practised(lesson::write(&self.course));
        let before = &self.published;
        let is_same = (&lesson.method, &lesson.steps, &lesson.moves) == (&before.method, &before.steps, &before.moves);
        let number = self.published.number + u32::from(!is_same);
        self.published = Lesson { number, header: self.clock.header(""), ..lesson };
        self.lessons.publish(&self.published);
        let Some(goal) = self.goal.take() else { return };
        let moves_done = self.published.moves_done;
        goal.feedback(Teach::Feedback { moves_done });
        if self.published.ended {
            self.log.info("a lesson has come to its end");
            goal.succeed(Teach::Result { moves_done, ..Teach::Result::default() });
        } else {
            self.goal = Some(goal);
        }
    }

    /// Reports what goes on, on /diagnostics.
    pub fn report(&self) {
        let lesson = &self.published;
        let text = match self.practice.drills() {
            Some(drills) => format!("{} drills are done", drills.noted()),
            None => format!("{}: move {} of {}", lesson.method, lesson.moves_done, lesson.moves.len()),
        };
        let (health, text) = match lesson.error_msg.as_str() {
            "" => (Health::Ok, text),
            failure => (Health::Warn, format!("{text}; {failure}")),
        };
        self.diagnostics.report(health, text, &[]);
    }
}

/// A learner's session with this tutor, before a camera or not.
fn session(tutor: Tutor, params: &TutorParams, watch: bool, colors: Option<CubeColors>) -> Result<Session> {
    let mut session = Session::new(tutor, params.spelling()?);
    if watch {
        let options = WatcherOptions { colors, ..WatcherOptions::default() };
        session.watch(options, Instant::now());
    }
    Ok(session)
}
