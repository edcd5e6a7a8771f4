//! Pictures and videos go through OpenCV and come back as they were.

use std::path::{Path, PathBuf};

use opencv::core::{CV_8UC3, Mat, MatTraitConst, MatTraitConstManual, Scalar, Vec3b};
use vision::media::{self, Capture, Property};

const WIDTH: i32 = 64;
const HEIGHT: i32 = 48;

fn grey(level: f64) -> Mat {
    Mat::new_rows_cols_with_default(HEIGHT, WIDTH, CV_8UC3, Scalar::all(level)).expect("small")
}

/// A file of this test that is removed with it.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        Temporary(std::env::temp_dir().join(format!("cuberig-media-{}-{name}", std::process::id())))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Where it was not written there is none.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn pictures_are_packed_and_unpacked() {
    let png = media::encode(".png", None, &grey(77.0)).expect("packed");
    let packed = Mat::from_slice(&png).expect("a row");
    let picture = media::decode(&packed, true).expect("loaded");
    assert_eq!((picture.cols(), picture.rows()), (WIDTH, HEIGHT));
    let pixels = picture.data_typed::<Vec3b>().expect("three channels");
    assert!(pixels.iter().all(|pixel| pixel.0 == [77; 3]));
    // The lower the quality, the fewer the bytes; of a slope, as grey packs alike.
    let slope: Vec<u8> = (0..3 * WIDTH * HEIGHT).map(|at| (at % 251) as u8).collect();
    let slope = Mat::new_rows_cols_with_bytes::<Vec3b>(HEIGHT, WIDTH, &slope).expect("as many bytes");
    let [low, high] = [20, 95].map(|quality| media::encode(".jpg", Some(quality), &slope).expect("packed"));
    assert!(low.len() < high.len(), "{} {}", low.len(), high.len());
}

#[test]
fn what_is_no_picture_is_empty_or_refused() {
    for bytes in [&b"nonsense"[..], &[0x89, b'P', b'N', b'G'], &[0xff, 0xd8]] {
        let row = Mat::from_slice(bytes).expect("a row");
        assert!(media::decode(&row, true).expect("loaded").empty(), "{bytes:?}");
    }
    assert!(!media::can_encode(".cube").expect("loaded"));
    assert!(media::encode(".cube", None, &grey(0.0)).is_err());
    assert!(media::encode(".png", None, &Mat::default()).is_err());
}

#[test]
fn a_video_has_the_properties_and_pictures_that_it_was_written_with() {
    let file = Temporary::new("film.avi");
    let written = media::write_video(&file.0, 10.0, &[grey(20.0), grey(200.0)]);
    assert!(written.expect("loaded"), "this OpenCV writes no video");
    let mut video = (Capture::open_video(&file.0).expect("loaded")).expect("it is a video");
    let get = |video: &Capture, property| video.get(property).expect("it is known");
    assert_eq!(get(&video, Property::Width), f64::from(WIDTH));
    assert_eq!(get(&video, Property::Height), f64::from(HEIGHT));
    assert_eq!(get(&video, Property::Fps), 10.0);
    let letters = (get(&video, Property::PixelFormat) as u32).to_le_bytes();
    assert_eq!(&letters, b"MJPG");
    for level in [20.0, 200.0] {
        let picture = video.read().expect("readable").expect("two pictures");
        let pixel = picture.at_2d::<Vec3b>(24, 32).expect("within it").0;
        assert!((f64::from(pixel[0]) - level).abs() < 4.0, "{pixel:?}");
    }
    assert!(video.read().expect("readable").is_none());
    assert!(video.set(Property::NextPicture, 1.0).expect("it goes back"));
    assert!(video.read().expect("readable").is_some());
}

#[test]
fn what_is_no_video_or_camera_does_not_open() {
    let text = Temporary::new("text.avi");
    std::fs::write(&text.0, "no video").expect("it can be written");
    for path in [&text.0, Path::new("/nowhere/film.avi")] {
        assert!(Capture::open_video(path).expect("loaded").is_none());
    }
    for path in ["/dev/null", "/dev/video97"] {
        assert!(Capture::open_webcam(Path::new(path)).expect("loaded").is_none());
    }
}
