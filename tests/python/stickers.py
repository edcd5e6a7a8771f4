"""A cube of 54 stickers in space, turned by rotating coordinates: it shares nothing with our crates but the order U R F D L B."""

NORMALS = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1)}
WHOLE = {"x": "R", "y": "U", "z": "F"}
SLICES = {"M": "L", "E": "D", "S": "F"}


def place(index):
    """The cubie and the direction of a sticker."""
    face = "URFDLB"[index // 9]
    row, column = divmod(index % 9, 3)
    cubie = {
        "U": (column - 1, 1, row - 1),
        "R": (1, 1 - row, 1 - column),
        "F": (column - 1, 1 - row, 1),
        "D": (column - 1, -1, 1 - row),
        "L": (-1, 1 - row, column - 1),
        "B": (1 - column, 1 - row, -1),
    }[face]
    return cubie, NORMALS[face]


PLACES = [place(index) for index in range(54)]


def clockwise(vector, axis):
    """A quarter turn clockwise as seen from outside along the axis."""
    along = sum(a * b for a, b in zip(vector, axis))
    cross = (
        axis[1] * vector[2] - axis[2] * vector[1],
        axis[2] * vector[0] - axis[0] * vector[2],
        axis[0] * vector[1] - axis[1] * vector[0],
    )
    return tuple(along * a - c for a, c in zip(axis, cross))


def turned(stickers, turn):
    """The stickers after a turn in standard notation: a face, two layers (Rw), a slice, or the whole cube by x, y or z."""
    letter, times = turn[0], {"": 1, "2": 2, "'": 3}[turn[1:].removeprefix("w")]
    # From the named face down: its own layer is 1, the middle one 0.
    layers = (1, 0, -1) if letter in WHOLE else (0,) if letter in SLICES else (1, 0) if turn[1:2] == "w" else (1,)
    axis = NORMALS[(WHOLE | SLICES).get(letter, letter)]
    for _ in range(times):
        result = list(stickers)
        for index, (cubie, normal) in enumerate(PLACES):
            if sum(a * b for a, b in zip(cubie, axis)) in layers:
                result[PLACES.index((clockwise(cubie, axis), clockwise(normal, axis)))] = stickers[index]
        stickers = "".join(result)
    return stickers


def is_solved(stickers):
    """Whether each side shows one colour."""
    return all(len(set(stickers[at : at + 9])) == 1 for at in range(0, 54, 9))
