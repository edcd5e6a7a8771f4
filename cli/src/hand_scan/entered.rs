//! A cube that a person enters on the page: whole, or by six photographs.

use cube::{Color, Face, faces_of, place_seen};
use page::laws;
use page::protocol::{Answer, FacePicture};
use vision::{
    FaceReader, FaceView, Image, Measurements, Photographs, StateReading, Verdict, read_photographs, straightened,
};

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

/// Names the face that two photographs show.
fn shown_twice(images: &[Image], detector: &mut dyn FaceReader) -> Option<String> {
    let faces = Face::ALL.into_iter().zip(images).filter_map(|(face, image)| {
        let view = detector.expected(image).ok().flatten()?;
        Some((face, view.stickers.map(|sticker| sticker.color)))
    });
    let faces: Vec<(Face, [Color; 9])> = faces.collect();
    let is_same = |one: &[Color; 9], other: &[Color; 9]| {
        (0..4).any(|quarters| (0..9).all(|place| one[place] == other[place_seen(place, quarters)]))
    };
    faces.iter().enumerate().find_map(|(at, (face, colors))| {
        let (other, _) = faces[..at].iter().find(|(_, other)| is_same(other, colors))?;
        let color = colors[4].name();
        Some(format!("The pictures of {other} and {face} both show the {color} face. Replace one of them."))
    })
}

/// Reads six photographs of the faces U R F D L B, each turned in any way. A cube that cannot be is answered too: a person can
/// mend it. The measured colours are those of the faces as they are read.
pub fn photographed(pictures: &[impl AsRef<[u8]>; 6], detector: &mut dyn FaceReader) -> (Answer, Option<Measurements>) {
    let mut images = Vec::with_capacity(6);
    for (face, picture) in Face::ALL.into_iter().zip(pictures) {
        match Image::from_encoded(picture.as_ref()) {
            Ok(image) => images.push(image),
            Err(error) => return (Answer::refused(format!("the photograph of {face}: {error}")), None),
        }
    }
    let read = read_photographs(detector, &images);
    if !read.as_ref().is_ok_and(|read| read.reading.is_certain())
        && let Some(text) = shown_twice(&images, detector)
    {
        return (Answer::refused(text), None);
    }
    match read {
        Err(error) => (Answer::refused(error), None),
        Ok(Photographs { reading, faces }) => {
            let ok = reading.cube.is_some();
            let shown = "the photographs show this cube: compare it with yours".to_owned();
            let first = reading.problems.is_empty().then_some(shown);
            let sentences = first.into_iter().chain(reading.problems).chain(reading.notes);
            let text = sentences.collect::<Vec<_>>().join("; ");
            let measured = faces.each_ref().map(FaceView::rgb);
            let pictures = faces_of(&reading.doubtful).into_iter().filter_map(|face| {
                let quads = faces[face.index()].stickers.map(|sticker| sticker.quad);
                Some(FacePicture::new(face, &straightened(&images[face.index()], &quads)?, 0))
            });
            let pictures = pictures.collect();
            let answer = Answer {
                ok,
                text,
                // There are 54 stickers.
                stickers: reading.doubtful.iter().map(|&at| at as u8).collect(),
                cube: reading.colors.iter().map(|color| color.letter()).collect(),
                pictures,
                ..Answer::default()
            };
            (answer, Some(measured))
        }
    }
}
