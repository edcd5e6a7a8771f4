//! How the page is encrypted.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, SupportedCipherSuite};

use crate::{Error, phone};

/// A certificate with its key, ready to serve.
#[derive(Clone, Debug)]
pub struct Tls {
    pub(crate) config: Arc<ServerConfig>,
    fingerprint: String,
}

impl Tls {
    /// The certificate (with those that vouch for it) and its key from PEM files.
    ///
    /// # Errors
    /// [`Error::TlsFile`] and [`Error::Certificate`].
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Tls, Error> {
        let unreadable = |file: &Path, reason: String| Error::TlsFile { file: file.to_owned(), reason };
        let read = |file: &Path| {
            cube::outside::read(file, "a certificate or key", 1 << 20)
                .map_err(|error| unreadable(file, error.to_string()))
        };
        let chain = CertificateDer::pem_slice_iter(&read(certificate)?)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| unreadable(certificate, error.to_string()))?;
        if chain.is_empty() {
            return Err(unreadable(certificate, "it holds no certificate".into()));
        }
        let key = PrivateKeyDer::from_pem_slice(&read(key)?).map_err(|error| unreadable(key, error.to_string()))?;
        Tls::new(chain, key)
    }

    /// A certificate made just now for these names and addresses. Browsers warn of it: people compare the fingerprint.
    ///
    /// # Errors
    /// [`Error::Certificate`] where a name cannot stand in a certificate.
    pub fn self_signed(names: Vec<String>) -> Result<Tls, Error> {
        let made = rcgen::generate_simple_self_signed(names).map_err(|error| Error::Certificate(error.to_string()))?;
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        Tls::new(vec![made.cert.der().clone()], key)
    }

    /// A certificate made just now for a page at this address, which people also open by these names.
    ///
    /// # Errors
    /// As [`Tls::self_signed`].
    pub fn of_page(address: IpAddr, names: &[String]) -> Result<Tls, Error> {
        // Phones open it by one of these.
        let reachable = phone::reachable(address).into_iter().map(|address| address.to_string());
        let own = [address.to_string(), "localhost".to_owned()];
        Tls::self_signed(names.iter().cloned().chain(own).chain(reachable).collect())
    }

    /// SHA-256 of the certificate as browsers show it: two hexadecimal digits a byte, with colons between.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn new(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Tls, Error> {
        let fingerprint = fingerprint(&chain[0]);
        let refused = |error: tokio_rustls::rustls::Error| Error::Certificate(error.to_string());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(refused)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(refused)?;
        Ok(Tls { config: Arc::new(config), fingerprint })
    }
}

/// SHA-256 of a certificate, by the hash of a cipher suite that is named for it.
fn fingerprint(certificate: &[u8]) -> String {
    let SupportedCipherSuite::Tls13(suite) = ring::cipher_suite::TLS13_AES_128_GCM_SHA256 else {
        unreachable!("the suite of this name is one of TLS 1.3");
    };
    let digest = suite.common.hash_provider.hash(certificate);
    let bytes = digest.as_ref().iter().map(|byte| format!("{byte:02X}"));
    bytes.collect::<Vec<String>>().join(":")
}

#[cfg(test)]
mod tests {
    /// The digest of "abc" in FIPS 180-2, appendix B.1.
    #[test]
    fn fingerprints_are_sha_256() {
        assert_eq!(
            super::fingerprint(b"abc").replace(':', ""),
            "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"
        );
    }
}
