//! Drills that the arms set up: a goal of `practise`, the learner's file, and the actions that carry the drills out.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use cube::{ColorScheme, Cube};
use practice::Store;
use practice::arm_drills::{ArmDrills, Effect, Event, Now, Said};
use r2r::cuberig_msgs::action::{ExecuteMoves, HandOver, Practise, ScanCube, SolveCube};
use r2r::std_srvs::srv::Trigger;
use r2r::{WrappedActionTypeSupport, WrappedServiceTypeSupport};
use teach::Language;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::convert;
use super::params::TutorParams;
use crate::runtime::{ActionClient, Clock, Goal, Logger, Patience, ServiceClient, Setup, system_time};

/// How long a node may take to accept a goal, or to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// Seconds in which the solver looks for the way to one of the cubes that show a case. There are up to 16.
const SOLVE: f64 = 0.1;
/// Seconds in which the motion planner looks for faster moves with the same effect.
const SEARCH: f64 = 1.0;
/// Who practises where a goal names nobody.
const ANYBODY: &str = "me";

type Outcome = Practise::Result;

/// A goal of `practise`, or none.
pub struct Practice {
    clients: Clients,
    under_way: Option<UnderWay>,
    /// How the last one ended, until something else happens.
    pub ended: String,
    clock: Clock,
    log: Logger,
}

/// What a goal began.
struct UnderWay {
    drills: ArmDrills,
    goal: Goal<Practise::Action>,
    store: Store,
    learner: i64,
    /// The newest feedback.
    shown: Practise::Feedback,
}

impl Practice {
    /// No goal yet. What happens to its actions comes out of the channel.
    pub fn new(setup: &mut Setup<TutorParams>) -> Result<(Practice, mpsc::UnboundedReceiver<(u64, Event)>)> {
        let (clients, events) = Clients::connect(setup)?;
        let practice = Practice {
            clients,
            under_way: None,
            ended: String::new(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
        };
        Ok((practice, events))
    }

    /// The drills under way.
    pub fn drills(&self) -> Option<&ArmDrills> {
        self.under_way.as_ref().map(|practice| &practice.drills)
    }

    /// Cancelled when the client of the goal under way wants it to end.
    pub fn cancelled(&self) -> Option<CancellationToken> {
        self.under_way.as_ref().map(|practice| practice.goal.cancelled.clone())
    }

    /// Begins what a goal asks for with the cube in the claws, unless the arms are `taken` for this reason.
    pub fn begin(
        &mut self,
        goal: Goal<Practise::Action>,
        params: &TutorParams,
        language: Language,
        cube: Option<(Cube, ColorScheme)>,
        taken: Option<&str>,
    ) {
        let taken = taken.or(self.under_way.as_ref().map(|_| "the arms practise already"));
        let begun = match taken {
            Some(reason) => Err((Outcome::UNDER_WAY as i32, reason.to_owned())),
            None => begun(goal.request(), params, language),
        };
        match begun {
            Err((error_code, error_msg)) => {
                self.log.warn(format!("no practice: {error_msg}"));
                goal.abort(Outcome { error_code, error_msg, drills: 0 });
            }
            Ok((drills, store, learner)) => {
                self.log.info("the arms practise with a learner");
                let shown = Practise::Feedback::default();
                let under_way = self.under_way.insert(UnderWay { drills, goal, store, learner, shown });
                let effects = under_way.drills.begin(now(&self.clock), cube);
                self.carry_out(effects);
            }
        }
    }

    /// Takes an event of the action of this number, or of none.
    pub fn happen(&mut self, number: Option<u64>, event: Event) {
        let Some(practice) = &mut self.under_way else { return };
        // Late ends of earlier actions do not count.
        if number.is_none_or(|number| number == self.clients.number) {
            let effects = practice.drills.step(now(&self.clock), event);
            self.carry_out(effects);
        }
    }

    /// The learner says something.
    ///
    /// # Errors
    /// Why it makes no sense now.
    pub fn say(&mut self, said: Said) -> Result<String, &'static str> {
        let practice = self.under_way.as_mut().ok_or("nobody practises")?;
        let effects = practice.drills.say(now(&self.clock), said)?;
        self.carry_out(effects);
        Ok(self.drills().map_or_else(String::new, ArmDrills::text))
    }

    /// Speaks this language from now on.
    pub fn speak(&mut self, language: Language) {
        if let Some(practice) = &mut self.under_way {
            practice.drills.speak(language);
        }
    }

    /// Ends the goal, and has the arms stop.
    pub fn end(&mut self, error_code: i32, why: &str) {
        self.clients.acting = None;
        self.clients.number += 1;
        if let Some(UnderWay { drills, goal, .. }) = self.under_way.take() {
            self.log.info(format!("the practice ends: {why}"));
            why.clone_into(&mut self.ended);
            let is_done = error_code == Outcome::SUCCESS as i32;
            let error_msg = if is_done { String::new() } else { why.to_owned() };
            goal.end(is_done, Outcome { error_code, error_msg, drills: drills.noted() });
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Note(drill) => {
                    let Some(practice) = &mut self.under_way else { return };
                    if let Err(error) = practice.store.note_drill(practice.learner, &drill) {
                        return self.end(Outcome::FILE_FAILED as i32, &error.to_string());
                    }
                }
                Effect::End(text) => return self.end(Outcome::SUCCESS as i32, &text),
                other => self.clients.carry_out(other),
            }
        }
        let Some(UnderWay { drills, goal, shown, .. }) = &mut self.under_way else { return };
        let feedback = convert::practised(drills);
        if feedback != *shown {
            self.log.debug(feedback.text.clone());
            shown.clone_from(&feedback);
            goal.feedback(feedback);
        }
    }
}

/// The learner's drills, as a goal asks for them.
fn begun(
    goal: &Practise::Goal,
    params: &TutorParams,
    language: Language,
) -> Result<(ArmDrills, Store, i64), (i32, String)> {
    let sets = convert::sets(&goal.sets).map_err(|error| (Outcome::UNKNOWN_SET as i32, error.to_string()))?;
    let most = if goal.drills == 0 { u32::MAX } else { goal.drills };
    let file = match params.practice_file.as_str() {
        "" => Store::usual_file(),
        file => PathBuf::from(file),
    };
    let name = if goal.learner.is_empty() { ANYBODY } else { &goal.learner };
    let opened = || {
        let mut store = Store::open(&file)?;
        let learner = store.learner(name)?.id;
        let drills = store.drills(learner)?;
        Ok((ArmDrills::new(&sets, params.first_color(), most, drills, language), store, learner))
    };
    opened().map_err(|error: practice::Error| (Outcome::FILE_FAILED as i32, error.to_string()))
}

fn now(clock: &Clock) -> Now {
    let date = i64::try_from(system_time().as_secs()).unwrap_or(i64::MAX);
    Now { seconds: clock.moment().rig, date }
}

/// Clients of the nodes that set a case up, and of the conductor, which hands cubes over.
struct Clients {
    reset: ServiceClient<Trigger::Service>,
    scan: ActionClient<ScanCube::Action>,
    solve: ActionClient<SolveCube::Action>,
    execute: ActionClient<ExecuteMoves::Action>,
    load: ActionClient<HandOver::Action>,
    release: ActionClient<HandOver::Action>,
    events: mpsc::UnboundedSender<(u64, Event)>,
    /// Counts actions.
    number: u64,
    /// Cancels the action under way when it is dropped.
    acting: Option<DropGuard>,
}

impl Clients {
    fn connect(setup: &mut Setup<TutorParams>) -> Result<(Clients, mpsc::UnboundedReceiver<(u64, Event)>)> {
        let (events, receiver) = mpsc::unbounded_channel();
        let clients = Clients {
            reset: setup.client("cube/reset")?,
            scan: setup.action_client("scan")?,
            solve: setup.action_client("solve")?,
            execute: setup.action_client("execute")?,
            load: setup.action_client("load")?,
            release: setup.action_client("release")?,
            events,
            number: 0,
            acting: None,
        };
        Ok((clients, receiver))
    }

    /// Begins an effect that is an action.
    fn carry_out(&mut self, effect: Effect) {
        let ready = std::future::ready(Ok(()));
        match effect {
            Effect::Read => {
                let forgotten = self.reset.trigger(ANSWER);
                let forgotten = async move { forgotten.await.map(drop) };
                self.act(forgotten, self.scan.clone(), ScanCube::Goal::default(), PLANNER, convert::read);
            }
            Effect::Solve(cube) => {
                let facelets = cube.facelets().to_string();
                let goal = SolveCube::Goal { facelets, time_limit: SOLVE, ..SolveCube::Goal::default() };
                self.act(ready, self.solve.clone(), goal, "the solver", convert::solved);
            }
            Effect::Turn(moves) => {
                let moves = moves.iter().map(ToString::to_string).collect();
                let goal = ExecuteMoves::Goal { moves, search_time: SEARCH };
                self.act(ready, self.execute.clone(), goal, PLANNER, convert::turned);
            }
            Effect::HandOver => {
                self.act(ready, self.release.clone(), HandOver::Goal::default(), CONDUCTOR, convert::handed_over);
            }
            Effect::TakeBack => {
                self.act(ready, self.load.clone(), HandOver::Goal::default(), CONDUCTOR, convert::taken_back);
            }
            // Done by the owner of the file and of the goal.
            Effect::Note(_) | Effect::End(_) => {}
        }
    }

    /// Sends a goal once something before it is done, and has its end taken.
    fn act<A: WrappedActionTypeSupport + 'static>(
        &mut self,
        before: impl Future<Output = Result<(), String>> + Send + 'static,
        client: ActionClient<A>,
        goal: A::Goal,
        who: &'static str,
        ended: fn(A::Result) -> Event,
    ) where
        A::Goal: Clone + Send,
        A::Feedback: Send,
        A::Result: Send,
        <A::GetResult as WrappedServiceTypeSupport>::Response: Send,
    {
        self.number += 1;
        let (number, events) = (self.number, self.events.clone());
        let stop = CancellationToken::new();
        self.acting = Some(stop.clone().drop_guard());
        tokio::spawn(async move {
            let event = match before.await {
                Err(reason) => Event::Failed(reason),
                Ok(()) if stop.is_cancelled() => return,
                Ok(()) => {
                    let call = client.call(who, goal, Patience::once(ANSWER));
                    let canceller = call.canceller();
                    tokio::select! {
                        end = call.end() => end.map_or_else(|error| Event::Failed(error.to_string()), |(_, result)| ended(result)),
                        () = stop.cancelled() => return canceller.cancel(),
                    }
                }
            };
            // The receiver lives as long as the node's task.
            let _ = events.send((number, event));
        });
    }
}

const PLANNER: &str = "the motion planner";
const CONDUCTOR: &str = "the conductor";
