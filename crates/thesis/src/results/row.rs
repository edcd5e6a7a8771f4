//! One row of a result: what the thesis published, what is measured here, and the ratio of the two.

use serde::{Deserialize, Serialize};

/// How the thesis gives a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// As a number in a table or in the text.
    Exactly,
    /// With a word such as "around".
    About,
    /// As an upper bound.
    AtMost,
    /// As a lower bound.
    AtLeast,
    /// Only as a curve or a bar; the number is a yardstick of the same picture.
    Drawn,
    /// Not at all.
    Nothing,
}

/// A figure of the thesis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The number; for [`Said::Drawn`] a yardstick from the text.
    #[serde(rename = "published")]
    pub value: Option<f64>,
    /// How the thesis gives it.
    pub said: Said,
}

impl Published {
    /// A number of a table.
    pub const fn exactly(value: f64) -> Published {
        Published::with(Said::Exactly, value)
    }

    /// A rough number.
    pub const fn about(value: f64) -> Published {
        Published::with(Said::About, value)
    }

    /// An upper bound.
    pub const fn at_most(value: f64) -> Published {
        Published::with(Said::AtMost, value)
    }

    /// A lower bound.
    pub const fn at_least(value: f64) -> Published {
        Published::with(Said::AtLeast, value)
    }

    /// A curve or a bar, with a yardstick to measure against.
    pub const fn drawn_with(yardstick: f64) -> Published {
        Published::with(Said::Drawn, yardstick)
    }

    /// Nothing.
    pub const NOTHING: Published = Published { value: None, said: Said::Nothing };

    const fn with(said: Said, value: f64) -> Published {
        Published { value: Some(value), said }
    }
}

/// A row of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The result that it belongs to, by the thesis' own number.
    pub result: String,
    /// What it is about.
    pub row: String,
    /// The unit of both figures.
    pub unit: String,
    /// The figure of the thesis.
    #[serde(flatten)]
    pub published: Published,
    /// The same figure here; none where there is no answer, and then the note has the reason.
    pub measured: Option<f64>,
    /// The measured figure divided by the published one.
    pub ratio: Option<f64>,
    /// What a reader must know besides.
    pub note: Option<String>,
}

impl Row {
    /// A row without a note; its result is filled in when the result is whole.
    pub(super) fn new(
        row: impl Into<String>,
        unit: &str,
        published: Published,
        measured: impl Into<Option<f64>>,
    ) -> Row {
        let measured = measured.into();
        let ratio = published
            .value
            .zip(measured)
            .filter(|(published, _)| *published != 0.0)
            .map(|(published, measured)| measured / published);
        Row { result: String::new(), row: row.into(), unit: unit.to_owned(), published, measured, ratio, note: None }
    }

    /// The same row with a note.
    pub(super) fn noted(self, note: impl Into<String>) -> Row {
        Row { note: Some(note.into()), ..self }
    }
}
