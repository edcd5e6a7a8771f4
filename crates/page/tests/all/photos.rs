//! Six photographs by POST, and pictures by GET.

use page::protocol::Answer;
use page::{Page, Photos, Token};
use tokio::sync::mpsc;

use super::client::{exchange, get, options, serve};

/// A form with these fields.
fn form(fields: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, content) in fields {
        let head =
            format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{name}.jpg\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    body
}

async fn post(page: &Page, headers: &str, body: &[u8]) -> String {
    let host = page.address();
    let length = body.len();
    let head = format!(
        "POST /photos HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n{headers}connection: close\r\n\
         content-type: multipart/form-data; boundary=edge\r\ncontent-length: {length}\r\n\r\n"
    );
    exchange(host, &[head.as_bytes(), body].concat()).await
}

const SIX: [(&str, &[u8]); 6] = [("B", b"bb"), ("U", b"u"), ("R", b"r"), ("F", b"f"), ("D", b"d"), ("L", b"l")];

#[tokio::test]
async fn six_photographs_reach_the_reader_in_the_order_of_the_faces() {
    let mut options = options();
    let (to, mut photos) = mpsc::channel::<Photos>(1);
    options.photos = Some(to);
    let (page, _asked) = serve(options).await;
    let body = form(&SIX);
    let reader = async {
        let photos = photos.recv().await.expect("photographs");
        assert_eq!(photos.pictures.each_ref().map(|bytes| bytes.as_ref()), [&b"u"[..], b"r", b"f", b"d", b"l", b"bb"]);
        photos.reply.send(Answer { cube: "W".repeat(54), ..Answer::done("read") });
    };
    let (answer, ()) = tokio::join!(post(&page, "", &body), reader);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"cube\":\"WWW"), "{answer}");
}

#[tokio::test]
async fn forms_that_are_not_six_faces_are_refused_by_name() {
    let mut options = options();
    let (to, mut photos) = mpsc::channel::<Photos>(1);
    options.photos = Some(to);
    let (page, _asked) = serve(options).await;
    let large = vec![0; (12 << 20) + 1];
    for (body, named) in [
        (form(&SIX[..5]), "face L is missing"),
        (form(&[("U", b"a"), ("U", b"b")]), "two photographs of the face U"),
        (form(&[("X", b"a")]), "'X' is not a face"),
        (form(&[("F", &large)]), "of F is larger than 12 MiB"),
        (b"--edge\r\nnonsense".to_vec(), "the form cannot be read"),
    ] {
        let answer = post(&page, "", &body).await;
        // A body that is too large is refused before all of it is sent; then the answer may be lost.
        if answer.is_empty() && body.len() > large.len() {
            continue;
        }
        assert!(answer.starts_with("HTTP/1.1 400") && answer.contains(named), "{named}: {answer}");
    }
    assert!(photos.try_recv().is_err());
}

#[tokio::test]
async fn photographs_need_the_token_and_a_reader() {
    let (page, _asked) = serve(options()).await;
    let answer = post(&page, "", &form(&SIX)).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    let mut options = options();
    let token = Token::random().expect("a token");
    let secret = token.reveal().to_owned();
    options.token = Some(token);
    let (page, _asked) = serve(options).await;
    for headers in [String::new(), format!("x-cuberig-token: {}\r\n", "x".repeat(32))] {
        let answer = post(&page, &headers, &form(&SIX)).await;
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    }
    let answer = post(&page, &format!("x-cuberig-token: {secret}\r\n"), &form(&SIX)).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

#[tokio::test]
async fn each_case_of_the_catalogue_has_a_picture() {
    let (page, _asked) = serve(options()).await;
    let host = format!("host: {}\r\n", page.address());
    for case in ["oll/27", "pll/Ua", "f2l/1"] {
        let answer = get(&page, &format!("/cases/{case}"), &host).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("image/svg+xml"), "{answer}");
        assert!(answer.contains("<svg"), "{answer}");
    }
    for case in ["oll/99", "cmll/1"] {
        let answer = get(&page, &format!("/cases/{case}"), &host).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    }
}
