//! Vectors, rotations and rigid poses in the rig's frame (metres), as little of them as drawing needs.

use std::ops::{Add, Mul, Neg, Sub};

/// A vector or point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vector(pub [f64; 3]);

impl Vector {
    /// The vector of three components.
    pub const fn new(x: f64, y: f64, z: f64) -> Vector {
        Vector([x, y, z])
    }

    /// Scalar product.
    pub fn dot(self, other: Vector) -> f64 {
        self.0[0] * other.0[0] + self.0[1] * other.0[1] + self.0[2] * other.0[2]
    }

    /// Vector product.
    pub fn cross(self, other: Vector) -> Vector {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Vector([b * f - c * e, c * d - a * f, a * e - b * d])
    }

    /// Length.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The same direction at length 1; the zero vector stays what it is.
    pub fn unit(self) -> Vector {
        let length = self.length();
        if length > 0.0 {
            self * (1.0 / length)
        } else {
            self
        }
    }

    /// Single precision, for the inner loops.
    pub(crate) fn single(self) -> [f32; 3] {
        self.0.map(|component| component as f32)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector(std::array::from_fn(|axis| self.0[axis] + other.0[axis]))
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        self + -other
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        self * -1.0
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;
    fn mul(self, factor: f64) -> Vector {
        Vector(self.0.map(|component| component * factor))
    }
}

/// A rotation, as the images of the three axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rotation(pub [Vector; 3]);

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Rotation = Rotation([
        Vector::new(1.0, 0.0, 0.0),
        Vector::new(0.0, 1.0, 0.0),
        Vector::new(0.0, 0.0, 1.0),
    ]);

    /// By an angle in radians about an axis (of any length but zero), right-handed.
    pub fn about(axis: Vector, angle: f64) -> Rotation {
        let axis = axis.unit();
        let (sine, cosine) = angle.sin_cos();
        Rotation(Self::IDENTITY.0.map(|vector| {
            // Rodrigues' formula.
            vector * cosine + axis.cross(vector) * sine + axis * (axis.dot(vector) * (1.0 - cosine))
        }))
    }

    /// Turns a vector.
    pub fn apply(&self, vector: Vector) -> Vector {
        let [x, y, z] = vector.0;
        self.0[0] * x + self.0[1] * y + self.0[2] * z
    }

    /// This rotation after `first`.
    pub fn after(&self, first: &Rotation) -> Rotation {
        Rotation(first.0.map(|axis| self.apply(axis)))
    }

    /// The rotation back.
    pub fn inverse(&self) -> Rotation {
        let columns = self.0.map(|vector| vector.0);
        Rotation(std::array::from_fn(|row| {
            Vector(std::array::from_fn(|column| columns[column][row]))
        }))
    }
}

/// Where a body is: a rotation, then a shift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// How the body is turned.
    pub rotation: Rotation,
    /// Where its origin is.
    pub origin: Vector,
}

impl Pose {
    /// At the origin, unturned.
    pub const IDENTITY: Pose = Pose {
        rotation: Rotation::IDENTITY,
        origin: Vector::new(0.0, 0.0, 0.0),
    };

    /// A point of the body in the outer frame.
    pub fn apply(&self, point: Vector) -> Vector {
        self.rotation.apply(point) + self.origin
    }

    /// The pose of a body that has pose `inner` within this one.
    pub fn then(&self, inner: &Pose) -> Pose {
        Pose {
            rotation: self.rotation.after(&inner.rotation),
            origin: self.apply(inner.origin),
        }
    }
}
