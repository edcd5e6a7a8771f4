//! Parameters of the dashboard.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use page::protocol::View;
use page::{Tls, Token};
use rig::{CubeBody, Palette};

crate::parameters! {
    /// Where the page is served, and what it shows.
    pub struct DashboardParams {
        /// The address of this machine at which the page is served. Any other than 127.0.0.1 and ::1 needs a token.
        address: String = "127.0.0.1".into(), fixed (true);
        /// The port of the page; where it is taken, the next free one of twenty; 0 for any.
        port: i64 = 8080, range (0..=65535), fixed (true);
        /// More names by which browsers may call this machine, such as rig.local.
        names: Vec<String> = Vec::new(), fixed (true);
        /// The secret that every page must know: 16 to 128 letters, digits, - or _, or `random` for a new one at each start. Empty: none, for this machine only.
        token: String = String::new(), fixed (true);
        /// The certificate that encrypts the page, a PEM file; empty for a new self-signed one where the page is encrypted.
        certificate: String = String::new(), fixed (true);
        /// The certificate's key, a PEM file.
        key: String = String::new(), fixed (true);
        /// The file that keeps the history of runs; empty for one in the user's data folder.
        history: String = String::new(), fixed (true);
        /// What the page shows first: the rig, or the lesson of the tutor.
        view: String = "rig".into(), one_of (&["rig", "lesson"]), fixed (true);
        /// The rig that is shown: a name from config/profiles, or a file.
        profile: String = "nxt-2015".into(), fixed (true);
        /// The cube's body, as it is drawn: stickers on black, white or grey plastic, or stickerless.
        body: String = "black".into(), one_of (&CubeBody::NAMES), fixed (true);
        /// The cube's six colours: a palette that was measured from real cubes, such as bright for modern stickerless plastic.
        palette: String = "classic".into(), one_of (&Palette::NAMES), fixed (true);
        /// How pictures come: raw on camera/image_raw, or compressed (JPEG) on camera/image_raw/compressed.
        image_transport: String = "raw".into(), one_of (&["raw", "compressed"]), fixed (true);
        /// Whether the rig looks through the camera of a browser, which the node camera publishes with the source page.
        page_camera: bool = false, fixed (true);
        /// Most states of the rig a second that a page gets while something moves.
        rate: f64 = 25.0, range (1.0..=60.0);
    }
}

/// How many ports are tried.
const PORTS: u16 = 20;

impl DashboardParams {
    /// The addresses to try, in this order.
    pub fn addresses(&self) -> Result<Vec<SocketAddr>> {
        let address: IpAddr =
            (self.address.parse()).with_context(|| format!("parameter 'address' is '{}'", self.address))?;
        // The range of the parameter is that of ports.
        let port = u16::try_from(self.port).unwrap_or_default();
        let last = match port {
            0 => 0,
            port => port.saturating_add(PORTS - 1),
        };
        Ok((port..=last).map(|port| SocketAddr::new(address, port)).collect())
    }

    /// What the page shows first.
    pub fn view(&self) -> View {
        match self.view.as_str() {
            "lesson" => View::Lesson,
            _ => View::Rig,
        }
    }

    /// The token that was chosen.
    pub fn token(&self) -> Result<Option<Token>> {
        match self.token.as_str() {
            "" => Ok(None),
            "random" => Ok(Some(Token::random()?)),
            chosen => Ok(Some(Token::new(chosen).context("parameter 'token'")?)),
        }
    }

    /// How the page is encrypted: with the certificate that was named, or with a new one where there is a token.
    pub fn tls(&self) -> Result<Option<Tls>> {
        match (self.certificate.as_str(), self.key.as_str()) {
            ("", "") if self.token.is_empty() => Ok(None),
            ("", "") => {
                let address = self.addresses()?.first().map_or(Ipv4Addr::LOCALHOST.into(), SocketAddr::ip);
                Ok(Some(Tls::of_page(address, &self.names)?))
            }
            ("", _) => bail!("parameter 'key' is given without 'certificate'"),
            (_, "") => bail!("parameter 'certificate' is given without 'key'"),
            (certificate, key) => Ok(Some(Tls::from_files(Path::new(certificate), Path::new(key))?)),
        }
    }

    /// The file of the history.
    pub fn history_file(&self, namespace: &str) -> PathBuf {
        if !self.history.is_empty() {
            return (&self.history).into();
        }
        let rig = namespace.trim_matches('/').replace('/', "-");
        let name = match rig.as_str() {
            "" => "runs.json".to_owned(),
            rig => format!("runs-{rig}.json"),
        };
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let home = || std::env::home_dir().map(|home| home.join(".local/share"));
        let folder = data.or_else(home).unwrap_or_else(std::env::temp_dir);
        folder.join("cuberig").join(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_reached_from_outside_is_encrypted() {
        let mut params = DashboardParams::default();
        assert!(params.tls().expect("nothing to read").is_none());
        params.token = "random".into();
        let tls = params.tls().expect("a new certificate");
        assert!(tls.is_some_and(|tls| tls.fingerprint().len() == 95));
        params.key = "key.pem".into();
        let error = params.tls().expect_err("half a certificate");
        assert!(error.to_string().contains("'certificate'"), "{error}");
    }

    #[test]
    fn a_bad_address_is_named() {
        let params = DashboardParams { address: "rig.local".into(), ..DashboardParams::default() };
        let error = params.addresses().expect_err("no address");
        assert!(error.to_string().contains("rig.local"), "{error}");
    }

    #[test]
    fn each_rig_has_a_history_of_its_own() {
        let params = DashboardParams::default();
        let (one, other) = (params.history_file("/"), params.history_file("/left"));
        assert_ne!(one, other);
        assert!(other.ends_with("cuberig/runs-left.json"));
    }
}
