//! Where phones reach the page, and the QR codes that say so.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use qrcode::render::unicode::Dense1x2;
use qrcode::{Color, EcLevel, QrCode};

use crate::protocol::PhoneWay;

/// Light modules around a code, as its standard requires.
const MARGIN: usize = 4;
/// An address of TEST-NET-1 (RFC 5737). The way to it is the way to the internet.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// The addresses at which other machines reach a server that is bound to `bound`; none where it is bound to its own machine. That
/// of the usual way out comes first.
pub fn reachable(bound: IpAddr) -> Vec<IpAddr> {
    if !bound.is_unspecified() {
        return if bound.is_loopback() { Vec::new() } else { vec![bound] };
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let is_usable = |address: &IpAddr| match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        IpAddr::V6(address) => bound.is_ipv6() && !address.is_loopback() && !address.is_unicast_link_local(),
    };
    let mut addresses: Vec<IpAddr> = interfaces.iter().map(if_addrs::Interface::ip).filter(is_usable).collect();
    let usual = usual();
    addresses.sort_by_key(|address| (Some(*address) != usual, address.is_ipv6()));
    addresses.dedup();
    addresses
}

/// The address of this machine on its usual way out. Nothing is sent.
fn usual() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// An address as it stands in a URL.
pub(crate) fn host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// The ways to a page at `bound`, that has these names, with what stands behind the `/` of its address.
pub(crate) fn ways(bound: SocketAddr, names: &[String], secret: &str) -> Vec<PhoneWay> {
    let addresses = reachable(bound.ip());
    if addresses.is_empty() {
        return Vec::new();
    }
    let hosts = names.iter().cloned().chain(addresses.into_iter().map(host));
    let ways = hosts.filter_map(|host| {
        let port = if crate::guard::has_port(&host) { String::new() } else { format!(":{}", bound.port()) };
        let address = format!("https://{host}{port}/{secret}");
        let code = svg(&code(&address)?);
        Some(PhoneWay { address, code })
    });
    ways.collect()
}

/// The code as text for a terminal with light letters on dark; nothing where the address is too long for a code.
pub(crate) fn text(address: &str) -> Option<String> {
    let code = code(address)?;
    let mut renderer = code.render::<Dense1x2>();
    // A terminal's letters are light: full blocks are the light modules.
    Some(renderer.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

fn code(address: &str) -> Option<QrCode> {
    QrCode::with_error_correction_level(address, EcLevel::M).ok()
}

/// A code as a picture: one path for all dark modules.
fn svg(code: &QrCode) -> String {
    let width = code.width();
    let size = width + 2 * MARGIN;
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark);
    let path: String =
        dark.map(|(at, _)| format!("M{} {}h1v1h-1z", at % width + MARGIN, at / width + MARGIN)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/><path d=\"{path}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_this_machine_only_has_no_way() {
        assert_eq!(ways(SocketAddr::from(([127, 0, 0, 1], 8080)), &["rig.local".into()], ""), Vec::new());
    }

    #[test]
    fn a_page_at_one_address_has_that_one_and_its_names() {
        let ways =
            ways(SocketAddr::from(([192, 168, 0, 7], 81)), &["rig.local".into(), "tunnel:8443".into()], "#token=t");
        let addresses: Vec<&str> = ways.iter().map(|way| way.address.as_str()).collect();
        assert_eq!(
            addresses,
            ["https://rig.local:81/#token=t", "https://tunnel:8443/#token=t", "https://192.168.0.7:81/#token=t"]
        );
    }

    #[test]
    fn an_address_that_stands_for_all_is_offered_to_nobody() {
        for all in ["0.0.0.0", "::"] {
            let all: IpAddr = all.parse().expect("an address");
            let found = reachable(all);
            assert!(found.iter().all(|address| !address.is_unspecified() && !address.is_loopback()), "{found:?}");
        }
    }
}
