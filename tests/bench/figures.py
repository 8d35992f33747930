#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the figures that the project is measured by, from runs of the command line on this machine.

    tests/bench/figures.py build/release/app/cli/laptime accuracy            # 5 epochs of cnn in every precision
    tests/bench/figures.py build/release/app/cli/laptime start               # process start to the end of the first step
    tests/bench/figures.py build/release/app/cli/laptime speed [PEER ARG…]   # throughput, interleaved with a peer

Speeds are ratios of medians over interleaved rounds of one call, because machines drift. PEER is a command that prints
JSON lines with "samples_per_second", "precision" and "layout" (a PyTorch script, say); the better layout counts.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

PRECISIONS = ["float32", "float64", "mixed_bfloat16", "mixed_float16"]
EXPERIMENT = """name = "figures"
[data]
dataset = "fashion-mnist"
[model]
library = "cnn"
[train]
optimizer = "adam"
"""


def train(laptime, folder, *settings):
    """The end event of one run."""
    file = os.path.join(folder, "figures.toml")
    with open(file, "w") as f:
        f.write(EXPERIMENT)
    command = [laptime, "train", file, "--json", "--history", os.path.join(folder, "history.db")]
    for setting in settings:
        command += ["--set", setting]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return next(e for e in map(json.loads, lines) if e["event"] == "end")


def accuracy(laptime, folder):
    base = None
    for precision in PRECISIONS:
        end = train(laptime, folder, f"speed.precision={precision}", "train.epochs=5")
        base = end["val_accuracy"] if precision == "float32" else base
        print(f"{precision:15} val_accuracy {end['val_accuracy']:.4f} ({end['val_accuracy'] - base:+.4f} to float32)   "
              f"{end['samples_per_second']:9.0f} samples/s   {end['wall_s']:6.1f} s", flush=True)


def start(laptime, folder):
    times = sorted(train(laptime, folder, "train.steps=1")["startup_s"] for _ in range(7))
    print(f"start-up: median {statistics.median(times):.3f} s, from {times[0]:.3f} to {times[-1]:.3f} s (7 runs)")


def speed(laptime, folder, peer):
    rounds = {}
    for _ in range(5):
        for precision in ("float32", "mixed_bfloat16"):
            end = train(laptime, folder, f"speed.precision={precision}", "train.steps=469")
            rounds.setdefault(("laptime", precision, ""), []).append(end["samples_per_second"])
            if peer:
                for layout in ([], ["--channels-last"]):
                    out = subprocess.run(peer + ["--workload", "cnn", "--precision", precision] + layout, check=True,
                                         capture_output=True, text=True).stdout
                    line = json.loads(out.splitlines()[-1])
                    rounds.setdefault(("peer", precision, line["layout"]), []).append(line["samples_per_second"])
    medians = {key: statistics.median(values) for key, values in rounds.items()}
    for (who, precision, layout), median in sorted(medians.items()):
        values = rounds[who, precision, layout]
        print(f"{who:8} {precision:15} {layout:14} {median:9.0f} samples/s   ({min(values):.0f} to {max(values):.0f})")
    own = {p: medians["laptime", p, ""] for p in ("float32", "mixed_bfloat16")}
    print(f"mixed_bfloat16 / float32: {own['mixed_bfloat16'] / own['float32']:.2f} x")
    for precision in own if peer else ():
        best = max(m for (who, p, _), m in medians.items() if who == "peer" and p == precision)
        print(f"laptime / peer in {precision}: {own[precision] / best:.2f} x")


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("accuracy", "start", "speed"):
        sys.exit(__doc__)
    laptime, what, peer = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        speed(laptime, folder, peer) if what == "speed" else {"accuracy": accuracy, "start": start}[what](laptime, folder)


main()
