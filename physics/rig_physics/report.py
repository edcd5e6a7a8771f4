"""Results as a table for people, or one JSON object a line."""

import dataclasses
import json

from .clearance import Clearance
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


def clearances(rows: list[Clearance], as_json: bool) -> str:
    """Shares of a claw's travel, as a table or one JSON object a line."""
    if as_json:
        return "\n".join(json.dumps(dataclasses.asdict(row)) for row in rows)
    shares = [(row.case, row.free, row.two_millimetres) for row in rows]
    cells = [("case", "free from", "2 mm from"), *shares]
    return "\n".join(f"{name:68}{str(free):>10}{str(two):>11}" for name, free, two in cells)
