//! `cuberig plan --page`: plays a plan on a page of this machine, until Ctrl-C.

use std::time::Instant;

use cube::{ColorScheme, Cube};
use page::protocol::{Answer, Ask, Controls, Hello, Part, Player, RunNow, Stage, View};
use page::{Options, PlayedPlan, RigFiles, checked_speed};
use planner::Plan;
use rig::Profile;

use crate::failure::Failure;
use crate::page_host::{PageHost, serve};

/// Plays a plan that begins with this cube, on a page at a port of this machine (0 for any free one).
pub fn play(plan: &Plan, profile: &Profile, cube: Cube, scheme: ColorScheme, port: u16) -> Result<(), Failure> {
    let played = PlayedPlan::new(profile, plan.start(), plan.all_motions(), cube, scheme)
        .map_err(|error| Failure::NotAsGiven(format!("cannot play the plan: {error}")))?;
    let hello = Hello { has_rig: true, ..Hello::new(View::Plan, format!("a plan for {}", profile.name)) };
    let mut options = Options::local(port, hello);
    options.rig = Some(RigFiles::new(profile));
    let reasons = ["play", "pause", "check", "random"];
    let controls = Part::Controls(Controls { reasons: reasons.map(|name| (name.to_owned(), String::new())).into() });
    let fixed = vec![controls, Part::Plan(played.plan(None))];
    serve(options, "the plan is played", fixed, &mut Playback::new(played))
}

/// The plan and its current time.
struct Playback {
    plan: PlayedPlan,
    moves: Vec<String>,
    /// Seconds into the plan at `since`.
    at: f64,
    since: Instant,
    started: Instant,
    playing: bool,
    speed: f64,
}

impl Playback {
    fn new(plan: PlayedPlan) -> Playback {
        let now = Instant::now();
        Playback { moves: plan.plan(None).moves, plan, at: 0.0, since: now, started: now, playing: true, speed: 1.0 }
    }

    /// Goes on to now; the plan is held at its end.
    fn advance(&mut self, now: Instant) {
        if self.playing {
            let passed = now.saturating_duration_since(self.since).as_secs_f64();
            self.at = (self.at + passed * self.speed).min(self.plan.seconds());
            self.playing = self.at < self.plan.seconds();
        }
        self.since = now;
    }
}

impl PageHost for Playback {
    fn is_moving(&self) -> bool {
        self.playing
    }

    fn answer(&mut self, ask: &Ask, now: Instant) -> Answer {
        self.advance(now);
        match *ask {
            Ask::Pause => self.playing = false,
            Ask::Play { from, speed } => {
                let seconds = self.plan.seconds();
                if let Some(from) = from.filter(|from| !(0.0..=seconds).contains(from)) {
                    return Answer::refused(format!(
                        "the plan lasts {seconds:.2} s, so it cannot be played from {from} s"
                    ));
                }
                let speed = match checked_speed(speed) {
                    Ok(speed) => speed,
                    Err(refused) => return refused,
                };
                self.speed = speed.unwrap_or(self.speed);
                // At its end it begins anew.
                let rest = if self.at < seconds { self.at } else { 0.0 };
                self.at = from.unwrap_or(rest);
                self.playing = true;
            }
            _ => return Answer::refused("this page plays a plan: there is no rig"),
        }
        Answer::done("")
    }

    fn parts(&mut self, now: Instant) -> Vec<Part> {
        self.advance(now);
        let shown_at = now.saturating_duration_since(self.started).as_secs_f64() * 1000.0;
        let done = self.plan.moves_done(self.at);
        let run = RunNow {
            stage: if self.playing { Stage::Executing } else { Stage::Idle },
            details: String::new(),
            attempt: 0,
            text: format!("{done} of {} moves are done.", self.moves.len()),
            progress: (self.at / self.plan.seconds().max(1e-9)) as f32,
            moves: self.moves.clone(),
            // A plan has some thousand motions at most.
            moves_done: done as u32,
            elapsed: Some(self.at),
            left: Some(self.plan.seconds() - self.at),
            troubles: Vec::new(),
            question: String::new(),
        };
        let player = Player { at: self.at, playing: self.playing, speed: self.speed };
        vec![Part::Scene(self.plan.scene(self.at, shown_at)), Part::Player(player), Part::Run(run)]
    }
}
