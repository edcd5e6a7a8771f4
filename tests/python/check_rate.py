"""How the face detector keeps up with a camera. Arguments: pictures a second; seconds; the least part that must be looked at;
a folder with face.ppm; "reliable" or "best_effort", the way in which this program sends it. Or instead of the last two the frame of a camera
that runs already.

Each picture that is sent from here differs from the last, so that each is searched anew.
"""

import time

import numpy
from cuberig_msgs.msg import FaceObservation
from sensor_msgs.msg import Image

import pictures
from rigclient import RELIABLE, SENSOR, check, require


def main(client, arguments):
    rate, seconds, least = (float(argument) for argument in arguments[:3])
    frame = "rate" if len(arguments) == 5 else arguments[3]
    received = []

    def receive(message):
        if message.header.frame_id == frame:
            received.append((message, client.get_clock().now().nanoseconds))

    client.create_subscription(FaceObservation, "faces", receive, 200)
    wanted = rate * seconds
    if frame == "rate":
        took = send(client, rate, wanted, *arguments[3:])
    else:
        client.wait(lambda: received, 20, f"pictures of the camera '{frame}'")
        del received[:]
        took = seconds
        client.spin_for(seconds)
    stamp = lambda message: message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
    stamps = [stamp(message) for message, _ in received]
    require(stamps and all(one < next for one, next in zip(stamps, stamps[1:])), "pictures are looked at in another order")
    late = sorted((when - stamp(message)) / 1e6 for message, when in received)
    took_each = sorted(message.milliseconds for message, _ in received)
    middle = lambda values: values[len(values) // 2]
    share = len(received) / wanted
    print(f"{wanted / took:.1f} pictures a second, {share:.1%} of them looked at, {middle(took_each):.1f} ms each;")
    print(f"observed {middle(late):.0f} ms after they were taken at the median, {late[-1]:.0f} ms at most")
    require(least <= share, f"less than {least:.0%} of the pictures were looked at")


def send(client, rate, count, folder, reliability):
    """Sends this many pictures and returns how many seconds that took."""
    rgb = pictures.load(f"{folder}/face.ppm")
    shifted = [pictures.raw(numpy.roll(rgb, 9 * index, axis=1), "bgr8") for index in range(6)]
    sender = client.create_publisher(Image, "camera/image_raw", RELIABLE if reliability == "reliable" else SENSOR)
    client.wait(sender.get_subscription_count, 20, "a subscriber")
    client.spin_for(1.0)
    began, sent = time.monotonic(), 0
    while sent < count:
        message = shifted[sent % 6]
        message.header.frame_id = "rate"
        message.header.stamp = client.get_clock().now().to_msg()
        sender.publish(message)
        sent += 1
        client.spin_for(max(0.0, began + sent / rate - time.monotonic()))
    took = time.monotonic() - began
    client.spin_for(1.0)
    return took


check(main)
