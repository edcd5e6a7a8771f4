//! A lesson as one page that needs no server: the front end in one HTML file, with all that it shows of the lesson.

use serde::Serialize;
use teach::{Error, Spelling, Tutor};
use tutor::{Course, Session};

use crate::files::text;
use crate::protocol::LessonNow;

/// Where the front end's own files are named.
const STYLE: &str = r#"<link rel="stylesheet" href="app.css">"#;
const SCRIPT: &str = r#"<script type="module" src="app.js"></script>"#;
const ICON: &str = r#"<link rel="icon" href="icon.svg" type="image/svg+xml">"#;
const LANGUAGE: &str = r#"<html lang="en">"#;
/// Such a page loads nothing from anywhere.
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'">"#;

/// What the front end reads from its own file (`web/src/exported.ts`).
#[derive(Serialize)]
struct Exported {
    /// The lesson at its begin.
    lesson: LessonNow,
    /// After each number of moves: the stickers as they are held, and those that the step is about.
    places: Vec<(String, Vec<u8>)>,
    /// The licences of what the file has in it.
    licences: String,
}

/// The lesson of this tutor from its begin, as an HTML file that any browser opens; `None` where the front end is not made.
///
/// # Errors
/// As [`Tutor::go_to`]: none for the places of its own lesson.
pub fn exported(tutor: &Tutor, spelling: Spelling) -> Result<Option<String>, Error> {
    let at = |at: usize| -> Result<Session, Error> {
        let mut tutor = tutor.clone();
        tutor.go_to(at)?;
        Ok(Session::new(tutor, spelling))
    };
    let places = (0..=tutor.player().moves().len()).map(|number| {
        let session = at(number)?;
        Ok((session.colors(), session.bright()))
    });
    let places = places.collect::<Result<_, Error>>()?;
    let lesson = LessonNow::new(&Course::new(at(0)?));
    let language = tutor.options().language.code();
    let files = ["index.html", "app.css", "app.js", "licences.txt"].map(text);
    let [Some(index), Some(style), Some(script), Some(licences)] = files else { return Ok(None) };
    let data = serde_json::to_string(&Exported { lesson, places, licences }).unwrap_or_default();
    // None of the three may end its element. In JavaScript and JSON only texts can have these letters.
    let style = format!("<style>{}</style>", style.replace("</", r"<\/"));
    let script = format!(
        "<script type=\"application/json\" id=\"exported\">{}</script>\n<script type=\"module\">{}</script>",
        data.replace('<', r"\u003c"),
        script.replace("</script", r"<\/script").replace("<!--", r"\x3c!--"),
    );
    // The script looks for its data when it runs: it comes after them.
    let page = index.replacen(ICON, POLICY, 1).replacen(STYLE, &style, 1).replacen(SCRIPT, &script, 1).replacen(
        LANGUAGE,
        &format!("<html lang=\"{language}\">"),
        1,
    );
    Ok(Some(page))
}
