//! 54 letters in another order than U R F D L B: the unfolded cube row by row, or other orders of faces.

use cube::{Color, ColorScheme, Cube, Face, Reading, Rotation};
use vision::FaceOrder;

use super::{AROUND, GivenCube};

/// How a text was understood.
pub struct Understood {
    /// The cube.
    pub cube: GivenCube,
    /// What people should know of it: the order of the letters, if it is not the usual one.
    pub remark: Option<String>,
}

/// Reads letters in the order U R F D L B, each face row by row. Where that is no cube that exists, but another order in
/// which people write them makes one, that one is read. The error is one sentence.
pub fn understand(text: &str) -> Result<Understood, String> {
    let Ok(letters) = <[char; 54]>::try_from(letters(text)) else {
        return read(text).map(|cube| Understood { cube, remark: None });
    };
    let usual = read(&String::from_iter(letters));
    let is_mirrored = face_centres(&letters).is_some_and(|centres| !is_held(&centres));
    let reason = match usual {
        Ok(cube) if !is_mirrored => return Ok(Understood { cube, remark: None }),
        Ok(_) => "no cube has its centres in this order, in any orientation".to_owned(),
        Err(reason) => reason,
    };
    let mut possible = others(&letters)
        .into_iter()
        .filter(|(_, ordered)| face_centres(ordered).is_none_or(|centres| is_held(&centres)))
        .filter_map(|(name, ordered)| Some((name, read(&String::from_iter(ordered)).ok()?)));
    if let Some((name, cube)) = possible.next() {
        let other = possible.find(|(_, other)| other.cube != cube.cube);
        let doubt = other.map(|(name, _)| format!(" (another cube if {name}: --order)"));
        let remark = Some(format!("{name}; read as such{}", doubt.unwrap_or_default()));
        return Ok(Understood { cube, remark });
    }
    if !are_rows(&letters) {
        return Err(reason);
    }
    let unfolded = read(&String::from_iter(by_rows(&letters)));
    Err(format!("these 54 letters are the unfolded cube row by row, but {}", unfolded.err().unwrap_or(reason)))
}

/// The letters put in the usual order from each other one, with a sentence that names it.
fn others(letters: &[char; 54]) -> Vec<(String, [char; 54])> {
    let net = "these 54 letters are the unfolded cube row by row".to_owned();
    let shown = face_centres(letters).and_then(|centres| order_of(&centres));
    let schemes = [ColorScheme::WESTERN, ColorScheme::JAPANESE];
    let coloured = schemes.map(|scheme| order_of(&color_centres(letters, &scheme)?));
    let mut by_faces = vec![FaceOrder::MEASURED];
    by_faces.extend(shown.into_iter().chain(coloured.into_iter().flatten()));
    let by_faces = by_faces.into_iter();
    let by_faces = by_faces.map(|order| {
        let names: String = order.faces().iter().map(|face| face.letter()).collect();
        let name = format!("the faces of these 54 letters are in the order {names}");
        (name, by_face(letters, order))
    });
    std::iter::once((net, by_rows(letters))).chain(by_faces).collect()
}

/// Reads and proves letters in the usual order.
pub fn read(text: &str) -> Result<GivenCube, String> {
    let Reading { facelets, scheme } = Reading::parse(text).map_err(|error| error.to_string())?;
    let cube = Cube::try_from(&facelets).map_err(|error| match scheme {
        Some(scheme) => error.in_colors(&scheme),
        None => error.to_string(),
    })?;
    Ok(GivenCube { cube, scheme: scheme.unwrap_or(ColorScheme::WESTERN) })
}

/// The letters of a text, without what stands between them.
pub fn letters(text: &str) -> Vec<char> {
    text.chars()
        .filter(|letter| !letter.is_whitespace() && *letter != ',' && !AROUND.contains(letter))
        .map(|letter| letter.to_ascii_uppercase())
        .collect()
}

/// Letters whose faces are in this order, in the usual one.
pub fn by_face(letters: &[char; 54], order: FaceOrder) -> [char; 54] {
    let mut usual = [' '; 54];
    for (face, nine) in order.faces().into_iter().zip(letters.chunks(9)) {
        usual[9 * face.index()..][..9].copy_from_slice(nine);
    }
    usual
}

/// Letters of the unfolded cube row by row, in the usual order. The rows of L F R B follow each other:
///
/// ```text
///           0  1  2
///           3  4  5
///           6  7  8
///  9 10 11 12 13 14 15 16 17 18 19 20
/// 21 22 23 24 25 26 27 28 29 30 31 32
/// 33 34 35 36 37 38 39 40 41 42 43 44
///          45 46 47
///          48 49 50
///          51 52 53
/// ```
fn by_rows(letters: &[char; 54]) -> [char; 54] {
    std::array::from_fn(|sticker| {
        let (face, row, column) = (Face::ALL[sticker / 9], sticker % 9 / 3, sticker % 3);
        let band = match face {
            Face::U => return letters[sticker],
            Face::D => return letters[45 + sticker % 9],
            Face::L => 0,
            Face::F => 1,
            Face::R => 2,
            Face::B => 3,
        };
        letters[9 + 12 * row + 3 * band + column]
    })
}

/// The centres that letters of faces show; nothing for colours.
fn face_centres(letters: &[char; 54]) -> Option<[Face; 6]> {
    let faces: Vec<Face> = letters.iter().map_while(|&letter| Face::from_letter(letter)).collect();
    (faces.len() == 54).then(|| std::array::from_fn(|face| faces[9 * face + 4]))
}

/// The faces that centres of colours belong to on a cube of this scheme that is held as usual.
fn color_centres(letters: &[char; 54], scheme: &ColorScheme) -> Option<[Face; 6]> {
    let centres = Face::ALL.map(|face| Color::from_letter(letters[9 * face.index() + 4]));
    let faces: Vec<Face> = centres.iter().map_while(|color| color.map(|color| scheme.face(color))).collect();
    faces.try_into().ok()
}

/// Whether a cube shows these centres when it is held in some way.
fn is_held(centres: &[Face; 6]) -> bool {
    Rotation::all().any(|rotation| Face::ALL.map(|face| rotation.carry(face)) == *centres)
}

/// The order of faces that the centres show.
fn order_of(centres: &[Face; 6]) -> Option<FaceOrder> {
    let names: String = centres.iter().map(|face| face.letter()).collect();
    names.parse().ok()
}

/// Whether the centres show that letters are the unfolded cube row by row: only there all six differ.
fn are_rows(letters: &[char; 54]) -> bool {
    let differ = |letters: &[char; 54]| {
        let mut centres: Vec<char> = (0..6).map(|face| letters[9 * face + 4]).collect();
        centres.sort_unstable();
        centres.dedup();
        centres.len() == 6
            && centres.iter().all(|&letter| Face::from_letter(letter).is_some() || Color::from_letter(letter).is_some())
    };
    differ(&by_rows(letters)) && !differ(letters)
}
