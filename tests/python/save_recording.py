"""Has the recorder save the last minute, and prints the file's name."""

from rigclient import check, require
from std_srvs.srv import Trigger


def main(client, arguments):
    answer = client.call("save_recording", Trigger, Trigger.Request(), seconds=3.0)
    require(answer.success, answer.message)
    print(answer.message)


check(main)
