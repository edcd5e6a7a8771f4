"""The MuJoCo model of a rig and a cube: loading, starting, and reading it."""

from pathlib import Path

import mujoco
import numpy as np

from . import cube

ARMS = "rlfb"
# Of a rig with four arms.
JOINTS = [f"{arm}_{kind}" for arm in ARMS for kind in ("grip", "wrist")]
# Where the meshes of the arms lie.
MODELS = Path(__file__).parents[2] / "urdf"


class World:
    """A rig with a cube between its claws, and what can be read of them."""

    def __init__(self, model_file: Path, friction: float = 1.0, torque: float = 1.0) -> None:
        """Loads an MJCF file. The factors change the friction of the fingers and the greatest torque of the motors."""
        spec = mujoco.MjSpec.from_file(str(model_file))
        spec.meshdir = str(MODELS / "meshes")
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.centre = self.model.body("rig_center").pos.copy()
        self.core = self.model.body("cube").id
        names = [self.model.body(index).name for index in range(self.model.nbody)]
        self.pieces = [name for name in names if name and set(name) <= set(cube.NORMALS)]
        self.piece_ids = np.array([self.model.body(name).id for name in self.pieces])
        # The arms that this rig has, and their joints.
        self.arms = "".join(arm for arm in ARMS if f"{arm}_wrist_link" in names)
        self.joint_names = [joint for joint in JOINTS if joint[0] in self.arms]
        self.joints = [self.model.joint(name) for name in self.joint_names]
        self.position_at = np.array([joint.qposadr[0] for joint in self.joints])
        self.velocity_at = np.array([joint.dofadr[0] for joint in self.joints])
        self.open_grip = float(self.joints[0].range[1])
        self.model.actuator_forcerange *= torque
        self.limits = self.model.actuator_forcerange[:, 1].copy()
        shells = [self.model.geom(name).id for name in self.pieces]
        self.model.geom_friction[shells, 0] *= friction
        # Edge of a piece, and where a finger's tip is in its own frame, metres.
        self.piece_edge = 2 * float(self.model.geom(self.pieces[0]).size[0])
        length, pad_height = self.finger()
        self.tip = np.array([length, 0, 0])
        # What a finger's joint does for each radian of the grip joint: 1, or metres of way where claws slide.
        mimic = self.model.joint(f"{self.arms[0]}_grip_mimic")
        slides = mimic.type[0] == mujoco.mjtJoint.mjJNT_SLIDE
        self.per_radian = float(self.model.eq_data[0, 1])
        # Where a claw touches this cube: 0 for the cube that the rig was built for, radians.
        if slides:
            palm = np.linalg.norm(self.model.body(f"{self.arms[0]}_arm").pos) - self.first_finger().pos[0]
            self.touch_angle = float((1.5 * self.piece_edge - palm) / self.per_radian)
        else:
            self.touch_angle = float(np.arcsin((1.5 * self.piece_edge - pad_height) / length))
        # For each geom the arm it belongs to: 1 to 4, 0 for none, -1 for a piece's shell.
        self.owner = np.zeros(self.model.ngeom, dtype=int)
        for geom in range(self.model.ngeom):
            body = names[self.model.geom_bodyid[geom]]
            if body[1:2] == "_" and body[0] in ARMS:
                self.owner[geom] = 1 + ARMS.index(body[0])
        self.owner[shells] = -1

    def first_finger(self):
        """The body of a finger, in the frame of its wrist."""
        return self.model.body(f"{self.arms[0]}_finger_1")

    def finger(self) -> tuple[float, float]:
        """From a finger's pivot to its tip, and from the arm's axis to the pad of a closed finger."""
        body = self.first_finger()
        first, count = body.geomadr[0], body.geomnum[0]
        box = next(geom for geom in range(first, first + count) if self.model.geom_contype[geom])
        half_length, _, half_thickness = self.model.geom_size[box]
        # A round tip goes on beyond it.
        tip = self.model.geom_size[box + 1][0] if self.model.geom_type[box + 1] == mujoco.mjtGeom.mjGEOM_CYLINDER else 0.0
        return 2 * float(half_length) + float(tip), float(body.pos[2] - half_thickness)

    def put_cube(self, facelets: str, offset=(0.0, 0.0, 0.0), yaw: float = 0.0) -> None:
        """Puts a cube with these stickers between the claws; offset in metres, yaw in degrees."""
        start = self.data.joint("cube").qpos
        start[:3] = self.centre + offset
        half = np.radians(yaw) / 2
        start[3:] = [np.cos(half), 0, 0, np.sin(half)]
        movable = [piece for piece in self.pieces if len(piece) > 1]
        for piece, rotation in cube.rotations_of(facelets, movable).items():
            at = self.model.joint(piece).qposadr[0]
            mujoco.mju_mat2Quat(self.data.qpos[at : at + 4], rotation.astype(float).ravel())
        mujoco.mj_forward(self.model, self.data)

    def set_arms(self, open_arms: str = "", quarters: dict[str, int] | None = None) -> None:
        """Puts these claws open, the others on the cube, and wrists at quarters, at rest."""
        for arm in self.arms:
            self.put_claw(arm, self.open_grip if arm in open_arms else self.touch_angle)
            self.data.joint(f"{arm}_wrist").qpos = (quarters or {}).get(arm, 0) * np.pi / 2
        mujoco.mj_forward(self.model, self.data)

    def put_claw(self, arm: str, angle: float) -> None:
        """Puts a claw at an angle of its grip joint, radians."""
        self.data.joint(f"{arm}_grip").qpos = angle
        self.data.joint(f"{arm}_grip_mimic").qpos = angle * self.per_radian

    def positions(self) -> np.ndarray:
        """Angles of the joints in the order of `joint_names`, radians."""
        return self.data.qpos[self.position_at]

    def velocities(self) -> np.ndarray:
        """Velocities of the joints, radians a second."""
        return self.data.qvel[self.velocity_at]

    def core_rotation(self) -> np.ndarray:
        """How the cube's core lies in the rig."""
        return self.data.xmat[self.core].reshape(3, 3)

    def piece_rotations(self) -> np.ndarray:
        """How each piece lies relative to the core, in the order of `pieces`."""
        matrices = self.data.xmat[self.piece_ids].reshape(-1, 3, 3)
        return np.einsum("ji,njk->nik", self.core_rotation(), matrices)

    def facelets(self) -> str:
        """The stickers as the physics has them now."""
        rotations, _ = cube.nearest(self.piece_rotations())
        return cube.facelets_of(dict(zip(self.pieces, rotations)))

    def offset_millimetres(self) -> float:
        """How far the cube's middle is from the rig's."""
        return float(np.linalg.norm(self.data.xpos[self.core] - self.centre) * 1000)
