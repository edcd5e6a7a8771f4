"""A film of a run, drawn without a display."""

from fractions import Fraction
from pathlib import Path

import av
import mujoco

from .world import World

# Debian packages of the software renderer.
PACKAGES = "libegl1 libegl-mesa0 libgl1-mesa-dri"
WIDTH, HEIGHT, RATE = 960, 720, 25


class Film:
    """Writes what the camera `film` sees of a world: H.264 in an MP4 file."""

    def __init__(self, path: Path, world: World, speed: float = 1.0) -> None:
        """`speed` 2 shows a run twice as fast."""
        self.world, self.between = world, speed / RATE
        try:
            self.renderer = mujoco.Renderer(world.model, HEIGHT, WIDTH)
        except (ImportError, AttributeError, RuntimeError) as error:
            raise SystemExit(f"nothing can be drawn ({error}): install {PACKAGES}") from error
        self.container = av.open(str(path), "w")
        self.stream = self.container.add_stream("libx264", rate=Fraction(RATE))
        self.stream.width, self.stream.height, self.stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        self.next = world.data.time

    def watch(self) -> None:
        """After each step of the simulation: draws a picture when it is due."""
        if self.world.data.time < self.next:
            return
        self.next += self.between
        self.renderer.update_scene(self.world.data, camera="film")
        frame = av.VideoFrame.from_ndarray(self.renderer.render(), format="rgb24")
        self.container.mux(self.stream.encode(frame))

    def close(self) -> None:
        """Ends the file."""
        self.container.mux(self.stream.encode())
        self.container.close()
        self.renderer.close()
