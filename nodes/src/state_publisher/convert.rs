//! Between ROS messages and what the state publisher shows.

use std::time::Duration;

use cube::{Color, ColorScheme, Face, Rotation};
use r2r::builtin_interfaces::msg::Duration as DurationMsg;
use r2r::cuberig_msgs::msg::{CubePose, CubeState};
use r2r::geometry_msgs::msg::{
    Point, Pose as PoseMsg, Quaternion, Transform as TransformMsg, TransformStamped, Vector3,
};
use r2r::std_msgs::msg::{ColorRGBA, Header};
use r2r::tf2_msgs::msg::TFMessage;
use r2r::visualization_msgs::msg::{Marker, MarkerArray};
use rig::nalgebra::{Isometry3, UnitQuaternion};

use rig::display::{Cubie, StickerSeen, Stickers, Transform, UNREAD};

/// How the cube lies, when that is known, and whether it rests; an error names what cannot be read.
pub fn cube(message: &CubePose) -> Result<(Option<Rotation>, bool), String> {
    if message.status == CubePose::UNKNOWN as u8 {
        return Ok((None, true));
    }
    let letters = &message.faces_at_sides;
    let pose = Rotation::from_faces_at_sides(letters).ok_or_else(|| {
        format!("no cube lies with the faces '{letters}' at the sides U R F D L B")
    })?;
    Ok((Some(pose), message.status == CubePose::RESTING as u8))
}

/// What a state tells of the stickers; an error names what cannot be read.
pub fn reading(message: &CubeState) -> Result<Stickers, String> {
    let letters: Vec<char> = message.facelets.chars().collect();
    if !letters.is_empty() && letters.len() != 54 {
        let count = letters.len();
        return Err(format!("cube/state has {count} facelets in place of 54"));
    }
    let mut stickers = UNREAD;
    for (sticker, letter) in stickers.iter_mut().zip(letters) {
        sticker.face = Face::from_letter(letter);
        if sticker.face.is_none() && letter != '?' {
            return Err(format!("cube/state has a facelet '{letter}'"));
        }
    }
    for &index in &message.doubtful {
        let sticker: &mut StickerSeen = stickers
            .get_mut(usize::from(index))
            .ok_or_else(|| format!("cube/state doubts facelet {index}; the last one is 53"))?;
        sticker.in_doubt = true;
    }
    Ok(stickers)
}

/// The colours of the faces, when the state tells all six.
pub fn scheme(message: &CubeState) -> Option<ColorScheme> {
    let colors: Vec<Color> = message
        .scheme
        .chars()
        .filter_map(Color::from_letter)
        .collect();
    ColorScheme::from_centres(colors.try_into().ok()?).ok()
}

/// Transforms as a message.
pub fn transforms(list: &[Transform]) -> TFMessage {
    let stamped = |transform: &Transform| TransformStamped {
        header: header(transform.stamp, transform.parent.clone()),
        child_frame_id: transform.child.clone(),
        transform: TransformMsg {
            translation: vector(&transform.pose),
            rotation: quaternion(&transform.pose.rotation),
        },
    };
    TFMessage {
        transforms: list.iter().map(stamped).collect(),
    }
}

/// A header with a stamp (time since the epoch).
pub fn header(stamp: Duration, frame_id: String) -> Header {
    let stamp = r2r::Clock::to_builtin_time(&stamp);
    Header { stamp, frame_id }
}

fn vector(pose: &Isometry3<f64>) -> Vector3 {
    let at = pose.translation;
    Vector3 {
        x: at.x,
        y: at.y,
        z: at.z,
    }
}

fn quaternion(rotation: &UnitQuaternion<f64>) -> Quaternion {
    Quaternion {
        x: rotation.i,
        y: rotation.j,
        z: rotation.k,
        w: rotation.w,
    }
}

/// The pieces of the cube as markers with the ids 0 to 25; without a cube, what was shown is taken away.
pub fn markers(header: &Header, pieces: &[Cubie]) -> MarkerArray {
    if pieces.is_empty() {
        let marker = Marker {
            header: header.clone(),
            ns: "cube".into(),
            action: Marker::DELETEALL as i32,
            ..Marker::default()
        };
        return MarkerArray {
            markers: vec![marker],
        };
    }
    let numbered = pieces.iter().zip(0..);
    MarkerArray {
        markers: numbered
            .map(|(piece, id)| marker(header, piece, id))
            .collect(),
    }
}

fn marker(header: &Header, piece: &Cubie, id: i32) -> Marker {
    let at = vector(&piece.pose);
    let mut points = Vec::with_capacity(piece.triangles.len() * 3);
    let mut colors = Vec::with_capacity(points.capacity());
    for (corners, [r, g, b]) in &piece.triangles {
        for corner in corners {
            points.push(Point {
                x: corner.x,
                y: corner.y,
                z: corner.z,
            });
            colors.push(ColorRGBA {
                r: *r,
                g: *g,
                b: *b,
                a: 1.0,
            });
        }
    }
    Marker {
        header: header.clone(),
        ns: "cube".into(),
        id,
        type_: Marker::TRIANGLE_LIST as i32,
        action: Marker::ADD as i32,
        pose: PoseMsg {
            position: Point {
                x: at.x,
                y: at.y,
                z: at.z,
            },
            orientation: quaternion(&piece.pose.rotation),
        },
        scale: Vector3 {
            x: 1.0,
            y: 1.0,
            z: 1.0,
        },
        // Every corner brings its own colour; this one only must not be transparent.
        color: ColorRGBA {
            r: 1.0,
            g: 1.0,
            b: 1.0,
            a: 1.0,
        },
        lifetime: DurationMsg { sec: 0, nanosec: 0 },
        points,
        colors,
        ..Marker::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_taken_letter_by_letter_with_its_doubts() {
        let message = CubeState {
            facelets: format!("UR?{}", "B".repeat(51)),
            doubtful: vec![1, 53],
            ..CubeState::default()
        };
        let stickers = reading(&message).expect("it can be read");
        let faces = stickers.map(|sticker| sticker.face);
        assert_eq!(
            faces[..4],
            [Some(Face::U), Some(Face::R), None, Some(Face::B)]
        );
        let doubts: Vec<_> = (0..54).filter(|&at| stickers[at].in_doubt).collect();
        assert_eq!(doubts, [1, 53]);
    }

    #[test]
    fn a_reading_that_is_none_is_named() {
        for (facelets, doubtful, complaint) in [
            ("UR", vec![], "2 facelets"),
            (&*"x".repeat(54), vec![], "'x'"),
            (&*"?".repeat(54), vec![54], "facelet 54"),
        ] {
            let message = CubeState {
                facelets: facelets.into(),
                doubtful,
                ..CubeState::default()
            };
            let error = reading(&message).expect_err("it cannot be read");
            assert!(error.contains(complaint), "{error}");
        }
    }
}
