"""One picture in every way in which a camera node may send it, made with nothing but numpy."""

import numpy
from sensor_msgs.msg import CompressedImage, Image


def load(path):
    """The pixels of a PPM file: rows, columns, red green blue."""
    with open(path, "rb") as file:
        magic, size, most, pixels = file.read().split(b"\n", 3)
    assert magic == b"P6" and most == b"255", (magic, most)
    width, height = map(int, size.split())
    return numpy.frombuffer(pixels, numpy.uint8).reshape(height, width, 3)


def yuv(rgb):
    """BT.601 with 16 to 235 for brightness, as webcams send it; the colours of each two pixels are one."""
    r, g, b = (rgb[:, :, channel].astype(float) for channel in range(3))
    y = 16 + 0.2568 * r + 0.5041 * g + 0.0979 * b
    u = 128 - 0.1482 * r - 0.2910 * g + 0.4392 * b
    v = 128 + 0.4392 * r - 0.3678 * g - 0.0714 * b
    pairs = lambda plane: (plane[:, 0::2] + plane[:, 1::2]) / 2
    return [plane.round().astype(numpy.uint8) for plane in (y, pairs(u), pairs(v))]


def packed(rgb, order):
    """Two pixels in four bytes, in an order such as "yuyv"."""
    y, u, v = yuv(rgb)
    planes = {"u": iter([u]), "v": iter([v]), "y": iter([y[:, 0::2], y[:, 1::2]])}
    return numpy.stack([next(planes[letter]) for letter in order], axis=2).reshape(rgb.shape[0], -1)


def with_alpha(rgb):
    return numpy.dstack([rgb, numpy.full(rgb.shape[:2], 255, numpy.uint8)])


def wide(rgb, order):
    """Sixteen bits a channel; the lower byte is one that would be noticed."""
    return (rgb.astype(numpy.uint16) * 256 + 0x77).astype(order + "u2").view(numpy.uint8)


def raw(rgb, encoding, padding=0, big_endian=False):
    """An image message in an encoding, each row with this many extra bytes."""
    bgr = rgb[:, :, ::-1]
    rows = {
        "rgb8": lambda: rgb, "bgr8": lambda: bgr, "rgba8": lambda: with_alpha(rgb), "bgra8": lambda: with_alpha(bgr),
        "rgb16": lambda: wide(rgb, ">" if big_endian else "<"), "mono8": lambda: yuv(rgb)[0],
        "yuv422_yuy2": lambda: packed(rgb, "yuyv"), "yuv422": lambda: packed(rgb, "uyvy"),
    }[encoding]()
    height, width = rgb.shape[:2]
    rows = numpy.ascontiguousarray(rows).reshape(height, -1)
    rows = numpy.pad(rows, ((0, 0), (0, padding)), constant_values=0xAA)
    image = Image(width=width, height=height, encoding=encoding, step=rows.shape[1], is_bigendian=int(big_endian))
    image.data = rows.tobytes()
    return image


def compressed(path, kind):
    """A file as image_transport sends it."""
    with open(path, "rb") as file:
        return CompressedImage(format=f"bgr8; {kind} compressed bgr8", data=file.read())
