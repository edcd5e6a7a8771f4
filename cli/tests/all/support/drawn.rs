//! Faces drawn where everyone knows, as PPM files, and the same stickers as measured colours.

use super::colors;
use testkit::Folder;

/// Width and height of the pictures.
pub const SIDE: usize = 400;
/// Side of a sticker with its share of the body, and where the first begins.
pub const PITCH: usize = 94;
pub const START: usize = 60;
/// Width of the body that is seen around a sticker.
pub const BODY: usize = 8;

/// The colour, red, green, blue, of the stickers of this colour letter.
pub fn rgb(letter: char) -> [u8; 3] {
    match letter {
        'W' => [235, 238, 236],
        'Y' => [228, 208, 30],
        'R' => [180, 24, 32],
        'O' => [243, 110, 22],
        'G' => [12, 148, 66],
        // Mauve, which no cube has.
        'M' => [150, 90, 150],
        // Covered: black as the body.
        '?' => [20, 20, 22],
        _ => [16, 72, 170],
    }
}

const WALL: [u8; 3] = [130, 132, 128];

/// A face of these nine colours on a black cube before a grey wall.
pub fn face(letters: &str) -> Vec<u8> {
    let letters: Vec<char> = letters.chars().collect();
    let place = |at: usize| {
        let inside = at.checked_sub(START).filter(|&inside| inside < 3 * PITCH)?;
        let on_sticker = (BODY..PITCH - BODY).contains(&(inside % PITCH));
        Some((inside / PITCH, on_sticker))
    };
    picture(|x, y| match (place(y), place(x)) {
        (Some((row, true)), Some((column, true))) => rgb(letters[3 * row + column]),
        (Some(_), Some(_)) => [20, 20, 22],
        _ => WALL,
    })
}

/// The wall alone.
pub fn wall() -> Vec<u8> {
    picture(|_, _| WALL)
}

/// Faces next to each other in one picture.
pub fn faces(letters: &[&str]) -> Vec<u8> {
    let drawn: Vec<Vec<u8>> = letters.iter().map(|letters| face(letters)).collect();
    let row = 3 * SIDE;
    let pixels = |face: &Vec<u8>, y: usize| face[face.len() - (SIDE - y) * row..][..row].to_vec();
    let rows = (0..SIDE).flat_map(|y| drawn.iter().flat_map(move |face| pixels(face, y)));
    let head = format!("P6 {} {SIDE} 255\n", SIDE * drawn.len()).into_bytes();
    head.into_iter().chain(rows).collect()
}

/// The faces of a cube in six pictures, U R F D L B.
pub fn six_pictures(folder: &Folder, stickers: &str) -> Vec<String> {
    let colors = colors(stickers);
    (0..6).map(|at| folder.write(&format!("{at}.ppm"), face(&colors[9 * at..][..9]))).collect()
}

/// Measurements of a cube as JSON, numbered face by face in this order. `paint` gives what is measured of a colour.
pub fn measurements<T: std::fmt::Debug>(stickers: &str, order: &str, mut paint: impl FnMut(char) -> T) -> String {
    let colors: Vec<char> = colors(stickers).chars().collect();
    let faces = order.chars().map(|face| "URFDLB".find(face).expect("a face"));
    let places = faces.flat_map(|face| (0..9).map(move |at| 9 * face + at));
    let entries = places.zip(1..).map(|(at, number)| format!("\"{number}\": {:?}", paint(colors[at])));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

fn picture(at: impl Fn(usize, usize) -> [u8; 3]) -> Vec<u8> {
    let head = format!("P6 {SIDE} {SIDE} 255\n").into_bytes();
    let pixels = (0..SIDE * SIDE).flat_map(|index| at(index % SIDE, index / SIDE));
    head.into_iter().chain(pixels).collect()
}
