"""The detector's parameter white_balance changes colours as described, compared with numpy.

Arguments: a folder with face.ppm, the letters of the face.
"""

import numpy
from cuberig_msgs.msg import FaceObservation
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from sensor_msgs.msg import Image

import pictures
from rigclient import SENSOR, check, require

# What a yellow lamp leaves of red, green and blue.
YELLOW_LIGHT = [1.0, 0.85, 0.5]
# Each value of the parameter: the exponent of the mean, and which of the three means all are brought to.
BALANCES = {"gray": (1, numpy.mean), "p": (6, numpy.mean), "max": (6, numpy.max)}


def main(client, arguments):
    folder, letters = arguments
    lit = (pictures.load(f"{folder}/face.ppm") * YELLOW_LIGHT).round().astype(numpy.uint8)
    received = client.listen("faces", FaceObservation)
    sender = client.create_publisher(Image, "camera/image_raw", SENSOR)
    client.wait(sender.get_subscription_count, 20, "a subscriber of pictures")

    def balance(name):
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=name)
        request = SetParameters.Request(parameters=[Parameter(name="white_balance", value=value)])
        result = client.call("face_detector/set_parameters", SetParameters, request).results[0]
        require(result.successful, f"white_balance {name}: {result.reason}")

    def seen(name):
        """The colours of the nine stickers with this balance: rows of red, green, blue."""
        balance(name)
        del received[:]
        message = pictures.raw(lit, "rgb8")
        message.header.frame_id = name

        def looked_at():
            message.header.stamp = client.get_clock().now().to_msg()
            sender.publish(message)
            return [each for each in received if each.header.frame_id == name and each.faces]

        stickers = client.wait(looked_at, 15, f"a face with white_balance {name}")[-1].faces[0].stickers
        read = "".join(sticker.colour for sticker in stickers)
        require(read == letters, f"with white_balance {name} the face is read as {read}")
        return numpy.array([sticker.rgb for sticker in stickers])

    off = seen("off")
    for name, (power, goal) in BALANCES.items():
        means = ((lit / 255.0) ** power).mean(axis=(0, 1)) ** (1 / power)
        expected = numpy.minimum(off * (goal(means) / means), 255)
        found = seen(name)
        worst = numpy.abs(found - expected).max()
        require(20 < numpy.abs(found - off).max(), f"white_balance {name} changes nothing")
        require(worst < 2, f"white_balance {name} is {worst:.1f} of 255 off: {found.round()} for {expected.round()}")
    balance("off")
    require(numpy.abs(seen("off") - off).max() < 2, "white_balance off does not give back the colours")


check(main)
