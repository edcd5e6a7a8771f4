"""The recorder reports on /diagnostics, as a warning, what it cannot write. Argument: a part of the sentence."""

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rigclient import check


def main(client, arguments):
    arrays = client.listen("/diagnostics", DiagnosticArray)

    def warned():
        statuses = [status for array in arrays for status in array.status if status.name == "recorder"]
        return [status.message for status in statuses if status.level == DiagnosticStatus.WARN and arguments[0] in status.message]

    print(client.wait(warned, 10, "the recorder's warning")[0])


check(main)
