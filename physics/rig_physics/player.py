"""Plays motions on a rig: ramps in their timing, each begun by time or by arrival."""

import time
from dataclasses import dataclass
from typing import Callable

import mujoco
import numpy as np

from .drive import Drive, Motors, Servo
from .judge import Judge, Result
from .missed import Missed
from .motions import Motion, waits
from .world import JOINTS, World

# How far beyond the cube's surface a closing claw is sent, radians: so it presses.
SQUEEZE = 0.08
# A joint has arrived within this of its target (radians) and below this speed (radians a second).
ARRIVED, AT_REST = np.radians(2.0), 0.1
# A closing claw has arrived when it is nearer than this to where it touches the cube, radians.
HOLDS_BELOW = np.radians(3.0)
# Seconds: for the claws to press before the first motion, and to come to rest after the last.
BEFORE, AFTER = 0.5, 0.4
# A claw that may not pass a place yet stops there when it would be there in this many seconds.
AHEAD = 0.06
# A motion by arrival that takes longer than this has failed, seconds.
PATIENCE = 3.0


@dataclass(frozen=True)
class Settings:
    """How a run is played."""

    by: str = "time"  # or "arrival"
    latency: float = 0.0  # seconds from the reason of a motion to its start
    jitter: float = 0.0  # standard deviation of each start, seconds
    aim_degrees: float = 0.0  # standard deviation of where a wrist ends
    lands_as: str = ""  # the profile whose wrists the simulated driver has landed as ours land; instead of that
    motors: bool = False  # NXT motors instead of servos
    backlash_degrees: float = 0.0  # half of the play of their gears, degrees of the motor
    seed: int = 0


def smooth(share: float) -> tuple[float, float]:
    """A ramp from 0 to 1 that starts and ends at rest, and its slope."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share), 6 * share * (1 - share)


class Player:
    """Drives the joints through motions, and lets a judge watch."""

    def __init__(
        self,
        world: World,
        judge: Judge,
        settings: Settings = Settings(),
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        """`watch` is called after each step, for a film."""
        self.world, self.judge, self.settings, self.watch = world, judge, settings, watch
        self.random = np.random.default_rng(settings.seed)
        self.targets = world.positions().copy()
        self.goal = self.targets.copy()
        wrists = np.round(self.targets[1::2] / (np.pi / 2)).astype(int)
        self.quarters = dict(zip(world.arms, wrists))
        self.ramps: dict[int, tuple[float, float, float, float]] = {}
        self.missed = Missed(settings.lands_as, world.arms, self.random) if settings.lands_as else None
        self.drive: Drive = Servo(world)
        if settings.motors:
            self.drive = Motors(world, settings.backlash_degrees)

    def ramp(self, joint: int, goal: float, seconds: float) -> None:
        """Begins a ramp of a joint."""
        self.goal[joint] = goal
        self.ramps[joint] = (self.world.data.time, self.targets[joint], goal, max(seconds, 1e-3))

    def step(self) -> None:
        """One step of the simulation."""
        speed = np.zeros(len(self.targets))
        now = self.world.data.time
        for joint, (start, first, last, seconds) in list(self.ramps.items()):
            share, slope = smooth((now - start) / seconds)
            self.targets[joint] = first + share * (last - first)
            speed[joint] = slope * (last - first) / seconds
            if now - start >= seconds:
                del self.ramps[joint]
        self.drive.apply(self.targets, speed)
        mujoco.mj_step(self.world.model, self.world.data)
        self.judge.step()
        self.watch()

    def wait(self, seconds: float) -> None:
        """Holds everything where it is wanted."""
        end = self.world.data.time + seconds
        while self.world.data.time < end:
            self.step()

    def press(self, arms: str | None = None) -> None:
        """Closed claws begin to press: all, if none are named."""
        arms = self.world.arms if arms is None else arms
        for arm in arms:
            self.ramp(self.world.joint_names.index(f"{arm}_grip"), self.world.touch_angle - SQUEEZE, 0.3)
        self.wait(BEFORE)
        for arm in arms:
            self.judge.closed(arm, set())

    def begin(self, motion: Motion) -> None:
        """Starts a motion now."""
        joint = self.world.joint_names.index(motion.joint)
        seconds = motion.end - motion.start
        if motion.action == "turn":
            self.quarters[motion.arm] += motion.quarters
            missed = np.radians(self.miss(motion, self.goal[joint - 1] == self.world.open_grip))
            self.ramp(joint, self.quarters[motion.arm] * np.pi / 2 + missed, seconds)
        elif motion.action == "open":
            self.judge.opens(motion.arm)
            self.ramp(joint, self.world.open_grip, seconds)
        else:
            self.ramp(joint, self.world.touch_angle - SQUEEZE, seconds)

    def miss(self, motion: Motion, is_open: bool) -> float:
        """By how much a turn ends off its goal, degrees."""
        if self.missed:
            return self.missed.draw(motion.arm, "open claw" if is_open else "layer", motion.quarters)
        return self.random.normal(0, self.settings.aim_degrees)

    def has_arrived(self, motion: Motion) -> bool:
        """Whether a joint is where its motion ends, by its encoder."""
        joint = self.world.joint_names.index(motion.joint)
        if joint in self.ramps:
            return False
        position, speed = self.drive.positions()[joint], self.world.velocities()[joint]
        if motion.action == "close":
            return position - self.world.touch_angle < HOLDS_BELOW and abs(speed) < AT_REST
        return abs(position - self.goal[joint]) < ARRIVED and abs(speed) < AT_REST

    def way(self, motion: Motion, start: float) -> tuple[float, float]:
        """Where a motion that began at `start` comes from and goes to, radians; claws come from and go to the cube's surface."""
        touches, opens = self.world.touch_angle, self.world.open_grip
        ends = {"open": (touches, opens), "close": (opens, touches)}
        return ends.get(motion.action, (start, self.goal[JOINTS.index(motion.joint)]))

    def share(self, motion: Motion, start: float, ahead: float = 0.0) -> float:
        """The share of its way that a joint has done, by its encoder, or will have done in this many seconds."""
        joint = JOINTS.index(motion.joint)
        position = self.drive.positions()[joint] + ahead * self.world.velocities()[joint]
        first, last = self.way(motion, start)
        return (position - first) / (last - first)

    def hold(self, motion: Motion, start: float, unmet: list[float], stopped: set[int]) -> None:
        """Stops a claw at the first of the shares that it may not pass yet, and lets it go on afterwards."""
        joint, seconds = JOINTS.index(motion.joint), motion.end - motion.start
        soon = self.share(motion, start, AHEAD)
        must_stop = any(joint in stopped or share <= soon for share in unmet)
        if must_stop == (joint in stopped):
            return
        goal, (first, last) = self.goal[joint], self.way(motion, start)
        if must_stop:
            stopped.add(joint)
            self.ramp(joint, first + min(unmet) * (last - first), seconds / 4)
            self.goal[joint] = goal
        else:
            stopped.remove(joint)
            left = (goal - self.targets[joint]) / (goal - first)
            self.ramp(joint, goal, seconds * max(left, 0.1))

    def lateness(self, motions: list[Motion], needed: list[tuple]) -> list[float]:
        """How late each motion begins, seconds. Both joints of a brick that begin for the same reason get one goal, so they begin together."""
        goals = [(motion.brick, motion.start, waits) for motion, waits in zip(motions, needed)]
        late = {
            goal: self.settings.latency + abs(self.random.normal(0, self.settings.jitter))
            for goal in dict.fromkeys(goals)
        }
        return [late[goal] for goal in goals]

    def play(self, motions: list[Motion], wanted: str, rest: float = AFTER) -> Result:
        """Plays motions from here on, and rests; the stickers are wanted like this at the end."""
        started = time.monotonic()
        needed = waits(motions)
        starts: dict[int, float] = {}
        stopped: set[int] = set()
        zero = self.world.data.time
        due: dict[int, float] = {}
        running: dict[int, float] = {}
        done: set[int] = set()

        def has_done(index: int, share: float) -> bool:
            if index not in running or share == 1:
                return index in done
            return share <= self.share(motions[index], starts[index])

        def is_over(index: int) -> bool:
            if index not in running:
                return index in done
            joint = JOINTS.index(motions[index].joint)
            return abs(self.drive.positions()[joint] - self.goal[joint]) < ARRIVED

        late = self.lateness(motions, needed)
        while len(done) < len(motions):
            now = self.world.data.time
            for index, motion in enumerate(motions):
                if index in running or index in done:
                    continue
                if self.settings.by == "time":
                    due.setdefault(index, zero + motion.start + late[index])
                elif index not in due and all(has_done(*wait) for wait in needed[index]):
                    due[index] = now + late[index]
                if index in due and due[index] <= now + 1e-9:
                    starts[index] = self.drive.positions()[JOINTS.index(motion.joint)]
                    self.begin(motion)
                    running[index] = now
            if self.settings.by == "arrival":
                for index in running:
                    unmet = [share for other, share in motions[index].holds if not is_over(other)]
                    self.hold(motions[index], starts[index], unmet, stopped)
            self.step()
            for index in list(running):
                motion, spent = motions[index], self.world.data.time - running[index]
                by_time = self.settings.by == "time" and spent >= motion.end - motion.start - 1e-9
                if by_time or self.has_arrived(motion):
                    del running[index]
                    done.add(index)
                    # A late start may let a claw open before it has closed.
                    opens = any(motions[other].joint == motion.joint for other in running)
                    if motion.action == "close" and not opens:
                        turning = {
                            motions[other].arm
                            for other in running
                            if motions[other].action == "turn"
                        }
                        self.judge.closed(motion.arm, turning)
                elif spent > motion.end - motion.start + PATIENCE:
                    self.judge.fail(f"{motion.joint} did not arrive")
                    done.update(range(len(motions)))
        seconds, wall = self.world.data.time - zero, time.monotonic() - started
        self.wait(rest)
        return self.judge.end(wanted, seconds, wall)
