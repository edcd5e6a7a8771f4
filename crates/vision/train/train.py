"""Trains the network that names the stickers of a face, from drawn pictures alone.

    train.py SAMPLES... --out FILE [--judge WEIGHTS]

SAMPLES are files of `cargo run -p cuberig-vision --example face_samples`; FILE gets the weights (safetensors). With --judge, only
the layer that judges is trained, and those that name the stickers come from WEIGHTS. A training that was interrupted goes on after
its last whole epoch, which it keeps in FILE.unfinished. The example describes the layout of a sample,
`crates/vision/src/name/network.rs` that of the network.
"""

import argparse
import pickle
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from safetensors.numpy import load_file, save_file

CELLS, VALUES, POINTS = 25, 155, 7
WIDTH, HEADS, LAYERS, JUDGE_LAYERS, HIDDEN = 48, 4, 3, 2, 96
CLASSES = 7
STICKERS = [6, 7, 8, 11, 12, 13, 16, 17, 18]
SAMPLE = CELLS * VALUES + 18 + 9 + 1
# What decides whether a place is a face, and names nothing.
JUDGE = ["judge", "judge_norm", "face"]


def color_values(rgb):
    return jnp.concatenate([rgb / 255 - 0.5, 0.5 * jnp.log((rgb + 4) / 259) + 0.5], -1)


def start(key):
    keys = iter(jax.random.split(key, 96))
    dense = lambda n, m: {
        "weight": jax.random.normal(next(keys), (n, m)) / np.sqrt(n),
        "bias": jnp.zeros(m),
    }
    norm = lambda: {"scale": jnp.ones(WIDTH), "shift": jnp.zeros(WIDTH)}
    place = lambda n: 0.1 * jax.random.normal(next(keys), (n, WIDTH))
    layer = lambda: {
        "norm_1": norm(),
        "query_key_value": dense(WIDTH, 3 * WIDTH),
        "mixed": dense(WIDTH, WIDTH),
        "norm_2": norm(),
        "wide": dense(WIDTH, HIDDEN),
        "narrow": dense(HIDDEN, WIDTH),
    }
    return {
        "cell": dense(VALUES, WIDTH),
        "cell_place": place(CELLS),
        "learned": dense(6, WIDTH),
        "learned_place": place(6),
        "whole": place(1),
        "layers": [layer() for _ in range(LAYERS)],
        "norm": norm(),
        "color": dense(WIDTH, CLASSES),
        "judge": [layer() for _ in range(JUDGE_LAYERS)],
        "judge_norm": norm(),
        "face": dense(WIDTH, 1),
    }


def apply(layer, x):
    return x @ layer["weight"] + layer["bias"]


def normed(layer, x):
    x = x - x.mean(-1, keepdims=True)
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * layer["scale"] + layer["shift"]


def network(net, cells, learned, known):
    """Logits of the nine stickers (batch, 9, 7) and of the face (batch). `known` marks where learned colours are given."""
    batch = cells.shape[0]
    x = jnp.concatenate(
        [
            jnp.broadcast_to(net["whole"], (batch, 1, WIDTH)),
            apply(net["cell"], cells) + net["cell_place"],
            apply(net["learned"], color_values(learned)) + net["learned_place"],
        ],
        1,
    )
    hidden = jnp.where(known[:, None], 0.0, -1e9) * (jnp.arange(CELLS + 7) > CELLS)
    for layer in net["layers"]:
        x = through(layer, x, hidden)
    colors = apply(net["color"], normed(net["norm"], x[:, 1 + jnp.array(STICKERS)]))
    for layer in net["judge"][:-1]:
        x = through(layer, x, hidden)
    judged = through(net["judge"][-1], x, hidden, 1)[:, 0]
    return colors, apply(net["face"], normed(net["judge_norm"], judged))[:, 0]


def through(layer, x, hidden, first=None):
    """What a layer makes of the first tokens, or of all."""
    batch = x.shape[0]
    q, k, v = jnp.split(apply(layer["query_key_value"], normed(layer["norm_1"], x)), 3, -1)
    q, x = q[:, :first], x[:, :first]
    heads = lambda y: y.reshape(batch, -1, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    scores = heads(q) @ heads(k).transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS)
    weights = jax.nn.softmax(scores + hidden[:, None, None, :], -1)
    mixed = (weights @ heads(v)).transpose(0, 2, 1, 3).reshape(batch, -1, WIDTH)
    x = x + apply(layer["mixed"], mixed)
    return x + apply(layer["narrow"], jax.nn.relu(apply(layer["wide"], normed(layer["norm_2"], x))))


def symmetries():
    """For each of the eight turns and reflections of a face: the order of a patch's values, and that of the stickers."""
    side = 5 * (POINTS - 1) + 1
    values, stickers = [], []
    for turn in range(8):
        moved = lambda grid: np.rot90(grid if turn < 4 else np.flip(grid, 1), turn % 4)
        points = moved(np.arange(side * side).reshape(side, side)).reshape(-1)
        cells = moved(np.arange(CELLS).reshape(5, 5)).reshape(-1)
        # Where each point of the plane stands among the values of the cell it belongs to.
        first = {}
        for cell in range(CELLS):
            for point in range(POINTS * POINTS):
                y, x = cell // 5 * (POINTS - 1) + point // POINTS, cell % 5 * (POINTS - 1) + point % POINTS
                first.setdefault((y * side + x), cell * VALUES + 3 * point)
        order = np.zeros(CELLS * VALUES, int)
        for cell in range(CELLS):
            for point in range(POINTS * POINTS):
                y, x = cell // 5 * (POINTS - 1) + point // POINTS, cell % 5 * (POINTS - 1) + point % POINTS
                to = cell * VALUES + 3 * point
                order[to : to + 3] = first[points[y * side + x]] + np.arange(3)
            rest = 3 * POINTS * POINTS
            order[cell * VALUES + rest : (cell + 1) * VALUES] = cells[cell] * VALUES + rest + np.arange(VALUES - rest)
        values.append(order)
        stickers.append(moved(np.arange(9).reshape(3, 3)).reshape(-1))
    return jnp.array(np.array(values)), jnp.array(np.array(stickers))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--judge", help="train only what judges, with the names of these weights")
    options = parser.parse_args()
    data = np.concatenate([np.fromfile(file, "<f4").reshape(-1, SAMPLE).astype(np.float16) for file in options.samples])
    held, data = data[:4000], data[4000:]
    steps = options.epochs * (len(data) // options.batch)
    print(f"{len(data)} samples, {steps} steps", flush=True)
    orders, sticker_orders = symmetries()

    def parts(rows, key):
        rows = rows.astype(jnp.float32)
        cells = rows[:, : CELLS * VALUES]
        learned = rows[:, CELLS * VALUES :][:, :18].reshape(-1, 6, 3)
        classes = rows[:, -10:-1].astype(int)
        is_face = rows[:, -1]
        if key is None:
            known = jnp.zeros(len(rows), bool)
        else:
            turn_key, known_key, gain_key = jax.random.split(key, 3)
            turn = jax.random.randint(turn_key, (len(rows),), 0, 8)
            cells = jnp.take_along_axis(cells, orders[turn], 1)
            classes = jnp.take_along_axis(classes, sticker_orders[turn], 1)
            known = jax.random.uniform(known_key, (len(rows),)) < 0.3
            # What is no face is seen with the colours of some cube.
            learned = jnp.where(is_face[:, None, None] > 0.5, learned, jnp.roll(learned, 1, 0))
        return cells.reshape(-1, CELLS, VALUES), learned, known, classes, is_face

    def losses(trained, rows, key):
        cells, learned, known, classes, is_face = parts(rows, key)
        colors, face = network({**kept, **trained}, cells, learned, known)
        by_sticker = optax.softmax_cross_entropy_with_integer_labels(colors, classes).mean(-1)
        named = (by_sticker * is_face).sum() / is_face.sum()
        # Faces and other places count equally.
        by_place = optax.sigmoid_binary_cross_entropy(face, is_face)
        share = is_face.mean()
        found = (by_place * jnp.where(is_face > 0.5, 0.5 / share, 0.5 / (1 - share))).mean()
        return named + found, (colors, face, classes, is_face)

    schedule = optax.warmup_cosine_decay_schedule(0.0, options.rate, steps // 20, steps, options.rate / 100)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=1e-4))
    net, kept = start(jax.random.key(1)), {}
    if options.judge:
        weights = load_file(options.judge)
        kept = {part: net.pop(part) for part in list(net) if part not in JUDGE}
        kept = jax.tree_util.tree_map_with_path(lambda path, _: jnp.array(weights[name(path)]), kept)
    state = optimizer.init(net)

    @jax.jit
    def step(net, state, rows, key):
        (loss, _), slope = jax.value_and_grad(losses, has_aux=True)(net, rows, key)
        change, state = optimizer.update(slope, state, net)
        return optax.apply_updates(net, change), state, loss

    @jax.jit
    def judge(net, rows):
        _, (colors, face, classes, is_face) = losses(net, rows, None)
        right = (colors.argmax(-1) == classes).astype(float)
        whole = right.min(-1)
        sure_wrong = ((jax.nn.softmax(colors).max(-1) > 0.9) & (right == 0)).astype(float)
        faces = is_face.sum()
        return jnp.array(
            [
                (right.mean(-1) * is_face).sum() / faces,
                (whole * is_face).sum() / faces,
                (sure_wrong.mean(-1) * is_face).sum() / faces,
                ((face > 0) * is_face).sum() / faces,
                ((face > 0) * (1 - is_face)).sum() / (1 - is_face).sum(),
            ]
        )

    key = jax.random.key(2)
    first, unfinished, task = 0, Path(options.out + ".unfinished"), (steps, options.samples, options.judge)
    if unfinished.exists():
        of, first, net, state = pickle.loads(unfinished.read_bytes())
        if of != task:
            parser.error(f"{unfinished} is of another training; remove it to begin this one")
        print(f"going on at step {first}", flush=True)
    began, mean = time.time(), 0.0
    for number in range(first, steps):
        epoch, place = divmod(number, steps // options.epochs)
        if place == 0:
            shuffled = np.random.default_rng(1 + epoch).permutation(len(data))
            unfinished.write_bytes(pickle.dumps((task, number, *jax.device_get((net, state)))))
        at = place * options.batch
        net, state, loss = step(net, state, data[shuffled[at : at + options.batch]], jax.random.fold_in(key, number))
        mean += float(loss)
        if number % 200 == 199:
            named, whole, sure, found, false = np.array(judge(net, held))
            print(
                f"{number + 1:6} loss {mean / 200:.4f}; held: stickers {named:.4f}, whole {whole:.4f}, wrong and sure {sure:.5f}, "
                f"faces {found:.4f}, false {false:.4f}; {time.time() - began:.0f} s",
                flush=True,
            )
            mean = 0.0
    save({**kept, **net}, options.out)
    unfinished.unlink(missing_ok=True)


def name(path):
    return ".".join(str(getattr(part, "key", getattr(part, "idx", part))) for part in path)


def save(net, file):
    flat = {name(path): np.asarray(value, np.float32) for path, value in jax.tree_util.tree_flatten_with_path(net)[0]}
    save_file(flat, file)


if __name__ == "__main__":
    main()
