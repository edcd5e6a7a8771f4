"""The SROS2 policy file allows each node of the running graph exactly what it does: no less, and no more.

Arguments: the policy file, the nodes that must be there; with `--write` the profiles of these nodes are written anew from
the graph, and everything else in the file stays.
"""

import xml.etree.ElementTree as ElementTree

from rigclient import check, require

# Where something is allowed: the element, and the attribute for what is done with it.
RULES = [("topics", "publish"), ("topics", "subscribe"), ("services", "reply"), ("services", "request"),
         ("actions", "execute"), ("actions", "call")]
# Allowed although a node does it only with certain parameters.
OPTIONAL = {
    ("face_detector", "topics", "subscribe", "camera/image_raw/compressed"),
    # While somebody looks at its page, or the arms show the cube.
    ("dashboard", "topics", "subscribe", "camera/image_raw"),
    ("dashboard", "topics", "subscribe", "camera/image_raw/compressed"),
    ("dashboard", "topics", "subscribe", "cube/colors"),
    ("dashboard", "topics", "subscribe", "faces"),
    ("dashboard", "topics", "subscribe", "faces/image"),
}
# What a node does for its clients alone, with names of all kinds: it may do so, and does not while it has no client.
ANY = {("foxglove", "topics", "subscribe"), ("foxglove", "services", "request")}
# What every node subscribes to.
EVERYWHERE = {"/clock"}
# Every client and service of ROS's own: rclpy's graph lists those of actions as topics and services too.
ACTION = "/_action/"


def own_name(name, node):
    """A name as it stands in the policy: private ones with ~, those that no namespace moves with /, the rest relative."""
    if name.startswith(f"/{node}/") and not name.endswith(("/stop", "/follow_joint_trajectory")):
        return "~/" + name[len(node) + 2:]
    if name in ("/diagnostics", "/rosout", "/parameter_events", "/clock"):
        return name
    return name.lstrip("/")


def does(client, node):
    """What a node does in the graph: a set of names for each rule."""
    by_node = {
        ("topics", "publish"): client.get_publisher_names_and_types_by_node,
        ("topics", "subscribe"): client.get_subscriber_names_and_types_by_node,
        ("services", "reply"): client.get_service_names_and_types_by_node,
        ("services", "request"): client.get_client_names_and_types_by_node,
    }
    done = {}
    for rule, look in by_node.items():
        names = [name for name, _ in look(node, client.get_namespace())]
        done[rule] = {own_name(name, node) for name in names if ACTION not in name}
        action = {("services", "reply"): ("actions", "execute"), ("services", "request"): ("actions", "call")}.get(rule)
        if action:
            done[action] = {own_name(name.split(ACTION)[0], node) for name in names if ACTION in name}
    return done


def allowed(profile):
    """What a profile allows: a set of names for each rule."""
    rights = {rule: set() for rule in RULES}
    for element, does_what in RULES:
        for group in profile.findall(element):
            if group.get(does_what) == "ALLOW":
                rights[element, does_what] |= {item.text.strip() for item in group}
    return rights


def write(profile, done, node):
    """Makes the profile allow what the node does."""
    for child in list(profile):
        profile.remove(child)
    for element, what in RULES:
        names = {"*"} if (node, element, what) in ANY else done[element, what]
        names |= {name for at, *rule, name in OPTIONAL if at == node and rule == [element, what]}
        if not names:
            continue
        group = ElementTree.SubElement(profile, element, {what: "ALLOW"})
        for name in sorted(names):
            ElementTree.SubElement(group, element[:-1]).text = name


def profile_of(enclave, node):
    """The profile of a node in its enclave."""
    profile = enclave.find("profiles/profile")
    require(profile.get("node") == node and profile.get("ns") == "/", f"the profile of /cuberig/{node} is another node's")
    return profile


def differences(client, file, enclaves, nodes):
    """Where the file and what the nodes do at this moment differ, in sentences."""
    findings, everywhere = [], {rule: set() for rule in RULES}
    for node in nodes:
        require(f"/cuberig/{node}" in enclaves, f"{file} has no enclave /cuberig/{node}")
        rights, done = allowed(profile_of(enclaves[f"/cuberig/{node}"], node)), does(client, node)
        if not done["topics", "publish"]:
            findings.append(f"{node} publishes nothing at all")
        for rule in RULES:
            everywhere[rule] |= done[rule]
            if (node, *rule) in ANY:
                findings += [f"{node} may not {rule[1]} everything"] if rights[rule] != {"*"} else []
                findings += [f"{node} does {rule[1]} {name} without a client" for name in sorted(done[rule] - EVERYWHERE)]
                continue
            findings += [f"{node} may not {rule[1]} {name}" for name in sorted(done[rule] - rights[rule])]
            idle = {name for name in rights[rule] - done[rule] if (node, *rule, name) not in OPTIONAL}
            findings += [f"{node} may {rule[1]} {name}, and does not" for name in sorted(idle)]
    # What people may do must be there to be done.
    offered = {("topics", "subscribe"): ("topics", "publish"), ("services", "request"): ("services", "reply"),
               ("actions", "call"): ("actions", "execute")}
    people = [path for path in enclaves if path.split("/")[-1] not in nodes]
    require(people, f"{file} has no enclave for people")
    for path in people:
        rights = allowed(enclaves[path].find("profiles/profile"))
        for rule, offer in offered.items():
            # A simulator offers /clock.
            gone = sorted(rights[rule] - everywhere[offer] - {"/clock"})
            findings += [f"{path} may {rule[1]} {name}, which no node offers" for name in gone]
    return findings


def main(client, arguments):
    rewrite = "--write" in arguments
    file, *nodes = [argument for argument in arguments if argument != "--write"]
    absent = lambda: sorted(set(nodes) - set(client.get_node_names()))
    client.wait(lambda: not absent(), 60, f"the nodes {absent()}")
    tree = ElementTree.parse(file)
    enclaves = {enclave.get("path"): enclave for enclave in tree.iter("enclave")}
    if rewrite:
        # The recorder subscribes to topics as it finds them.
        client.spin_for(15)
        for node in nodes:
            enclave = enclaves.get(f"/cuberig/{node}")
            if enclave is None:
                enclave = ElementTree.SubElement(tree.find("enclaves"), "enclave", {"path": f"/cuberig/{node}"})
                ElementTree.SubElement(ElementTree.SubElement(enclave, "profiles"), "profile", {"ns": "/", "node": node})
            write(profile_of(enclave, node), does(client, node), node)
        ElementTree.indent(tree)
        tree.write(file, encoding="UTF-8", xml_declaration=True)
        return
    client.spin_for(3)
    for _ in range(60):
        findings = differences(client, file, enclaves, nodes)
        if not findings:
            break
        # A busy machine discovers late.
        client.spin_for(1)
    require(not findings, "; ".join(findings))
    print(f"{len(nodes)} nodes and the people are as in {file}")


check(main)
