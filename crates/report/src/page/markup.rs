//! Text of a page. What comes from the recording is escaped.

use cube::outside::line;

/// A page under way.
#[derive(Default)]
pub struct Markup {
    /// What it has so far.
    pub text: String,
}

impl Markup {
    /// Adds markup of ours.
    pub fn raw(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// Adds a text from outside.
    pub fn put(&mut self, text: &str) {
        self.text.push_str(&escaped(text));
    }

    /// Adds a table that scrolls by itself where it is too wide. The first column has texts, the others have numbers.
    pub fn table(&mut self, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
        let mut rows = rows.peekable();
        if rows.peek().is_none() {
            return;
        }
        self.raw("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"table\"><table>\n<thead><tr>");
        for head in heads {
            self.raw(&format!("<th>{}</th>", escaped(head)));
        }
        self.raw("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.raw("<tr>");
            for cell in row {
                self.raw(&format!("<td>{}</td>", escaped(&cell)));
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody>\n</table></div>\n");
    }
}

/// A text as HTML shows it, shortened where it is longer than any line of a log.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in line(text).to_string().chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// `1 picture`, `2 pictures`.
pub fn count(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// Seconds since 1970 as `2026-11-30 03:59:57 UTC`.
pub fn date(seconds: u64) -> String {
    let [year, month, day, hour, minute, second] = record::date_and_time(seconds);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}
