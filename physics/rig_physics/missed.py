"""By how much the wrists of a run miss their goals: as those of simulated wrists, which the real driver has moved."""

import csv
from functools import cache
from pathlib import Path

import numpy as np

# What a wrist turned ("layer" or "open claw"), by how many quarters.
Kind = tuple[str, int]
# Files that the example `write_landings` of `crates/sim` writes.
FOLDER = Path(__file__).parent / "landings"


@cache
def simulated_wrists(profile: str) -> tuple[dict[Kind, list[float]], ...]:
    """The landings of each simulated wrist: degrees beyond its goal, in the direction of positive angles."""
    wrists: dict[str, dict[Kind, list[float]]] = {}
    with (FOLDER / f"{profile}.csv").open() as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            landings = [float(degrees) for degrees in row["degrees"].split()]
            kind = (row["turned"], int(row["quarters"]))
            wrists.setdefault(row["wrist"], {})[kind] = landings
    return tuple(wrists.values())


class Missed:
    """Each arm has one of the simulated wrists for a whole run, because where its encoder stands in a count stays the same."""

    def __init__(self, profile: str, arms: str, random: np.random.Generator) -> None:
        self.random = random
        wrists = simulated_wrists(profile)
        chosen = random.choice(len(wrists), size=len(arms), replace=False)
        self.wrists = {arm: wrists[index] for arm, index in zip(arms, chosen)}

    def draw(self, arm: str, turned: str, quarters: int) -> float:
        """The miss of a turn, degrees: one of those that this wrist made in turns of the same kind."""
        return float(self.random.choice(self.wrists[arm][turned, quarters]))
