//! Between ROS messages and what the state publisher shows.

use std::time::Duration;

use r2r::builtin_interfaces::msg::Duration as DurationMsg;
use r2r::geometry_msgs::msg::{
    Point, Pose as PoseMsg, Quaternion, Transform as TransformMsg, TransformStamped, Vector3,
};
use r2r::std_msgs::msg::{ColorRGBA, Header};
use r2r::tf2_msgs::msg::TFMessage;
use r2r::visualization_msgs::msg::{Marker, MarkerArray};
use rig::nalgebra::{Isometry3, UnitQuaternion};

use crate::runtime::ParamError;
use rig::display::{Cubie, Transform};

/// Whether frames with this prefix have names that tf takes: words that each end with `/`, and none in front.
///
/// # Errors
/// [`ParamError::Combination`] with the right form.
pub fn check_prefix(prefix: &str) -> Result<(), ParamError> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_letter);
    let words = prefix.strip_suffix('/');
    if prefix.is_empty() || words.is_some_and(|words| words.split('/').all(is_word)) {
        return Ok(());
    }
    Err(ParamError::Combination(format!(
        "parameter 'frame_prefix' must be letters, digits and '_' with a '/' at the end, such as left/, not '{prefix}'"
    )))
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
    TFMessage { transforms: list.iter().map(stamped).collect() }
}

/// A header with a stamp (time since the epoch).
pub fn header(stamp: Duration, frame_id: String) -> Header {
    let stamp = r2r::Clock::to_builtin_time(&stamp);
    Header { stamp, frame_id }
}

fn vector(pose: &Isometry3<f64>) -> Vector3 {
    let at = pose.translation;
    Vector3 { x: at.x, y: at.y, z: at.z }
}

fn quaternion(rotation: &UnitQuaternion<f64>) -> Quaternion {
    Quaternion { x: rotation.i, y: rotation.j, z: rotation.k, w: rotation.w }
}

/// The pieces of the cube as markers with the ids 0 to 25; without a cube, what was shown is taken away.
pub fn markers(header: &Header, pieces: &[Cubie]) -> MarkerArray {
    if pieces.is_empty() {
        let marker =
            Marker { header: header.clone(), ns: "cube".into(), action: Marker::DELETEALL as i32, ..Marker::default() };
        return MarkerArray { markers: vec![marker] };
    }
    let numbered = pieces.iter().zip(0..);
    MarkerArray { markers: numbered.map(|(piece, id)| marker(header, piece, id)).collect() }
}

fn marker(header: &Header, piece: &Cubie, id: i32) -> Marker {
    let at = vector(&piece.pose);
    let mut points = Vec::with_capacity(piece.triangles.len() * 3);
    let mut colors = Vec::with_capacity(points.capacity());
    for (corners, [r, g, b]) in &piece.triangles {
        for corner in corners {
            points.push(Point { x: corner.x, y: corner.y, z: corner.z });
            colors.push(ColorRGBA { r: *r, g: *g, b: *b, a: 1.0 });
        }
    }
    Marker {
        header: header.clone(),
        ns: "cube".into(),
        id,
        type_: Marker::TRIANGLE_LIST as i32,
        action: Marker::ADD as i32,
        pose: PoseMsg { position: Point { x: at.x, y: at.y, z: at.z }, orientation: quaternion(&piece.pose.rotation) },
        scale: Vector3 { x: 1.0, y: 1.0, z: 1.0 },
        // Every corner brings its own colour; this one only must not be transparent.
        color: ColorRGBA { r: 1.0, g: 1.0, b: 1.0, a: 1.0 },
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
    fn a_prefix_that_makes_no_frame_names_is_refused() {
        for good in ["", "left/", "lab_2/left/"] {
            assert_eq!(check_prefix(good), Ok(()), "{good}");
        }
        for bad in ["left", "/left/", "/", "le ft/", "left//", "läft/"] {
            let refused = check_prefix(bad).expect_err(bad).to_string();
            assert!(refused.contains("such as left/"), "{refused}");
        }
    }
}
