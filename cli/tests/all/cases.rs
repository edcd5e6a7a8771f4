//! Commands and what they answer, word by word: the files in `tests/cmd`.
//!
//! In a block, `$ ` begins a line of the shell. Then come its exit status after `? ` if it is not 0, its standard output, and
//! its error stream with `! ` before each line. In an answer `[..]` stands for any text within a line, and `...` for any
//! lines. A command finds the files of the folder that is named as its file is, and may write next to them.
//! `SNAPSHOTS=overwrite` writes the answers anew: read the difference.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::run;
use testkit::Folder;

/// A line of the shell, and what comes of it.
fn answered(line: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_cuberig")).parent().expect("it is in a folder");
    let paths = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder);
    command.env("PATH", format!("{}:{paths}", program.display()));
    let answer = run(command, b"");
    answer.without_panic();
    let mut text = format!("$ {line}\n");
    if answer.status != 0 {
        text += &format!("? {}\n", answer.status);
    }
    text += &answer.stdout;
    for line in answer.stderr.lines() {
        text += format!("! {line}").trim_end();
        text += "\n";
    }
    text
}

/// The file as it would be if it were written now.
fn written_now(file: &Path) -> String {
    let folder = Folder::new("cases");
    for entry in std::fs::read_dir(file.with_extension("")).into_iter().flatten() {
        let entry = entry.expect("a file").path();
        std::fs::copy(&entry, folder.0.join(entry.file_name().expect("a name"))).expect("its copy");
    }
    let text = std::fs::read_to_string(file).expect("a file of cases");
    let (mut now, mut is_block) = (Vec::new(), false);
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => {
                is_block = !is_block;
                now.push(format!("{line}\n"));
            }
            Some(command) if is_block => now.push(format!("{}\n", answered(command, &folder.0))),
            _ if is_block => {}
            _ => now.push(format!("{line}\n")),
        }
    }
    now.concat()
}

#[test]
fn commands_answer_as_written() {
    let entries = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd")).expect("the folder of cases");
    let files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).collect();
    assert!(!files.is_empty());
    std::thread::scope(|scope| {
        for file in &files {
            scope.spawn(|| {
                let cases = snapbox::Assert::new().action_env("SNAPSHOTS").normalize_paths(false);
                let written = snapbox::Data::read_from(file, Some(snapbox::data::DataFormat::Text));
                cases.eq(written_now(file), written);
            });
        }
    });
}
