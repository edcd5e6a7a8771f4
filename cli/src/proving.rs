//! A bar on the error stream while a search proves that nothing shorter exists.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use indicatif::{ProgressBar, ProgressStyle};
use solver::{Control, Proof, Solution};

/// Shows the proof of one search for as long as it lives; nothing where no terminal is.
pub struct ProofBar {
    bar: ProgressBar,
}

impl ProofBar {
    /// A bar, and a control that moves it.
    pub fn watching() -> (ProofBar, Control) {
        let style = ProgressStyle::with_template("{msg:40} {bar:28} {percent:>3} % {elapsed}")
            .expect("the template is well formed");
        let bar = ProgressBar::new(1000).with_style(style);
        let best = Arc::new(AtomicUsize::new(0));
        let (found, moved) = (Arc::clone(&best), bar.clone());
        let control = Control::with_feedback(move |solution: &Solution| {
            found.store(solution.length(), Relaxed);
        })
        .watching_proof(move |proof: &Proof| {
            moved.set_message(message(best.load(Relaxed), proof.at_least));
            moved.set_position((proof.done * 1000.0) as u64);
        });
        (ProofBar { bar }, control)
    }
}

impl Drop for ProofBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What is known: the best length so far, 0 for none, and what is being looked for.
fn message(best: usize, at_least: usize) -> String {
    match best {
        0 => format!("looking for {at_least} moves"),
        best => format!("{best} moves found, looking for {at_least}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_contains_the_best_length_and_the_next_goal() {
        assert_eq!(message(18, 16), "18 moves found, looking for 16");
        assert_eq!(message(0, 12), "looking for 12 moves");
    }
}
