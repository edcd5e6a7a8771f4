//! The libraries are loaded by what needs them first. A program of its own, as other tests load them too.

#[test]
fn the_first_picture_loads_the_codecs() {
    let loaded = || {
        let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux");
        ["imgcodecs", "videoio"].map(|library| maps.contains(&format!("libopencv_{library}")))
    };
    assert_eq!(loaded(), [false, false]);
    assert!(vision::media::can_encode(".png").expect("loaded"));
    assert_eq!(loaded(), [true, true]);
}
