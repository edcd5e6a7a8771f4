"""A node that waits for a missing /clock reports that. Arguments: the node."""

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

from rigclient import check


def main(client, arguments):
    reports = client.listen("/diagnostics", DiagnosticArray)

    def reported():
        own = [status for report in reports for status in report.status if status.name == arguments[0]]
        return own and own[-1].level == DiagnosticStatus.ERROR and "nobody publishes /clock" in own[-1].message

    client.wait(reported, 20, f"a report of {arguments[0]} that there is no /clock; there are {reports[-2:]}")


check(main)
