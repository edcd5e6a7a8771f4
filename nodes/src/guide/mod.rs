//! The node `guide`: leads a person without a rig through the six faces, and reports the cube to the state assembler.
//!
//! The state assembler has to know which face a picture shows, from the rig or from names in the pictures. A person turns the
//! cube as they like, so the guide finds out. It then reports the cube through `cube/set_state`, as any person would.
//!
//! One look can take seconds, so looks have a task of their own. Meanwhile the node shows pictures and reports on /diagnostics.

mod params;

use std::time::Duration;

use anyhow::Result;
use brick::clock::Interval;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::CubeState;
use r2r::cuberig_msgs::srv::SetCubeState;
use r2r::sensor_msgs::msg::Image as ImageMsg;
use r2r::std_msgs::msg::String as Words;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tutor::handscan::{Dialogue, Effect, overlay};

use crate::messages::image::{bgr8, picture};
use crate::runtime::{Diagnostics, Health, Logger, Publisher, RigNode, ServiceClient, Setup, Task, latched};
use crate::shown_by_hand::{Inputs, View, look_on};
pub use params::GuideParams;

/// How long the state assembler may take to answer before it is asked again.
const ANSWER: Duration = Duration::from_secs(5);

/// Leads a person.
pub struct GuideNode;

impl RigNode for GuideNode {
    const NAME: &'static str = "guide";
    const ABOUT: &'static str =
        "leads a person with a cube and a camera through the six faces, and sets the cube in the state assembler";
    type Params = GuideParams;

    fn start(setup: &mut Setup<GuideParams>) -> Result<Task> {
        let dialogue = Dialogue::new(setup.params.get().options()?);
        let inputs = Inputs {
            faces: setup.subscribe("faces", QosProfile::default().keep_last(20))?,
            colors: setup.subscribe("cube/colors", latched())?,
            answers: setup.subscribe::<Words>("scan/say", QosProfile::default())?.map(|words| words.data),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
        };
        let mut pictures = setup.subscribe_latest::<ImageMsg>("faces/image", QosProfile::default().keep_last(2))?;
        let (seen, view) = watch::channel(View::of(&dialogue));
        let mut outputs = Outputs {
            prompts: setup.publisher("scan/prompt", latched())?,
            screens: setup.publisher("scan/image", QosProfile::default().keep_last(2))?,
            assembler: setup.client("cube/set_state")?,
            cube: Delivery::Nothing,
            view,
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
        };
        let stop = setup.stop.clone();
        Ok(Box::pin(async move {
            let (effect, mut effects) = tokio::sync::mpsc::unbounded_channel();
            let (answer, mut answers) = tokio::sync::mpsc::unbounded_channel();
            let mut looks = std::pin::pin!(look_on(dialogue, inputs, seen, effect));
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    ended = &mut looks => return ended,
                    Some(effect) = effects.recv() => outputs.act(effect),
                    Ok(()) = pictures.changed() => {
                        let picture = pictures.borrow_and_update().clone();
                        if let Some(picture) = picture {
                            outputs.show(&picture);
                        }
                    }
                    Some(answered) = answers.recv() => outputs.take_answer(answered),
                    () = seconds.tick() => outputs.report(),
                }
                outputs.deliver_cube(&answer);
            }
        }))
    }
}

/// What the node publishes and asks for.
struct Outputs {
    prompts: Publisher<Words>,
    screens: Publisher<ImageMsg>,
    assembler: ServiceClient<SetCubeState::Service>,
    cube: Delivery,
    view: watch::Receiver<View>,
    log: Logger,
    diagnostics: Diagnostics,
}

/// How far the state assembler knows the cube.
enum Delivery {
    /// There is nothing that it does not know.
    Nothing,
    /// This cube is to be reported.
    Due(String),
    /// It was reported, and the answer is to come. Another cube may be due meanwhile.
    Asked,
}

/// What became of reporting the cube.
enum Answer {
    /// The state assembler answered, with the reason if it refused.
    Given(String),
    /// It did not.
    Lost { colors: String, reason: String },
}

impl Outputs {
    fn act(&mut self, effect: Effect) {
        match effect {
            Effect::Say(words) => self.say(words),
            Effect::CubeKnown(colors) => self.cube = Delivery::Due(colors),
        }
    }

    fn say(&self, words: String) {
        self.log.info(words.clone());
        self.prompts.publish(&Words { data: words });
    }

    /// Reports a cube that is due to the state assembler.
    fn deliver_cube(&mut self, answer: &UnboundedSender<Answer>) {
        let Delivery::Due(colors) = &self.cube else {
            return;
        };
        let request = SetCubeState::Request { facelets: colors.clone(), source: CubeState::SOURCE_SET as u8 };
        let (colors, answer) = (colors.clone(), answer.clone());
        let (asked, again) = (self.assembler.ask(&request, ANSWER), Instant::now() + ANSWER);
        tokio::spawn(async move {
            let outcome = match asked.await {
                Ok(response) => Answer::Given(response.error_msg),
                Err(reason) => {
                    sleep_until(again).await;
                    Answer::Lost { colors, reason }
                }
            };
            // The receiver lives as long as the node's task.
            let _ = answer.send(outcome);
        });
        self.cube = Delivery::Asked;
    }

    /// Takes the state assembler's answer. A cube that did not reach it is reported again.
    fn take_answer(&mut self, answer: Answer) {
        let asked = matches!(self.cube, Delivery::Asked);
        match answer {
            Answer::Given(refused) => {
                if !refused.is_empty() {
                    self.say(refused);
                }
                if asked {
                    self.cube = Delivery::Nothing;
                }
            }
            Answer::Lost { colors, reason } => {
                self.log.warn(reason);
                if asked {
                    self.cube = Delivery::Due(colors);
                }
            }
        }
    }

    /// Publishes the picture with the guide's screen over it, where someone looks.
    fn show(&self, message: &ImageMsg) {
        if !self.screens.has_listeners() {
            return;
        }
        match picture(message) {
            Ok(mut image) => {
                overlay(&mut image, &self.view.borrow().screen);
                let (width, height) = (image.width(), image.height());
                self.screens.publish(&bgr8(message.header.clone(), width, height, image.bytes()));
            }
            Err(error) => self.diagnostics.report(Health::Error, error.to_string(), &[]),
        }
    }

    fn report(&self) {
        let status = self.view.borrow().status.clone();
        self.diagnostics.report(Health::Ok, status, &[]);
    }
}
