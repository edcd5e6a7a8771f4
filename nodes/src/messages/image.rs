//! Pictures as image messages.

use camera::RawPicture;
use r2r::sensor_msgs::msg::Image;
use r2r::std_msgs::msg::Header;

/// A picture from its rows of blue, green, red without padding.
pub fn bgr8(header: Header, width: usize, height: usize, rows: &[u8]) -> Image {
    Image {
        header,
        width: pixels(width),
        height: pixels(height),
        encoding: "bgr8".into(),
        is_bigendian: 0,
        step: pixels(3 * width),
        data: rows.to_vec(),
    }
}

/// The picture of a message, whatever its encoding.
pub fn raw(message: &Image) -> RawPicture<'_> {
    RawPicture {
        width: message.width as usize,
        height: message.height as usize,
        encoding: &message.encoding,
        big_endian: message.is_bigendian != 0,
        step: message.step as usize,
        data: &message.data,
    }
}

/// The same in blue, green, red.
///
/// # Errors
/// Pixels that are not understood, or less data than the size requires.
pub fn picture(message: &Image) -> anyhow::Result<vision::Image> {
    let mut picture = vision::Image::buffer();
    raw(message).read(&mut picture)?;
    Ok(picture)
}

/// A number of pixels as messages have it.
pub fn pixels(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_a_message_byte_by_byte() {
        let mut rows = [1; 18];
        rows[17] = 99;
        let message = bgr8(Header::default(), 3, 2, &rows);
        assert_eq!((message.width, message.height, message.step), (3, 2, 9));
        assert_eq!(message.encoding, "bgr8");
        assert_eq!(message.data, rows);
    }
}
