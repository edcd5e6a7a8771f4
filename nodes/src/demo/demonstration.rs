//! The demonstration itself: put a cube in, have it solved, check the outcome against the simulator's truth.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use cube::Facelets;
use futures::StreamExt;
use r2r::cuberig_msgs::action::RunCube;
use r2r::cuberig_msgs::msg::{CubeState, RunStatus};

use crate::graph::{Graph, Progress, value};
use crate::params::DemoParams;
use crate::pictures::Album;
use crate::screen::Screen;

/// How long a photograph may still be on its way when the camera has been switched off.
const LATE_READING: Duration = Duration::from_millis(700);
/// How long one photograph may take to be read.
const PHOTO_PATIENCE: Duration = Duration::from_secs(15);
/// How long the simulator's next word on the truth may take.
const TRUTH_PATIENCE: Duration = Duration::from_secs(5);
/// How long the run's last words may be on their way after its result.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The stages with which a run ends.
const END: [u32; 3] = [RunStatus::SOLVED as u32, RunStatus::STOPPED as u32, RunStatus::FAILED as u32];
/// Seconds that the solver searches for a shorter solution; the motion planner looks for a faster one after that.
const SOLVE_SECONDS: f64 = 0.5;
/// The letters of the faces in the order of the photographs.
const FACES: &str = "URFDLB";

/// Solves the cubes that `params` ask for. An error means that a cube is not solved.
pub async fn show(graph: Graph, progress: Progress, params: DemoParams) -> Result<()> {
    let screen = Screen::new(params.headless);
    graph.wait(Duration::from_secs_f64(params.patience)).await?;
    let mut demo =
        Demonstration { album: Album::new(PathBuf::from(&params.pictures), &graph), graph, progress, screen };
    demo.album.have_plans_drawn(&demo.graph).await?;
    if !params.photos.is_empty() {
        ensure!(params.photos.len() == 6, "six photographs are needed, not {}", params.photos.len());
        let facelets = demo.read_photos(&params.photos).await?;
        return demo.solve(&facelets, false).await;
    }
    for number in 0..params.cubes {
        let seed = match params.seed {
            -1 => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64 % 1_000_000,
            first => first as u64 + number as u64,
        };
        demo.screen.say(&format!("Cube {} of {}: seed {seed}", number + 1, params.cubes));
        let facelets = demo.graph.put_cube("", seed).await?;
        demo.solve(&facelets, true).await?;
    }
    Ok(())
}

struct Demonstration {
    graph: Graph,
    progress: Progress,
    screen: Screen,
    album: Album,
}

impl Demonstration {
    /// Shows six photographs to the detector through the camera node; returns the cube that they show.
    async fn read_photos(&mut self, photos: &[String]) -> Result<String> {
        self.screen.say("Reading six photographs");
        self.graph.set_parameters("rig_sim", vec![("camera_enabled", value(false))]).await?;
        self.graph.reset().await?;
        for (index, (photo, face)) in photos.iter().zip(FACES.chars()).enumerate() {
            let path = std::fs::canonicalize(photo).with_context(|| format!("there is no photograph '{photo}'"))?;
            let values = vec![
                ("files", value(vec![path.display().to_string()])),
                ("frame_ids", value(vec![format!("face_{face}")])),
                ("source", value("images".to_owned())),
                ("enabled", value(true)),
            ];
            self.graph.set_parameters("camera", values).await?;
            let mut state = self.graph.state.clone();
            let seen = state.wait_for(|state| state.as_ref().is_some_and(|state| state.faces_seen.contains(face)));
            let in_time = tokio::time::timeout(PHOTO_PATIENCE, seen).await.is_ok();
            ensure!(
                in_time,
                "no face was found in '{photo}' within {} s: is face {face} whole, sharp and well lit in it?",
                PHOTO_PATIENCE.as_secs()
            );
            self.album.keep(&format!("{}_{face}", index + 1)).await?;
            self.screen.say(&format!("  face {face} read from {photo}"));
        }
        let camera = vec![("enabled", value(false)), ("source", value("none".to_owned()))];
        self.graph.set_parameters("camera", camera).await?;
        // A photograph that is read late would count as an update of the cube that is set below.
        tokio::time::sleep(LATE_READING).await;
        let state = self.graph.state.borrow().clone().context("no cube/state was published")?;
        self.album.finish()?;
        if u32::from(state.status) != CubeState::VALID as u32 {
            bail!("the photographs show no possible cube: {}", state.error_msg);
        }
        // The cube of the photographs is put into the simulated rig, and its own camera takes over.
        let facelets = self.graph.put_cube(&state.facelets, 0).await?;
        self.graph.set_parameters("rig_sim", vec![("camera_enabled", value(true))]).await?;
        self.graph.set_state(&facelets).await?;
        Ok(facelets)
    }

    /// Has the cube in the rig solved and accepts it only when the simulator confirms it.
    async fn solve(&mut self, facelets: &str, scan: bool) -> Result<()> {
        let before: Facelets = facelets.parse().context("the simulator's cube cannot be read")?;
        self.screen.show_cube(&before);
        let goal = RunCube::Goal { scan, look_again: true, solve_time_limit: SOLVE_SECONDS, ..Default::default() };
        let mut result = std::pin::pin!(self.graph.run(goal).end());
        let (mut state, mut plan) = (self.graph.state.clone(), self.graph.plan.clone());
        let (mut faces_seen, mut saw_end) = (String::new(), false);
        let result = loop {
            tokio::select! {
                Some(status) = self.progress.next() => {
                    self.screen.follow(&status);
                    saw_end = END.contains(&u32::from(status.stage));
                }
                Ok(()) = state.changed() => {
                    let now = state.borrow_and_update().as_ref().map(|s| s.faces_seen.clone()).unwrap_or_default();
                    if let Some(face) = now.chars().find(|face| !faces_seen.contains(*face)) {
                        let number = now.len();
                        self.album.keep(&format!("{number}_{face}")).await?;
                    }
                    faces_seen = now;
                }
                Ok(()) = plan.changed() => self.album.note_plan(plan.borrow_and_update().clone()),
                ended = &mut result => break ended?.1,
            }
        };
        // The result may overtake the last status.
        let words = async {
            while !saw_end && let Some(status) = self.progress.next().await {
                self.screen.follow(&status);
                saw_end = END.contains(&u32::from(status.stage));
            }
        };
        // Without the last words the demonstration goes on.
        let _ = tokio::time::timeout(LAST_WORDS, words).await;
        self.screen.end_stage();
        self.album.finish()?;
        if result.error_code != 0 {
            bail!("the run failed: {} (error {})", result.error_msg, result.error_code);
        }
        self.report(&result)?;
        self.check_truth().await
    }

    fn report(&self, result: &RunCube::Result) -> Result<()> {
        let moves = result.moves.len();
        self.screen.say(&format!("  solution {}  ({moves} moves, half turns counted once)", result.moves.join(" ")));
        self.screen.say(&format!(
            "  seconds  scan {:.1}, solve {:.1}, execute {:.1}, look again {:.1}; attempts {}",
            result.scan_seconds, result.solve_seconds, result.execute_seconds, result.check_seconds, result.attempts
        ));
        if let Some(plan) = self.album.executed_plan() {
            self.screen.say(&format!(
                "  duration of plan {:.1} s; the same moves one by one {:.1} s",
                plan.seconds, plan.baseline_seconds
            ));
        }
        let drawn = self.album.plan_picture()?;
        if drawn.is_file() {
            self.screen.say(&format!("  the plan, drawn arm by arm: {}", drawn.display()));
        }
        self.screen.say(&format!("  pictures {}", self.album.folder().display()));
        Ok(())
    }

    async fn check_truth(&mut self) -> Result<()> {
        let mut truth = self.graph.truth.clone();
        truth.mark_unchanged();
        let newest = tokio::time::timeout(TRUTH_PATIENCE, truth.changed()).await;
        ensure!(newest.is_ok_and(|changed| changed.is_ok()), "the simulator does not publish sim/truth");
        let truth = truth.borrow().clone().context("sim/truth is empty")?;
        for violation in &truth.violations {
            self.screen.say(&format!("  the simulator saw: {violation}"));
        }
        ensure!(truth.solved, "the cube is NOT solved; it is {}", truth.facelets);
        self.screen.say("  truth    the cube in the simulator is solved");
        Ok(())
    }
}
