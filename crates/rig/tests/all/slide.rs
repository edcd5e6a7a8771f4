//! Claws that slide: where they are, and from which share of their way they are free of what turns. The shares are computed a second
//! way here, from points of the parts that people see.

use std::f64::consts::FRAC_PI_2;

use rig::nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use rig::{Arm, Body, Clearances, Error, Finger, Geometry, Joint, Part, Profile, Reader, Slide, urdf};
use urdf_rs::JointType;

const PRINTED: &str = include_str!("../../../../config/profiles/printed-servo.toml");

fn printed() -> (Profile, Slide) {
    let profile = Profile::from_toml(PRINTED).expect("it ships");
    let slide = profile.geometry.slide.expect("it slides");
    (profile, slide)
}

/// The boxes of a claw's fingers and palm, each with its frame.
fn boxes(geometry: &Geometry, arm: Arm, wrist: f64, grip: f64) -> Vec<(Isometry3<f64>, Part)> {
    let of = |finger| {
        let frame = geometry.finger_frame(arm, finger, wrist, grip);
        // The finger, its tip, and its half of the palm.
        geometry.parts(Body::Finger(finger)).into_iter().take(3).map(move |part| (frame, part))
    };
    Finger::BOTH.into_iter().flat_map(of).collect()
}

/// Points on the surface of boxes and in them, a millimetre or less apart, in the rig's frame.
fn points(boxes: &[(Isometry3<f64>, Part)]) -> Vec<Point3<f64>> {
    let mut points = Vec::new();
    for (frame, part) in boxes {
        let steps = part.half.map(|half| (half / 0.0005).ceil() as i32);
        for x in -steps.x..=steps.x {
            for y in -steps.y..=steps.y {
                for z in [-1, 0, 1].map(|z| z * steps.z) {
                    let share = Vector3::new(x, y, z).cast::<f64>().component_div(&steps.cast::<f64>());
                    points.push(frame * Point3::from(part.middle + part.half.component_mul(&share)));
                }
            }
        }
    }
    points
}

fn is_within(point: &Point3<f64>, half: &Vector3<f64>) -> bool {
    point.iter().zip(half.iter()).all(|(along, half)| along.abs() < half - 1e-9)
}

/// The least share at which nothing is hit, by halves.
fn least_free(hits: impl Fn(f64) -> bool) -> f64 {
    let (mut hit, mut free) = (0.0, 1.0);
    assert!(!hits(free), "not even fully open");
    for _ in 0..9 {
        let middle = (hit + free) / 2.0;
        if hits(middle) { hit = middle } else { free = middle }
    }
    free
}

#[test]
fn shares_of_the_geometry_are_those_of_its_boxes() {
    let (profile, slide) = printed();
    let geometry = &profile.geometry;
    let open = profile.gearing.open_grip();
    let angles = || (0..90).map(|step| (f64::from(step) + 0.5) / 90.0 * FRAC_PI_2);
    let cube = Vector3::repeat(geometry.half_edge());
    let own_wrist = least_free(|share| {
        angles().any(|angle| points(&boxes(geometry, Arm::F, angle, share * open)).iter().any(|p| is_within(p, &cube)))
    });
    let turning = least_free(|share| {
        let claw = points(&boxes(geometry, Arm::F, 0.0, share * open));
        angles().any(|angle| {
            let turned = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), angle);
            claw.iter().any(|point| is_within(&(turned * point), &cube))
        })
    });
    // F is horizontal, and R turns as it turns the cube: neither has a point in the other.
    let neighbour = least_free(|share| {
        let claw = boxes(geometry, Arm::F, FRAC_PI_2, share * open);
        angles().any(|angle| {
            let other = boxes(geometry, Arm::R, angle, 0.0);
            let meet = |ones: &[Point3<f64>], others: &[(Isometry3<f64>, Part)]| {
                let in_box = |(frame, part): &(Isometry3<f64>, Part), point: &Point3<f64>| {
                    is_within(&(frame.inverse() * point - part.middle), &part.half)
                };
                ones.iter().any(|point| others.iter().any(|one| in_box(one, point)))
            };
            meet(&points(&claw), &other) || meet(&points(&other), &claw)
        })
    });
    let computed = geometry.free_grips(&slide).map(|grip| grip / open);
    for (name, computed, found) in
        [("own wrist", computed[0], own_wrist), ("cube", computed[1], turning), ("neighbour", computed[2], neighbour)]
    {
        assert!((computed - found).abs() < 0.02, "{name}: {computed} by the formula, {found} by the boxes");
    }
}

/// What the profile has is that, 2 mm more, and the way of a servo that is 0.1 s late.
#[test]
fn the_shipped_shares_have_room_for_two_millimetres_and_a_late_servo() {
    let (profile, slide) = printed();
    let open = profile.gearing.open_grip();
    let Clearances { own_wrist, cube, beside_horizontal } = profile.clearances;
    let room = 0.002 / slide.pinion_radius;
    let free = profile.geometry.free_grips(&slide).map(|grip| (grip + room) / open);
    let late = |share: f64| {
        let seconds = Clearances::seconds_to(share, profile.timing.open) - 0.1;
        rig::ramp(seconds / profile.timing.open)
    };
    for (shipped, free) in [(own_wrist, free[0]), (cube, free[1])] {
        assert!((free..free + 0.04).contains(&late(shipped)), "{} of {free}", late(shipped));
    }
    assert!(free[2] < beside_horizontal && beside_horizontal == 1.0);
}

#[test]
fn the_urdf_slides_both_fingers_by_the_pinion() {
    let (profile, slide) = printed();
    let open = profile.gearing.open_grip();
    for reader in [Reader::Ros, Reader::Gazebo] {
        let robot = urdf_rs::read_from_string(&urdf(&profile, reader)).expect("our own URDF");
        let joint = |name: &str| robot.joints.iter().find(|joint| joint.name == name).expect("a joint");
        for arm in Arm::ALL {
            let (turns, slides) = (joint(arm.grip().name()), joint(&format!("{arm}_grip_mimic")));
            assert_eq!(turns.joint_type, JointType::Revolute);
            assert_eq!(turns.child.link, format!("{arm}_pinion"));
            assert_eq!(slides.joint_type, JointType::Prismatic);
            assert!(
                (slides.limit.lower, slides.limit.upper) == (0.0, (slide.pinion_radius * open * 1e6).round() / 1e6)
            );
            // A force and a speed along the rack, from those of the pinion.
            assert!((slides.limit.effort * slide.pinion_radius - turns.limit.effort).abs() < 1e-6);
            assert!((slides.limit.velocity / slide.pinion_radius - turns.limit.velocity).abs() < 1e-3);
            let mimic = slides.mimic.as_ref().expect("it follows the pinion");
            assert_eq!((mimic.joint.as_str(), mimic.multiplier), (arm.grip().name(), Some(slide.pinion_radius)));
        }
        for arm in Arm::ALL {
            let limits = profile.joint_limits(arm.wrist()).expect("servos have ends");
            let wrist = joint(arm.wrist().name());
            assert!((limits.0 + FRAC_PI_2).abs() < 1e-9 && (limits.1 - 2.0 * FRAC_PI_2).abs() < 1e-9);
            assert!((wrist.limit.lower - limits.0).abs() < 1e-6 && (wrist.limit.upper - limits.1).abs() < 1e-6);
        }
        assert_eq!(robot.joints.iter().filter(|joint| Joint::parse(&joint.name).is_some()).count(), Joint::COUNT);
    }
}

#[test]
fn lengths_that_leave_a_sliding_claw_in_the_way_are_named() {
    for (from, to, key) in [
        ("pinion_radius = 0.016", "pinion_radius = 0.012", "geometry.slide.pinion_radius"),
        ("pinion_radius = 0.016", "pinion_radius = 16.0", "geometry.slide.pinion_radius"),
        ("pinion_radius = 0.016", "pinion_radius = 0.024", "geometry.wrist_distance"),
        ("play = 0.0001", "play = -0.001", "geometry.slide.play"),
        ("pivot_distance = 0.0285", "pivot_distance = 0.028", "geometry.pivot_distance"),
        ("finger_width = 0.016", "finger_width = 0.02", "geometry.finger_width"),
        ("tip_distance = 0.016", "tip_distance = 0.03", "geometry.tip_distance"),
    ] {
        assert!(PRINTED.contains(from), "{from}");
        let error = Profile::from_toml(&PRINTED.replacen(from, to, 1)).expect_err(to);
        assert!(matches!(&error, Error::BadValue { key: named, .. } if named == key), "{to}: {error:?}");
    }
}
