"""What is changed, one thing at a time, to see where a move begins to fail."""

from . import cases

# The move that is tried, as the thesis' rig did it: with turns of the whole cube. And the cube that it solves.
MOVES = "U"
START = cases.after("U'")

# Friction of finger and cube as it is, and factors on it.
FRICTION = 0.8
FRICTIONS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
TORQUES = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5)
LATENCIES = (0.015, 0.06)


def changes() -> list[tuple[str, dict]]:
    """A name for each change, and the options of the command line that it sets."""
    return [
        *((f"friction {value}", {"friction": value / FRICTION}) for value in FRICTIONS),
        *((f"torque {factor:.0%}", {"torque": factor}) for factor in TORQUES),
        *(
            (f"latency {late * 1000:.0f} ms, by {by}", {"latency": late, "by": by})
            for late in LATENCIES
            for by in ("time", "arrival")
        ),
        ("NXT motors", {"motors": True, "by": "arrival"}),
        ("NXT motors and noise", {"motors": True, "noise": True, "by": "arrival"}),
    ]
