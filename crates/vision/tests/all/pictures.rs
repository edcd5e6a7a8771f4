//! The real pictures, as rates over whole sets with some room below what is reached.

use vision::{Detector, DetectorOptions, Image, bench};

use crate::support;

#[test]
fn rates_on_the_real_pictures() {
    let Some(data) = support::data("rates_on_the_real_pictures") else {
        return;
    };
    let report =
        bench(&data, None, &mut Detector::new(DetectorOptions::default()), None).expect("the tables are there");
    report.failures.iter().for_each(|failure| println!("{failure}"));
    let all = &report.all;
    assert!(97 * all.pictures <= 100 * all.found, "{} of {} found", all.found, all.pictures);
    assert!(96 * all.boxed <= 100 * all.in_place, "{} of {} in place", all.in_place, all.boxed);
    let stickers = 9 * all.found;
    assert!(99 * stickers <= 100 * all.stickers_right, "{} stickers right", all.stickers_right);
    assert!(96 * all.pictures <= 100 * all.faces_right, "{} faces right", all.faces_right);
    for (light, tally) in &report.by_light {
        assert!(
            80 * tally.pictures <= 100 * tally.faces_right,
            "{} of {} whole faces in light {light}",
            tally.faces_right,
            tally.pictures
        );
    }
    let several = report.several;
    assert!(85 * several.faces <= 100 * several.found && several.reported <= several.found + 2, "{several:?}");
    assert!(several.found <= several.right + 1, "{several:?}");
    let apart = report.calibration_error();
    assert!(apart < 0.05, "confidence and truth lie {apart} apart");
    let six = report.six_photos;
    assert!(six.cubes <= six.right + 1, "{} of {} from photographs", six.right, six.cubes);
    assert_eq!(six.silently_wrong + report.measurements.silently_wrong, 0);
}

#[test]
fn rates_on_modern_cubes() {
    let Some(data) = support::data("rates_on_modern_cubes") else {
        return;
    };
    let report = bench(&data, Some("modern"), &mut Detector::new(DetectorOptions::default()), None)
        .expect("the tables are there");
    report.failures.iter().for_each(|failure| println!("{failure}"));
    let all = &report.all;
    assert!(98 * all.pictures <= 100 * all.found, "{} of {} found", all.found, all.pictures);
    assert!(92 * all.pictures <= 100 * all.faces_right, "{} faces right", all.faces_right);
    let six = report.six_photos;
    assert!(six.cubes <= six.right, "{} of {} from photographs", six.right, six.cubes);
    assert_eq!(six.silently_wrong, 0);
}

#[test]
fn a_vivid_face_is_read_as_well_as_a_less_vivid_one() {
    let Some(data) = support::data("a_vivid_face_is_read_as_well_as_a_less_vivid_one") else {
        return;
    };
    for name in ["drawn_white_body_vivid.png", "drawn_white_body_less_vivid.png"] {
        let image = Image::load(data.join("drawn").join(name)).expect("a picture");
        let faces = Detector::new(DetectorOptions::default()).detect(&image).expect("it runs");
        assert_eq!(faces.first().expect("a face").letters(), "OYRWGWGYG", "{name}");
    }
}
