//! What the demonstration shows in the terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use cube::{Color, ColorScheme, Facelets};
use indicatif::{ProgressBar, ProgressStyle};
use r2r::cuberig_msgs::msg::RunStatus;

/// Prints stages as they come: a live line on a terminal, plain lines elsewhere.
pub struct Screen {
    live: Option<ProgressBar>,
    colours: bool,
    stage: Option<(u8, u32, Instant, String)>,
}

impl Screen {
    /// Plain when `headless`, or when the output is not a terminal.
    pub fn new(headless: bool) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let live = (terminal && !headless).then(|| {
            let bar = ProgressBar::new(1000);
            let style = ProgressStyle::with_template("  {spinner} {bar:24.cyan/black} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        Self { live, colours: terminal, stage: None }
    }

    /// A line that stays.
    pub fn say(&self, line: &str) {
        match &self.live {
            Some(bar) => bar.println(line),
            None => println!("{line}"),
        }
    }

    /// The newest status of the run: a line for each stage that ended, and the live line for the one under way.
    pub fn follow(&mut self, status: &RunStatus) {
        let key = (status.stage, status.attempt);
        let same = self.stage.as_ref().is_some_and(|(stage, attempt, ..)| (*stage, *attempt) == key);
        if same {
            if let Some((_, _, _, text)) = &mut self.stage {
                text.clone_from(&status.text);
            }
        } else {
            self.end_stage();
            self.stage = Some((status.stage, status.attempt, Instant::now(), status.text.clone()));
        }
        if let Some(bar) = &self.live {
            bar.set_position((status.progress.clamp(0.0, 1.0) * 1000.0) as u64);
            bar.set_message(format!("{}: {}", stage_name(status.stage), status.text));
        }
    }

    /// Writes down the stage that was under way.
    pub fn end_stage(&mut self) {
        if let Some((stage, _, began, text)) = self.stage.take() {
            let name = stage_name(stage);
            self.say(&format!("  {name:<8} {:6.1} s  {text}", began.elapsed().as_secs_f64()));
        }
    }

    /// The cube, unfolded; in colour on a terminal.
    pub fn show_cube(&self, facelets: &Facelets) {
        let colours = facelets.colors(&ColorScheme::WESTERN);
        let row = |face: usize, row: usize| -> String {
            (0..3).map(|column| self.sticker(colours[face * 9 + row * 3 + column])).collect()
        };
        let gap = " ".repeat(6);
        for line in 0..3 {
            self.say(&format!("    {gap} {}", row(0, line)));
        }
        for line in 0..3 {
            let [left, front, right, back] = [4, 2, 1, 5].map(|face| row(face, line));
            self.say(&format!("    {left} {front} {right} {back}"));
        }
        for line in 0..3 {
            self.say(&format!("    {gap} {}", row(3, line)));
        }
    }

    fn sticker(&self, colour: Color) -> String {
        let letter = colour.letter();
        if !self.colours {
            return format!("{letter} ");
        }
        let [red, green, blue] = vision::paint(colour);
        format!("\x1b[48;2;{red};{green};{blue}m\x1b[38;2;0;0;0m{letter} \x1b[0m")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if let Some(bar) = &self.live {
            bar.finish_and_clear();
        }
    }
}

fn stage_name(stage: u8) -> &'static str {
    match u32::from(stage) {
        1 => "scan",
        2 => "solve",
        3 => "execute",
        4 => "check",
        5 => "solved",
        6 => "stopped",
        7 => "failed",
        _ => "idle",
    }
}
