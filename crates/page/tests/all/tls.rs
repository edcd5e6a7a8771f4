//! The page, encrypted.

use std::fs;
use std::sync::Arc;

use page::{Error, Page, Tls, Token};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::client::{exchange, options, serve};

/// Takes any certificate, as a person does who compares the fingerprint.
#[derive(Debug)]
struct Anything(Arc<CryptoProvider>);

impl ServerCertVerifier for Anything {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let known = &self.0.signature_verification_algorithms;
        tokio_rustls::rustls::crypto::verify_tls12_signature(message, cert, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let known = &self.0.signature_verification_algorithms;
        tokio_rustls::rustls::crypto::verify_tls13_signature(message, cert, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

async fn connect(page: &Page, trusted: Option<CertificateDer<'static>>) -> std::io::Result<TlsStream<TcpStream>> {
    let provider = Arc::new(ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions().expect("versions");
    let config = match trusted {
        Some(certificate) => {
            let mut roots = RootCertStore::empty();
            roots.add(certificate).expect("a certificate");
            builder.with_root_certificates(roots).with_no_client_auth()
        }
        None => {
            builder.dangerous().with_custom_certificate_verifier(Arc::new(Anything(provider))).with_no_client_auth()
        }
    };
    let stream = TcpStream::connect(page.address()).await.expect("a connection");
    let name = ServerName::try_from("localhost").expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

#[tokio::test]
async fn the_files_of_a_certificate_serve_a_page_that_browsers_trust() {
    let folder = testkit::Folder::new("page-tls");
    let made = rcgen::generate_simple_self_signed(vec!["localhost".into()]).expect("a certificate");
    let (certificate, key) = (folder.0.join("cert.pem"), folder.0.join("key.pem"));
    fs::write(&certificate, made.cert.pem()).expect("a file");
    fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
    let mut options = options();
    options.tls = Some(Tls::from_files(&certificate, &key).expect("good files"));
    let token = Token::random().expect("a token");
    let secret = token.reveal().to_owned();
    options.token = Some(token);
    let (page, _asked) = serve(options).await;

    // The page itself, by HTTP.
    let port = page.address().port();
    let mut stream = connect(&page, Some(made.cert.der().clone())).await.expect("it is trusted");
    let request = format!("GET /none HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it is answered");
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer:.80}");

    // Its WebSocket, with the token; the origin is encrypted too.
    let socket = async |origin: String| {
        let stream = connect(&page, Some(made.cert.der().clone())).await.expect("it is trusted");
        let mut request = format!("wss://localhost:{port}/socket").into_client_request().expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        let protocol = format!("cuberig, cuberig.{secret}");
        request.headers_mut().insert("sec-websocket-protocol", protocol.parse().expect("a header"));
        client_async(request, stream).await
    };
    let (mut client, response) = socket(format!("https://localhost:{port}")).await.expect("it is let in");
    assert_eq!(response.headers()["sec-websocket-protocol"], "cuberig");
    let hello = futures::StreamExt::next(&mut client).await.expect("a message").expect("a good one");
    assert!(hello.into_text().expect("text").contains("\"hello\""));
    assert!(socket(format!("http://localhost:{port}")).await.is_err(), "an origin that is not encrypted");

    // Nobody is answered who does not encrypt.
    let plain = format!("GET / HTTP/1.1\r\nhost: localhost:{port}\r\n\r\n");
    assert!(!exchange(page.address(), plain.as_bytes()).await.contains("HTTP"));
}

#[tokio::test]
async fn a_certificate_of_its_own_has_the_fingerprint_that_is_printed() {
    let mut options = options();
    let tls = Tls::self_signed(vec!["localhost".into(), "127.0.0.1".into()]).expect("a certificate");
    options.tls = Some(tls.clone());
    let (page, _asked) = serve(options).await;
    let stream = connect(&page, None).await.expect("a connection");
    let shown = stream.get_ref().1.peer_certificates().expect("a certificate")[0].clone();
    let suite = ring::cipher_suite::TLS13_AES_128_GCM_SHA256.tls13();
    let hash = suite.expect("a suite of TLS 1.3").common.hash_provider;
    let digest = hash.hash(&shown);
    let digest: Vec<String> = digest.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    assert_eq!(tls.fingerprint(), digest.join(":"));
    // Another certificate is no help to an impostor.
    let other = rcgen::generate_simple_self_signed(vec!["localhost".into()]).expect("a certificate");
    assert!(connect(&page, Some(other.cert.der().clone())).await.is_err());
}

#[test]
fn files_that_are_no_certificate_are_named() {
    let nothing = std::path::Path::new("/nowhere/cert.pem");
    let refused = Tls::from_files(nothing, nothing).expect_err("there is no such file");
    assert!(matches!(&refused, Error::TlsFile { file, .. } if file == nothing), "{refused}");
    let source = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    let refused = Tls::from_files(source, source).expect_err("it is no certificate").to_string();
    assert!(refused.contains("Cargo.toml"), "{refused}");
}
