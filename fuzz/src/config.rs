//! Files that describe a rig: its profile, its motors, the colours of a cube, the calibration of a camera.

use brick::Motors;
use camera::Calibration;
use cube::Color;
use rig::{Joint, Profile, Reader, urdf};
use vision::CubeColors;

/// One kind of file, by the first byte.
pub fn run(data: &[u8]) {
    let Some((choice, text)) = crate::choice_and_text(data) else { return };
    match choice % 4 {
        0 => profile(text),
        1 => motors(text),
        2 => colors(text),
        _ => calibration(text),
    }
}

fn profile(text: &str) {
    let profile = match Profile::from_toml(text) {
        Ok(profile) => profile,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for joint in Joint::ALL {
        let limit = profile.joint_velocity_limit(joint);
        assert!(0.0 < limit && limit.is_finite(), "{joint:?} at {limit}");
    }
    for quarters in [-2, -1, 1, 2] {
        let seconds = profile.timing.turn_seconds(quarters);
        assert!(0.0 < seconds && seconds.is_finite());
    }
    let model = urdf(&profile, Reader::Ros);
    assert!(!model.contains("NaN") && !model.contains("inf\"") && !model.contains("inf "), "{profile:?}");
}

fn motors(text: &str) {
    let Ok(motors) = Motors::from_toml(text) else { return };
    for model in Joint::ALL.into_iter().filter_map(|joint| motors.of(joint)) {
        let numbers = [model.speed_per_percent, model.friction_percent, model.time_constant];
        assert!(numbers.iter().all(|number| number.is_finite() && 0.0 <= *number), "{model:?}");
    }
}

fn colors(text: &str) {
    let Ok(colors) = CubeColors::from_toml(text) else { return };
    let again = CubeColors::from_toml(&colors.to_toml()).expect("what is written is read");
    for color in Color::ALL {
        let off = colors.rgb(color).into_iter().zip(again.rgb(color)).map(|(one, other)| (one - other).abs());
        assert!(off.fold(0.0, f32::max) <= 0.051, "{colors:?}");
    }
    assert!(colors.warnings().iter().all(|warning| !warning.is_empty()));
}

fn calibration(text: &str) {
    let Ok(calibration) = Calibration::parse(text) else { return };
    let numbers = calibration.k.iter().chain(&calibration.r).chain(&calibration.p).chain(&calibration.d);
    assert!(numbers.clone().all(|number| number.is_finite()), "{calibration:?}");
    let (width, height) = (calibration.width as usize, calibration.height as usize);
    let same = calibration.scaled(width, height).expect("its own size");
    assert_eq!(same, calibration);
}
