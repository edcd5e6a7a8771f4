//! Picture files as a source of pictures.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use vision::Image;

use crate::settings::Settings;
use crate::source::{Shot, Source, SourceError, limited};

/// Picture files. Each is loaded once, and again when it was changed.
pub(crate) struct Slides {
    settings: Settings,
    loaded: HashMap<usize, (Change, Image)>,
}

/// When a file was last written, and its length.
type Change = (Option<SystemTime>, u64);

impl Slides {
    /// The files that the settings name.
    pub(crate) fn new(settings: &Settings) -> Self {
        Self { settings: settings.clone(), loaded: HashMap::new() }
    }
}

impl Source for Slides {
    fn next(&mut self, elapsed: Duration) -> Result<Option<Shot>, SourceError> {
        let Some(index) = self.settings.file_at(elapsed) else {
            return Ok(None);
        };
        let path = &self.settings.files[index];
        let about = std::fs::metadata(path).map_err(|source| vision::Error::File { path: path.clone(), source })?;
        let change = (about.modified().ok(), about.len());
        if self.loaded.get(&index).is_none_or(|(old, _)| *old != change) {
            let image = limited(Image::load(path)?, self.settings.max_side)?;
            self.loaded.insert(index, (change, image));
        }
        let frame_id = self.settings.frame_of(index).to_owned();
        Ok(self.loaded.get(&index).map(|(_, image)| Shot { image: image.clone(), frame_id, taken: None }))
    }

    fn waits(&self) -> bool {
        false
    }
}
