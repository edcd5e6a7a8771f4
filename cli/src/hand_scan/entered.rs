//! A cube that a person enters on the page: whole, or by six photographs.

use page::laws;
use page::protocol::{Answer, PhotographedFace};
use vision::{FaceReader, FaceView, Image, Measurements, Photographs, StateReading, Verdict, read_photographs};

/// The cube of 54 letters that a person enters, or what is impossible in it.
pub fn entered(letters: &str) -> Result<StateReading, Answer> {
    let (cube, scheme) = laws::entered(letters)?;
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

/// Reads six photographs of the faces U R F D L B, each turned in any way. A cube that cannot be is answered too: a person can
/// mend it. The measured colours are those of the faces as they are read.
pub fn photographed(pictures: &[impl AsRef<[u8]>; 6], detector: &mut dyn FaceReader) -> (Answer, Option<Measurements>) {
    let mut images = Vec::with_capacity(6);
    for (face, picture) in cube::Face::ALL.into_iter().zip(pictures) {
        match Image::from_encoded(picture.as_ref()) {
            Ok(image) => images.push(image),
            Err(error) => return (Answer::refused(format!("the photograph of {face}: {error}")), None),
        }
    }
    match read_photographs(detector, &images) {
        Err(error) => (Answer::refused(error), None),
        Ok(Photographs { reading, faces }) => {
            let ok = reading.cube.is_some();
            let shown = "the photographs show this cube: compare it with yours".to_owned();
            let first = reading.problems.is_empty().then_some(shown);
            let sentences = first.into_iter().chain(reading.problems).chain(reading.notes);
            let text = sentences.collect::<Vec<_>>().join("; ");
            let measured = faces.each_ref().map(FaceView::rgb);
            let answer = Answer {
                ok,
                text,
                // There are 54 stickers.
                stickers: reading.doubtful.iter().map(|&at| at as u8).collect(),
                cube: reading.colors.iter().map(|color| color.letter()).collect(),
                photographed: (cube::Face::ALL.into_iter().zip(&faces).zip(&images))
                    .map(|((face, view), image)| placed(face, view, image))
                    .collect(),
                ..Answer::default()
            };
            (answer, Some(measured))
        }
    }
}

/// Where the stickers of a face are on its photograph.
fn placed(face: cube::Face, view: &FaceView, image: &Image) -> PhotographedFace {
    let (width, height) = (image.width() as f32, image.height() as f32);
    let share = |[x, y]: [f32; 2]| [x / width, y / height];
    let stickers = view.stickers.iter().map(|sticker| sticker.quad.0.map(share));
    PhotographedFace { face: face.to_string(), stickers: stickers.collect() }
}
