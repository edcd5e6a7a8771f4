//! What a browser asks for, and what it is answered.

use serde::{Deserialize, Serialize};
use tutor::handscan::Photographed;

use super::{DrillOrder, FacePicture, SolvePenalty};

/// A request of the browser.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Chosen by the browser, from 1; the answer repeats it.
    pub id: u32,
    /// What is asked for.
    pub ask: Ask,
}

/// What can be asked for. Names of controls are the names of these.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Send pictures of this kind, or none.
    Watch {
        /// Which.
        picture: Picture,
    },
    /// Begin a run.
    Start {
        /// Whether the camera looks at the cube first.
        scan: bool,
    },
    /// Stop everything at once.
    Stop,
    /// Let the rig move again, and continue the run that was stopped.
    Resume,
    /// Let the rig move again, and forget the run that was stopped.
    GiveUp,
    /// Close the claws on a cube that a person puts in.
    Load,
    /// Open the claws, so that a person can take the cube out.
    Release,
    /// Say yes to what was asked.
    Confirm,
    /// Do these moves, in any notation that `cuberig` reads.
    Moves {
        /// As people write them.
        moves: String,
    },
    /// Put a random cube into the simulated rig.
    Scramble {
        /// The same seed gives the same cube; without one it is any.
        seed: Option<u32>,
    },
    /// Make something go wrong in the simulated rig.
    Fault {
        /// One of the names in the hello.
        name: String,
        /// What it strikes, such as a joint: one of the choices in the hello.
        target: String,
        /// How much of it, in the unit of the fault.
        amount: f64,
    },
    /// End all faults of the simulated rig.
    ClearFaults,
    /// Say whether such a cube exists, and what is impossible in it. 54 colour or face letters.
    Check {
        /// Its letters, `?` where a sticker is not entered yet.
        cube: String,
    },
    /// Say how the cube is. 54 colour or face letters.
    SetCube {
        /// Its letters.
        cube: String,
    },
    /// Let the arms show these faces of the cube to the camera.
    Scan {
        /// Their letters.
        faces: String,
    },
    /// Forget what is known of the cube, and let the arms show all six faces to the camera.
    Look,
    /// Learn what the colours of the cube look like, from its six faces that the camera has seen.
    LearnColors {
        /// How the cube really is: 54 colour or face letters; empty for a solved cube.
        cube: String,
    },
    /// Give a random cube.
    Random,
    /// Give the cube that these moves make of a solved one, in any notation that `cuberig` reads.
    FromMoves {
        /// As people write them.
        moves: String,
    },
    /// Speak this language from now on.
    Speak {
        /// Its code, such as `de`.
        language: String,
    },
    /// A line for the guide of a hand scan, such as `F3=G`, `again F`, `restart`, `yes`.
    Say {
        /// What a person would type.
        line: String,
    },
    /// A line for the guide that leads a person through the faces of a cube that is shown to the rig's camera by hand: `restart`
    /// begins, `stop` ends, and others are as in `say`.
    ByHand {
        /// What a person would type.
        line: String,
    },
    /// Play the plan, from a time where one is given; or the lesson, from where it is.
    Play {
        /// Seconds into the plan.
        from: Option<f64>,
        /// Times as fast as in reality.
        speed: Option<f64>,
    },
    /// Hold the plan, or the lesson.
    Pause,
    /// Go to the place in the lesson where this many of its moves are done. Extra turns are undone.
    Goto {
        /// How many moves.
        moves: u32,
    },
    /// The learner turned the cube.
    Turn {
        /// One turn or rotation in standard notation, as the cube is held.
        turn: String,
    },
    /// Take the last turn back.
    Undo,
    /// Do the turn that was undone last once more.
    Redo,
    /// Practise a case of the catalogue; the lesson is put aside.
    Practise {
        /// Name of its set.
        set: String,
        /// Its name or number.
        case: String,
        /// Draws a turn of the top before the case and one after it; without it there is none.
        seed: Option<u32>,
    },
    /// Go back to the lesson that was put aside.
    Leave,
    /// Make a new lesson from where the cube is.
    Replan,
    /// Teach another method, or another cube. While a lesson goes on, another cube is asked about first.
    Teach {
        /// Name of the method; the one that is taught now where it is not given.
        method: Option<String>,
        /// 54 colour or face letters of another cube.
        cube: Option<String>,
    },
    /// Prepare a lesson on the cube in the claws, which the arms carry out. While another lesson goes on, it is asked about first.
    Show {
        /// Name of the method.
        method: String,
        /// Where they pause.
        pause: ArmPause,
    },
    /// Let the arms go on to their next pause.
    Next,
    /// Say no to what was asked.
    Decline,
    /// Practise as this learner, who is added where there is none.
    Learner {
        /// The name.
        name: String,
    },
    /// Choose the next case to drill.
    Drill {
        /// Names of the sets.
        sets: Vec<String>,
        /// Which cases of them.
        order: DrillOrder,
    },
    /// The case was drilled.
    Drilled {
        /// The number of the drill.
        number: u32,
        /// Whether it was remembered.
        remembered: bool,
        /// Whether help was needed.
        helped: bool,
        /// Milliseconds until it was recognised.
        recognised: Option<u32>,
        /// Milliseconds of turning.
        turned: Option<u32>,
    },
    /// Keep the learner's own sequence for a case, or none where there are no moves.
    Own {
        /// The set.
        set: String,
        /// The case.
        case: String,
        /// The moves.
        moves: String,
    },
    /// Go on in the session of this name, which is added where there is none.
    Session {
        /// The name.
        name: String,
    },
    /// A solve was timed, with the scramble that is shown.
    Timed {
        /// Milliseconds without the penalty.
        millis: u32,
        /// Milliseconds of inspection; nothing where it was not timed.
        inspected: Option<u32>,
        /// What is added for turns that were missing; what inspection costs is added by itself.
        penalty: SolvePenalty,
        /// The turns, as in `TimedSolve`; empty where they are not known.
        turns: String,
    },
    /// Change what is added to a solve, and its note.
    Amend {
        /// Its number.
        solve: u32,
        /// What is added.
        penalty: SolvePenalty,
        /// The note.
        comment: String,
    },
    /// Delete a solve.
    Forget {
        /// Its number.
        solve: u32,
    },
    /// Give another scramble.
    Rescramble,
    /// Save the last minute of all that the rig publishes.
    SaveRecording,
    /// Be the camera of the host: pictures follow as binary messages.
    UseCamera {
        /// What people call this browser.
        name: String,
        /// By which this browser is known again when its connection was lost.
        key: String,
    },
    /// Be the camera no more.
    EndCamera,
}

/// Where arms that carry out a lesson pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ArmPause {
    /// After each move.
    Move,
    /// After each step.
    Step,
    /// After each stage.
    Stage,
    /// At the end of the lesson only.
    Lesson,
}

/// Which picture of the camera; its number is the first byte of a binary message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// None.
    None = 0,
    /// As the camera took it.
    Plain = 1,
    /// With the stickers that were found.
    Annotated = 2,
}

/// What became of a request.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Answer {
    /// The number of the request; 0 when it could not be read.
    pub id: u32,
    /// Whether it was done.
    pub ok: bool,
    /// What was done, or why not, in a sentence.
    pub text: String,
    /// Stickers that the sentence is about: those of the piece that cannot be.
    pub stickers: Vec<u8>,
    /// A cube that was asked for (`random`, `from_moves`, `check`): 54 colour letters; else empty.
    pub cube: String,
    /// The faces with stickers in doubt, as they are on the photographs that were sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<FacePicture>>"))]
    pub pictures: Vec<FacePicture>,
    /// What was learned (`learn_colors`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub learned: Option<Box<LearnedColors>>,
}

/// What the colours of one's own cube look like to the camera.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnedColors {
    /// White, yellow, red, orange, green and blue: each as red, green and blue in sRGB, 0 to 255.
    pub colors: [[u8; 3]; 6],
    /// What people should know about them, in sentences.
    pub warnings: Vec<String>,
}

impl Answer {
    /// It was done.
    pub fn done(text: impl Into<String>) -> Answer {
        Answer { ok: true, text: text.into(), ..Answer::default() }
    }

    /// What six photographs show. A cube that cannot be is answered too: a person can mend it.
    pub fn of_photographs(shown: &Photographed) -> Answer {
        let reading = &shown.reading;
        Answer {
            ok: reading.cube.is_some(),
            text: shown.text(),
            // There are 54 stickers.
            stickers: reading.doubtful.iter().map(|&at| at as u8).collect(),
            cube: reading.colors.iter().map(|color| color.letter()).collect(),
            pictures: shown.in_doubt().map(|(face, jpeg)| FacePicture::new(face, &jpeg, 0)).collect(),
            ..Answer::default()
        }
    }

    /// It was not done.
    pub fn refused(reason: impl ToString) -> Answer {
        Answer { text: reason.to_string(), ..Answer::default() }
    }
}
