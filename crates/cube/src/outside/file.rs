//! Files that people name.

use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Where the pipes are that a command line has opened for this program. Their writers exist already, so nothing waits for them.
const OPENED: [&str; 3] = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"];

/// Opens a file.
///
/// # Errors
/// What the system reports, or what the path names in place of a file.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    open_kind(path.as_ref(), "a file", FileType::is_file)
}

/// Opens a device, such as a webcam.
///
/// # Errors
/// What the system reports, or what the path names in place of a device.
pub fn device(path: impl AsRef<Path>) -> io::Result<File> {
    open_kind(path.as_ref(), "a device", |kind| name(kind) == "a device")
}

/// Opens what is read piece by piece: a file, a pipe or a terminal. A pipe with a name waits for its writer. The caller bounds
/// each piece.
///
/// # Errors
/// What the system reports, or that the path names a folder.
pub fn stream(path: impl AsRef<Path>) -> io::Result<File> {
    open_kind(path.as_ref(), "a file", |kind| !kind.is_dir())
}

/// Reads a file of at most `most` bytes. Pipes that a command line opens (`/dev/stdin`, `<(…)`) count as files. `what` names the content
/// in the error, such as "a profile".
///
/// # Errors
/// As [`open`], or that the file is larger.
pub fn read(path: impl AsRef<Path>, what: &str, most: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    let file = open_kind(path, "a file", |kind| kind.is_file() || (name(kind) == "a named pipe" && is_opened(path)))?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if most < bytes.len() as u64 {
        let limit = match most >> 20 {
            0 => format!("{most} bytes"),
            mebibytes => format!("{mebibytes} MiB"),
        };
        let reason = format!("it is larger than {limit}, too large for {what}");
        return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// The same for a text.
///
/// # Errors
/// As [`read`], or that the bytes are no UTF-8.
pub fn read_text(path: impl AsRef<Path>, what: &str, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, what, most)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))
}

fn open_kind(path: &Path, wanted: &str, accepts: impl Fn(&FileType) -> bool) -> io::Result<File> {
    // Looked at before it is opened: opening can wait, or move a device.
    let kind = fs::metadata(path)?.file_type();
    if accepts(&kind) {
        return File::open(path);
    }
    let reason = format!("it is {}, not {wanted}", name(&kind));
    Err(io::Error::new(ErrorKind::InvalidInput, reason))
}

fn is_opened(path: &Path) -> bool {
    let path = path.to_string_lossy();
    OPENED.iter().any(|opened| path.starts_with(opened))
}

fn name(kind: &FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    match kind.is_dir() {
        true => "a folder",
        false => "a file",
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    fn fresh(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("cuberig-outside-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn refusal(path: &Path) -> String {
        let refused = read(path, "a profile", 1 << 20).expect_err("it is no file");
        refused.to_string()
    }

    #[test]
    fn what_is_no_file_is_named_at_once() {
        let pipe = fresh("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        assert_eq!(refusal(&pipe), "it is a named pipe, not a file");
        fs::remove_file(&pipe).expect("it was made");
        assert_eq!(refusal(Path::new("/dev/zero")), "it is a device, not a file");
        assert_eq!(refusal(Path::new("/tmp")), "it is a folder, not a file");
        assert!(refusal(Path::new("/no/such/file")).contains("No such file"));
        assert!(stream("/dev/null").is_ok() && stream("/tmp").is_err());
        assert!(device("/dev/null").is_ok() && device(file!()).is_err());
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let path = fresh("limit");
        fs::write(&path, vec![b'x'; 1 << 20]).expect("a file");
        let most = 1 << 20;
        assert_eq!(read(&path, "a profile", most).expect("it fits").len(), 1 << 20);
        let larger = read(&path, "a profile", most - 1).expect_err("one byte too many");
        assert_eq!(larger.to_string(), "it is larger than 1048575 bytes, too large for a profile");
        fs::write(&path, vec![0xff; most as usize + 1]).expect("a file");
        let larger = read_text(&path, "a profile", most).expect_err("one byte too many");
        assert_eq!(larger.to_string(), "it is larger than 1 MiB, too large for a profile");
        let foreign = read_text(&path, "a profile", 2 * most).expect_err("no text");
        assert_eq!(foreign.to_string(), "it is no text in UTF-8");
        fs::remove_file(&path).expect("it was made");
    }
}
