#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes golden_models.json: losses of 30 training steps of small resnet20, vit-tiny and char-gpt by PyTorch.

    /usr/bin/python3 tests/golden/make_golden_models.py > tests/golden/golden_models.json      (Debian's python3-torch)

Everything random comes from the generator of engine/core/random.h, as in make_golden.py, so that the C++ test makes the
very same numbers:

* weights: parameter i of the model (in the engine's order, moving statistics included) has uniform numbers of stream
  (seed, initial_weights, i) on +-limit: 0.1 around 1 for gammas, 0.1 for betas and biases, 0.5 for tables,
  sqrt(3 / fan_in) for kernels
* pictures and labels: as in make_golden.py
* token j of text n: word 0 of Philox at counter (j, n, 2, 0), key (seed, synthetic), modulo 3, plus token j - 1, modulo
  the vocabulary: something to learn. There is one more token than positions: labels are the tokens one further
* order: as in make_golden.py
"""
import json
import math

import numpy as np
import torch
import torch.nn.functional as F

import make_golden as base

SETTINGS = dict(seed=2, pool=48, batch=8, steps=30, classes=10, height=16, width=16, channels=3, vocabulary=17, length=12)


class Weights:
    """Hands out a model's parameters in the engine's order; the engine's layouts become PyTorch's."""

    def __init__(self, dtype):
        self.dtype, self.position, self.trained = dtype, 0, []

    def _next(self, shape, limit, middle=0.0):
        count = int(np.prod(shape))
        values = middle + base.random_uniform(SETTINGS["seed"], base.INITIAL_WEIGHTS, self.position, count, -limit, limit)
        self.position += 1
        return values.reshape(shape)

    def _trained(self, values):
        self.trained.append(torch.tensor(np.ascontiguousarray(values), dtype=self.dtype, requires_grad=True))
        return self.trained[-1]

    def conv(self, filters, size, channels):
        limit = math.sqrt(3.0 / (size * size * channels))
        return self._trained(self._next((filters, size, size, channels), limit).transpose(0, 3, 1, 2))

    def dense(self, inputs, outputs):
        return self._trained(self._next((inputs, outputs), math.sqrt(3.0 / inputs)))

    def table(self, rows, columns):
        return self._trained(self._next((rows, columns), 0.5))

    def bias(self, count):
        return self._trained(self._next((count,), 0.1))

    def norm(self, channels, moving=False):
        gamma, beta = self._trained(self._next((channels,), 0.1, 1.0)), self.bias(channels)
        self.position += 2 if moving else 0  # moving mean and variance: training does not use them
        return gamma, beta


def same_conv(x, kernel, stride=1):
    """Keras's "same" padding: the extra one at the bottom and right."""
    size = kernel.shape[-1]
    pads = []
    for length in (x.shape[3], x.shape[2]):
        total = max((-(-length // stride) - 1) * stride + size - length, 0)
        pads += [total // 2, total - total // 2]
    return F.conv2d(F.pad(x, pads), kernel, stride=stride)


def batch_norm(x, norm):
    return F.batch_norm(x, None, None, norm[0], norm[1], training=True, eps=1e-5)


class Resnet20:
    """Three stages of three basic blocks with option A's way around: every other pixel, and channels of zeros."""

    options = dict(widths=[4, 8, 16])

    def __init__(self, w):
        widths = self.options["widths"]
        channels = widths[0]
        self.stem = (w.conv(channels, 3, SETTINGS["channels"]), w.norm(channels, True))
        self.blocks = []
        for stage, width in enumerate(widths):
            for number in range(3):
                first = (w.conv(width, 3, channels), w.norm(width, True))
                second = (w.conv(width, 3, width), w.norm(width, True))
                self.blocks.append((first, second, 2 if stage and not number else 1, width - channels))
                channels = width
        self.last = (w.dense(channels, SETTINGS["classes"]), w.bias(SETTINGS["classes"]))

    def logits(self, x):
        x = F.relu(batch_norm(same_conv(x, self.stem[0]), self.stem[1]))
        for first, second, stride, more in self.blocks:
            y = F.relu(batch_norm(same_conv(x, first[0], stride), first[1]))
            y = batch_norm(same_conv(y, second[0]), second[1])
            around = F.pad(x[:, :, ::stride, ::stride], (0, 0, 0, 0, more // 2, more - more // 2))
            x = F.relu(y + around)
        return x.mean((2, 3)) @ self.last[0] + self.last[1]


class Block:
    """Pre-norm: attention, then two dense layers."""

    def __init__(self, w, width, heads, mlp, epsilon, causal):
        self.heads, self.epsilon, self.causal = heads, epsilon, causal
        self.norm1 = w.norm(width)
        self.qkv = (w.dense(width, 3 * width), w.bias(3 * width))
        self.out = (w.dense(width, width), w.bias(width))
        self.norm2 = w.norm(width)
        self.dense1 = (w.dense(width, mlp), w.bias(mlp))
        self.dense2 = (w.dense(mlp, width), w.bias(width))

    def attention(self, x):
        n, t, c = x.shape
        qkv = (x @ self.qkv[0] + self.qkv[1]).view(n, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        scores = qkv[0] @ qkv[1].transpose(-1, -2) / math.sqrt(c // self.heads)
        if self.causal:
            scores = scores.masked_fill(torch.ones(t, t, dtype=torch.bool).triu(1), -math.inf)
        y = (scores.softmax(-1) @ qkv[2]).transpose(1, 2).reshape(n, t, c)
        return y @ self.out[0] + self.out[1]

    def __call__(self, x):
        width = (x.shape[-1],)
        x = x + self.attention(F.layer_norm(x, width, *self.norm1, self.epsilon))
        y = F.layer_norm(x, width, *self.norm2, self.epsilon)
        return x + F.gelu(y @ self.dense1[0] + self.dense1[1]) @ self.dense2[0] + self.dense2[1]


class VitTiny:
    options = dict(patch=4, layers=2, width=16, heads=2, mlp_ratio=2)

    def __init__(self, w):
        o, s = self.options, SETTINGS
        self.patches = (w.conv(o["width"], o["patch"], s["channels"]), w.bias(o["width"]))
        self.positions = w.table(s["height"] // o["patch"] * (s["width"] // o["patch"]), o["width"])
        self.blocks = [Block(w, o["width"], o["heads"], o["mlp_ratio"] * o["width"], 1e-6, False)
                       for _ in range(o["layers"])]
        self.norm = w.norm(o["width"])
        self.last = (w.dense(o["width"], s["classes"]), w.bias(s["classes"]))

    def logits(self, x):
        x = F.conv2d(x, *self.patches, stride=self.options["patch"]).flatten(2).transpose(1, 2) + self.positions
        for block in self.blocks:
            x = block(x)
        return F.layer_norm(x, (x.shape[-1],), *self.norm, 1e-6).mean(1) @ self.last[0] + self.last[1]


class CharGpt:
    def __init__(self, w):
        o = self.options
        self.tokens = w.table(SETTINGS["vocabulary"], o["width"])
        self.positions = w.table(SETTINGS["length"], o["width"])
        self.blocks = [Block(w, o["width"], o["heads"], 4 * o["width"], 1e-5, True) for _ in range(o["layers"])]
        self.norm = w.norm(o["width"])
        self.head = None if o["tied"] else w.dense(o["width"], SETTINGS["vocabulary"])

    def logits(self, ids):
        x = self.tokens[ids] + self.positions
        for block in self.blocks:
            x = block(x)
        x = F.layer_norm(x, (x.shape[-1],), *self.norm, 1e-5)
        return (x @ (self.tokens.T if self.head is None else self.head)).flatten(0, 1)


class UntiedGpt(CharGpt):
    options = dict(layers=2, width=16, heads=2, tied=False)


class TiedGpt(CharGpt):
    options = dict(layers=2, width=16, heads=2, tied=True)


def texts():
    s = SETTINGS
    steps = base.philox(base.random_key(s["seed"], base.SYNTHETIC), np.arange(s["length"] + 1)[None, :],
                        np.arange(s["pool"])[:, None], 2)[0] % np.uint64(3)
    tokens = torch.tensor(np.cumsum(steps.astype(np.int64), 1) % s["vocabulary"])
    return tokens[:, :-1], tokens[:, 1:]


def pictures():
    """As make_golden.py's samples(), but channels last, as the engine counts bytes."""
    s = SETTINGS
    shape = (s["pool"], s["height"], s["width"], s["channels"])
    key = base.random_key(s["seed"], base.SYNTHETIC)
    blocks = int(np.prod(shape[1:])) // 16
    words = np.stack(base.philox(key, np.arange(blocks)[None, :], np.arange(s["pool"])[:, None]), -1)
    noise = words.astype("<u4").view(np.uint8).reshape(shape)
    labels = (base.philox(key, 0, np.arange(s["pool"]), 1)[0] % np.uint64(s["classes"])).astype(np.int64)
    band = np.arange(s["height"]) * s["classes"] // s["height"] == labels[:, None]
    pixels = noise // 2 + np.uint8(64) * band[:, :, None, None].astype(np.uint8)
    return torch.tensor(pixels).permute(0, 3, 1, 2), torch.tensor(labels)


def optimizer_of(word, weights, rate):
    if word == "nesterov":
        return torch.optim.SGD(weights, lr=rate, momentum=0.9, nesterov=True)
    if word == "adam":
        return torch.optim.Adam(weights, lr=rate, betas=(0.9, 0.999), eps=1e-8)
    return torch.optim.AdamW(weights, lr=rate, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01)


def losses(kind, optimizer, rate, dtype):
    text = issubclass(kind, CharGpt)
    x, labels = texts() if text else pictures()
    weights = Weights(dtype)
    model = kind(weights)
    update = optimizer_of(optimizer, weights.trained, rate)
    result = []
    for _, indices in zip(range(SETTINGS["steps"]), base.batches()):
        update.zero_grad()
        if text:
            # The engine divides by texts, not by tokens.
            loss = F.cross_entropy(model.logits(x[indices]), labels[indices].flatten(), reduction="sum") / len(indices)
        else:
            loss = F.cross_entropy(model.logits(x[indices].to(dtype) / 255), labels[indices])
        loss.backward()
        update.step()
        result.append(loss.item())
    return result


RUNS = [("resnet20", Resnet20, "nesterov", 0.004), ("vit-tiny", VitTiny, "adam", 5e-3),
        ("char-gpt", UntiedGpt, "adamw", 1e-3), ("char-gpt", TiedGpt, "adamw", 1e-3)]


def main():
    torch.set_num_threads(1)
    base.SETTINGS = SETTINGS
    runs = []
    for name, kind, optimizer, rate in RUNS:
        for word, dtype in (("float64", torch.float64), ("float32", torch.float32)):
            runs.append(dict(model=name, options=kind.options, optimizer=optimizer, learning_rate=rate, precision=word,
                             losses=losses(kind, optimizer, rate, dtype)))
    print("{")
    print(f' "made_by": "tests/golden/make_golden_models.py with PyTorch {torch.__version__}",')
    print(f' "settings": {json.dumps(SETTINGS)},')
    print(' "runs": [')
    print(",\n".join("  " + json.dumps(run) for run in runs))
    print(" ]\n}")


if __name__ == "__main__":
    main()
