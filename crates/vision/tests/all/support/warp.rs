//! Real pictures of faces laid anew into a frame: turned, tilted in perspective, made small.

use opencv::core::{self, Mat, MatTraitConstManual, Point2f, Scalar, Size, Vector};
use opencv::imgproc;
use vision::{FaceView, Image};

use super::mats::{self, resized};

/// How a face is laid into the frame.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// Width of the face, seen straight on, as part of the frame's width.
    pub size: f64,
    /// Angle between the line of sight and the face's normal, in degrees.
    pub tilt: f64,
    /// Direction of that tilt in the picture, in degrees.
    pub towards: f64,
    /// Turn in the picture's plane, in degrees.
    pub turn: f64,
    /// Centre in the frame, as part of its width and height.
    pub at: [f64; 2],
}

/// A frame of 640 x 480 with its nine true centres.
pub struct Warped {
    pub image: Image,
    pub centres: [[f32; 2]; 9],
}

/// Distance of the camera from the face in widths of the face: near, so that perspective is strong.
const DISTANCE: f64 = 4.0;

/// Lays the picture, whose face is known, into a frame. Beyond the picture's edge its border goes on.
pub fn warp(image: &Image, face: &FaceView, pose: Pose) -> opencv::Result<Warped> {
    let centre = |sticker: usize| {
        let [x, y] = face.stickers[sticker].quad.centre();
        [f64::from(x), f64::from(y)]
    };
    // The source is first made about as large as the target, so that nothing is left out in between.
    let source_width = (0..3)
        .map(|row| {
            let (a, b) = (centre(3 * row), centre(3 * row + 2));
            (a[0] - b[0]).hypot(a[1] - b[1]) * 1.5
        })
        .sum::<f64>()
        / 3.0;
    let factor = (pose.size * 640.0 / source_width).min(1.0);
    let small = resized(image, factor, imgproc::INTER_AREA)?;
    // From the four outer centres, at (-1, -1) to (1, 1) pitches, to the frame.
    let outer = [(0, [-1.0, -1.0]), (2, [1.0, -1.0]), (8, [1.0, 1.0]), (6, [-1.0, 1.0])];
    let point = |[x, y]: [f64; 2]| Point2f::new(x as f32, y as f32);
    let from: Vector<Point2f> =
        outer.iter().map(|(sticker, _)| point(centre(*sticker).map(|value| value * factor))).collect();
    let to: Vector<Point2f> = outer.iter().map(|(_, at)| point(project(pose, *at))).collect();
    let map = imgproc::get_perspective_transform_def(&from, &to)?;
    let mut frame = Mat::default();
    imgproc::warp_perspective(
        &small,
        &mut frame,
        &map,
        Size::new(640, 480),
        imgproc::INTER_LINEAR,
        core::BORDER_REPLICATE,
        Scalar::default(),
    )?;
    let h = map.data_typed::<f64>()?;
    let centres = std::array::from_fn(|sticker| {
        let [x, y] = centre(sticker).map(|value| value * factor);
        let w = h[6] * x + h[7] * y + h[8];
        [((h[0] * x + h[1] * y + h[2]) / w) as f32, ((h[3] * x + h[4] * y + h[5]) / w) as f32]
    });
    Ok(Warped { image: mats::image(&frame), centres })
}

/// The pixel of a point of the face, given in pitches from its centre.
fn project(pose: Pose, [u, v]: [f64; 2]) -> [f64; 2] {
    let (sin, cos) = pose.turn.to_radians().sin_cos();
    let (x, y) = (cos * u - sin * v, sin * u + cos * v);
    // Tilted about the axis across the direction `towards`.
    let (along_sin, along_cos) = pose.towards.to_radians().sin_cos();
    let (along, across) = (along_cos * x + along_sin * y, along_cos * y - along_sin * x);
    let (tilt_sin, tilt_cos) = pose.tilt.to_radians().sin_cos();
    let depth = 1.0 + along * tilt_sin / (3.0 * DISTANCE);
    let (along, across) = (along * tilt_cos / depth, across / depth);
    let pitch = pose.size * 640.0 / 3.0;
    [
        640.0 * pose.at[0] + pitch * (along_cos * along - along_sin * across),
        480.0 * pose.at[1] + pitch * (along_sin * along + along_cos * across),
    ]
}
