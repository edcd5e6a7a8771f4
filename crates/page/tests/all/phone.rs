//! A phone opens the page: it answers by the addresses that it offers, and another reader of QR codes reads them.

use std::net::{IpAddr, SocketAddr};

use page::{Options, Page, Tls, Token};
use serde_json::json;

use super::client::{Client, hello, options, serve};

/// A page for all that reach this machine.
fn open() -> Options {
    let address = SocketAddr::from(([0, 0, 0, 0], 0));
    Options {
        address,
        names: vec!["rig.local".into()],
        token: Some(Token::new("a-token-of-20-letters").expect("a token")),
        tls: Some(Tls::self_signed(vec!["localhost".into()]).expect("a certificate")),
        ..Options::local(0, hello())
    }
}

#[tokio::test]
async fn a_page_of_this_machine_says_how_it_is_served_to_phones() {
    let (page, _asked) = serve(options()).await;
    page.offer_phone("such arguments");
    let phone = Client::of(&page).await.part("phone").await;
    assert_eq!(phone, json!({ "part": "phone", "ways": [], "fingerprint": "", "instead": "such arguments" }));
    assert_eq!(page.phone_text(), None);
}

#[tokio::test]
async fn the_addresses_are_those_of_this_machine_with_the_token() {
    let (page, _asked): (Page, _) = serve(open()).await;
    let port = page.address().port();
    let text = page.phone_text().expect("a code");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("https://")).collect();
    assert_eq!(lines[0], format!("https://rig.local:{port}/#token=a-token-of-20-letters"));
    let own: Vec<IpAddr> = page::reachable(page.address().ip());
    let offered =
        lines[1..].iter().map(|line| line.trim_start_matches("or https://").split_once(":").expect("a port").0);
    assert_eq!(offered.collect::<Vec<_>>(), own.iter().map(ToString::to_string).collect::<Vec<_>>());
}

/// What a reader of QR codes reads on this drawing of modules; those that are light are 255.
fn read(light: &[Vec<bool>]) -> String {
    const SCALE: usize = 5;
    let pixel = |x: usize, y: usize| if light[y / SCALE][x / SCALE] { 255 } else { 0 };
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(SCALE * light[0].len(), SCALE * light.len(), pixel);
    let codes = image.detect_grids();
    assert_eq!(codes.len(), 1, "one code is found");
    codes[0].decode().expect("it can be read").1
}

#[tokio::test]
async fn the_terminal_shows_a_code_of_the_first_address() {
    let (page, _asked) = serve(open()).await;
    let text = page.phone_text().expect("a code");
    let (first, rest) = text.split_once('\n').expect("more lines");
    // Each letter is two modules, one above the other. A terminal's letters are light.
    let rows = rest.lines().filter(|line| !line.contains("https")).flat_map(|line| {
        let half = |full: [char; 2]| line.chars().map(|letter| full.contains(&letter)).collect::<Vec<bool>>();
        [half(['█', '▀']), half(['█', '▄'])]
    });
    assert_eq!(read(&rows.collect::<Vec<_>>()), first);
}

#[tokio::test]
async fn the_page_gets_a_code_of_each_address_as_a_picture() {
    let (page, _asked) = serve(open()).await;
    let phone = page.phone("");
    assert!(!phone.ways.is_empty());
    for way in phone.ways {
        let side = way.code.split_once("viewBox=\"0 0 ").expect("a box").1;
        let side: usize = side.split_once(' ').expect("two sides").0.parse().expect("a number");
        let mut light = vec![vec![true; side]; side];
        let path = way.code.rsplit_once("d=\"").expect("a path").1;
        for module in path.split('M').skip(1) {
            let (x, y) = module.split_once('h').expect("a square").0.split_once(' ').expect("a place");
            light[y.parse::<usize>().expect("a number")][x.parse::<usize>().expect("a number")] = false;
        }
        assert_eq!(read(&light), way.address);
    }
}
