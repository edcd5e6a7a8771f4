//! Looks at one picture after the other, with the same memory for all of them.

use std::sync::Arc;

use anyhow::{Context, Result};
use vision::{CubeColors, Detector, DetectorOptions, FaceView, Image};

use super::convert::Sent;
use super::node::{Impression, Memory};
use super::params::FaceDetectorParams;

/// What was seen in a picture.
#[derive(Clone)]
pub struct Seen {
    /// Width and height of the picture in pixels.
    pub size: (usize, usize),
    /// The faces, surest first. In a grey picture no sticker has a certainty or a measured colour (which is no number).
    pub faces: Arc<Vec<FaceView>>,
    /// Whether the picture has no colours.
    pub grey: bool,
}

/// Finds faces in a stream of pictures.
pub struct Looker {
    detector: Detector,
    memory: Memory<Seen>,
    picture: Image,
}

impl Looker {
    /// Nothing was seen yet.
    pub fn new(options: DetectorOptions) -> Self {
        Self {
            detector: Detector::new(options),
            memory: Memory::new(),
            picture: Image::buffer(),
        }
    }

    /// Looks at a picture; one that shows the same as the last is not searched anew.
    ///
    /// # Errors
    /// When the message holds no picture, in a sentence that names what is wrong.
    pub fn look(&mut self, sent: &Sent, params: &FaceDetectorParams) -> Result<Seen> {
        let options = params.options();
        if *self.detector.options() != options {
            let colors = self.detector.colors().copied();
            self.detector = Detector::new(options);
            self.detector.set_colors(colors);
            self.memory.forget();
        }
        sent.read(&mut self.picture)?;
        let picture = &self.picture;
        let impression = Impression::of(picture);
        let tolerance = params.same_picture_tolerance as f32;
        if let Some(seen) = self.memory.recall(&impression, tolerance) {
            return Ok(seen);
        }
        let mut faces = self
            .detector
            .detect(picture)
            .context("the picture cannot be searched")?;
        let grey = picture.is_grey();
        if grey {
            faces.iter_mut().for_each(forget_colours);
        }
        let seen = Seen {
            size: (picture.width(), picture.height()),
            faces: Arc::new(faces),
            grey,
        };
        self.memory.keep(impression, seen.clone());
        Ok(seen)
    }

    /// From now on reads a cube of these colours, or any with none.
    pub fn use_colors(&mut self, colors: Option<CubeColors>) {
        self.detector.set_colors(colors);
        self.memory.forget();
    }

    /// The picture that was looked at last, to draw into.
    pub fn picture(&mut self) -> &mut Image {
        &mut self.picture
    }
}

/// Greys say nothing about colours: whoever used them as measures would read a cube out of nothing.
fn forget_colours(face: &mut FaceView) {
    for sticker in &mut face.stickers {
        sticker.confidence = 0.0;
        sticker.rgb = [f32::NAN; 3];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::Color;
    use r2r::sensor_msgs::msg::{CompressedImage, Image as ImageMsg};
    use std::time::{Duration, Instant};
    use vision::paint;

    const SHOWN: &str = "WROGBYRWG";

    /// Nine stickers on a black cube before a grey wall; `shift` moves the cube, so that no picture is like the last.
    fn picture(shift: usize) -> Image {
        let mut image = Image::filled(640, 480, [120; 3]).expect("a picture");
        let mut random = 5_u32;
        for (index, pixel) in image.bytes_mut().chunks_exact_mut(3).enumerate() {
            let (x, y) = (index % 640, index / 640);
            let (u, v) = (x.wrapping_sub(140 + shift), y.wrapping_sub(60));
            let mut rgb = [120, 120, 120];
            if u < 344 && v < 344 {
                rgb = [18, 18, 18];
                let inside = |at: usize| at < 330 && 14 <= at % 110;
                if inside(u) && inside(v) {
                    let letter = SHOWN.as_bytes()[v / 110 * 3 + u / 110] as char;
                    rgb = paint(Color::from_letter(letter).expect("a colour"));
                }
            }
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (random >> 16) as i16 % 5 - 2;
            let bgr = [rgb[2], rgb[1], rgb[0]];
            pixel.copy_from_slice(&bgr.map(|c| (i16::from(c) + noise).clamp(0, 255) as u8));
        }
        image
    }

    /// The picture as a message; rows have `padding` bytes more than they need.
    fn raw(image: &Image, encoding: &str, padding: usize) -> Sent {
        let mut data = Vec::new();
        let mut step = 0;
        for row in image.bytes().chunks_exact(3 * image.width()) {
            let before = data.len();
            for pair in row.chunks_exact(6) {
                let [one, two] = [[pair[0], pair[1], pair[2]], [pair[3], pair[4], pair[5]]];
                let each = [one, two];
                match encoding {
                    "bgr8" => data.extend(each.concat()),
                    "rgb8" => data.extend(each.map(|[b, g, r]| [r, g, b]).concat()),
                    "bgra8" => data.extend(each.map(|[b, g, r]| [b, g, r, 7]).concat()),
                    "rgba8" => data.extend(each.map(|[b, g, r]| [r, g, b, 7]).concat()),
                    "rgb16" => data.extend(each.map(|[b, g, r]| [3, r, 3, g, 3, b]).concat()),
                    "mono8" => data.extend(each.map(|bgr| yuv(bgr)[0])),
                    _ => {
                        let ([y0, u0, v0], [y1, u1, v1]) = (yuv(one), yuv(two));
                        let (u, v) = (u0.midpoint(u1), v0.midpoint(v1));
                        match encoding {
                            "yuv422" => data.extend([u, y0, v, y1]),
                            _ => data.extend([y0, u, y1, v]),
                        }
                    }
                }
            }
            data.resize(data.len() + padding, 0xAA);
            step = data.len() - before;
        }
        Sent::Raw(ImageMsg {
            width: image.width() as u32,
            height: image.height() as u32,
            encoding: encoding.into(),
            is_bigendian: 0,
            step: step as u32,
            data,
            ..ImageMsg::default()
        })
    }

    /// BT.601, as webcams do it.
    fn yuv([b, g, r]: [u8; 3]) -> [u8; 3] {
        let [b, g, r] = [b, g, r].map(f64::from);
        [
            16.0 + 0.2568 * r + 0.5041 * g + 0.0979 * b,
            128.0 - 0.1482 * r - 0.2910 * g + 0.4392 * b,
            128.0 + 0.4392 * r - 0.3678 * g - 0.0714 * b,
        ]
        .map(|value| value.round() as u8)
    }

    fn compressed(image: &Image, ending: &str) -> Sent {
        Sent::Compressed(CompressedImage {
            format: format!("bgr8; {ending} compressed bgr8"),
            data: image.encoded(&format!(".{ending}")).expect("a format"),
            ..CompressedImage::default()
        })
    }

    fn every_way(image: &Image) -> Vec<(&'static str, Sent)> {
        let names = [
            "bgr8",
            "rgb8",
            "bgra8",
            "rgba8",
            "rgb16",
            "yuv422_yuy2",
            "yuv422",
        ];
        let mut ways: Vec<_> = names.map(|name| (name, raw(image, name, 0))).into();
        ways.push(("bgr8, padded", raw(image, "bgr8", 13)));
        ways.push(("yuv422_yuy2, padded", raw(image, "yuv422_yuy2", 64)));
        ways.push(("jpeg", compressed(image, "jpg")));
        ways.push(("png", compressed(image, "png")));
        ways
    }

    #[test]
    fn a_face_is_read_alike_however_it_is_sent() {
        let params = FaceDetectorParams::default();
        for (name, sent) in every_way(&picture(0)) {
            let mut looker = Looker::new(params.options());
            let seen = looker.look(&sent, &params).expect(name);
            let letters: Vec<_> = seen.faces.iter().map(FaceView::letters).collect();
            assert_eq!(letters, [SHOWN], "{name}");
            assert!(!seen.grey, "{name}");
        }
    }

    #[test]
    fn in_grey_pictures_faces_have_no_colours() {
        let params = FaceDetectorParams::default();
        let mut looker = Looker::new(params.options());
        let sent = raw(&picture(0), "mono8", 0);
        let grey = looker.look(&sent, &params).expect("a picture");
        // The same as a JPEG of three channels.
        let sent = compressed(looker.picture(), "jpg");
        let jpeg = Looker::new(params.options()).look(&sent, &params);
        for seen in [grey, jpeg.expect("a picture")] {
            assert!(seen.grey);
            assert!(seen.faces.iter().all(has_no_colours));
        }
        // Whatever a detector finds.
        let coloured = looker.look(&raw(&picture(0), "bgr8", 0), &params);
        let mut face = coloured.expect("a picture").faces[0].clone();
        assert!(!has_no_colours(&face));
        forget_colours(&mut face);
        assert!(has_no_colours(&face));
    }

    fn has_no_colours(face: &FaceView) -> bool {
        let mut stickers = face.stickers.iter();
        stickers.all(|sticker| sticker.confidence == 0.0 && sticker.rgb.iter().all(|c| c.is_nan()))
    }

    #[test]
    fn after_a_bad_picture_the_next_good_one_is_read() {
        let params = FaceDetectorParams::default();
        let mut looker = Looker::new(params.options());
        let good = raw(&picture(0), "bgr8", 0);
        for _ in 0..2 {
            assert_eq!(looker.look(&good, &params).expect("good").faces.len(), 1);
            let mut bad = compressed(&picture(0), "jpg");
            if let Sent::Compressed(message) = &mut bad {
                message.data.truncate(5000);
            }
            assert!(looker.look(&bad, &params).is_err());
        }
    }

    #[test]
    #[ignore = "prints how many different pictures a second one core looks at"]
    fn pictures_a_second() {
        const COUNT: usize = 60;
        let params = FaceDetectorParams {
            same_picture_tolerance: -1.0,
            ..FaceDetectorParams::default()
        };
        let pictures: Vec<_> = (0..4).map(|index| every_way(&picture(9 * index))).collect();
        for (way, (name, _)) in pictures[0].iter().enumerate() {
            let mut looker = Looker::new(params.options());
            let (began, mut slowest) = (Instant::now(), Duration::ZERO);
            for index in 0..COUNT {
                let start = Instant::now();
                let seen = looker.look(&pictures[index % 4][way].1, &params);
                assert_eq!(seen.expect("a picture").faces.len(), 1);
                slowest = slowest.max(start.elapsed());
            }
            let rate = COUNT as f64 / began.elapsed().as_secs_f64();
            println!("{name:20} {rate:6.0} pictures a second, slowest {slowest:.1?}");
        }
    }
}
