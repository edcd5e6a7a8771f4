"""What moves the joints: ideal servos with limited torque, or NXT motors with their voltage, friction and backlash."""

from typing import Protocol

import numpy as np

from .world import World


class Drive(Protocol):
    """Moves the joints to where they are wanted, once in each step of the simulation."""

    def apply(self, wanted: np.ndarray, speed: np.ndarray) -> None:
        """Sets the torques for wanted angles (radians) and speeds (radians a second)."""

    def positions(self) -> np.ndarray:
        """Where the joints are assumed to stand, radians."""


class Servo(Drive):
    """The position servos of the model: a spring and a damper with limited torque."""

    def __init__(self, world: World) -> None:
        self.control, self.positions = world.data.ctrl, world.positions

    def apply(self, wanted: np.ndarray, speed: np.ndarray) -> None:
        """The model's own actuators do the work."""
        self.control[:] = wanted


class Motors(Drive):
    """NXT motors: the constants of `sim`'s `MotorConstants::NXT`, behind the gears of the profile.

    A rotor and its joint are two bodies that touch by their teeth: between them is play. The driver sees the rotor alone,
    as an encoder does, and knows the play. As in `crates/brick` it leads by the play, and a wrist that has landed is braked:
    its friction alone holds it, so it gives way to a claw that closes on the cube.
    """

    RESISTANCE, BACK_EMF, TORQUE = 6.69, 0.468, 0.317
    COULOMB, INERTIA, VOLTS = 0.010, 1.4e-3, 9.0
    # Volts for each radian, and for each radian a second, that a hub is off.
    STIFFNESS, DAMPING = 100.0, 2.0
    # A claw that holds gets this share of the voltage: a motor that stalls longer gets hot.
    HOLDING = 0.6
    # Stiffness (N m/rad) and damping (N m s/rad) of teeth that touch, at the joint.
    TEETH, TEETH_DAMPING = 40.0, 0.05
    # A wrist rests within the first of its goal, and is driven again beyond the second (radians): REST_DEGREES, and the
    # tolerance of a goal with PUSHED_DEGREES.
    RESTS, PUSHED = np.radians([0.5, 3.0])

    def __init__(self, world: World, backlash_degrees: float) -> None:
        self.world = world
        model = world.model
        # The actuators become torques as they are given; the rotors are ours, so their inertia leaves the joints.
        model.actuator_gainprm[:, 0] = 1
        model.actuator_biasprm[:] = 0
        model.actuator_forcerange[:] = [-5, 5]
        model.dof_armature[world.velocity_at] = 1e-4
        kinds = ["wrist" if "wrist" in joint else "grip" for joint in world.joint_names]
        self.ratio = np.array([model.numeric(f"{kind}_ratio").data[0] for kind in kinds])
        self.is_grip = np.array(["grip" in joint for joint in world.joint_names])
        # Half of the play of each joint, radians at the joint.
        self.play = np.radians(backlash_degrees) / self.ratio
        self.angle = world.positions().copy()  # of the rotors, in radians at the joint
        self.speed = np.zeros(len(world.joint_names))
        self.driven = self.angle.copy()  # where the joints are assumed to hang in their play
        self.landed = np.full(len(world.joint_names), False)

    def positions(self) -> np.ndarray:
        """As the encoders say."""
        return self.driven

    def volts(self, wanted: np.ndarray, speed: np.ndarray) -> np.ndarray:
        """What the driver gives each motor; 0 brakes."""
        off = wanted - self.driven
        is_moving = np.abs(speed) > 1e-3
        enough = np.where(self.landed, self.PUSHED, self.RESTS)
        self.landed = ~is_moving & ~self.is_grip & (np.abs(off) < enough)
        lead = self.play * np.sign(np.where(is_moving, speed, off))
        error = self.ratio * (wanted + lead - self.angle)
        lag = self.ratio * (speed - self.speed)
        volts = self.STIFFNESS * error + self.DAMPING * lag + self.BACK_EMF * self.ratio * speed
        most = np.where(self.is_grip & ~is_moving, self.HOLDING, 1.0) * self.VOLTS
        return np.where(self.landed, 0.0, np.clip(volts, -most, most))

    def apply(self, wanted: np.ndarray, speed: np.ndarray) -> None:
        """One step of the rotors; their teeth press on the joints."""
        step = self.world.model.opt.timestep
        self.driven = np.clip(self.driven, self.angle - self.play, self.angle + self.play)
        volts = self.volts(wanted, speed)
        current = (volts - self.BACK_EMF * self.ratio * self.speed) / self.RESISTANCE
        torque = self.ratio * self.TORQUE * current
        apart = self.angle - self.world.positions()
        pressed = np.sign(apart) * np.maximum(np.abs(apart) - self.play, 0)
        slower = self.TEETH_DAMPING * (self.speed - self.world.velocities())
        teeth = self.TEETH * pressed + np.where(pressed != 0, slower, 0)
        inertia = self.INERTIA * self.ratio**2
        moved = self.speed + step * (torque - teeth) / inertia
        # Dry friction stops a rotor, and never turns it around.
        brake = step * self.COULOMB * self.ratio / inertia
        self.speed = np.sign(moved) * np.maximum(np.abs(moved) - brake, 0)
        self.angle = self.angle + step * self.speed
        self.world.data.ctrl[:] = teeth
