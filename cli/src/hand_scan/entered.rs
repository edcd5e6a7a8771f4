//! A cube that a person enters on the page: whole, or by six photographs.

use page::laws;
use page::protocol::Answer;
use teach::Language;
use tutor::handscan::Photographed;
use vision::{FaceReader, Measurements, StateReading, Verdict};

/// The cube of 54 letters that a person enters, or what is impossible in it.
pub fn entered(letters: &str, language: Language) -> Result<StateReading, Answer> {
    let (cube, scheme) = laws::entered(letters, language)?;
    let facelets = cube.facelets();
    Ok(StateReading {
        verdict: Verdict::Certain,
        facelets,
        cube: Some(cube),
        colors: facelets.colors(&scheme),
        scheme,
        confidence: [1.0; 54],
        doubtful: Vec::new(),
        repaired: Vec::new(),
        problems: Vec::new(),
        notes: vec!["a person entered this cube".to_owned()],
    })
}

/// Reads six photographs of the faces U R F D L B, each turned in any way. The measured colours are those of the faces as they are
/// read.
pub fn photographed(pictures: &[impl AsRef<[u8]>; 6], detector: &mut dyn FaceReader) -> (Answer, Option<Measurements>) {
    match Photographed::read(pictures, detector) {
        Err(reason) => (Answer::refused(reason), None),
        Ok(shown) => (Answer::of_photographs(&shown), Some(shown.measured())),
    }
}
