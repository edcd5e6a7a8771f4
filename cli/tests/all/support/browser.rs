//! A program that serves a page, and a browser that has it open.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Long enough for a busy machine; only a failing test waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that serves a page.
pub struct Served {
    pub child: Child,
    words: BufReader<ChildStderr>,
    /// `127.0.0.1` with the port.
    pub host: String,
}

impl Served {
    /// Starts the program and waits until it prints where its page is.
    pub fn start(arguments: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cuberig"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("cargo built the program");
        let words = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut served = Served { child, words, host: String::new() };
        let line = served.wait_for("http://");
        let (_, address) = line.split_once("http://").expect("an address");
        let (host, _) = address.split_once('/').expect("an address with a path");
        served.host = host.to_owned();
        served
    }

    /// Reads its words up to a line with this part.
    pub fn wait_for(&mut self, part: &str) -> String {
        loop {
            let mut line = String::new();
            let length = self.words.read_line(&mut line).expect("more words");
            assert!(0 < length, "it never said '{part}'");
            if line.contains(part) {
                return line;
            }
        }
    }

    /// Ends the program with Ctrl-C, and asserts that it ends well.
    pub fn interrupt(mut self) {
        let interrupted = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(interrupted.expect("kill starts").success());
        assert!(self.child.wait().expect("it ends").success());
    }

    /// Opens the page.
    pub fn open(&self) -> Browser {
        let stream = self.connect();
        let mut request = format!("ws://{}/socket", self.host).into_client_request().expect("a request");
        let headers = request.headers_mut();
        let origin = format!("http://{}", self.host);
        headers.insert("origin", origin.parse().expect("a header"));
        headers.insert("sec-websocket-protocol", "cuberig".parse().expect("a header"));
        let (socket, _) = tungstenite::client(request, stream).expect("the page takes its own");
        Browser { socket, asked: 0 }
    }

    /// Sends bytes and gives what comes back.
    pub fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("it takes requests");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends photographs of a cube's faces U R F D L B as a browser does, and gives the answer.
    pub fn send_photographs(&self, pictures: &[Vec<u8>]) -> Value {
        let mut body = Vec::new();
        for (face, picture) in "URFDLB".chars().zip(pictures) {
            let head = format!("--edge\r\ncontent-disposition: form-data; name=\"{face}\"; filename=\"a.png\"\r\n\r\n");
            body.extend([head.as_bytes(), picture, b"\r\n"].concat());
        }
        body.extend_from_slice(b"--edge--\r\n");
        let (host, length) = (&self.host, body.len());
        let head = format!(
            "POST /photos HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\
             content-type: multipart/form-data; boundary=edge\r\ncontent-length: {length}\r\n\r\n"
        );
        let answer = self.exchange(&[head.as_bytes(), &body].concat());
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the page is served");
        stream.set_read_timeout(Some(PATIENCE)).expect("a patience");
        stream
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser that has the page open.
pub struct Browser {
    socket: WebSocket<TcpStream>,
    asked: u32,
}

impl Browser {
    /// The next message that is a part, an answer or a picture.
    pub fn message(&mut self) -> Message {
        loop {
            match self.socket.read().expect("a message") {
                Message::Ping(_) | Message::Pong(_) => {}
                message => return message,
            }
        }
    }

    /// The next part of this kind for which a condition holds.
    pub fn part(&mut self, kind: &str, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let Message::Text(text) = self.message() else {
                continue;
            };
            let part: Value = serde_json::from_str(&text).expect("JSON");
            if part["part"] == kind && holds(&part) {
                return part;
            }
        }
    }

    /// The next picture of a kind.
    pub fn picture(&mut self, kind: u8) -> Vec<u8> {
        loop {
            if let Message::Binary(picture) = self.message()
                && picture[0] == kind
            {
                return picture[1..].to_vec();
            }
        }
    }

    /// Asks for something; its answer.
    pub fn ask(&mut self, ask: Value) -> Value {
        let id = self.send(ask);
        self.part("answer", |answer| answer["id"] == id)
    }

    /// Asks for something, and waits for nothing: the number of the request.
    pub fn send(&mut self, ask: Value) -> u32 {
        self.asked += 1;
        let request = json!({ "id": self.asked, "ask": ask }).to_string();
        let sent = self.socket.send(Message::text(request));
        sent.expect("it is taken");
        self.asked
    }
}
