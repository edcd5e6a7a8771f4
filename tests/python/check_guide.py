"""A person without a rig is guided by prompts and pictures; the cube that was shown comes out on cube/state."""

from cuberig_msgs.msg import CubeState
from sensor_msgs.msg import Image
from std_msgs.msg import String

from rigclient import LATCHED, check, require


def main(client, arguments):
    expected = arguments[0]
    prompts = client.listen("scan/prompt", String, LATCHED)
    screens = client.listen("scan/image", Image)
    states = client.listen("cube/state", CubeState, LATCHED)
    voice = client.create_publisher(String, "scan/say", 10)

    client.wait(lambda: states and states[-1].status == CubeState.VALID, 40, "a cube on cube/state")
    state = states[-1]
    require(state.facelets == expected, f"cube/state contains {state.facelets}, not {expected}")
    require(state.scheme == "WRGYOB", f"its scheme is {state.scheme}")
    words = " ".join(prompt.data for prompt in prompts)
    require("the whole cube is read" in words, f"no prompt reports that the cube is read: {words}")

    screen = client.wait(lambda: screens and screens[-1], 10, "a picture on scan/image")
    require(screen.encoding == "bgr8" and len(screen.data) == screen.step * screen.height, f"{screen.encoding} {screen.step}")

    def enter(words, answer):
        client.wait(lambda: voice.get_subscription_count(), 10, "a subscriber of scan/say")
        voice.publish(String(data=words))
        client.wait(lambda: any(answer in prompt.data for prompt in prompts), 10, f"'{answer}' as the answer to '{words}'")

    enter("good morning", "F3=G")
    prompts.clear()
    enter("restart", "Show the green face, white on top")
    client.wait(lambda: any("1 of 6" in prompt.data for prompt in prompts), 20, "the first face after a new beginning")


check(main)
