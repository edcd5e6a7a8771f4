"""Results as a table for people, or one JSON object a line."""

import dataclasses
import json

from .judge import Result

HEADINGS = ["run", "verdict", "s", "piece deg", "cube deg", "mm", "slip mm", "torque", "J", "wall"]
WIDTHS = [48, 8, 7, 10, 9, 6, 8, 7, 6, 5]


def heading() -> str:
    """The first line of the table."""
    return "".join(text.ljust(width) for text, width in zip(HEADINGS, WIDTHS))


def row(result: Result) -> str:
    """A line of the table; what failed follows on lines of its own."""
    cells = [
        result.name,
        "solved" if result.good else "FAILED",
        f"{result.seconds:.2f}",
        f"{result.worst_degrees:.2f}",
        f"{result.worst_tilt_degrees:.2f}",
        f"{result.worst_millimetres:.2f}",
        f"{result.slip_millimetres:.2f}",
        f"{result.torque_share * 100:.0f} %",
        f"{result.energy_joules:.1f}",
        f"{result.wall_factor:.2f}",
    ]
    line = "".join(text.ljust(width) for text, width in zip(cells, WIDTHS))
    return "\n".join([line.rstrip(), *(f"    {reason}" for reason in result.failures)])


def as_json(result: Result) -> str:
    """One line of JSON. `solved` is the verdict: right stickers, and nothing failed on the way."""
    return json.dumps(dataclasses.asdict(result) | {"solved": result.good})


def summary(results: list[Result]) -> str:
    """The last line of the table."""
    good = sum(result.good for result in results)
    worst = max((result.worst_degrees for result in results), default=0.0)
    furthest = max((result.worst_millimetres for result in results), default=0.0)
    return f"{good} of {len(results)} right; at most {worst:.2f} degrees and {furthest:.2f} mm off"


def table(rows: list, as_json: bool) -> str:
    """Dataclasses of one kind as a table, or one JSON object a line."""
    if as_json:
        return "\n".join(json.dumps(dataclasses.asdict(row)) for row in rows)
    names = [field.name.replace("_", " ") for field in dataclasses.fields(rows[0])]
    lines = [names, *([str(value) for value in dataclasses.astuple(row)] for row in rows)]
    widths = [2 + max(len(line[column]) for line in lines) for column in range(len(names))]
    cells = ("".join(text.ljust(width) for text, width in zip(line, widths)) for line in lines)
    return "\n".join(line.rstrip() for line in cells)
