//! The node `guide`: leads a person without a rig through the six faces, and tells the state assembler the cube.
//!
//! It stands beside the state assembler, which needs to know where each face belongs (from the rig, or from names in
//! the pictures), while a person turns the cube as they like; what the guide is sure of it tells like any person,
//! through `cube/set_state`.

mod convert;
mod node;
mod params;

use std::time::Duration;

use anyhow::Result;
use futures::StreamExt;
use handscan::overlay;
use r2r::cuberig_msgs::msg::{CubeColors, CubeState, FaceObservation};
use r2r::cuberig_msgs::srv::SetCubeState;
use r2r::sensor_msgs::msg::Image as ImageMsg;
use r2r::std_msgs::msg::String as Words;
use r2r::{Client, QosProfile};
use tokio::sync::mpsc::UnboundedSender;

use crate::runtime::{Diagnostics, Health, Logger, Publisher, RigNode, Setup, Task};
use node::{Effect, Leader};
pub use params::GuideParams;

/// Without an observation for so long, time passes by itself.
const QUIET: Duration = Duration::from_millis(500);
/// How long the state assembler may take to answer before it is asked again.
const ANSWER: Duration = Duration::from_secs(5);

/// Leads a person.
pub struct GuideNode;

impl RigNode for GuideNode {
    const NAME: &'static str = "guide";
    const ABOUT: &'static str = "leads a person with a cube and a camera through the six faces, and tells the state assembler the cube";
    type Params = GuideParams;

    fn start(setup: &mut Setup<GuideParams>) -> Result<Task> {
        let latched = || QosProfile::default().keep_last(1).transient_local();
        let mut leader = Leader::new(setup.params.get().options()?);
        let mut faces =
            setup.subscribe::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        let mut pictures = setup
            .subscribe_latest::<ImageMsg>("faces/image", QosProfile::default().keep_last(2))?;
        let mut colors = setup.subscribe::<CubeColors>("cube/colors", latched())?;
        let mut said = setup.subscribe::<Words>("scan/say", QosProfile::default())?;
        let mut hands = Hands {
            prompts: setup.publisher("scan/prompt", latched())?,
            screens: setup.publisher("scan/image", QosProfile::default().keep_last(2))?,
            assembler: setup.client("cube/set_state")?,
            cube: Telling::Nothing,
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
        };
        let (stop, clock) = (setup.stop.clone(), setup.clock.clone());
        Ok(Box::pin(async move {
            let (answer, mut answers) = tokio::sync::mpsc::unbounded_channel();
            let mut seconds = tokio::time::interval(Duration::from_secs(1));
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    Some(message) = faces.next() => {
                        hands.act(leader.look(clock.now(), &convert::faces(&message)));
                    }
                    () = tokio::time::sleep(QUIET) => hands.act(leader.look(clock.now(), &[])),
                    Some(message) = colors.next() => match convert::colors(&message) {
                        Ok(colors) => leader.know_colors(colors),
                        Err(error) => hands.log.warn(format!("cube/colors: {error}")),
                    },
                    Some(words) = said.next() => hands.act(leader.hear(&words.data)),
                    Ok(()) = pictures.changed() => {
                        let picture = pictures.borrow_and_update().clone();
                        if let Some(picture) = picture {
                            hands.show(&picture, &leader);
                        }
                    }
                    Some(told) = answers.recv() => hands.told(told),
                    _ = seconds.tick() => hands.report(&leader),
                }
                hands.tell_cube(&answer);
            }
        }))
    }
}

/// What the node reaches the graph with.
struct Hands {
    prompts: Publisher<Words>,
    screens: Publisher<ImageMsg>,
    assembler: Client<SetCubeState::Service>,
    cube: Telling,
    log: Logger,
    diagnostics: Diagnostics,
}

/// How far the state assembler knows the cube.
enum Telling {
    /// There is nothing that it does not know.
    Nothing,
    /// This cube is to be told.
    Due(String),
    /// It was told and has not answered yet; another cube may be due meanwhile.
    Asked,
}

impl Hands {
    fn act(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Say(words) => {
                    self.log.info(words.clone());
                    self.prompts.publish(&Words { data: words });
                }
                Effect::Tell(colors) => self.cube = Telling::Due(colors),
            }
        }
    }

    /// Tells the state assembler a cube that is due.
    fn tell_cube(&mut self, answer: &UnboundedSender<Told>) {
        let Telling::Due(colors) = &self.cube else {
            return;
        };
        let request = SetCubeState::Request {
            facelets: colors.clone(),
            source: CubeState::SOURCE_SET as u8,
        };
        let (colors, answer) = (colors.clone(), answer.clone());
        let asked = self.assembler.request(&request);
        tokio::spawn(async move {
            let lost = match asked {
                Err(error) => {
                    tokio::time::sleep(ANSWER).await;
                    error.to_string()
                }
                Ok(response) => match tokio::time::timeout(ANSWER, response).await {
                    Ok(Ok(response)) => {
                        // The receiver lives as long as the node's task.
                        let _ = answer.send(Told::Answered(response.error_msg));
                        return;
                    }
                    Ok(Err(error)) => error.to_string(),
                    Err(_) => format!("no answer within {} s", ANSWER.as_secs()),
                },
            };
            let _ = answer.send(Told::Lost { colors, lost });
        });
        self.cube = Telling::Asked;
    }

    /// Takes the state assembler's answer; a cube that did not reach it is told again.
    fn told(&mut self, told: Told) {
        let asked = matches!(self.cube, Telling::Asked);
        match told {
            Told::Answered(refused) => {
                if !refused.is_empty() {
                    self.act(vec![Effect::Say(refused)]);
                }
                if asked {
                    self.cube = Telling::Nothing;
                }
            }
            Told::Lost { colors, lost } => {
                self.log.warn(format!("cube/set_state: {lost}"));
                if asked {
                    self.cube = Telling::Due(colors);
                }
            }
        }
    }

    /// Shows the picture with the guide's screen over it, where someone looks.
    fn show(&self, message: &ImageMsg, leader: &Leader) {
        if !self.screens.has_listeners() {
            return;
        }
        match convert::picture(message) {
            Ok(mut image) => {
                overlay(&mut image, &leader.screen());
                self.screens.publish(&ImageMsg {
                    data: image.bytes().to_vec(),
                    step: 3 * message.width,
                    ..message.clone()
                });
            }
            Err(error) => self
                .diagnostics
                .report(Health::Error, error.to_string(), &[]),
        }
    }

    fn report(&self, leader: &Leader) {
        self.diagnostics.report(Health::Ok, leader.status(), &[]);
    }
}

/// What became of telling the cube.
enum Told {
    /// The state assembler answered, with the reason if it refused.
    Answered(String),
    /// It did not.
    Lost { colors: String, lost: String },
}
