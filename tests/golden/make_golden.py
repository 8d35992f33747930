#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes golden.json: losses of 30 training steps by PyTorch, an implementation independent of the engine.

    /usr/bin/python3 tests/golden/make_golden.py > tests/golden/golden.json        (Debian's python3-torch)

Weights, samples, labels and their order come from the counter-based generator of engine/core/random.h, written again
here, so that the C++ test makes the very same ones and no big file is needed:

* weights: Keras's glorot_uniform, float64 numbers of stream (seed, initial_weights, position of the parameter in the
  model), in the engine's layouts: convolutions [out, height, width, in], dense layers [in, out]; biases are zero
* sample n: its label is word 0 of Philox at counter (0, n, 1, 0), key (seed, synthetic), modulo 10. Its noise byte
  16 b + 4 w + k is byte k (the lowest first) of word w at counter (b, n, 0, 0). A pixel is noise / 2, whole, plus 64
  in the rows where row * 10 / 28, whole, is the label: something to learn
* order: epoch e (from 1) goes through the samples in the permutation of stream (seed, shuffle, e), in whole batches
"""
import json
import math

import numpy as np
import torch
import torch.nn.functional as F

SETTINGS = dict(seed=1, pool=64, batch=16, steps=30, classes=10, height=28, width=28, channels=1)
INITIAL_WEIGHTS, SHUFFLE, SYNTHETIC = 1, 2, 6  # RandomUse

# Learning rates for mlp and cnn, and the optimizer. rmsprop is Keras's (rho 0.9, epsilon 1e-7), all others have PyTorch's
# defaults, as in the engine. Rates and seed are chosen so that float32 can be held to float64 at all: where a rounding
# error turns a ReLU on or off, the gradient jumps, and a large rate makes much of it.
OPTIMIZERS = {
    "sgd": (0.02, 0.006, lambda p, lr: torch.optim.SGD(p, lr=lr)),
    "momentum": (0.01, 0.003, lambda p, lr: torch.optim.SGD(p, lr=lr, momentum=0.9)),
    "nesterov": (0.01, 0.003, lambda p, lr: torch.optim.SGD(p, lr=lr, momentum=0.9, nesterov=True)),
    "rmsprop": (1e-4, 3e-5, lambda p, lr: torch.optim.RMSprop(p, lr=lr, alpha=0.9, eps=1e-7)),
    "adam": (3e-4, 1e-4, lambda p, lr: torch.optim.Adam(p, lr=lr, betas=(0.9, 0.999), eps=1e-8)),
    "adamw": (3e-4, 1e-4, lambda p, lr: torch.optim.AdamW(p, lr=lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01)),
}

MASK64 = (1 << 64) - 1


def random_key(seed, use):
    z = (seed + 0x9E3779B97F4A7C15 * use) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    z ^= z >> 31
    return z & 0xFFFFFFFF, z >> 32


def philox(key, c0, c1=0, c2=0, c3=0):
    """Philox4x32-10 (Salmon et al., SC 2011) of arrays of counters: four arrays of 32-bit words as uint64."""
    c0, c1, c2, c3 = (np.asarray(c, np.uint64) for c in np.broadcast_arrays(c0, c1, c2, c3))
    k0, k1 = key
    low = np.uint64(0xFFFFFFFF)
    high = np.uint64(32)
    for _ in range(10):
        p0, p1 = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = ((p1 >> high) ^ c1 ^ np.uint64(k0), p1 & low, (p0 >> high) ^ c3 ^ np.uint64(k1), p0 & low)
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0, c1, c2, c3


def random_uniform(seed, use, stream, count, low, high):
    blocks = np.arange((count + 1) // 2, dtype=np.uint64)
    w = philox(random_key(seed, use), blocks & np.uint64(0xFFFFFFFF), blocks >> np.uint64(32), stream)
    unit = lambda a, b: (((a << np.uint64(32)) | b) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    values = np.stack([unit(w[0], w[1]), unit(w[2], w[3])], 1).reshape(-1)[:count]
    return low + (high - low) * values


def random_permutation(seed, use, stream, count):
    order = list(range(count))
    for i in range(count, 1, -1):
        w = philox(random_key(seed, use), i, 0, stream)
        j = (int(w[0]) << 32 | int(w[1])) * i >> 64
        order[i - 1], order[j] = order[j], order[i - 1]
    return order


def glorot(position, shape, fan_in, fan_out):
    limit = math.sqrt(6.0 / (fan_in + fan_out))
    count = int(np.prod(shape))
    return random_uniform(SETTINGS["seed"], INITIAL_WEIGHTS, position, count, -limit, limit).reshape(shape)


def dense(position, inputs, outputs):
    return [torch.tensor(glorot(position, (inputs, outputs), inputs, outputs)), torch.zeros(outputs)]


def conv(position, filters, channels):
    kernel = glorot(position, (filters, 3, 3, channels), 9 * channels, 9 * filters)
    return [torch.tensor(kernel.transpose(0, 3, 1, 2).copy()), torch.zeros(filters)]


class Mlp:
    """784-500-10."""

    def weights(self):
        return dense(0, 784, 500) + dense(2, 500, 10)

    def logits(self, w, x):
        return F.relu(x.flatten(1) @ w[0] + w[1]) @ w[2] + w[3]


class Cnn:
    """conv3x3 32 - pool - conv3x3 64 - pool - dense 128 - dense 10; features are flattened channels last."""

    def weights(self):
        return conv(0, 32, 1) + conv(2, 64, 32) + dense(4, 3136, 128) + dense(6, 128, 10)

    def logits(self, w, x):
        x = F.max_pool2d(F.relu(F.conv2d(x, w[0], w[1], padding=1)), 2)
        x = F.max_pool2d(F.relu(F.conv2d(x, w[2], w[3], padding=1)), 2)
        x = x.permute(0, 2, 3, 1).flatten(1)
        return F.relu(x @ w[4] + w[5]) @ w[6] + w[7]


def samples():
    s, per = SETTINGS, SETTINGS["height"] * SETTINGS["width"] * SETTINGS["channels"]
    key = random_key(s["seed"], SYNTHETIC)
    words = np.stack(philox(key, np.arange(per // 16)[None, :], np.arange(s["pool"])[:, None]), -1)
    noise = words.astype("<u4").view(np.uint8).reshape(s["pool"], s["channels"], s["height"], s["width"])
    labels = (philox(key, 0, np.arange(s["pool"]), 1)[0] % np.uint64(s["classes"])).astype(np.int64)
    band = np.arange(s["height"]) * s["classes"] // s["height"] == labels[:, None]
    pixels = noise // 2 + np.uint8(64) * band[:, None, :, None].astype(np.uint8)
    return torch.tensor(pixels), torch.tensor(labels)


def batches():
    s, epoch = SETTINGS, 0
    while True:
        epoch += 1
        order = random_permutation(s["seed"], SHUFFLE, epoch, s["pool"])
        for first in range(0, s["pool"], s["batch"]):
            yield order[first:first + s["batch"]]


def losses(model, optimizer, rate, dtype):
    pixels, labels = samples()
    weights = [w.to(dtype).requires_grad_() for w in model.weights()]
    update = OPTIMIZERS[optimizer][-1](weights, rate)
    result = []
    for _, indices in zip(range(SETTINGS["steps"]), batches()):
        update.zero_grad()
        loss = F.cross_entropy(model.logits(weights, pixels[indices].to(dtype) / 255), labels[indices])
        loss.backward()
        update.step()
        result.append(loss.item())
    return result


def main():
    torch.set_num_threads(1)
    runs = []
    for position, (name, model) in enumerate((("mlp", Mlp()), ("cnn", Cnn()))):
        for optimizer, choices in OPTIMIZERS.items():
            rate = choices[position]
            for word, dtype in (("float64", torch.float64), ("float32", torch.float32)):
                runs.append(dict(model=name, optimizer=optimizer, learning_rate=rate, precision=word,
                                 losses=losses(model, optimizer, rate, dtype)))
    print("{")
    print(f' "made_by": "tests/golden/make_golden.py with PyTorch {torch.__version__}",')
    print(f' "settings": {json.dumps(SETTINGS)},')
    print(' "runs": [')
    print(",\n".join("  " + json.dumps(run) for run in runs))
    print(" ]\n}")


if __name__ == "__main__":
    main()
