//! Pictures in each encoding, as cameras send them, to faces.

use std::time::{Duration, Instant};

use vision::stream::{Seen, StreamDetector};
use vision::{DetectorOptions, FaceView, Image};

use crate::RawPicture;

const SHOWN: &str = "WROGBYRWG";

/// Red, green, blue of a sticker with this colour letter, as in `vision::paint`.
fn paint(letter: char) -> [u8; 3] {
    match letter {
        'W' => [240, 240, 240],
        'R' => [200, 20, 35],
        'O' => [255, 115, 15],
        'G' => [0, 150, 75],
        'B' => [10, 70, 180],
        _ => [250, 215, 20],
    }
}

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
                rgb = paint(letter);
            }
        }
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (random >> 16) as i16 % 5 - 2;
        let bgr = [rgb[2], rgb[1], rgb[0]];
        pixel.copy_from_slice(&bgr.map(|c| (i16::from(c) + noise).clamp(0, 255) as u8));
    }
    image
}

/// A picture as it is sent.
enum Sent {
    Raw { width: usize, height: usize, encoding: &'static str, step: usize, data: Vec<u8> },
    Compressed(Vec<u8>),
}

/// Reads a picture as the face detector does, and finds its faces.
fn look(detector: &mut StreamDetector, sent: &Sent) -> Option<Seen> {
    let picture = detector.picture();
    match sent {
        Sent::Raw { width, height, encoding, step, data } => {
            let raw = RawPicture { width: *width, height: *height, encoding, big_endian: false, step: *step, data };
            raw.read(picture).ok()?;
        }
        Sent::Compressed(data) => picture.decode(data).ok()?,
    }
    Some(detector.detect().expect("it runs"))
}

fn detector() -> StreamDetector {
    StreamDetector::new(DetectorOptions::IN_VIEW)
}

/// The picture pixel by pixel; rows have `padding` bytes more than they need.
fn raw(image: &Image, encoding: &'static str, padding: usize) -> Sent {
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
    Sent::Raw { width: image.width(), height: image.height(), encoding, step, data }
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
    Sent::Compressed(image.encoded(ending).expect("a format"))
}

fn every_way(image: &Image) -> Vec<(&'static str, Sent)> {
    let names = ["bgr8", "rgb8", "bgra8", "rgba8", "rgb16", "yuv422_yuy2", "yuv422"];
    let mut ways: Vec<_> = names.map(|name| (name, raw(image, name, 0))).into();
    ways.push(("bgr8, padded", raw(image, "bgr8", 13)));
    ways.push(("yuv422_yuy2, padded", raw(image, "yuv422_yuy2", 64)));
    ways.push(("jpeg", compressed(image, ".jpg")));
    ways.push(("png", compressed(image, ".png")));
    ways
}

#[test]
fn a_face_is_read_alike_however_it_is_sent() {
    for (name, sent) in every_way(&picture(0)) {
        let seen = look(&mut detector(), &sent).expect(name);
        let letters: Vec<_> = seen.faces.iter().map(FaceView::letters).collect();
        assert_eq!(letters, [SHOWN], "{name}");
        assert_eq!(seen.fault, None, "{name}");
    }
}

#[test]
fn in_grey_pictures_faces_have_no_colours() {
    let mut first = detector();
    let sent = raw(&picture(0), "mono8", 0);
    let grey = look(&mut first, &sent).expect("a picture");
    // The same as a JPEG of three channels.
    let sent = compressed(first.picture(), ".jpg");
    let jpeg = look(&mut detector(), &sent).expect("a picture");
    for seen in [grey, jpeg] {
        assert_eq!(seen.fault, Some(vision::stream::PictureFault::Grey));
        assert!(seen.faces.iter().all(has_no_colours));
    }
    let coloured = look(&mut first, &raw(&picture(0), "bgr8", 0));
    let coloured = coloured.expect("a picture");
    assert!(!has_no_colours(&coloured.faces[0]));
}

fn has_no_colours(face: &FaceView) -> bool {
    let mut stickers = face.stickers.iter();
    stickers.all(|sticker| sticker.confidence == 0.0 && sticker.rgb.iter().all(|c| c.is_nan()))
}

#[test]
fn after_a_bad_picture_the_next_good_one_is_read() {
    let mut detector = detector();
    let good = raw(&picture(0), "bgr8", 0);
    let bytes = picture(0).encoded(".jpg").expect("a format");
    let bad = Sent::Compressed(bytes[..5000].to_vec());
    for _ in 0..2 {
        let seen = look(&mut detector, &good).expect("good");
        assert_eq!(seen.faces.len(), 1);
        assert!(look(&mut detector, &bad).is_none());
    }
}

#[test]
#[ignore = "prints how many different pictures a second one core searches"]
fn pictures_a_second() {
    const COUNT: usize = 60;
    let pictures: Vec<_> = (0..4).map(|index| every_way(&picture(9 * index))).collect();
    for (way, (name, _)) in pictures[0].iter().enumerate() {
        let mut detector = detector();
        let (began, mut slowest) = (Instant::now(), Duration::ZERO);
        for index in 0..COUNT {
            let start = Instant::now();
            let seen = look(&mut detector, &pictures[index % 4][way].1);
            assert_eq!(seen.expect("a picture").faces.len(), 1);
            slowest = slowest.max(start.elapsed());
        }
        let rate = COUNT as f64 / began.elapsed().as_secs_f64();
        println!("{name:20} {rate:6.0} pictures a second, slowest {slowest:.1?}");
    }
}
