"""Prints how the face detector keeps up with a camera. Arguments: a folder with face.ppm; pictures a second; seconds.

Each picture differs from the last, so that each is searched anew.
"""

import time

import numpy
from cuberig_msgs.msg import FaceObservation
from sensor_msgs.msg import Image

import pictures
from rigclient import SENSOR, check, require


def main(client, arguments):
    rgb, rate, seconds = pictures.load(f"{arguments[0]}/face.ppm"), float(arguments[1]), float(arguments[2])
    shifted = [pictures.raw(numpy.roll(rgb, 9 * index, axis=1), "bgr8") for index in range(6)]
    heard = []

    def hear(message):
        if message.header.frame_id == "rate":
            heard.append((message, client.get_clock().now().nanoseconds))

    client.create_subscription(FaceObservation, "faces", hear, 200)
    sender = client.create_publisher(Image, "camera/image_raw", SENSOR)
    client.wait(sender.get_subscription_count, 20, "someone who looks")
    began, sent = time.monotonic(), 0
    while sent < rate * seconds:
        message = shifted[sent % 6]
        message.header.frame_id = "rate"
        message.header.stamp = client.get_clock().now().to_msg()
        sender.publish(message)
        sent += 1
        client.spin_for(max(0.0, began + sent / rate - time.monotonic()))
    took = time.monotonic() - began
    client.spin_for(1.0)
    stamp = lambda message: message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
    stamps = [stamp(message) for message, _ in heard]
    require(stamps and all(one < next for one, next in zip(stamps, stamps[1:])), "pictures are looked at in another order")
    late = sorted((when - stamp(message)) / 1e6 for message, when in heard)
    took_each = sorted(message.milliseconds for message, _ in heard)
    middle = lambda values: values[len(values) // 2]
    print(f"{sent / took:.1f} pictures a second sent, {len(heard) / sent:.1%} of them looked at, {middle(took_each):.1f} ms each;")
    print(f"observed {middle(late):.0f} ms after they were taken at the median, {late[-1]:.0f} ms at most")


check(main)
