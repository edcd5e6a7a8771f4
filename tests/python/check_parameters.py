"""Every parameter of every node is described, keeps its range and type, and gives the reason when it refuses.

Of the four drivers, which are one program, one is asked."""

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import DescribeParameters, GetParameters, ListParameters, SetParameters

from rigclient import check, require


def main(client, arguments):
    nodes = arguments or [
        "rig_sim", "face_detector", "state_assembler", "solver", "motion_planner", "conductor", "dashboard", "state_publisher", "recorder",
        "rl_rotate",
    ]
    ranges = 0
    for node in nodes:
        names = client.call(f"{node}/list_parameters", ListParameters, ListParameters.Request()).result.names
        get = client.call(f"{node}/get_parameters", GetParameters, GetParameters.Request(names=names)).values
        described = client.call(f"{node}/describe_parameters", DescribeParameters, DescribeParameters.Request(names=names))
        require(len(get) == len(names) == len(described.descriptors), f"{node}: the lists of parameters differ in length")
        values = dict(zip(names, get))

        def set_one(name, value):
            request = SetParameters.Request(parameters=[Parameter(name=name, value=value)])
            return client.call(f"{node}/set_parameters", SetParameters, request).results[0]

        def refused(name, value, why):
            result = set_one(name, value)
            require(not result.successful, f"{node}: {name} takes {why}")
            require(name in result.reason, f"{node}: {name} refuses {why} with '{result.reason}'")
            now = client.call(f"{node}/get_parameters", GetParameters, GetParameters.Request(names=[name])).values[0]
            require(name not in values or now == values[name], f"{node}: {name} changed although it refused {why}")

        refused("no_such_parameter", ParameterValue(type=ParameterType.PARAMETER_BOOL), "an unknown name")
        for descriptor in described.descriptors:
            name = descriptor.name
            require(len(descriptor.description) > 10, f"{node}: {name} has no description")
            same = set_one(name, values[name])
            require(same.successful != descriptor.read_only, f"{node}: {name} set to what it is: {same}")
            text = ParameterType.PARAMETER_STRING
            wrong = ParameterValue(type=text, string_value="nonsense")
            if descriptor.type == text:
                wrong = ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=3)
            refused(name, wrong, "another type")
            for bounds in descriptor.integer_range:
                ranges += 1
                beyond = [bounds.from_value - 1, bounds.to_value + 1]
                for value in [value for value in beyond if -2**63 <= value < 2**63]:
                    refused(name, ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=value), str(value))
            for bounds in descriptor.floating_point_range:
                ranges += 1
                beyond = bounds.to_value - bounds.from_value
                for value in [bounds.from_value - beyond, bounds.to_value + beyond, float("nan"), float("inf")]:
                    refused(name, ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=value), str(value))
    require(ranges >= 10, f"only {ranges} parameters have a range")


check(main)
