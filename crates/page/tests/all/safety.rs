//! Who may look and ask.

use std::net::SocketAddr;

use page::{Error, Page, RigFiles, Tls, Token};
use rig::Profile;
use tokio_tungstenite::tungstenite;

use super::client::{Caller, Client, exchange, get, options, serve};

#[tokio::test]
async fn other_machines_need_token_and_tls() {
    let token = || Some(Token::random().expect("a token"));
    let tls = || Some(Tls::self_signed(vec!["localhost".into()]).expect("a certificate"));
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        for (token, tls) in [(None, None), (token(), None), (None, tls())] {
            let mut options = options();
            options.address = address.parse::<SocketAddr>().expect("an address");
            (options.token, options.tls) = (token, tls);
            let refused = Page::serve(options).await.err();
            assert!(matches!(&refused, Some(Error::Unprotected { .. })), "{address}: {refused:?}");
        }
    }
    let mut options = options();
    options.address = "0.0.0.0:0".parse().expect("an address");
    (options.token, options.tls) = (token(), tls());
    let (page, _asked) = serve(options).await;
    assert!(page.url().starts_with("https://") && page.url().contains("/#token="), "{}", page.url());
}

#[tokio::test]
async fn only_its_own_names_are_answered() {
    let mut options = options();
    options.names = vec!["rig.example".into(), "tunnel.example:9000".into()];
    options.rig = Some(RigFiles::new(&Profile::nxt_2015()));
    let (page, _asked) = serve(options).await;
    let port = page.address().port();
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("LOCALHOST:{port}"),
        format!("[::1]:{port}"),
        format!("rig.example:{port}"),
        "tunnel.example:9000".into(),
    ] {
        let answer = get(&page, "/rig.urdf", &format!("host: {host}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<robot"), "{host}: {answer:.80}");
    }
    for host in [
        "host: evil.example\r\n".into(),
        format!("host: evil.example:{port}\r\n"),
        format!("host: 127.0.0.1.evil.example:{port}\r\n"),
        "host: 127.0.0.1\r\n".into(),
        format!("host: 127.0.0.1:{}\r\n", port ^ 1),
        "host: \r\n".into(),
        String::new(),
        format!("host: 127.0.0.1:{port}\r\nhost: evil.example\r\n"),
    ] {
        for path in ["/", "/rig.urdf", "/socket", "/meshes/palm.stl"] {
            let answer = get(&page, path, &host).await;
            let refused = answer.starts_with("HTTP/1.1 403") || answer.starts_with("HTTP/1.1 400");
            assert!(refused, "{path} {host}: {answer:.80}");
        }
    }
}

#[tokio::test]
async fn only_its_own_pages_may_ask() {
    let (page, _asked) = serve(options()).await;
    let address = page.address();
    let status = async |caller: Caller| match caller.connect(address).await {
        Ok(_) => 101,
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(other) => panic!("{other}"),
    };
    assert_eq!(status(Caller::of(&page)).await, 101);
    let port = address.port();
    for origin in [
        None,
        Some("http://evil.example".into()),
        Some("null".into()),
        Some(format!("https://127.0.0.1:{port}")),
        Some(format!("http://localhost:{port}")),
        Some(format!("http://127.0.0.1:{}", port ^ 1)),
        Some(format!("http://127.0.0.1:{port}.evil.example")),
    ] {
        let caller = Caller { origin: origin.clone(), ..Caller::of(&page) };
        assert_eq!(status(caller).await, 403, "{origin:?}");
    }
    // A page whose own name points here.
    let rebound = Caller {
        host: format!("evil.example:{port}"),
        origin: Some(format!("http://evil.example:{port}")),
        ..Caller::of(&page)
    };
    assert_eq!(status(rebound).await, 403);
    let post = format!(
        "POST /photos HTTP/1.1\r\nhost: {address}\r\norigin: http://evil.example\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    );
    let answer = exchange(address, post.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer:.80}");
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_protect_it() {
    let (page, _asked) = serve(options()).await;
    let host = format!("host: {}\r\n", page.address());
    for (path, host) in [("/", host.as_str()), ("/none", &host), ("/../Cargo.toml", &host), ("/", "host: evil\r\n")] {
        let answer = get(&page, path, host).await;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: DENY",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.contains(header), "{path}: {header} is not in {answer}");
        }
        assert!(!answer.to_lowercase().contains("set-cookie"));
        assert!(!answer.contains("[package]"), "files next to the bundle stay where they are");
    }
}

#[tokio::test]
async fn the_token_is_asked_for() {
    let secret = "a-secret-of-26-letters_000";
    let mut options = options();
    options.token = Some(Token::new(secret).expect("a good token"));
    let (page, _asked) = serve(options).await;
    assert!(page.url().ends_with(&format!("/#token={secret}")), "{}", page.url());
    let connect = async |protocol: &str| {
        let caller = Caller { protocol: protocol.into(), ..Caller::of(&page) };
        caller.connect(page.address()).await
    };
    let right = connect(&format!("cuberig, cuberig.{secret}")).await;
    assert_eq!(right.expect("it is let in").json().await["part"], "hello");
    for wrong in ["cuberig", "cuberig, cuberig.", "cuberig, cuberig.a-secret-of-26-letters_001", "cuberig, cuberig.a"] {
        let mut client = connect(wrong).await.expect("a handshake");
        let (code, reason) = client.ended().await.expect("a reason");
        assert_eq!(code, 4401, "{wrong}: {reason}");
    }
    // A page that does not speak the protocol at all.
    let mut client = connect("").await.expect("a handshake");
    assert_eq!(client.ended().await.map(|(code, _)| code), Some(4401));
}

#[test]
fn weak_tokens_are_refused() {
    for weak in ["", "short", "fifteen-letters", "with a blank inside", "with,comma,and,more", &"x".repeat(129)] {
        assert!(matches!(Token::new(weak), Err(Error::Token)), "{weak}");
    }
    let token = Token::random().expect("a token");
    assert!(Token::new(token.reveal()).is_ok());
    assert_ne!(token.reveal(), Token::random().expect("a token").reveal());
    assert!(!format!("{token:?}").contains(token.reveal()), "nothing prints it by accident");
}

#[tokio::test]
async fn without_a_token_none_is_needed() {
    let (page, _asked) = serve(options()).await;
    let caller = Caller { protocol: String::new(), ..Caller::of(&page) };
    let mut client = caller.connect(page.address()).await.expect("it is let in");
    assert_eq!(client.json().await["part"], "hello");
    let mut client = Client::of(&page).await;
    assert_eq!(client.json().await["part"], "hello");
}
