//! Stickers in doubt: their faces are looked at again, a limited number of times.

use super::*;

impl Play {
    /// A whole look that leaves these facelets in doubt.
    fn look_in_doubt(&mut self, cube: Cube, doubtful: &[usize]) {
        self.expect(Effect::ForgetCube);
        self.send(Event::Forgotten(Ok(())));
        self.expect(Effect::Scan(Vec::new()));
        self.see_in_doubt(Knowledge::Whole(cube), doubtful);
        self.send(Event::ScanEnded(Ok(())));
    }

    /// Another look at some faces.
    fn look_again(&mut self, faces: &[Face], cube: Cube, doubtful: &[usize]) {
        self.expect(Effect::Scan(faces.into()));
        self.see(Knowledge::Incomplete);
        self.see_in_doubt(Knowledge::Whole(cube), doubtful);
        self.send(Event::ScanEnded(Ok(())));
    }
}

#[test]
fn faces_in_doubt_are_looked_at_again_until_they_are_clear() {
    let mut play = Play::begun();
    play.look_in_doubt(Cube::from_seed(5), &[20, 2, 19]);
    let text = play.last().text.clone();
    assert!(text.contains("F3, U3, F2") && text.contains("again at U, F"), "{text}");
    play.look_again(&[Face::U, Face::F], Cube::from_seed(5), &[2]);
    play.look_again(&[Face::U], scrambled(), &[]);
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!((report.solved, report.attempts), (true, 1));
}

#[test]
fn a_doubt_that_stays_ends_the_run_by_the_names_of_the_stickers() {
    let mut play = Play::begun();
    play.look_in_doubt(scrambled(), &[2]);
    for _ in 0..2 {
        play.look_again(&[Face::U], scrambled(), &[2]);
    }
    let (code, text) = play.failure();
    assert_eq!(code, Code::StateInvalid);
    assert!(text.contains("U3") && text.contains("2 more looks"), "{text}");
}

#[test]
fn each_whole_look_may_doubt_anew() {
    let mut play = Play::begun();
    play.look_in_doubt(scrambled(), &[2]);
    play.look_again(&[Face::U], scrambled(), &[2]);
    play.look_again(&[Face::U], scrambled(), &[]);
    play.solve();
    play.execute();
    play.look_in_doubt(scrambled(), &[50]);
    play.look_again(&[Face::B], Cube::SOLVED, &[50]);
    // What the moves must have led to and the camera shows, though not clearly, is no doubt.
    assert!(play.end().solved);
}

#[test]
fn a_look_after_the_moves_that_shows_what_they_led_to_leaves_no_doubt() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look_in_doubt(Cube::SOLVED, &[2, 3]);
    assert!(play.end().solved);
}

#[test]
fn another_look_that_fails_begins_a_whole_one() {
    let mut play = Play::begun();
    play.look_in_doubt(scrambled(), &[2]);
    play.expect(Effect::Scan(vec![Face::U]));
    play.send(Event::ScanEnded(Err(failure("joint r_grip is elsewhere", true))));
    play.wait(2.1);
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
}
