//! A person shows a cube by hand to the camera of the graph, face by face, and is led through it.
//!
//! One look can take seconds (`tutor::handscan` may need many exact searches). [`look_on`] computes outside of its task.

use std::time::Duration;

use anyhow::Result;
use futures::{Stream, StreamExt};
use r2r::cuberig_msgs::msg::{CubeColors, FaceObservation};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tutor::handscan::{Dialogue, Effect, Screen};

use crate::messages::{cube_colors, faces};
use crate::runtime::{Clock, Logger, compute};

/// Without an observation for this long, time passes by itself.
const QUIET: Duration = Duration::from_millis(500);

/// What the dialogue sees and receives.
pub struct Inputs<F, C, S> {
    /// What the camera sees.
    pub faces: F,
    /// What the cube's own colours look like.
    pub colors: C,
    /// Lines of the person.
    pub answers: S,
    /// The time of the graph.
    pub clock: Clock,
    /// Where messages that cannot be read are reported.
    pub log: Logger,
}

/// What people see of the dialogue.
pub struct View {
    /// What to draw.
    pub screen: Screen,
    /// What is wrong with the cube as it was read.
    pub problems: Vec<String>,
    /// Whether the cube is read.
    pub is_done: bool,
    /// How far it is, in a sentence.
    pub status: String,
}

impl View {
    /// What is seen of it now.
    pub fn of(dialogue: &Dialogue) -> View {
        View {
            screen: dialogue.screen(),
            problems: dialogue.problems().to_vec(),
            is_done: dialogue.is_done(),
            status: dialogue.status(),
        }
    }
}

/// Looks at each observation and takes each answer, one after the other, until it is dropped.
pub async fn look_on(
    mut dialogue: Dialogue,
    mut inputs: Inputs<
        impl Stream<Item = FaceObservation> + Unpin,
        impl Stream<Item = CubeColors> + Unpin,
        impl Stream<Item = String> + Unpin,
    >,
    view: watch::Sender<View>,
    effects: UnboundedSender<Effect>,
) -> Result<()> {
    loop {
        let faces = tokio::select! {
            Some(message) = inputs.faces.next() => faces::read(&message),
            () = tokio::time::sleep(QUIET) => Vec::new(),
            Some(line) = inputs.answers.next() => {
                dialogue = step(dialogue, &effects, move |dialogue| dialogue.handle(&line)).await?;
                view.send_replace(View::of(&dialogue));
                continue;
            }
            Some(message) = inputs.colors.next() => {
                match cube_colors::read(&message) {
                    Ok(colors) => dialogue.know_colors(colors),
                    Err(error) => inputs.log.warn(format!("cube/colors: {error}")),
                }
                continue;
            }
        };
        let now = inputs.clock.now();
        dialogue = step(dialogue, &effects, move |dialogue| dialogue.look(now, &faces)).await?;
        view.send_replace(View::of(&dialogue));
    }
}

/// One step of the dialogue, computed where it holds up nobody.
async fn step(
    mut dialogue: Dialogue,
    effects: &UnboundedSender<Effect>,
    work: impl FnOnce(&mut Dialogue) -> Vec<Effect> + Send + 'static,
) -> Result<Dialogue> {
    let (dialogue, found) = compute(move || {
        let found = work(&mut dialogue);
        (dialogue, found)
    })
    .await?;
    for effect in found {
        // Nobody may want to know.
        let _ = effects.send(effect);
    }
    Ok(dialogue)
}
