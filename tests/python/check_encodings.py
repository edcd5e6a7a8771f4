"""A face is read alike in every encoding of its picture; what is not a picture is reported once and dropped.

Arguments: a folder with face.ppm, face.png, face.jpg; the letters of the face.
"""

from cuberig_msgs.msg import FaceObservation
from rcl_interfaces.msg import Log
from sensor_msgs.msg import CompressedImage, Image

import pictures
from rigclient import SENSOR, check, require


def main(client, arguments):
    folder, letters = arguments
    rgb = pictures.load(f"{folder}/face.ppm")
    received = client.listen("faces", FaceObservation)
    log = client.listen("/rosout", Log)
    senders = {
        Image: client.create_publisher(Image, "camera/image_raw", SENSOR),
        CompressedImage: client.create_publisher(CompressedImage, "camera/image_raw/compressed", SENSOR),
    }
    for kind, sender in senders.items():
        client.wait(sender.get_subscription_count, 20, f"a subscriber of {kind.__name__}")

    def send(name, message, until, what):
        """Sends a picture as a camera would, again and again, until something is true of it."""
        message.header.frame_id = name
        due = [0]

        def sent_and_done():
            message.header.stamp = client.get_clock().now().to_msg()
            due[0] += 1
            senders[type(message)].publish(message)
            return until()

        return client.wait(sent_and_done, 15, f"{what} of {name}")

    def read(name, message, wanted):
        del received[:]
        seen = send(name, message, lambda: [each for each in received if each.header.frame_id == name], "faces")[-1]
        read = ["".join(sticker.colour for sticker in face.stickers) for face in seen.faces]
        require(read in wanted, f"{name} is read as {read} instead of {wanted}")
        require((seen.width, seen.height) == (rgb.shape[1], rgb.shape[0]), f"{name} has {seen.width} x {seen.height} pixels")
        return seen.faces

    ways = {name: pictures.raw(rgb, name) for name in ["bgr8", "rgb8", "bgra8", "rgba8", "yuv422_yuy2", "yuv422"]}
    ways["rgb16, little endian"] = pictures.raw(rgb, "rgb16")
    ways["rgb16, big endian"] = pictures.raw(rgb, "rgb16", big_endian=True)
    ways["bgr8, padded"] = pictures.raw(rgb, "bgr8", padding=13)
    ways["yuv422_yuy2, padded"] = pictures.raw(rgb, "yuv422_yuy2", padding=64)
    ways["JPEG"] = pictures.compressed(f"{folder}/face.jpg", "jpeg")
    ways["PNG"] = pictures.compressed(f"{folder}/face.png", "png")
    for name, message in ways.items():
        read(name, message, [[letters]])

    # In a grey picture a face may be found, but its greys must not be treated as colours.
    for face in read("mono8", pictures.raw(rgb, "mono8"), [[], ["?" * 9]]):
        for sticker in face.stickers:
            require(sticker.confidence == 0 and all(channel != channel for channel in sticker.rgb), f"a grey sticker is {sticker}")
    warnings = lambda word: [line.msg for line in log if line.level >= 30 and word in line.msg]
    client.wait(lambda: warnings("grey"), 5, "a warning about grey pictures")

    jpeg = pictures.compressed(f"{folder}/face.jpg", "jpeg")
    half = CompressedImage(format=jpeg.format, data=jpeg.data[:len(jpeg.data) // 2])
    noise = CompressedImage(format="jpeg", data=bytes(range(256)) * 8)
    short, narrow, strange = (pictures.raw(rgb, "bgr8") for _ in range(3))
    short.data = short.data[:-1]
    narrow.step = 100
    strange.encoding = "klingon8"
    bad = {"half a JPEG": (half, "incomplete JPEG"), "no JPEG": (noise, "not a picture"), "short data": (short, "needs"),
           "a wrong step": (narrow, "step"), "an unknown encoding": (strange, "klingon8")}
    for name, (message, word) in bad.items():
        del log[:]
        send(name, message, lambda: warnings(word), f"a warning with '{word}'")
        for _ in range(10):
            senders[type(message)].publish(message)
            client.spin_for(0.02)
        require(len(warnings(word)) == 1, f"{name} is reported {len(warnings(word))} times: {warnings(word)}")
    for name in ["bgr8", "JPEG"]:
        read(name, ways[name], [[letters]])

    # A burst is more than can be looked at: no picture is looked at after a newer one, and the newest is.
    del received[:]
    burst = ways["rgb8"]
    burst.header.frame_id = "burst"
    sent = []
    for _ in range(60):
        burst.header.stamp = client.get_clock().now().to_msg()
        sent.append((burst.header.stamp.sec, burst.header.stamp.nanosec))
        senders[Image].publish(burst)
    looked_at = lambda: [(each.header.stamp.sec, each.header.stamp.nanosec) for each in received if each.header.frame_id == "burst"]
    send("burst", burst, lambda: looked_at() and sent[-1] <= looked_at()[-1], "the newest")
    require(all(one < next for one, next in zip(looked_at(), looked_at()[1:])), "pictures are looked at in another order")


check(main)
