//! All that goes over the page's WebSocket. `web/src/protocol.ts` is written from it (a test
//! fails when it is stale).
//!
//! The server sends *parts*: each is the whole of one thing as it is now, and the newest counts. So a browser that comes late,
//! comes back or reads slowly misses nothing but what is old. The browser sends requests; each gets one [`Answer`]. Pictures are
//! binary messages: one byte that says which picture it is ([`Picture`]), then a JPEG. A browser that is the camera sends binary messages
//! too (`page_camera.rs`).

mod cube;
mod face_picture;
mod fault;
mod learning;
mod lesson;
mod look;
mod page_camera;
mod phone;
mod practice;
mod request;
mod rig;
mod run;
mod watch;

use serde::Serialize;

pub use self::cube::{CubeInClaws, CubeKnown, CubeStatus, Scene};
pub use self::face_picture::{FacePicture, FacesInDoubt};
pub use self::fault::{FaultAmount, FaultKind};
pub use self::learning::{
    CaseMemory, DrillNow, DrillOrder, LearnerNow, OwnSequence, RollingAverage, SolvePenalty, TimedSolve, TimerNow,
};
pub use self::lesson::{LessonNow, MoveNow, StageNow, StepNow};
pub use self::look::CubeLook;
pub use self::page_camera::{PageCameraNow, PictureTaken};
pub use self::phone::{Phone, PhoneWay};
pub use self::practice::{CaseSet, CaseShown, Catalogue, CuboidGraph, CuboidState};
pub use self::request::{Answer, ArmPause, Ask, LearnedColors, Picture, Request};
pub use self::rig::{Camera, Controls, Health, Level, NodeHealth, StopNow};
pub use self::run::{History, PastRun, PlanNow, PlannedMotion, Player, RunNow, Stage};
pub use self::watch::{WatchNow, WatchState};

/// The version of this protocol, in the hello. A page of another version reloads itself.
pub const VERSION: u32 = 1;

/// What the server sends.
#[allow(clippy::large_enum_variant, reason = "messages are written and forgotten")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum FromServer {
    /// What became of a request.
    Answer(Answer),
    /// A picture of the browser's camera has arrived, or a question for the server's time.
    Taken(PictureTaken),
    /// One thing as it is now.
    #[serde(untagged)]
    Part(Part),
}

/// One thing as it is now. The order is that in which a browser that comes gets them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum Part {
    /// Who speaks; the first message.
    Hello(Hello),
    /// The rig and the cube in its claws, as they stand.
    Scene(Scene),
    /// What is known of the cube.
    Cube(CubeKnown),
    /// The faces that have stickers in doubt.
    Doubt(FacesInDoubt),
    /// Where the run stands.
    Run(RunNow),
    /// The newest plan of arm motions.
    Plan(PlanNow),
    /// Whether the rig is stopped.
    Stop(StopNow),
    /// What can be asked for now, and why the rest cannot.
    Controls(Controls),
    /// What the nodes say of themselves.
    Health(Health),
    /// The runs that ended.
    History(History),
    /// A person shows a cube to the camera.
    HandScan(HandScan),
    /// A plan that is played without a rig.
    Player(Player),
    /// A lesson, and where the learner is in it.
    Lesson(LessonNow),
    /// What the host's camera shows of a learner's cube.
    Watch(WatchNow),
    /// The cases that a learner can practise.
    Catalogue(Catalogue),
    /// The 2x2x1.
    Cuboid(CuboidGraph),
    /// What a learner remembers.
    Learner(LearnerNow),
    /// The case to drill.
    Drill(DrillNow),
    /// The timer.
    Timer(TimerNow),
    /// How old the newest picture is.
    Camera(Camera),
    /// How a phone opens the page.
    Phone(Phone),
    /// The browser whose camera the host uses.
    PageCamera(PageCameraNow),
}

/// Who speaks, and what the page may show.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// [`VERSION`].
    pub version: u32,
    /// Which page this is.
    pub view: View,
    /// The title: the rig's name, or what is scanned or planned.
    pub title: String,
    /// Whether the rig is a simulated one.
    pub simulated: bool,
    /// Faults that can be put into the simulated rig.
    pub faults: Vec<FaultKind>,
    /// Whether `/rig.urdf` and its meshes are served.
    pub has_rig: bool,
    /// What the cube in the rig looks like; nothing: as the page draws cubes.
    pub cube_look: Option<CubeLook>,
}

impl Hello {
    /// A page of this version without a rig.
    pub fn new(view: View, title: impl Into<String>) -> Hello {
        Hello {
            version: VERSION,
            view,
            title: title.into(),
            simulated: false,
            faults: Vec::new(),
            has_rig: false,
            cube_look: None,
        }
    }
}

/// Which page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// A rig at work.
    Rig,
    /// A person shows a cube to a camera.
    HandScan,
    /// A plan without a rig.
    Plan,
    /// A lesson for a learner.
    Lesson,
    /// Drills of cases, and a timer.
    Practice,
}

/// A person shows a cube to the camera.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandScan {
    /// What to do.
    pub prompt: String,
    /// How to do it; may be empty.
    pub hint: String,
    /// What happened just now; may be empty.
    pub notice: String,
    /// Colour letters of the 54 stickers, `?` where nothing is known.
    pub stickers: String,
    /// Indices of the stickers in doubt.
    pub doubtful: Vec<u8>,
    /// How far the faces U R F D L B are: `missing`, `asked`, `read` or `again`.
    pub faces: Vec<String>,
    /// How the cube should be held now: the colour letters towards the camera, up and to the right; empty when nothing is asked.
    pub hold: String,
    /// Seconds until it gives up waiting.
    pub left: Option<f64>,
    /// What is wrong with the cube that was read or typed; empty when nothing is.
    pub problem: String,
    /// Whether the whole cube is read, and only a yes is missing.
    pub done: bool,
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use ts_rs::{Config, TS};

    use super::*;

    /// A type as TypeScript.
    fn declared<T: TS>(config: &Config) -> String {
        let docs = T::docs().unwrap_or_default();
        format!("\n{docs}export {}\n", T::decl(config))
    }

    fn typescript() -> String {
        let config = Config::default();
        let all = [
            declared::<FromServer>,
            declared::<Part>,
            declared::<Hello>,
            declared::<FaultKind>,
            declared::<FaultAmount>,
            declared::<CubeLook>,
            declared::<View>,
            declared::<Scene>,
            declared::<CubeInClaws>,
            declared::<CubeKnown>,
            declared::<CubeStatus>,
            declared::<FacesInDoubt>,
            declared::<FacePicture>,
            declared::<RunNow>,
            declared::<Stage>,
            declared::<PlanNow>,
            declared::<PlannedMotion>,
            declared::<StopNow>,
            declared::<Controls>,
            declared::<Health>,
            declared::<NodeHealth>,
            declared::<Level>,
            declared::<History>,
            declared::<PastRun>,
            declared::<HandScan>,
            declared::<Player>,
            declared::<LessonNow>,
            declared::<StageNow>,
            declared::<StepNow>,
            declared::<MoveNow>,
            declared::<WatchNow>,
            declared::<WatchState>,
            declared::<Catalogue>,
            declared::<CaseSet>,
            declared::<CaseShown>,
            declared::<CuboidGraph>,
            declared::<CuboidState>,
            declared::<LearnerNow>,
            declared::<CaseMemory>,
            declared::<OwnSequence>,
            declared::<DrillNow>,
            declared::<DrillOrder>,
            declared::<TimerNow>,
            declared::<TimedSolve>,
            declared::<SolvePenalty>,
            declared::<RollingAverage>,
            declared::<Camera>,
            declared::<Phone>,
            declared::<PhoneWay>,
            declared::<PageCameraNow>,
            declared::<PictureTaken>,
            declared::<Answer>,
            declared::<LearnedColors>,
            declared::<Request>,
            declared::<Ask>,
            declared::<ArmPause>,
            declared::<Picture>,
        ];
        let mut text = format!(
            "// What goes over the page's WebSocket. Written by a test from src/protocol of the crate: do not edit.\n\n\
             /** The version of this protocol. */\nexport const VERSION = {VERSION};\n"
        );
        all.iter().for_each(|declared| text += &declared(&config));
        text
    }

    #[test]
    fn the_browsers_types_are_those_of_the_server() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src/protocol.ts");
        let text = typescript();
        if fs::read_to_string(&file).ok().as_ref() != Some(&text) {
            fs::write(&file, &text).expect("web/src can be written");
            panic!("web/src/protocol.ts was stale. It is written anew: commit it.");
        }
    }
}
