//! Serves a page with a rig that nobody has: its arms do the same motions again and again. For work on the front end.
//!
//! `cargo run -p cuberig-page --example show [PORT [rig|hand|plan|phone]]`. With `phone` it is served to all machines, and looks
//! through the camera of a browser.

use std::time::{Duration, Instant};

use cube::{Color, ColorScheme, Cube, Face, parse_moves};
use jpeg_encoder::{ColorType, Encoder};
use page::protocol::{
    Answer, Ask, Camera, Controls, CubeKnown, CubeStatus, FaultKind, HandScan, Health, Hello, History, Level,
    NodeHealth, Part, PastRun, Picture, Player, RunNow, Scene, Stage, StopNow, View,
};
use page::{Bytes, Options, Page, PlayedPlan, RigFiles};
use rig::{Action, Arm, Motion, Profile, RigState};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

/// Side lengths of the drawn picture.
const WIDTH: u16 = 320;
const HEIGHT: u16 = 240;

/// A rig that repeats some motions.
struct Rig {
    plan: PlayedPlan,
    /// When this round began, and the rig.
    began: Instant,
    started: Instant,
    /// Seconds into the plan at which somebody stopped it.
    stopped: Option<f64>,
}

impl Rig {
    fn new(profile: &Profile) -> Rig {
        use Action::{Close, Open, Turn};
        use Arm::{B, F, L, R};
        let mut motions = Vec::new();
        let mut at = 0.5;
        let mut step = |actions: &[(Arm, Action)]| {
            let (start, mut longest) = (at, 0.0);
            for &(arm, action) in actions {
                let seconds = profile.timing.seconds(action);
                longest = f64::max(longest, seconds);
                let end = start + seconds;
                motions.push(Motion { arm, action, start, end });
            }
            at += longest + 0.05;
        };
        for _ in 0..4 {
            for arm in [F, R] {
                step(&[(arm, Turn(1))]);
                step(&[(arm, Open)]);
                step(&[(arm, Turn(-1))]);
                step(&[(arm, Close)]);
            }
            step(&[(F, Open), (B, Open)]);
            step(&[(R, Turn(1)), (L, Turn(-1))]);
            step(&[(F, Close), (B, Close)]);
            step(&[(R, Open), (L, Open)]);
            step(&[(R, Turn(-1)), (L, Turn(1))]);
            step(&[(R, Close), (L, Close)]);
        }
        let cube = Cube::from_seed(7);
        let plan = PlayedPlan::new(profile, &RigState::REST, &motions, cube, ColorScheme::WESTERN);
        let now = Instant::now();
        Rig { plan: plan.expect("these motions obey the rules"), began: now, started: now, stopped: None }
    }

    /// Seconds into the plan. It begins again a moment after its end.
    fn at(&mut self) -> f64 {
        if let Some(at) = self.stopped {
            return at;
        }
        if self.plan.seconds() + 1.0 < self.began.elapsed().as_secs_f64() {
            self.began = Instant::now();
        }
        self.began.elapsed().as_secs_f64().min(self.plan.seconds())
    }

    fn scene(&mut self) -> Scene {
        let shown_at = self.started.elapsed().as_secs_f64() * 1000.0;
        let at = self.at();
        let mut scene = self.plan.scene(at, shown_at);
        if let Some(cube) = &mut scene.cube {
            cube.stickers.replace_range(20..21, "?");
            cube.doubtful = vec![2];
        }
        scene
    }

    fn run(&mut self) -> RunNow {
        let at = self.at();
        let now = self.plan.plan(Some(at));
        let done = self.plan.moves_done(at);
        RunNow {
            stage: if self.stopped.is_some() { Stage::Stopped } else { Stage::Executing },
            details: String::new(),
            attempt: 2,
            text: format!("The arms do move {} of {}.", done, now.moves.len()),
            progress: (at / now.seconds) as f32,
            moves: now.moves,
            moves_done: done as u32,
            elapsed: Some(11.0 + at),
            left: Some(now.seconds - at),
            troubles: vec![
                "attempt 1: the camera saw a cube that is not solved: the sticker F3 is red, but white was expected"
                    .into(),
            ],
            question: String::new(),
        }
    }
}

fn known(cube: &Cube) -> CubeKnown {
    let mut confidence = vec![0.97; 54];
    confidence[2] = 0.41;
    confidence[20] = 0.0;
    let mut facelets = cube.facelets().to_string();
    facelets.replace_range(20..21, "?");
    CubeKnown {
        facelets,
        scheme: "WRGYOB".into(),
        confidence,
        doubtful: vec![2],
        faces_seen: "URFDLB".into(),
        seen_at: 1.0,
        status: CubeStatus::Partial,
        source: "seen by the camera".into(),
        problem: "The sticker F3 was not seen: a finger covers it.".into(),
        notes: vec!["U3 is orange or red: show it again, or say what it is.".into()],
        solved: false,
    }
}

fn controls(stopped: bool) -> Controls {
    let running = if stopped { "" } else { "a run is under way" };
    let moving = if stopped { "the rig is stopped: resume first" } else { "" };
    let reasons = [
        ("stop", ""),
        ("resume", if stopped { "" } else { "the rig is not stopped" }),
        ("start", running),
        ("load", running),
        ("release", running),
        ("moves", moving),
        ("fault", ""),
        ("set_cube", running),
    ];
    let reasons = reasons.map(|(name, reason)| (name.to_owned(), reason.to_owned()));
    Controls { reasons: reasons.into() }
}

fn health(at: f64) -> Health {
    let node = |name: &str, level, message: &str, age| NodeHealth {
        name: name.into(),
        level,
        message: message.into(),
        values: vec![("rate".into(), "29.8 Hz".into()), ("errors".into(), "0".into())],
        age,
    };
    Health {
        nodes: vec![
            node("camera", Level::Ok, "30 pictures a second", (at * 1000.0) % 400.0),
            node("face_detector", Level::Warn, "the picture is dark", 90.0),
            node("fb_clamp", Level::Ok, "the battery has 7.9 V", 300.0),
            node("fb_rotate", Level::Error, "the brick does not answer", 300.0),
            node("solver", Level::Stale, "it has said nothing for 12 s", 12_000.0),
        ],
    }
}

fn history() -> History {
    let run = |index: u32| PastRun {
        ended: 1.79e9 + 300.0 * f64::from(index),
        solved: index % 5 != 3,
        reason: ["", "", "", "the claw of f did not close", ""][index as usize % 5].into(),
        attempts: 1 + u32::from(index % 5 == 3),
        moves: 18 + index % 5,
        scan: 21.0 + f64::from(index % 7) / 3.0,
        solve: 0.6 + f64::from(index % 3) / 10.0,
        execute: 41.0 + f64::from(index % 4),
        check: 22.0,
    };
    History { runs: (0..24).map(run).collect() }
}

fn hand_scan(step: usize) -> HandScan {
    let colors = Cube::from_seed(7).facelets().colors(&ColorScheme::WESTERN);
    let asked = step % 7;
    let order = [Face::F, Face::U, Face::D, Face::L, Face::R, Face::B];
    let read: Vec<Face> = order[..asked.min(6)].to_vec();
    let stickers = (0..54).map(|at| if read.contains(&Face::ALL[at / 9]) { colors[at].letter() } else { '?' });
    let status = |face: Face| {
        if read.contains(&face) {
            "read"
        } else if order.get(asked) == Some(&face) {
            "asked"
        } else {
            "missing"
        }
    };
    let done = asked == 6;
    HandScan {
        prompt: if done {
            "Done: the whole cube is read".into()
        } else {
            format!("Show the {} face.", ColorScheme::WESTERN.color(order[asked]).name())
        },
        hint: if done { String::new() } else { "Turn the cube to the left.".into() },
        notice: format!("{} of 6 faces are read", read.len()),
        stickers: stickers.collect(),
        doubtful: if done { vec![3, 17] } else { Vec::new() },
        faces: Face::ALL.map(|face| status(face).to_owned()).to_vec(),
        hold: if done { String::new() } else { "GWR".into() },
        left: Some(60.0),
        problem: String::new(),
        done,
    }
}

/// A picture whose bars move.
fn picture(frame: u16, annotated: bool) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(3 * usize::from(WIDTH) * usize::from(HEIGHT));
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let color = Color::from_index(usize::from((x + 4 * frame) / 40 + y / 40) % 6);
            let rgb = match color {
                Some(Color::Yellow) => [240, 216, 12],
                Some(Color::Orange) => [255, 115, 0],
                Some(Color::Blue) => [0, 50, 180],
                _ => [242, 242, 242],
            };
            let line = annotated && (x % 40 < 2 || y % 40 < 2);
            pixels.extend(if line { [235, 70, 200] } else { rgb });
        }
    }
    let mut jpeg = Vec::new();
    let encoded = Encoder::new(&mut jpeg, 80).encode(&pixels, WIDTH, HEIGHT, ColorType::Rgb);
    encoded.expect("the picture has as many pixels as it says");
    jpeg
}

fn answer(ask: &Ask, rig: &mut Rig, page: &Page) -> Answer {
    match ask {
        Ask::Stop => {
            rig.stopped = Some(rig.at());
            page.set(Part::Stop(StopNow {
                stopped: true,
                text: "a person on the page stopped it".into(),
                took: Some(38.0),
            }));
            Answer::done("stopped")
        }
        Ask::Resume => {
            if let Some(at) = rig.stopped.take() {
                rig.began = Instant::now() - Duration::from_secs_f64(at);
            }
            page.set(Part::Stop(StopNow { stopped: false, text: String::new(), took: None }));
            Answer::done("the rig may move again")
        }
        Ask::Start { .. } => Answer::refused("a run is under way"),
        Ask::Moves { moves } => match parse_moves(moves, cube::Notation::Standard) {
            Ok(moves) => Answer::done(format!("{} moves are planned", moves.len())),
            Err(error) => Answer::refused(error),
        },
        Ask::SetCube { cube } => page::laws::check(cube, teach::Language::default()),
        other => Answer::done(format!("understood: {other:?}")),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().map_or(Ok(8080), |port| port.parse())?;
    let view = arguments.next();
    let for_phones = view.as_deref() == Some("phone");
    let view = match view.as_deref() {
        None | Some("rig" | "phone") => View::Rig,
        Some("hand") => View::HandScan,
        Some("plan") => View::Plan,
        Some(other) => return Err(format!("there is no view '{other}'").into()),
    };
    let profile = Profile::nxt_2015();
    let mut rig = Rig::new(&profile);
    let hello = Hello {
        simulated: true,
        faults: vec![FaultKind {
            name: "motor_stalls".into(),
            about: "a motor does not turn any more".into(),
            targets: vec![("r_wrist".into(), "wrist of arm R".into())],
            variants: Vec::new(),
            amount: None,
        }],
        has_rig: true,
        ..Hello::new(view, "a rig that nobody has")
    };
    let options = if for_phones { Options::for_phones(port, hello)? } else { Options::local(port, hello) };
    let (to_camera, mut pictures) = mpsc::channel(2);
    let camera = for_phones.then_some(to_camera);
    let options = Options { rig: Some(RigFiles::new(&profile)), camera, ..options };
    let (page, mut asked) = Page::serve(options).await?;
    println!("{}", page.url());
    if let Some(text) = page.phone_text() {
        println!("{text}");
    }
    page.offer_phone("dashboard_address:=0.0.0.0 dashboard_token:=random");
    // The newest picture of a browser.
    let mut newest = None;
    page.set(Part::Stop(StopNow { stopped: false, text: String::new(), took: None }));
    page.set(Part::History(history()));
    let mut ticks = interval(Duration::from_millis(33));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut frame = 0u16;
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                frame = frame.wrapping_add(1);
                page.set(Part::Scene(rig.scene()));
                if frame.is_multiple_of(6) {
                    let at = rig.at();
                    page.set(Part::Cube(known(&rig.plan.cube(at))));
                    page.set(Part::Run(rig.run()));
                    page.set(Part::Plan(rig.plan.plan(Some(at))));
                    page.set(Part::Controls(controls(rig.stopped.is_some())));
                    page.set(Part::Health(health(rig.started.elapsed().as_secs_f64())));
                    page.set(Part::Camera(Camera { age: Some(33.0), source: "drawn pictures".into() }));
                    match view {
                        View::HandScan => page.set(Part::HandScan(hand_scan(usize::from(frame) / 90))),
                        View::Plan => page.set(Part::Player(Player { at, playing: rig.stopped.is_none(), speed: 1.0 })),
                        // `cuberig teach --page` and `cuberig practise` show these.
                        View::Rig | View::Lesson | View::Practice => {}
                    }
                }
                if frame.is_multiple_of(3) {
                    for (kind, annotated) in [(Picture::Plain, false), (Picture::Annotated, true)] {
                        if page.watched(kind) {
                            let drawn = || picture(frame, annotated);
                            page.show(kind, &newest.clone().map_or_else(drawn, |jpeg: Bytes| jpeg.to_vec()));
                        }
                    }
                }
            }
            Some(picture) = pictures.recv() => {
                newest = Some(picture.jpeg.clone());
                drop(picture);
            }
            asked = asked.recv() => match asked {
                Some(asked) => {
                    let answer = answer(&asked.ask, &mut rig, &page);
                    asked.reply.send(answer);
                }
                None => return Ok(()),
            },
            _ = tokio::signal::ctrl_c() => return Ok(()),
        }
    }
}
