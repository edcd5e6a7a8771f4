//! A cube that a person shows by six photographs.

use cube::{Color, Face, faces_of, place_seen};
use vision::{FaceReader, FaceView, Image, Measurements, Photographs, StateReading, read_photographs, straightened};

/// What six photographs show. A cube that cannot be is shown too: a person can mend it.
#[derive(Clone, Debug)]
pub struct Photographed {
    /// The cube, and what is wrong with it or in doubt.
    pub reading: StateReading,
    images: Vec<Image>,
    faces: [FaceView; 6],
}

impl Photographed {
    /// Reads photographs, the content of picture files, of the faces U R F D L B, each turned in any way.
    ///
    /// # Errors
    /// A sentence that names the photograph that is no use.
    pub fn read(pictures: &[impl AsRef<[u8]>; 6], reader: &mut dyn FaceReader) -> Result<Photographed, String> {
        let mut images = Vec::with_capacity(6);
        for (face, picture) in Face::ALL.into_iter().zip(pictures) {
            let image = Image::from_encoded(picture.as_ref());
            images.push(image.map_err(|error| format!("the photograph of {face}: {error}"))?);
        }
        let read = read_photographs(reader, &images);
        if !read.as_ref().is_ok_and(|read| read.reading.is_certain())
            && let Some(text) = shown_twice(&images, reader)
        {
            return Err(text);
        }
        let Photographs { reading, faces } = read.map_err(|error| error.to_string())?;
        Ok(Photographed { reading, images, faces })
    }

    /// What people read of it.
    pub fn text(&self) -> String {
        let Photographed { reading, .. } = self;
        let shown = "the photographs show this cube: compare it with yours".to_owned();
        let first = reading.problems.is_empty().then_some(shown);
        let sentences = first.into_iter().chain(reading.problems.iter().cloned()).chain(reading.notes.iter().cloned());
        sentences.collect::<Vec<_>>().join("; ")
    }

    /// The measured colours of the faces as they are read.
    pub fn measured(&self) -> Measurements {
        self.faces.each_ref().map(FaceView::rgb)
    }

    /// The faces with stickers in doubt, straightened, as JPEG.
    pub fn in_doubt(&self) -> impl Iterator<Item = (Face, Vec<u8>)> {
        faces_of(&self.reading.doubtful).into_iter().filter_map(|face| {
            let quads = self.faces[face.index()].stickers.map(|sticker| sticker.quad);
            Some((face, straightened(&self.images[face.index()], &quads)?))
        })
    }
}

/// Names the face that two photographs show.
fn shown_twice(images: &[Image], reader: &mut dyn FaceReader) -> Option<String> {
    let faces = Face::ALL.into_iter().zip(images).filter_map(|(face, image)| {
        let view = reader.expected(image).ok().flatten()?;
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
