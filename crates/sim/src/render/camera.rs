//! The pinhole camera that looks at the cube.

use rig::Pinhole;
use rig::nalgebra::{Matrix3, Rotation3, Vector3};

/// A camera without lens distortion. Pixel (0, 0) is the top left one; its centre lies at (0.5, 0.5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Image width, pixels.
    pub width: usize,
    /// Image height, pixels.
    pub height: usize,
    /// Focal length, pixels.
    pub focal_length: f64,
    /// Where the optical centre is in the rig's frame, metres.
    pub position: Vector3<f64>,
    /// Images of the optical axes in the rig's frame: x to the right of the picture, y down, z into it.
    pub rotation: Rotation3<f64>,
}

impl Camera {
    /// A camera at `position` that looks at `target` with `up` pointing up in the picture.
    /// `field_of_view` is the angle across the picture's width, radians.
    pub fn looking_at(
        (width, height): (usize, usize),
        field_of_view: f64,
        position: Vector3<f64>,
        target: Vector3<f64>,
        up: Vector3<f64>,
    ) -> Camera {
        let forward = (target - position).normalize();
        let right = forward.cross(&up).normalize();
        let down = forward.cross(&right);
        let Pinhole { focal_length, .. } = pinhole_of(width, height, field_of_view);
        Camera {
            width,
            height,
            focal_length,
            position,
            rotation: Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[right, down, forward])),
        }
    }

    /// A point of the rig's frame in the camera's optical frame, metres.
    pub fn to_optical(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.rotation.inverse_transform_vector(&(point - self.position))
    }

    /// Where a point appears, in pixels; `None` when it lies behind the camera.
    pub fn project(&self, point: Vector3<f64>) -> Option<[f64; 2]> {
        let point = self.to_optical(point);
        (1e-6 < point.z).then(|| self.on_picture(point))
    }

    /// Where a point of the optical frame in front of the camera appears, in pixels.
    pub(crate) fn on_picture(&self, point: Vector3<f64>) -> [f64; 2] {
        [
            self.width as f64 / 2.0 + self.focal_length * point.x / point.z,
            self.height as f64 / 2.0 + self.focal_length * point.y / point.z,
        ]
    }

    /// Its values for `camera_info`. There a pixel's centre has whole coordinates, half a pixel less than here.
    pub fn pinhole(&self) -> Pinhole {
        Pinhole { focal_length: self.focal_length, ..pinhole_of(self.width, self.height, 1.0) }
    }

    /// The same camera with `factor` times as many pixels each way.
    pub(crate) fn enlarged(&self, factor: usize) -> Camera {
        Camera {
            width: self.width * factor,
            height: self.height * factor,
            focal_length: self.focal_length * factor as f64,
            ..*self
        }
    }
}

fn pinhole_of(width: usize, height: usize, field_of_view: f64) -> Pinhole {
    // A picture's sides are some thousand pixels at most: a profile's limit is 8192.
    Pinhole::of_view(width as u32, height as u32, field_of_view)
}
