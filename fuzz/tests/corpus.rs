//! The corpus of every target is replayed: what a fuzzer once found stays mended, without a fuzzer.

use std::fs;
use std::path::Path;

#[test]
fn every_input_of_the_corpus_keeps_its_property() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for target in fuzz::TARGETS {
        let folder = corpus.join(target.name);
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("an entry of the corpus").path())
            .collect();
        assert!(!files.is_empty(), "{} is empty", folder.display());
        files.sort();
        for file in files {
            let data = fs::read(&file).expect("a file of the corpus");
            let outcome = std::panic::catch_unwind(|| (target.run)(&data));
            assert!(outcome.is_ok(), "{} breaks the target {}", file.display(), target.name);
        }
    }
}
