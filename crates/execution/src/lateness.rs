//! Where the seconds of an execution went that its plan does not have.

use std::fmt;

use crate::steps::Step;

/// What a motion moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// A claw opens or closes.
    Claw,
    /// The wrist of an open claw turns.
    Wrist,
    /// A wrist turns the layer that its claw holds.
    Layer,
    /// Two wrists turn the whole cube.
    Cube,
}

/// By how much an execution took longer than its plan, by what was moved meanwhile, seconds. Their sum is the
/// difference of both, counted from the first motion to the end of the last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lateness {
    /// While claws opened or closed.
    pub claws: f64,
    /// While wrists of open claws turned.
    pub wrists: f64,
    /// While layers turned.
    pub layers: f64,
    /// While the whole cube turned.
    pub cube: f64,
}

/// When a motion began and when it had ended, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// It began.
    pub start: f64,
    /// It had ended.
    pub end: f64,
}

impl Lateness {
    /// That of steps which were carried out at these times, where the plan had others. It follows the chain of steps back from the last
    /// one: before each of them, that one which it waited for longest.
    pub fn of(steps: &[Step], loads: &[Load], planned: &[Span], done: &[Span]) -> Lateness {
        let mut late = Lateness::default();
        let Some(mut step) = (0..steps.len()).max_by(|a, b| done[*a].end.total_cmp(&done[*b].end)) else {
            return late;
        };
        let last = |span: Span| span.end - span.start;
        *late.mut_of(loads[step]) += last(done[step]) - last(planned[step]);
        while let Some(before) = awaited(&steps[step], done[step].start, done) {
            let from = |spans: &[Span]| spans[step].start - spans[before].start;
            *late.mut_of(loads[before]) += from(done) - from(planned);
            step = before;
        }
        late
    }

    fn mut_of(&mut self, load: Load) -> &mut f64 {
        match load {
            Load::Claw => &mut self.claws,
            Load::Wrist => &mut self.wrists,
            Load::Layer => &mut self.layers,
            Load::Cube => &mut self.cube,
        }
    }
}

/// The step that a step waited for longest which began at a time.
fn awaited(step: &Step, start: f64, done: &[Span]) -> Option<usize> {
    let passed = step.passed.iter().map(|mark| mark.step);
    // One whose end was not awaited ended later.
    let end = |before: &usize| done[*before].end.min(start);
    (step.after.iter().copied().chain(passed)).max_by(|a, b| end(a).total_cmp(&end(b)))
}

impl fmt::Display for Lateness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lateness { claws, wrists, layers, cube } = self;
        write!(
            formatter,
            "claws {claws:+.2} s, free wrists {wrists:+.2} s, layers {layers:+.2} s, turns of the cube {cube:+.2} s"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rig::Arm;

    #[test]
    fn what_was_waited_for_is_late() {
        let step = |after: &[usize]| Step {
            joint: Arm::R.wrist(),
            from: 0.0,
            target: 1.0,
            seconds: 1.0,
            after: after.to_vec(),
            passed: Vec::new(),
            held: Vec::new(),
        };
        let span = |start, end| Span { start, end };
        // A claw opens while a layer turns, then the wrist turns, then the cube.
        let steps = [step(&[]), step(&[]), step(&[0, 1]), step(&[2])];
        let loads = [Load::Claw, Load::Layer, Load::Wrist, Load::Cube];
        let planned = [span(0.0, 0.5), span(0.0, 1.0), span(1.0, 2.0), span(2.0, 3.0)];
        let done = [span(7.0, 8.5), span(7.0, 8.2), span(8.6, 9.5), span(9.5, 10.7)];
        let late = Lateness::of(&steps, &loads, &planned, &done);
        // The claw was awaited, not the layer; 0.1 s went by before the wrist began.
        let near = |late: f64, wanted: f64| (late - wanted).abs() < 1e-9;
        assert!(near(late.claws, 0.6) && late.layers == 0.0, "{late:?}");
        assert!(near(late.wrists, -0.1) && near(late.cube, 0.2), "{late:?}");
        let sum = late.claws + late.wrists + late.layers + late.cube;
        assert!(near(sum, (10.7 - 7.0) - 3.0), "{sum}");
    }
}
