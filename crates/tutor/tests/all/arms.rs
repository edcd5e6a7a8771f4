//! Arms that carry out lessons: the cube's own faces turn, however the lesson holds the cube.

use cube::{Cube, random_moves};
use teach::{Method, Options, Player, teach};
use tutor::{Pause, arm_turns};

/// Lessons of every method, every second one with slices and wide turns.
fn players() -> impl Iterator<Item = (Cube, Player)> {
    (0..40).flat_map(|seed| {
        let cube = Cube::from_seed(seed);
        let options = Options { slices: seed % 2 == 1, ..Options::default() };
        Method::ALL.map(|method| (cube, Player::new(teach(method, &cube, &options).unwrap())))
    })
}

#[test]
fn the_arms_turn_the_cube_to_where_the_lesson_has_it() {
    for (seed, (start, player)) in players().enumerate() {
        let all = player.moves().len();
        // A seeded walk over the places, forwards and back.
        let dice = random_moves(seed as u64, 20);
        let places = dice.iter().enumerate().map(|(nth, turn)| {
            let dice = turn.face().index() * 3 + usize::from(turn.quarters());
            (dice * 7919 + nth * 104_729 + seed) % (all + 1)
        });
        let (mut cube, mut at) = (start, 0);
        for place in places.chain([all]) {
            let turns = arm_turns(&player, at, place);
            for (nth, done) in turns.iter().enumerate() {
                cube = cube.apply(done.turn);
                let next = turns.get(nth + 1).map(|next| next.turn.face().axis());
                if done.reached == at && next == Some(done.turn.face().axis()) {
                    // Half of a slice is no place of the lesson.
                    continue;
                }
                at = done.reached;
                let there = &player.hands()[done.reached];
                // Facelets by the cube's own faces do not contain how it is held.
                assert_eq!(cube, there.rotated(there.held.inverse()).cube);
            }
            at = place;
            let there = &player.hands()[at];
            assert_eq!(cube, there.rotated(there.held.inverse()).cube);
        }
        assert!(cube.is_solved());
    }
}

#[test]
fn each_pause_is_further_than_the_one_before_and_all_lead_to_the_end() {
    for (_, mut player) in players() {
        for pause in [Pause::AfterMove, Pause::AfterStep, Pause::AfterStage, Pause::AfterLesson] {
            player.restart();
            let (mut pauses, mut stages) = (0, Vec::new());
            while player.next().is_some() {
                let stage = player.step().map(|(stage, _)| stage);
                let place = pause.place(&player);
                assert!(player.at() < place, "{pause:?} at {}", player.at());
                let turns = arm_turns(&player, player.at(), place).len();
                match pause {
                    Pause::AfterMove => assert!(turns <= 2, "a slice is two turns of faces"),
                    Pause::AfterStage => stages.push(stage),
                    _ => {}
                }
                player.go_to(place).expect("a place of the lesson");
                pauses += 1;
            }
            stages.dedup();
            match pause {
                Pause::AfterStage => assert_eq!(stages.len(), pauses, "one pause for each stage"),
                Pause::AfterLesson => assert_eq!(pauses, 1),
                _ => {}
            }
        }
    }
}
