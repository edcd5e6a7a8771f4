//! Picture files: what is written is read again, in each format, upright, and of any kind of pixels.

use vision::Image;

/// Red at the top left, green at its right, blue in the row below: wide enough that JPEG keeps the colours apart.
fn flag() -> Image {
    let mut picture = Image::filled(96, 64, [200, 30, 20]).expect("a size in range");
    for row in 0..32 {
        for column in 0..96 {
            let start = 3 * (row * 96 + column);
            let bgr = if column < 48 { [20, 30, 200] } else { [30, 190, 40] };
            picture.bytes_mut()[start..start + 3].copy_from_slice(&bgr);
        }
    }
    picture
}

/// The strongest channel at four places: top left, top right, bottom left, bottom right.
fn corners(picture: &Image) -> String {
    let (right, bottom) = (picture.width() as f32 - 9.0, picture.height() as f32 - 9.0);
    let places = [(8.0, 8.0), (right, 8.0), (8.0, bottom), (right, bottom)];
    let letter = |(x, y)| {
        let rgb = picture.rgb_at(x, y);
        let most = (0..3).max_by(|&one, &other| rgb[one].total_cmp(&rgb[other]));
        ['R', 'G', 'B'][most.expect("three channels")]
    };
    places.into_iter().map(letter).collect()
}

/// EXIF data that hold nothing but an orientation (TIFF tag 0x0112), as a directory of TIFF in either order of bytes.
fn exif(orientation: u8, is_little: bool) -> Vec<u8> {
    let head: &[u8] = match is_little {
        true => b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0",
        false => b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01",
    };
    // The big end's value fills the first two bytes of four.
    let value = if is_little { [orientation, 0, 0, 0] } else { [0, orientation, 0, 0] };
    [head, &value, &[0; 4]].concat()
}

/// The file with an EXIF segment.
fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let exif = [b"Exif\0\0".as_slice(), &exif(orientation, false)].concat();
    let length = (exif.len() + 2) as u16;
    [&jpeg[..2], &[0xFF, 0xE1], &length.to_be_bytes(), &exif, &jpeg[2..]].concat()
}

#[test]
fn pictures_survive_each_format() {
    let picture = flag();
    for ending in [".png", ".bmp", ".ppm", ".tif", ".tiff", ".PNG"] {
        let file = picture.encoded(ending).expect(ending);
        assert_eq!(Image::from_encoded(&file).expect(ending), picture, "{ending}");
    }
    for ending in [".jpg", ".jpeg"] {
        let read = Image::from_encoded(&picture.encoded(ending).expect(ending)).expect(ending);
        assert_eq!(corners(&read), "RGBB");
        let pairs = read.bytes().iter().zip(picture.bytes());
        let off: u64 = pairs.map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
        assert!(off < 2 * read.bytes().len() as u64, "{ending}: {off}");
    }
    let error = picture.encoded(".xyz").expect_err("there is no such format").to_string();
    assert!(error.contains("'.xyz'"), "{error}");
}

#[test]
fn a_picture_is_upright_as_its_camera_was_held() {
    // EXIF 2.3 on each value, from row and column to top and left.
    let wanted =
        [(1, "RGBB"), (2, "GRBB"), (3, "BBGR"), (4, "BBRG"), (5, "RBGB"), (6, "BRBG"), (7, "BGBR"), (8, "GBRB")];
    let jpeg = flag().encoded(".jpg").expect("a JPEG");
    for (orientation, upright) in wanted {
        let read = Image::from_encoded(&turned(&jpeg, orientation)).expect("a JPEG");
        assert_eq!(corners(&read), upright, "orientation {orientation}");
        let size = if orientation < 5 { (96, 64) } else { (64, 96) };
        assert_eq!((read.width(), read.height()), size, "orientation {orientation}");
    }
}

/// The WebP in the extended format (RFC 9649), with EXIF data.
fn turned_webp(webp: &[u8], exif: &[u8]) -> Vec<u8> {
    let features = [b"VP8X\x0A\0\0\0\x08\0\0\0".as_slice(), &[95, 0, 0, 63, 0, 0]].concat();
    let exif = [b"EXIF".as_slice(), &(exif.len() as u32).to_le_bytes(), exif].concat();
    let chunks = [b"WEBP".as_slice(), &features, &webp[12..], &exif].concat();
    [b"RIFF".as_slice(), &(chunks.len() as u32).to_le_bytes(), &chunks].concat()
}

#[test]
fn a_webp_is_upright_as_its_camera_was_held() {
    let webp = flag().encoded(".webp").expect("a WebP");
    let jpeg = flag().encoded(".jpg").expect("a JPEG");
    for orientation in 1..=8 {
        let wanted = Image::from_encoded(&turned(&jpeg, orientation)).expect("a JPEG");
        for is_little in [true, false] {
            let file = turned_webp(&webp, &exif(orientation, is_little));
            let read = Image::from_encoded(&file).expect("a WebP");
            assert_eq!(corners(&read), corners(&wanted), "orientation {orientation}");
            assert_eq!((read.width(), read.height()), (wanted.width(), wanted.height()), "orientation {orientation}");
        }
    }
    // What is damaged, or says nothing, turns nothing.
    let whole = exif(6, true);
    let damaged = (0..whole.len() - 4).map(|length| whole[..length].to_vec());
    for exif in damaged.chain([exif(0, true), exif(9, false)]) {
        let read = Image::from_encoded(&turned_webp(&webp, &exif)).expect("a WebP");
        assert_eq!(corners(&read), "RGBB", "{exif:?}");
    }
}

/// The PNG with one more chunk after its header. The checksum is wrong.
fn with_chunk(png: &[u8], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let header = 8 + 25;
    let length = (content.len() as u32).to_be_bytes();
    [&png[..header], &length, name, content, &[0; 4], &png[header..]].concat()
}

#[test]
fn a_png_with_a_colour_profile_has_the_same_colours() {
    let png = flag().encoded(".png").expect("a PNG");
    let profiled = with_chunk(&png, b"iCCP", b"sRGB\0\0nonsense");
    assert_eq!(Image::from_encoded(&profiled).expect("a PNG"), flag());
}

fn refusal(bytes: &[u8]) -> String {
    Image::from_encoded(bytes).expect_err("it is refused").to_string()
}

#[test]
fn what_cannot_be_read_is_named() {
    let box_of = |brand: &[u8]| [b"\0\0\0\x18ftyp", brand, b"\0\0\0\0mif1", brand].concat();
    let animation = b"RIFF\x24\0\0\0WEBPVP8X\x0A\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM\x06\0\0\0\0\0\0\0\0\0";
    let unknown = "the data is not a picture in a known format (JPEG, PNG, WebP, BMP or TIFF)";
    for (bytes, reason) in [
        (b"".as_slice(), "the data is empty"),
        (b"GIF89a\x01\0\x01\0\0\0\0;", "the data is a GIF picture, which cannot be read: save it as JPEG or PNG"),
        (&box_of(b"heic"), "the data is a HEIC picture, which cannot be read: save it as JPEG or PNG"),
        (&box_of(b"avif"), "the data is an AVIF picture, which cannot be read: save it as JPEG or PNG"),
        (animation, "the data is an animation (WebP), which cannot be read: save one picture of it as JPEG or PNG"),
        (b"hello", unknown),
        (&box_of(b"mp42"), unknown),
        (b"RIFF\x04\0\0\0WEBP", "the data is a picture that cannot be decoded: it may be damaged"),
    ] {
        assert_eq!(refusal(bytes), reason);
    }
}

#[test]
fn a_picture_that_is_too_large_is_refused_by_its_header() {
    let png = |width: u32, height: u32| {
        let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
        [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", sides.as_slice(), b"\x08\0\0\0\0nopicture"].concat()
    };
    let bitmap = b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x21\x4E\0\0\x01\0\0\0\x01\0\x18\0".as_slice();
    let jpeg = b"\xFF\xD8\xFF\xC0\0\x11\x08\x00\x64\xFD\xE8\x03".as_slice();
    for (file, size) in [
        (png(30_000, 30_000).as_slice(), "30000 x 30000"),
        (&png(1, 20_001), "1 x 20001"),
        (bitmap, "20001 x 1"),
        (jpeg, "65000 x 100"),
    ] {
        assert_eq!(refusal(file), format!("the data has {size} pixels, but both sides must be 1 to 20000"));
    }
    assert!(!refusal(&png(20_000, 20_000)).contains("pixels"));
}

#[test]
fn greys_deep_colours_and_transparent_pixels_become_eight_bits_of_three_colours() {
    let grey = b"P5 2 1 255 \x0A\xC8";
    let deep = b"P6 1 1 65535 \x80\x00\x40\x00\xFF\xFF";
    let transparent = b"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n\x01\x02\x03\x00";
    for (file, bgr) in
        [(grey.as_slice(), [10, 10, 10, 200, 200, 200].as_slice()), (deep, &[255, 64, 128]), (transparent, &[3, 2, 1])]
    {
        let read = Image::from_encoded(file).expect("a picture");
        assert_eq!(read.bytes(), bgr);
    }
}
