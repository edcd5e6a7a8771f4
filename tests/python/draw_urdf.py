"""Draws urdf/rig.urdf with a reader and a renderer that are not ours: the picture docs/images/urdf.png.

    python -m venv /tmp/draw && /tmp/draw/bin/pip install yourdfpy trimesh pyrender && /tmp/draw/bin/pip install -U networkx
    apt-get install libosmesa6
    /tmp/draw/bin/python tests/python/draw_urdf.py docs/images/urdf.png

yourdfpy reads the file and places its links, trimesh reads the meshes, pyrender draws without a screen.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("PYOPENGL_PLATFORM", "osmesa")

import numpy
import pyrender
import trimesh
import yourdfpy
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
SIZE = (900, 700)
# Where the eye is and what it looks at, in base_link.
EYE, TARGET = (0.40, -0.56, 0.54), (0.0, 0.0, 0.13)
# The claws R and L hold, turned by a quarter; F and B are open.
ANGLES = {"r_wrist": numpy.pi / 2, "l_wrist": numpy.pi / 2, "f_grip": 0.98, "b_grip": 0.98}


def file_of(fname):
    """The file of a mesh in the source tree; yourdfpy calls it with this name of the argument."""
    return fname.replace("package://cuberig/", f"{ROOT}/")


def looking(eye, target):
    """The pose of a camera or lamp at `eye` that looks at `target`, with z up."""
    back = numpy.subtract(eye, target) / numpy.linalg.norm(numpy.subtract(eye, target))
    right = numpy.cross((0, 0, 1), back)
    right /= numpy.linalg.norm(right)
    pose = numpy.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2], pose[:3, 3] = right, numpy.cross(back, right), back, eye
    return pose


def material(rgba):
    """A dull surface of a colour that the URDF gives as a screen shows it."""
    shown = numpy.asarray(rgba[:3])
    light = numpy.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return pyrender.MetallicRoughnessMaterial(baseColorFactor=[*light, 1.0], metallicFactor=0.0, roughnessFactor=0.6)


def main(picture):
    """Draws the rig into the file `picture`."""
    robot = yourdfpy.URDF.load(str(ROOT / "urdf/rig.urdf"), filename_handler=file_of)
    robot.update_cfg([ANGLES.get(name, 0.0) for name in robot.actuated_joint_names])
    colours = {material.name: material.color.rgba for material in robot.robot.materials}
    scene = pyrender.Scene(bg_color=[0.93, 0.94, 0.96, 1.0], ambient_light=[0.35] * 3)
    for link in robot.robot.links:
        place = robot.get_transform(link.name, "base_link")
        for visual in link.visuals:
            if visual.geometry.mesh is not None:
                shape = trimesh.load(file_of(visual.geometry.mesh.filename), force="mesh")
            else:
                shape = trimesh.creation.box(extents=visual.geometry.box.size)
            drawn = pyrender.Mesh.from_trimesh(shape, material=material(colours[visual.material.name]), smooth=False)
            scene.add(drawn, pose=place @ visual.origin)
    camera = pyrender.PerspectiveCamera(yfov=numpy.radians(40), znear=0.1, zfar=3.0)
    scene.add(camera, pose=looking(EYE, TARGET))
    scene.add(pyrender.DirectionalLight(intensity=2.5), pose=looking((0.3, -0.5, 0.9), TARGET))
    scene.add(pyrender.DirectionalLight(intensity=1.2), pose=looking((-0.6, -0.3, 0.5), TARGET))
    # Drawn twice as large and made smaller, so that edges are smooth.
    colours, _ = pyrender.OffscreenRenderer(2 * SIZE[0], 2 * SIZE[1]).render(scene)
    Image.fromarray(colours).resize(SIZE, Image.LANCZOS).save(picture, optimize=True)


main(sys.argv[1])
