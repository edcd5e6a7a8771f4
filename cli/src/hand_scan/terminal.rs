//! What a hand scan uses of the terminal and of the desktop around it.

use std::io::{self, BufRead};
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;

use super::page::Input;

/// Passes on the lines of the terminal until it is closed.
pub fn listen_to_terminal(inputs: Sender<Input>) {
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if inputs.send(Input::Line(line)).is_err() {
                return;
            }
        }
    });
}

/// Shows the page on a desktop that has a browser; elsewhere its address is printed.
pub fn open_browser(url: &str) {
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].map(std::env::var_os);
    if desktop.iter().any(Option::is_some) {
        let _ =
            Command::new("xdg-open").arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
}
