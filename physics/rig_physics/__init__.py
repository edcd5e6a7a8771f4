"""The rig solves cubes in contact physics: a judge that knows nothing of the project's own rules of motion."""
