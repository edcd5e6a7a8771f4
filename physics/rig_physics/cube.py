"""Stickers of a cube and rotations of its pieces.

Directions are those of the rig's centre: x to arm R, y to arm B, z up. A cube is 54 letters, as everywhere in this project:
faces U R F D L B, each row by row.
"""

import itertools

import numpy as np

NORMALS = {
    "U": (0, 0, 1),
    "R": (1, 0, 0),
    "F": (0, -1, 0),
    "D": (0, 0, -1),
    "L": (-1, 0, 0),
    "B": (0, 1, 0),
}
# How each face is read: its normal, the direction of rows to the right, the direction of columns down.
READ = {
    "U": ("U", "R", "F"),
    "R": ("R", "B", "D"),
    "F": ("F", "R", "D"),
    "D": ("D", "R", "B"),
    "L": ("L", "F", "D"),
    "B": ("B", "L", "D"),
}
SOLVED = "".join(face * 9 for face in READ)

# The 24 rotations of a cube: signed permutation matrices with determinant 1.
ROTATIONS = np.array(
    [
        matrix
        for order in itertools.permutations(range(3))
        for signs in itertools.product((1, -1), repeat=3)
        for matrix in [np.eye(3, dtype=int)[list(order)] * np.array(signs)[:, None]]
        if round(np.linalg.det(matrix)) == 1
    ]
)
# The four sides around a face, clockwise as one sees it.
AROUND = {"U": "FLBR", "R": "UBDF", "F": "URDL", "D": "FRBL", "L": "UFDB", "B": "ULDR"}


def normal(face: str) -> np.ndarray:
    """The outward direction of a face."""
    return np.array(NORMALS[face])


def home(piece: str) -> np.ndarray:
    """Where the piece of this name belongs: -1, 0 or 1 along each axis."""
    return sum(normal(face) for face in piece)


def turn(face: str, quarters: int) -> np.ndarray:
    """The rotation of a layer whose face turns clockwise by this many quarters."""
    around = AROUND[face]
    quarter = next(
        rotation
        for rotation in ROTATIONS
        if all(
            tuple(rotation @ normal(one)) == NORMALS[next_one]
            for one, next_one in zip(around, around[1:] + around[:1])
        )
    )
    return np.linalg.matrix_power(quarter, quarters % 4)


def stickers() -> list[tuple[tuple, tuple]]:
    """Place and direction of each of the 54 stickers, in reading order."""
    listed = []
    for face, right, down in READ.values():
        for row, column in itertools.product((-1, 0, 1), repeat=2):
            place = normal(face) + row * normal(down) + column * normal(right)
            listed.append((tuple(place), NORMALS[face]))
    return listed


def rotations_of(facelets: str, pieces: list[str]) -> dict[str, np.ndarray]:
    """The rotation that takes each piece from where it belongs to where it is on a cube.

    Raises ValueError where no such cube exists.
    """
    if len(facelets) != 54:
        raise ValueError(f"a cube has 54 stickers, not {len(facelets)}")
    colour = dict(zip(stickers(), facelets))
    found = {}
    for piece in pieces:
        fitting = [
            rotation
            for rotation in ROTATIONS
            if all(
                colour.get((tuple(rotation @ home(piece)), tuple(rotation @ normal(face)))) == face
                for face in piece
            )
        ]
        if not fitting:
            raise ValueError(f"the piece {piece} is not on the cube")
        found[piece] = fitting[0]
    return found


def facelets_of(rotations: dict[str, np.ndarray]) -> str:
    """The 54 stickers that pieces turned like this show; `?` where none is."""
    colour = {
        (tuple(rotation @ home(piece)), tuple(rotation @ normal(face))): face
        for piece, rotation in rotations.items()
        for face in piece
    }
    return "".join(colour.get(sticker, "?") for sticker in stickers())


def is_solved(facelets: str) -> bool:
    """Whether each face shows one colour."""
    return "?" not in facelets and all(len(set(facelets[i : i + 9])) == 1 for i in range(0, 54, 9))


def nearest(matrices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For rotation matrices (n, 3, 3): the nearest of the 24 rotations, and how many degrees away it is."""
    traces = np.einsum("kij,nij->nk", ROTATIONS, matrices)
    index = traces.argmax(axis=1)
    cosines = np.clip((traces.max(axis=1) - 1) / 2, -1, 1)
    return ROTATIONS[index], np.degrees(np.arccos(cosines))
