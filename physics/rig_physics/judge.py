"""What a run did to the cube, measured in the physics alone."""

from dataclasses import dataclass, field

import numpy as np

from . import cube
from .world import World

# A run with a worse figure has failed, whatever the stickers show at its end.
MOST_DEGREES, MOST_MILLIMETRES = 3.0, 2.0
# Steps between two looks at contacts, slips and the cube's place.
LOOK_EVERY = 10
# A piece belongs to an arm's layer when its middle is beyond this share of its home distance.
IN_LAYER = 0.5


@dataclass
class Result:
    """One run. The fields of the JSON."""

    name: str
    solved: bool = False
    facelets: str = ""
    seconds: float = 0.0
    worst_degrees: float = 0.0  # of a piece against the core, when a claw had closed, and at the end
    worst_tilt_degrees: float = 0.0  # of the core against the rig, at the same moments
    worst_millimetres: float = 0.0  # of the cube's middle, at any time
    slip_millimetres: float = 0.0  # of a finger on the cube while closed
    torque: dict[str, float] = field(default_factory=dict)  # N m, greatest of each joint
    torque_share: float = 0.0  # of the limit, the greatest of the wrists (claws press with all they may)
    energy_joules: float = 0.0  # mechanical work of the motors
    arm_contacts: int = 0  # looks at which two arms touched
    wall_factor: float = 0.0  # wall seconds for each simulated second
    failures: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing failed."""
        return self.solved and not self.failures


class Judge:
    """Watches a run step by step."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.result = Result(name)
        self.most_torque = np.zeros(len(world.joint_names))
        self.marks: dict[str, list] = {}
        self.steps = 0
        self.home = np.array([cube.home(piece) for piece in world.pieces])

    def step(self) -> None:
        """After each step of the simulation."""
        world, data, result = self.world, self.world.data, self.result
        torque = data.actuator_force
        self.most_torque = np.maximum(self.most_torque, np.abs(torque))
        power = np.maximum(torque * world.velocities(), 0).sum()
        result.energy_joules += float(power) * world.model.opt.timestep
        if data.solver_niter[0] >= world.model.opt.iterations:
            self.fail("the solver reached its limit of iterations")
        self.steps += 1
        if self.steps % LOOK_EVERY == 0:
            self.look()

    def look(self) -> None:
        """What need not be seen in each step."""
        world, data, result = self.world, self.world.data, self.result
        result.worst_millimetres = max(result.worst_millimetres, world.offset_millimetres())
        owners = world.owner[data.contact.geom]
        if owners.size:
            arms = (owners > 0).all(axis=1) & (owners[:, 0] != owners[:, 1])
            result.arm_contacts += int(arms.any())
        for marks in self.marks.values():
            for body, wrist, in_body, in_wrist in marks:
                point = data.xmat[body].reshape(3, 3) @ in_body + data.xpos[body]
                now = data.xmat[wrist].reshape(3, 3).T @ (point - data.xpos[wrist])
                slip = float(np.linalg.norm(now - in_wrist) * 1000)
                result.slip_millimetres = max(result.slip_millimetres, slip)
        if any(data.warning[kind].number for kind in range(len(data.warning))):
            self.fail("MuJoCo warns of a bad state")

    def closed(self, arm: str, turning: set[str]) -> None:
        """A claw has closed, while these arms turn their layers."""
        self.measure(turning)
        world, data = self.world, self.world.data
        wrist = world.model.body(f"{arm}_wrist_link").id
        self.marks[arm] = []
        for finger in (1, 2):
            body = world.model.body(f"{arm}_finger_{finger}").id
            tip = data.xpos[body] + data.xmat[body].reshape(3, 3) @ world.tip
            middles = [self.middle(index) for index in range(len(world.pieces))]
            held = world.piece_ids[int(np.argmin(np.linalg.norm(middles - tip, axis=1)))]
            in_wrist = data.xmat[wrist].reshape(3, 3).T @ (tip - data.xpos[wrist])
            in_body = data.xmat[held].reshape(3, 3).T @ (tip - data.xpos[held])
            self.marks[arm].append((held, wrist, in_body, in_wrist))

    def opens(self, arm: str) -> None:
        """A claw begins to open: from now on it slides as it likes."""
        self.marks.pop(arm, None)

    def middle(self, index: int) -> np.ndarray:
        """The middle of a piece in the rig."""
        body = self.world.piece_ids[index]
        rotation = self.world.data.xmat[body].reshape(3, 3)
        return self.world.data.xpos[body] + rotation @ self.home[index] * self.world.piece_edge

    def measure(self, turning: set[str] = frozenset()) -> None:
        """Misalignment of all pieces but those of layers that turn now."""
        world, result = self.world, self.result
        _, degrees = cube.nearest(world.piece_rotations())
        sides = {"r": 0, "l": 0, "f": 1, "b": 1}
        middles = np.array([self.middle(index) for index in range(len(world.pieces))])
        middles = (middles - world.centre) / world.piece_edge
        still = np.ones(len(world.pieces), dtype=bool)
        for arm in turning:
            sign = 1 if arm in "rb" else -1
            still &= sign * middles[:, sides[arm]] < IN_LAYER
        result.worst_degrees = max(result.worst_degrees, float(degrees[still].max()))
        if not turning:
            _, tilt = cube.nearest(world.core_rotation()[None])
            result.worst_tilt_degrees = max(result.worst_tilt_degrees, float(tilt[0]))

    def fail(self, reason: str) -> None:
        """Notes a failure once."""
        if reason not in self.result.failures:
            self.result.failures.append(reason)

    def end(self, wanted: str, seconds: float, wall_seconds: float) -> Result:
        """The verdict: whether the stickers are as wanted at the end."""
        world, result = self.world, self.result
        self.measure()
        result.seconds = round(seconds, 3)
        result.facelets = world.facelets()
        result.solved = result.facelets == wanted
        result.torque = dict(zip(world.joint_names, self.most_torque.round(3).tolist()))
        result.torque_share = round(float((self.most_torque / world.limits)[1::2].max()), 3)
        result.wall_factor = round(wall_seconds / max(seconds, 1e-9), 2)
        for key in ("worst_degrees", "worst_tilt_degrees", "worst_millimetres", "slip_millimetres"):
            setattr(result, key, round(getattr(result, key), 3))
        result.energy_joules = round(result.energy_joules, 2)
        if not result.solved:
            self.fail("the stickers are wrong")
        if result.worst_degrees > MOST_DEGREES:
            self.fail(f"a piece was {result.worst_degrees} degrees off")
        if result.worst_millimetres > MOST_MILLIMETRES:
            self.fail(f"the cube was {result.worst_millimetres} mm off")
        if result.arm_contacts:
            self.fail("arms touched one another")
        return result
