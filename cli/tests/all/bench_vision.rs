//! `bench vision` on a folder of drawn pictures whose figures are known beforehand.

use crate::support::drawn::{self, BODY, PITCH, START, face, rgb, wall};
use crate::support::{SOLVED, cuberig, keys, model};
use serde_json::Value;
use testkit::Folder;

/// Three pictures in two lights: a face that equals the truth, one where the truth differs in two stickers, and none. Then a
/// checkered cube in six pictures, and as measured colours.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("right.ppm", face("WYROGBWYR"));
    folder.write("unlike.ppm", face("GGBWORYBW"));
    folder.write("nothing.ppm", wall());
    folder.write(
        "manifest.csv",
        "file,light_class,face_count,truth\n\
         right.ppm,lamp,1,WYROGBWYR\n\
         unlike.ppm,sun,1,GGBWORYRR\n\
         nothing.ppm,sun,1,WWWWWWWWW\n",
    );
    let mut boxes = "file,cx,cy,w,h,colour\n".to_owned();
    for (at, letter) in "WYROGBWYR".chars().enumerate() {
        let centre = |index: usize| START + PITCH * index + PITCH / 2;
        let (x, y) = (centre(at % 3), centre(at / 3));
        let side = PITCH - 2 * BODY;
        boxes += &format!("right.ppm,{x},{y},{side},{side},{letter}\n");
    }
    folder.write("boxes.csv", boxes);
    let cube = model::apply_all(SOLVED, "R2 L2 U2 D2 F2 B2");
    drawn::six_pictures(&folder, &cube);
    folder.write("sixface.csv", format!("set,files,state\nchecks,0.ppm;1.ppm;2.ppm;3.ppm;4.ppm;5.ppm,{cube}\n"));
    folder.write("robot.json", drawn::measurements(&cube, "ULFRBD", |color| rgb(color).map(f32::from)));
    folder.write("rgb_manifest.csv", format!("file,state\nrobot.json,{cube}\n"));
    folder
}

/// The row of a table where these keys have these values.
fn row<'a>(report: &'a Value, table: &str, wanted: &[(&str, &str)]) -> &'a Value {
    let rows = report["tables"][table].as_array().expect("a table");
    let is_it = |row: &&Value| wanted.iter().all(|(key, value)| row[key] == *value);
    rows.iter().find(is_it).unwrap_or_else(|| panic!("no {wanted:?} in {rows:?}"))
}

#[test]
fn figures_are_those_of_the_pictures() {
    let folder = folder("bench-vision");
    let annotated = folder.0.join("annotated");
    let album = annotated.to_str().expect("UTF-8");
    let answer = cuberig(["bench", "vision", folder.path(), "--json", "--annotated", album]);
    let report = answer.done().one_json();
    assert_eq!(report["area"], "vision");
    let reader = "lattice+light";
    let lamp = row(&report, "single_faces", &[("reader", reader), ("light", "lamp")]);
    let columns = "boxed faces_right_percent found_percent in_place light milliseconds_median milliseconds_p95 pictures reader stickers_right_percent";
    assert_eq!(keys(lamp).join(" "), columns);
    assert_eq!(lamp["found_percent"], 100.0);
    assert_eq!(lamp["faces_right_percent"], 100.0);
    assert_eq!((&lamp["boxed"], &lamp["in_place"]), (&1.into(), &1.into()));
    assert!(0.0 < lamp["milliseconds_median"].as_f64().unwrap());
    // One of two pictures has a face; seven of its stickers equal the truth.
    let sun = row(&report, "single_faces", &[("reader", reader), ("light", "sun")]);
    assert_eq!(sun["found_percent"], 50.0);
    assert_eq!(sun["faces_right_percent"], 0.0);
    let right = sun["stickers_right_percent"].as_f64().unwrap();
    assert!((right - 700.0 / 9.0).abs() < 0.1, "{right}");
    let all = row(&report, "single_faces", &[("reader", reader), ("light", "all")]);
    assert_eq!(all["pictures"], 3);
    for from in ["six pictures", "measurements"] {
        let cubes = row(&report, "cubes", &[("reader", reader), ("from", from)]);
        assert_eq!((&cubes["cubes"], &cubes["right"]), (&1.into(), &1.into()), "{cubes}");
        assert_eq!(cubes["wrong_but_certain"], 0);
    }
    let certainty = report["tables"]["certainty"].as_array().unwrap().iter();
    let own = certainty.filter(|row| row["reader"] == reader);
    assert_eq!(own.map(|row| row["stickers"].as_u64().unwrap()).sum::<u64>(), 18, "two faces were found");
    let unlike = row(&report, "not_right", &[("reader", reader)]);
    let what = unlike["what"].as_str().unwrap();
    assert!(what.contains("unlike.ppm") && what.contains("for GGBWORYRR"), "{what}");
    // The thesis' pipeline and the other classifiers are measured with it, and each has a picture of everything it looked at.
    for reader in [reader, "classic+classic", "lattice+classic", "lattice+hsv-density"] {
        row(&report, "single_faces", &[("reader", reader), ("light", "all")]);
        for name in ["right_ppm.png", "unlike_ppm.png", "nothing_ppm.png"] {
            let bytes = std::fs::read(annotated.join(reader).join(name)).expect(name);
            assert!(bytes.starts_with(b"\x89PNG"), "{reader} {name}");
        }
    }
}

#[test]
fn people_get_tables_of_the_reader_they_asked_for() {
    let folder = folder("bench-vision-text");
    let answer = cuberig(["bench", "vision", folder.path(), "--detector", "lattice"]).done();
    let text = &answer.stdout;
    for part in ["lamp", "sun", "whole faces right %", "ms median", "calibration error", "measurements"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("classic"), "{text}");
    folder.write("manifest.csv", "file,truth\nright.ppm,WYROGBWYR\n");
    cuberig(["bench", "vision", folder.path()]).fails(1, "face_count");
}
