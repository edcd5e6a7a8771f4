"""Whether a rig is visible from here. Arguments: `visible` or `hidden`, and a node of it.

Visible: the node, its topics and a message of it. Hidden: no other node and no other topic for ten seconds.
"""

from diagnostic_msgs.msg import DiagnosticArray

from rigclient import check, require


def main(client, arguments):
    wanted, node = arguments
    own = {name for name, _ in client.get_topic_names_and_types()} | {"/diagnostics"}
    reports = client.listen("/diagnostics", DiagnosticArray)

    def others():
        return sorted(set(client.get_node_names()) - {client.get_name()})

    if wanted == "visible":
        client.wait(lambda: node in others(), 20, f"the node {node}; there are {others()}")
        client.wait(lambda: reports, 20, "a message on /diagnostics")
        print(f"visible: {others()}")
        return
    for _ in range(20):
        client.spin_for(0.5)
        require(not others(), f"the nodes {others()} are visible")
        strange = {name for name, _ in client.get_topic_names_and_types()} - own
        require(not strange, f"the topics {sorted(strange)} are visible")
        require(not reports, "messages arrive")
    print("nothing is visible")


check(main)
