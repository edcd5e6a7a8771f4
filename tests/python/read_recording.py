"""Reads a recording with the tools of the field: PyPI's mcap with mcap-ros2-support, and rosbags. No ROS is used.

Arguments: the file or folder; how many messages each topic must have, as JSON; `cut` where the recorder was killed. Every message is
decoded by the definitions in the file. A cut file has no end: only mcap's linear reader takes it, and a few last messages may be missing.
"""

import json
import sys
from pathlib import Path

from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader, make_reader
from mcap_ros2.decoder import DecoderFactory
from rosbags.highlevel import AnyReader
from rosbags.rosbag2 import Reader


def require(condition, sentence):
    if not condition:
        sys.exit(sentence)


def fields(kind, message):
    """What the sender wrote into a message of one of its types; None for others."""
    return {
        "std_msgs/msg/String": lambda: message.data,
        "sensor_msgs/msg/Image": lambda: (message.header.frame_id, len(message.data)),
        "trajectory_msgs/msg/JointTrajectory": lambda: [list(point.positions) for point in message.points],
        "cuberig_msgs/action/RunCube_FeedbackMessage": lambda: message.feedback.status.text or None,
        "cuberig_msgs/msg/RunStatus": lambda: (message.stage, message.text),
    }.get(kind, lambda: None)()


# mcap-ros2-support 0.6 refuses names with an underscore, as messages of actions have. It counts them only; rosbags reads them too.
ACTION = "/_action/feedback"


def by_mcap(file, is_cut, sent):
    """Topic -> contents, and the qualities of service and hashes of topics."""
    decoder = DecoderFactory()
    contents, channels, numbers = {}, {}, {}
    with open(file, "rb") as stream:
        reader = NonSeekingReader(stream) if is_cut else make_reader(stream)
        if not is_cut:
            require(reader.get_header().profile == "ros2", f"the profile is {reader.get_header().profile}")
        try:
            for schema, channel, message in reader.iter_messages(log_time_order=not is_cut):
                require(schema.encoding == "ros2msg" and channel.message_encoding == "cdr", f"{channel.topic}: {schema.encoding}")
                is_decoded = not channel.topic.endswith(ACTION)
                content = fields(schema.name, decoder.decoder_for("cdr", schema)(message.data)) if is_decoded else None
                contents.setdefault(channel.topic, []).append(content)
                channels[channel.topic] = channel.metadata
                numbers.setdefault(channel.topic, []).append(message.sequence)
        except EndOfFile:
            require(is_cut, "the file breaks off")
        for topic in set(numbers) & set(sent):
            first = numbers[topic][0]
            counted = list(range(first, first + len(numbers[topic])))
            require(0 < first and numbers[topic] == counted, f"{topic}: the sender's numbers are {numbers[topic]}")
        if not is_cut:
            statistics = reader.get_summary().statistics
            require(statistics.message_count == sum(map(len, contents.values())), "the statistics count other messages")
            require(reader.get_summary().chunk_indexes, "no chunk has an index")
            require(any(record.name == "rosbag2" for record in reader.iter_metadata()), "rosbag2's metadata are missing")
    return contents, channels


def by_rosbags(path):
    """The same by rosbags, with the types from the file alone."""
    contents = {}
    with AnyReader([Path(path)]) as reader:
        for connection, _, data in reader.messages():
            message = reader.deserialize(data, connection.msgtype)
            contents.setdefault(connection.topic, []).append(fields(connection.msgtype, message))
        counts = {topic: info.msgcount for topic, info in reader.topics.items()}
    require(counts == {topic: len(messages) for topic, messages in contents.items()}, f"rosbags counts {counts}")
    return contents


def main(path, sent, *options):
    path, sent, is_cut = Path(path), json.loads(sent), "cut" in options
    file = next(path.glob("*.mcap")) if path.is_dir() else path
    read, channels = by_mcap(file, is_cut, sent)
    counts = {"mcap": {topic: len(read.get(topic, [])) for topic in sent}}
    for topic, metadata in channels.items():
        require("reliability:" in metadata["offered_qos_profiles"], f"{topic} has no quality of service")
        require(metadata.get("topic_type_hash", "").startswith("RIHS01_"), f"{topic} has no hash of its type")
    if is_cut:
        for topic, count in sent.items():
            require(count <= counts["mcap"][topic], f"{topic}: {counts['mcap'][topic]} messages, {count} were sent before")
    else:
        again = by_rosbags(path)
        counts["rosbags"] = {topic: len(again.get(topic, [])) for topic in sent}
        for topic in sent:
            require(again.get(topic) == read.get(topic) or topic.endswith(ACTION), f"the readers find other contents on {topic}")
            require(None not in again.get(topic, [None]), f"rosbags does not read what was sent on {topic}")
        for reader, found in counts.items():
            require(found == sent, f"{reader} counts {found}, sent were {sent}")
    if path.is_dir():
        with Reader(path) as reader:
            require(reader.message_count == sum(map(len, read.values())), f"metadata.yaml counts {reader.message_count}")
    if "/run/status" in read:
        print("failed:", [text for stage, text in read["/run/status"] if stage == 7][-1:])
    print(json.dumps(counts))


main(*sys.argv[1:])
