"""A camera node of somebody else's: shows six drawn faces in turn, in two of the usual encodings.

Arguments: the 54 facelets to show.
"""

import sys

import numpy
import rclpy
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import Image

FACES = "URFDLB"
RGB = {"U": (236, 238, 233), "R": (176, 28, 36), "F": (16, 140, 64), "D": (230, 205, 30), "L": (240, 110, 20), "B": (18, 70, 160)}
WIDTH, HEIGHT, STICKER, GAP = 640, 480, 96, 14


def picture(stickers, random):
    """Nine stickers on a black cube before a grey wall, with a little noise."""
    image = numpy.full((HEIGHT, WIDTH, 3), 120.0)
    edge = 3 * STICKER + 4 * GAP
    left, top = (WIDTH - edge) // 2 + 17, (HEIGHT - edge) // 2 - 9
    image[top:top + edge, left:left + edge] = 18
    for index, face in enumerate(stickers):
        y = top + GAP + index // 3 * (STICKER + GAP)
        x = left + GAP + index % 3 * (STICKER + GAP)
        image[y:y + STICKER, x:x + STICKER] = RGB[face]
    image += random.normal(0, 2.5, image.shape)
    return image.clip(0, 255).astype(numpy.uint8)


class Camera(Node):
    """Shows each face for a second, ten pictures a second."""

    def __init__(self, facelets):
        super().__init__("somebody_elses_camera")
        self.publisher = self.create_publisher(Image, "camera/image_raw", qos_profile_sensor_data)
        random = numpy.random.default_rng(5)
        self.pictures = [picture(facelets[9 * face:9 * face + 9], random) for face in range(6)]
        self.shown = 0
        self.create_timer(0.1, self.show)

    def show(self):
        """Publishes the next picture."""
        face = self.shown // 10 % 6
        rgb = self.pictures[face]
        encoding = "rgb8" if face % 2 else "bgr8"
        image = Image(width=WIDTH, height=HEIGHT, encoding=encoding, step=3 * WIDTH)
        image.header.stamp = self.get_clock().now().to_msg()
        image.header.frame_id = f"face_{FACES[face]}"
        image.data = (rgb if face % 2 else rgb[:, :, ::-1]).tobytes()
        self.publisher.publish(image)
        self.shown += 1


rclpy.init()
try:
    rclpy.spin(Camera(sys.argv[1]))
except (KeyboardInterrupt, rclpy.executors.ExternalShutdownException):
    pass
