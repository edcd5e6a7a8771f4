//! A stream of frames is read with the same memory again and again.

#[allow(dead_code, reason = "this program needs only the scenes")]
#[path = "all/support/render.rs"]
mod render;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use testkit::rand::SeedableRng;
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions};

use render::{Scene, colors};

/// Counts what Rust code asks of the system's allocator (OpenCV's own buffers do not pass here).
struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator as it came; the counters touch no memory
// that it manages.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise about the layout is the one that is needed here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above with this layout, so from the system.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_frame_costs_less_memory_than_a_tenth_of_itself() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let frames: Vec<_> = (0..6)
        .map(|index| {
            let degrees = 10.0 * index as f32 - 25.0;
            Scene::new(colors(&mut random), 200.0, degrees, 0.1).draw(&mut random)
        })
        .collect();
    let mut detector = Detector::new(DetectorOptions::default());
    // The first round grows the buffers.
    for frame in &frames {
        assert_eq!(detector.detect(frame).expect("it runs").len(), 1);
    }
    for frame in &frames {
        let before = (BYTES.load(Ordering::Relaxed), CALLS.load(Ordering::Relaxed));
        assert_eq!(detector.detect(frame).expect("it runs").len(), 1);
        let bytes = BYTES.load(Ordering::Relaxed) - before.0;
        let calls = CALLS.load(Ordering::Relaxed) - before.1;
        println!("{bytes} bytes in {calls} allocations");
        assert!(bytes < frame.bytes().len() / 10, "{bytes} bytes for a frame");
        assert!(calls < 3000, "{calls} allocations for a frame");
    }
}
