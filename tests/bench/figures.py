#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the figures that the project is measured by, from runs of the command line on this machine.

    tests/bench/figures.py build/release/app/cli/laptime accuracy            # 5 epochs of cnn in every precision
    tests/bench/figures.py build/release/app/cli/laptime start               # process start to the end of the first step
    tests/bench/figures.py build/release/app/cli/laptime speed [PEER ARG…]   # throughput, interleaved with a peer
    tests/bench/figures.py build/release/app/cli/laptime loading [DATASET]   # does a step wait for its data? (fashion-mnist)
    tests/bench/figures.py build/release/app/cli/laptime epochs DATASET      # resnet20: what reading files adds to epoch 1
    tests/bench/figures.py build/release/app/cli/laptime checkpoints         # resnet18: what one every 30 s costs

Speeds are ratios of medians over interleaved rounds of one call, because machines drift. PEER is a command that prints
JSON lines with "samples_per_second", "precision" and "layout" (a PyTorch script, say); the better layout counts.
"""
import json
import os
import resource
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


def events(laptime, folder, *settings):
    """All events of one run."""
    file = os.path.join(folder, "figures.toml")
    with open(file, "w") as f:
        f.write(EXPERIMENT)
    command = [laptime, "train", file, "--json", "--history", os.path.join(folder, "history.db")]
    for setting in settings:
        command += ["--set", setting]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def train(laptime, folder, *settings):
    """The end event of one run."""
    return next(e for e in events(laptime, folder, *settings) if e["event"] == "end")


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


def loading(laptime, folder, dataset="fashion-mnist"):
    steps = [e for e in events(laptime, folder, f"data.dataset={dataset}", "train.epochs=2") if e["event"] == "step"]
    waited, took = (sum(e[key] for e in steps[1:]) for key in ("data_ms", "step_ms"))
    print(f"cnn on {dataset}: {waited:.0f} ms of {took:.0f} ms in {len(steps) - 1} steps waited for data: "
          f"{100 * waited / took:.2f} %")


def epochs(laptime, folder, dataset):
    told = events(laptime, folder, f"data.dataset={dataset}", "model.library=resnet20", "train.epochs=3",
                  "speed.precision=mixed_bfloat16")
    times = [e["train_s"] for e in told if e["event"] == "epoch"]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    predicted = next(e for e in told if e["event"] == "start")["predicted_memory_bytes"] / 2**20
    print(f"resnet20 on {dataset}: epochs took " + ", ".join(f"{t:.1f}" for t in times) + " s; "
          f"the first {times[0] / min(times[1:]):.2f} x a later one; "
          f"at most {peak:.0f} MiB of memory, {predicted:.0f} MiB predicted for the program")


def checkpoints(laptime, folder):
    """Wall time of the same steps with a checkpoint every 30 s and with none but the last, in turn."""
    common = ["data.dataset=synthetic:32x32x3/10/20000", "model.library=resnet18", "speed.precision=mixed_bfloat16"]
    first = events(laptime, folder, *common, "train.steps=12")
    steps = [e for e in first if e["event"] == "step"]
    count = int(100 / (statistics.median(e["step_ms"] for e in steps[2:]) / 1e3))
    ratios = []
    for _ in range(3):
        took = {}
        for minutes in (0.5, 1000):
            told = [e for e in events(laptime, folder, *common, f"train.steps={count}",
                                      f"train.checkpoint_minutes={minutes}") if e["event"] == "step"]
            took[minutes] = told[-1]["wall_s"] - told[0]["wall_s"]
        ratios.append(took[0.5] / took[1000])
        print(f"{count} steps of resnet18: {took[0.5]:.1f} s with a checkpoint every 30 s, {took[1000]:.1f} s without: "
              f"{100 * (ratios[-1] - 1):+.2f} %", flush=True)
    print(f"median: {100 * (statistics.median(ratios) - 1):+.2f} %")


def main():
    parts = {"accuracy": accuracy, "start": start, "loading": loading, "epochs": epochs, "checkpoints": checkpoints}
    if len(sys.argv) < 3 or sys.argv[2] not in ("speed", *parts):
        sys.exit(__doc__)
    laptime, what, more = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        speed(laptime, folder, more) if what == "speed" else parts[what](laptime, folder, *more)


main()
