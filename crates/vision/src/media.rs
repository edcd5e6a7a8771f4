//! OpenCV's picture files, webcams and videos, loaded when they are first used.
//!
//! OpenCV's `imgcodecs` and `videoio` need 230 other libraries, which take a quarter of a second to load. A program that is linked
//! to them pays that at each start, and most commands look at no picture. So nothing is linked to them but a small library of
//! C++ (`media.cpp`). The build script compiles it, this crate carries its bytes, and the first call loads it from memory.
//!
//! Pictures go to and fro as OpenCV's `Mat`.

use std::ffi::{CStr, CString, c_char, c_double, c_int, c_void};
use std::fs::File;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::sync::LazyLock;

use libloading::Library;
use opencv::core::{self, Mat, MatTraitConst, Vector};
use opencv::traits::Boxed;
use rustix::fs::{MemfdFlags, memfd_create};

static LIBRARY: LazyLock<Result<Functions, String>> =
    LazyLock::new(|| load().map_err(|error| format!("cannot load OpenCV's imgcodecs and videoio: {error}")));

/// Declares the functions of the library, and how they are found: each by its name, with `media_` before it.
macro_rules! functions {
    ($($name:ident: fn($($argument:ty),*) $(-> $answer:ty)?;)*) => {
        /// What `media.cpp` exports; see the comments there for what each returns.
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $answer)?,)*
            _library: Library,
        }

        impl Functions {
            /// # Safety
            /// The library's functions have these types.
            unsafe fn of(library: Library) -> Result<Functions, libloading::Error> {
                Ok(Functions {
                    // SAFETY: the caller's; and the functions do not outlive the library.
                    $($name: *unsafe { library.get(concat!("media_", stringify!($name)).as_bytes()) }?,)*
                    _library: library,
                })
            }
        }
    };
}

functions! {
    error: fn() -> *const c_char;
    decode: fn(*const c_void, c_int, *mut c_void) -> c_int;
    can_encode: fn(*const c_char) -> c_int;
    encode: fn(*const c_char, c_int, *const c_void, *mut c_void) -> c_int;
    open_video: fn(*const c_char, *mut *mut c_void) -> c_int;
    open_webcam: fn(*const c_char, *mut *mut c_void) -> c_int;
    close: fn(*mut c_void);
    read: fn(*mut c_void, *mut c_void) -> c_int;
    set: fn(*mut c_void, c_int, c_double) -> c_int;
    get: fn(*const c_void, c_int, *mut c_double) -> c_int;
    write_video: fn(*const c_char, c_double, *const *const c_void, usize) -> c_int;
}

fn load() -> Result<Functions, Box<dyn std::error::Error>> {
    let mut file = File::from(memfd_create("libmedia.so", MemfdFlags::CLOEXEC)?);
    file.write_all(include_bytes!(concat!(env!("OUT_DIR"), "/libmedia.so")))?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    // SAFETY: the library was compiled with this crate; neither it nor OpenCV's does anything when loaded but register itself.
    let library = unsafe { Library::new(path) }?;
    // SAFETY: the types are those of `media.cpp`.
    Ok(unsafe { Functions::of(library) }?)
}

impl Functions {
    fn loaded() -> opencv::Result<&'static Functions> {
        LIBRARY.as_ref().map_err(|reason| failure(reason))
    }

    /// The answer of a function, or what OpenCV threw in it.
    fn checked(&self, answer: c_int) -> opencv::Result<bool> {
        if answer < 0 {
            // SAFETY: a C string, which lasts until the next call of this thread.
            let reason = unsafe { CStr::from_ptr((self.error)()) };
            return Err(failure(&reason.to_string_lossy()));
        }
        Ok(answer != 0)
    }
}

fn failure(reason: &str) -> opencv::Error {
    opencv::Error::new(core::StsError, reason)
}

/// A text for C.
fn text(text: &[u8]) -> opencv::Result<CString> {
    CString::new(text).map_err(|_| failure("a name has a zero byte"))
}

/// Reads the content of a picture file, given as a row of bytes: three channels (blue, green, red); with `upright` as its camera was held
/// (EXIF), otherwise as it is stored. The picture is empty where no decoder takes it; some throw for damaged files.
///
/// # Errors
/// When the libraries cannot be loaded.
pub fn decode(bytes: &impl MatTraitConst, upright: bool) -> opencv::Result<Mat> {
    let functions = Functions::loaded()?;
    let mut picture = Mat::default();
    // SAFETY: both are matrices, the second one can be written.
    let answer = unsafe { (functions.decode)(bytes.as_raw_Mat(), c_int::from(upright), picture.as_raw_mut()) };
    let is_decoded = functions.checked(answer).is_ok();
    Ok(if is_decoded { picture } else { Mat::default() })
}

/// Whether OpenCV writes files with this ending, such as ".png".
///
/// # Errors
/// When the libraries cannot be loaded.
pub fn can_encode(ending: &str) -> opencv::Result<bool> {
    let (functions, ending) = (Functions::loaded()?, text(ending.as_bytes())?);
    // SAFETY: a C string.
    functions.checked(unsafe { (functions.can_encode)(ending.as_ptr()) })
}

/// The content of a picture file with this ending; `quality` (1 to 100) is that of a JPEG, OpenCV's own where there is none.
///
/// # Errors
/// When OpenCV cannot pack the picture, or the libraries cannot be loaded.
pub fn encode(ending: &str, quality: Option<u8>, picture: &impl MatTraitConst) -> opencv::Result<Vec<u8>> {
    let (functions, ending) = (Functions::loaded()?, text(ending.as_bytes())?);
    let mut bytes = Vector::<u8>::new();
    let quality = c_int::from(quality.unwrap_or(0));
    // SAFETY: a C string, a matrix, and a vector of bytes that can be written.
    let answer = unsafe { (functions.encode)(ending.as_ptr(), quality, picture.as_raw_Mat(), bytes.as_raw_mut()) };
    functions.checked(answer)?;
    Ok(bytes.as_slice().to_vec())
}

/// Writes a video (motion JPEG in AVI) of pictures of one size, `rate` a second; false where this OpenCV writes none.
///
/// # Errors
/// When OpenCV throws, or the libraries cannot be loaded.
pub fn write_video(file: &Path, rate: f64, pictures: &[impl MatTraitConst]) -> opencv::Result<bool> {
    let functions = Functions::loaded()?;
    let file = text(file.as_os_str().as_bytes())?;
    let pictures: Vec<_> = (pictures.iter()).map(MatTraitConst::as_raw_Mat).collect();
    if pictures.is_empty() {
        return Ok(false);
    }
    // SAFETY: a C string, and at least one matrix.
    let answer = unsafe { (functions.write_video)(file.as_ptr(), rate, pictures.as_ptr(), pictures.len()) };
    functions.checked(answer)
}

/// What can be asked of a webcam or video. `media.cpp` has them in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// Four letters, as OpenCV packs them.
    PixelFormat,
    /// Pixels.
    Width,
    /// Pixels.
    Height,
    /// Pictures a second.
    Fps,
    /// 1 manual, 3 automatic (by aperture priority, as webcams call it), 0 automatic where 3 is unknown.
    AutoExposure,
    /// In units of 0.1 ms.
    Exposure,
    /// 0 or 1.
    AutoWhiteBalance,
    /// Kelvin.
    WhiteBalance,
    /// In the webcam's own units.
    Gain,
    /// 0 or 1.
    AutoFocus,
    /// In the webcam's own units.
    Focus,
    /// How many pictures wait to be read.
    BufferSize,
    /// The number of the next picture of a video.
    NextPicture,
}

/// Opens what a path names.
type Open = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;

/// An open webcam or video.
pub struct Capture {
    functions: &'static Functions,
    /// A `cv::VideoCapture` that is ours.
    capture: *mut c_void,
}

// SAFETY: a `cv::VideoCapture` belongs to no thread, and all of its methods here need it exclusively, `get` aside, which reads.
unsafe impl Send for Capture {}

impl Capture {
    /// Opens a video file; `None` where OpenCV cannot read it.
    ///
    /// # Errors
    /// When the libraries cannot be loaded, or the path has a zero byte.
    pub fn open_video(file: &Path) -> opencv::Result<Option<Capture>> {
        Self::opened(file, |functions| functions.open_video)
    }

    /// Opens a webcam of Video4Linux by its path, such as `/dev/video2`; `None` where it is no camera, or is in use.
    ///
    /// # Errors
    /// As [`Capture::open_video`].
    pub fn open_webcam(path: &Path) -> opencv::Result<Option<Capture>> {
        Self::opened(path, |functions| functions.open_webcam)
    }

    fn opened(path: &Path, open: impl FnOnce(&Functions) -> Open) -> opencv::Result<Option<Capture>> {
        let functions = Functions::loaded()?;
        let path = text(path.as_os_str().as_bytes())?;
        let mut capture = ptr::null_mut();
        // SAFETY: a C string, and a place for the pointer.
        let answer = unsafe { open(functions)(path.as_ptr(), &raw mut capture) };
        // What a backend throws is no reason that people understand.
        let is_open = functions.checked(answer).unwrap_or(false);
        Ok(is_open.then_some(Capture { functions, capture }))
    }

    /// The next picture, if there is one.
    ///
    /// # Errors
    /// When OpenCV throws.
    pub fn read(&mut self) -> opencv::Result<Option<Mat>> {
        let mut picture = Mat::default();
        // SAFETY: the capture is open, the matrix can be written.
        let answer = unsafe { (self.functions.read)(self.capture, picture.as_raw_mut()) };
        Ok(self.functions.checked(answer)?.then_some(picture))
    }

    /// Sets a property; false where the device does not know it or refuses. It may take another value.
    ///
    /// # Errors
    /// When OpenCV throws.
    pub fn set(&mut self, property: Property, value: f64) -> opencv::Result<bool> {
        // SAFETY: the capture is open.
        let answer = unsafe { (self.functions.set)(self.capture, property as c_int, value) };
        self.functions.checked(answer)
    }

    /// The value of a property; OpenCV gives -1 for what the driver does not report.
    ///
    /// # Errors
    /// When OpenCV throws.
    pub fn get(&self, property: Property) -> opencv::Result<f64> {
        let mut value = 0.0;
        let (get, property) = (self.functions.get, property as c_int);
        // SAFETY: the capture is open, and the value has a place.
        let answer = unsafe { get(self.capture, property, &raw mut value) };
        self.functions.checked(answer)?;
        Ok(value)
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        // SAFETY: it was opened, and is closed once.
        unsafe { (self.functions.close)(self.capture) };
    }
}
