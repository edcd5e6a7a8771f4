"""The camera shows a video; when its file goes away that is reported, and when it is back the camera continues.

Arguments: the video; the letters of the face that it shows.
"""

import math
import os

from cuberig_msgs.msg import FaceObservation
from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import Log
from sensor_msgs.msg import CameraInfo

from rigclient import SENSOR, check, require

FRAME = "camera_optical_frame"


def main(client, arguments):
    video, letters = arguments
    received = client.listen("faces", FaceObservation)
    infos = client.listen("camera/camera_info", CameraInfo, SENSOR)
    reports = client.listen("/diagnostics", DiagnosticArray)
    log = client.listen("/rosout", Log)

    def face():
        names = [["".join(s.colour for s in face.stickers) for face in each.faces] for each in received if each.header.frame_id == FRAME]
        return names and names[-1] == [letters]

    def camera():
        own = [status for report in reports for status in report.status if status.name.endswith("camera")]
        return own[-1] if own else None

    client.wait(face, 20, "the face in the video")
    info = client.wait(lambda: infos, 5, "camera_info")[-1]
    require((info.width, info.height) == (640, 480), f"camera_info is for {info.width} x {info.height} pixels")
    # 60 degrees of view across the picture.
    require(math.isclose(info.k[0], 320 / math.tan(math.radians(30)), rel_tol=1e-6), f"the focal length is {info.k[0]}")
    os.rename(video, video + ".away")
    client.wait(lambda: camera() and camera().level == b"\x02" and video in camera().message, 10, f"an error that names {video}")
    del received[:]
    del reports[:]
    client.wait(lambda: len(reports) > 3, 10, "diagnostics")
    require(not [each for each in received if each.header.frame_id == FRAME], "pictures come of a video that is not there")
    warnings = [line.msg for line in log if line.name.endswith("camera") and video in line.msg]
    require(1 <= len(warnings) <= 2, f"the loss is reported {len(warnings)} times: {warnings}")
    os.rename(video + ".away", video)
    client.wait(face, 10, "the face in the video that is back")
    client.wait(lambda: camera() and camera().level == b"\x00", 5, "a camera that is ok again")


check(main)
