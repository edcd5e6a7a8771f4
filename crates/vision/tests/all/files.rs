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

/// The file with an EXIF segment that holds nothing but an orientation (TIFF tag 0x0112).
fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
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
