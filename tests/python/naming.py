"""Faces of a cube by other names. A node that has lost a cube calls the face at the rig's side U "U" again, and so on: then
the same cube, lying as it does, has other names in the published state than in the simulator's truth.
"""

NAMES = "URFDLB"
NORMALS = {"U": (0, 0, 1), "R": (1, 0, 0), "F": (0, -1, 0), "D": (0, 0, -1), "L": (-1, 0, 0), "B": (0, 1, 0)}
# For each face, in reading position, the directions to the right and down.
READING = {"U": ("R", "F"), "R": ("B", "D"), "F": ("R", "D"), "D": ("R", "B"), "L": ("F", "D"), "B": ("L", "D")}


def places(names):
    """Where each of the 54 facelets is, when the face X of the cube lies in the direction of the face names[X]."""
    found = []
    for face in NAMES:
        ahead, right, down = (NORMALS[names[name]] for name in (face, *READING[face]))
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                found.append(tuple(3 * a + column * r + row * d for a, r, d in zip(ahead, right, down)))
    return found


def renamed(facelets, names):
    """The facelets of the same cube when the face X is called names[X]; names must be those of a cube that was turned."""
    own = places({name: name for name in NAMES})
    letters = dict(zip(places(names), (names[letter] for letter in facelets)))
    return "".join(letters[place] for place in own)


def namings():
    """All 24 ways to name the faces of a cube that may have been turned as a whole."""
    named = {normal: name for name, normal in NORMALS.items()}
    across = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    opposite = lambda name: named[tuple(-part for part in NORMALS[name])]
    for up in NAMES:
        for front in NAMES:
            right = named.get(across(NORMALS[up], NORMALS[front]))
            if right:
                yield dict(zip(NAMES, [up, right, front, *map(opposite, (up, right, front))]))


def same_but_for_names(published, true):
    """Whether two descriptions are of the same cube, however it lies."""
    return any(renamed(published, names) == true for names in namings())


def same_cube(published, lies_published, true, lies_true):
    """Whether two descriptions of a cube, and of the faces at the rig's sides U R F D L B, are the same but for names."""
    return renamed(published, dict(zip(lies_published, lies_true))) == true
