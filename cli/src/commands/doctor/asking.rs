//! Questions to the person at the rig, before anything moves and about what only they can see.

use std::io::{BufRead, Write};

use tokio::sync::mpsc;

use crate::failure::Failure;

/// Why the checks ended before the last one.
pub enum Ended {
    Asked,
    Failed(Failure),
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failed(failure)
    }
}

/// What a person answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    Skip,
    /// It moved the other way round.
    Reverse,
    /// Another joint moved.
    Other,
}

/// Asks on the terminal. Answers are read on a thread of their own, so that a question can be given up.
pub struct Asker {
    assumes_yes: bool,
    lines: Option<mpsc::Receiver<String>>,
}

impl Asker {
    /// With `assumes_yes` nothing is asked.
    pub fn new(assumes_yes: bool) -> Asker {
        Asker { assumes_yes, lines: None }
    }

    /// Whether a person can be asked.
    pub fn has_person(&self) -> bool {
        !self.assumes_yes
    }

    /// Asks for leave to begin.
    pub async fn may_begin(&mut self, question: &str) -> Result<bool, Ended> {
        if self.assumes_yes {
            return Ok(true);
        }
        let answers = [("yes", Answer::Yes), ("no", Answer::No)];
        Ok(self.ask(question, &answers).await? == Answer::Yes)
    }

    /// Asks for leave to move a joint.
    pub async fn may(&mut self, question: &str) -> Result<Answer, Ended> {
        if self.assumes_yes {
            return Ok(Answer::Yes);
        }
        let answers = [("yes", Answer::Yes), ("no", Answer::No), ("skip", Answer::Skip)];
        self.ask(question, &answers).await
    }

    /// Asks until one of the answers comes; its first letter is enough. The end of the input ends all.
    pub async fn ask(&mut self, question: &str, answers: &[(&str, Answer)]) -> Result<Answer, Ended> {
        let lines = self.lines.get_or_insert_with(lines_of_input);
        let words: Vec<&str> = answers.iter().map(|(word, _)| *word).collect();
        loop {
            let mut error = std::io::stderr();
            // Without an error stream the question is invisible, and the answer still counts.
            let _ = write!(error, "{question} [{}] ", words.join("/"));
            let _ = error.flush();
            let line = lines.recv().await.ok_or(Ended::Asked)?;
            let typed = line.trim().to_lowercase();
            let fits = |word: &str| !typed.is_empty() && word.starts_with(&typed);
            if let Some((_, answer)) = answers.iter().find(|(word, _)| fits(word)) {
                return Ok(*answer);
            }
            let _ = writeln!(error, "please answer with one of {}", words.join(", "));
        }
    }
}

fn lines_of_input() -> mpsc::Receiver<String> {
    let (lines, receiver) = mpsc::channel(1);
    // It ends with the program: a thread that reads the terminal cannot be woken.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if lines.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
