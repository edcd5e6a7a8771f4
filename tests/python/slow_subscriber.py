"""A program that looks at pictures with default settings and takes half a second for each. Ends on a signal."""

import time

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from sensor_msgs.msg import Image


class Slow(Node):
    """Receives pictures reliably, with a queue of ten."""

    def __init__(self):
        super().__init__("slow_subscriber")
        self.create_subscription(Image, "camera/image_raw", self.look, 10)

    def look(self, image):
        """Takes its time."""
        print(f"a picture of {image.width} x {image.height}", flush=True)
        time.sleep(0.5)


rclpy.init()
try:
    rclpy.spin(Slow())
except (KeyboardInterrupt, ExternalShutdownException):
    pass
