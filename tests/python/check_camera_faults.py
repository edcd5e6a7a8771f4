"""A run that fails because of a camera driver reports the reason. The pictures show nine stickers, all the time."""

import numpy
from builtin_interfaces.msg import Time
from cuberig_msgs.action import RunCube
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from sensor_msgs.msg import Image

from pictures import raw
from rigclient import SENSOR, check, require

RGB = [(236, 238, 233), (176, 28, 36), (16, 140, 64), (230, 205, 30), (240, 110, 20), (18, 70, 160)]


def face():
    image = numpy.full((240, 320, 3), 120, numpy.uint8)
    image[30:220, 70:260] = 18
    for index in range(9):
        y, x = 38 + index // 3 * 60, 78 + index % 3 * 60
        image[y:y + 52, x:x + 52] = RGB[index % 6]
    return image


def stamped(image, seconds):
    image.header.stamp = Time(sec=image.header.stamp.sec + seconds, nanosec=image.header.stamp.nanosec)


def main(client, arguments):
    patience = Parameter("timeout_per_face", value=4.0).to_parameter_msg()
    client.call("conductor/set_parameters", SetParameters, SetParameters.Request(parameters=[patience]))
    pictures = client.create_publisher(Image, "camera/image_raw", SENSOR)
    client.wait(pictures.get_subscription_count, 10, "a subscriber of camera/image_raw")
    good = raw(face(), "rgb8")
    for encoding, change, expected in [
        ("rgb8", lambda image: stamped(image, -10), "pictures are stamped 10 s before they arrive"),
        ("rgb8", lambda image: setattr(image.header, "frame_id", "face_U"), "pictures have the frame 'face_U'"),
        ("bayer_rggb8", lambda image: None, "bayer_rggb8"),
    ]:
        run = client.goal("run", RunCube, RunCube.Goal(scan=True, max_attempts=1))
        while not run.done():
            image = Image(width=good.width, height=good.height, encoding=encoding, step=good.step, data=good.data)
            image.header.stamp, image.header.frame_id = client.get_clock().now().to_msg(), "camera_optical_frame"
            change(image)
            pictures.publish(image)
            client.spin_for(0.1)
        _, result = run.result(1)
        require(expected in result.error_msg, f"the run ends without '{expected}': {result.error_msg}")


check(main)
