#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do other programs compute the same with an exported model? Trains every model of the library, and a model file with
every layer, for a few steps, exports it as ONNX, runs it with onnxruntime on random samples, and compares with what
`laptime predict --json` says of the same samples.

    pip install onnx onnxruntime numpy
    tests/onnx/check_onnx.py build/dev/app/cli/laptime [MODEL...]

Not among the default tests, for it needs packages that the distribution does not have. Exit status 1 where a number is
off by more than 1e-4.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime

MOST = 1e-4
HERE = os.path.dirname(os.path.abspath(__file__))
PICTURES, TEXT, TABLE, NUMBERS = "pictures", "text", "table", "numbers"
FILE = f'file = "{HERE}/every-layer.toml"'
# What is trained: name, data, lines of [model].
CASES = [
    ("mlp", PICTURES, 'library = "mlp"\nhidden = [24]\nbatch_norm = true'),
    ("cnn", PICTURES, 'library = "cnn"\nfilters = [8, 12]\nbatch_norm = true'),
    ("mini-xception", PICTURES, 'library = "mini-xception"\nwidths = [8, 12]'),
    ("resnet20", PICTURES, 'library = "resnet20"\nwidths = [8, 12, 16]'),
    ("resnet18", PICTURES, 'library = "resnet18"\nwidth = 8'),
    ("resnet50", PICTURES, 'library = "resnet50"\nwidth = 8'),
    ("airbench", PICTURES, 'library = "airbench"\nwidths = [8, 16, 16]'),
    ("vit-tiny", PICTURES, 'library = "vit-tiny"\nlayers = 2\nwidth = 48'),
    ("every-layer", "odd pictures", FILE),
    ("mlp on a table", TABLE, 'library = "mlp"\nhidden = [16]'),
    ("mlp on numbers", NUMBERS, 'library = "mlp"\nhidden = [16]'),
    ("two classes, binary cross-entropy", TABLE, 'library = "mlp"\nhidden = [16]\n[train]\nloss = "binary_cross_entropy"'),
    ("char-gpt", TEXT, 'library = "char-gpt"\nlayers = 2\nwidth = 32'),
    ("gpt2-124m", TEXT, 'library = "gpt2-124m"\nlayers = 2\nwidth = 48\nheads = 3'),
]
SAMPLES = 37


def write_data(folder):
    """A text and two tables; the pictures are Laptime's own made-up ones."""
    rng = np.random.default_rng(7)
    with open(f"{folder}/text.txt", "w", encoding="utf-8") as file:
        file.write("".join(rng.choice(list("abcdefgh ,é\n"), size=20000)))
    x = rng.normal(size=(400, 6)).astype(np.float32)
    score = x @ rng.normal(size=6)
    np.save(f"{folder}/x.npy", x)
    for name, target in (("classes", ["yes" if s > 0 else "no" for s in score]), ("numbers", score)):
        with open(f"{folder}/{name}.csv", "w", encoding="utf-8") as file:
            file.write("a,b,c,d,e,f,y\n")
            for row, wanted in zip(x, target):
                file.write(",".join(repr(float(v)) for v in row) + f",{wanted}\n")


def normalised(session, rows):
    """Rows of a table as the run's data made them: what it learnt is in the file's metadata."""
    learned = json.loads(session.get_modelmeta().custom_metadata_map["preprocessing"])
    columns = learned["table"]["columns"]
    mean = np.array([c["mean"] for c in columns])
    deviation = np.array([c["deviation"] for c in columns])
    return ((rows - mean) / deviation).astype(np.float32)


class Check:
    def __init__(self, laptime, folder):
        self.laptime, self.folder = laptime, folder

    def run(self, *arguments):
        done = subprocess.run([self.laptime, "--history", f"{self.folder}/h.db", *arguments], cwd=self.folder,
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"laptime {' '.join(arguments)}: {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()] if "--json" in arguments else []

    def train(self, name, data, model):
        datasets = {PICTURES: "synthetic:32x32x3/7/256", "odd pictures": "synthetic:13x11x3/5/256",
                    TEXT: "text:text.txt", TABLE: "csv:classes.csv", NUMBERS: "csv:numbers.csv"}
        train = "" if "[train]" in model else "[train]\n"
        with open(f"{self.folder}/e.toml", "w", encoding="utf-8") as file:
            file.write(f'[data]\ndataset = "{datasets[data]}"\ncontext = 16\n[model]\n{model}\n{train}steps = 12\n'
                       "learning_rate = 0.01\n[speed]\nglobal_batch = 32\n")
        events = self.run("train", "e.toml", "--name", name, "--json")
        return str(events[0]["run"])

    def difference(self, name, data, model):
        run = self.train(name, data, model)
        path = f"{self.folder}/m.onnx"
        self.run("export", run, "--out", path)
        onnx.checker.check_model(path, full_check=True)
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        if data == TEXT:
            return self.text_difference(run, session)
        if data in (TABLE, NUMBERS):
            rows = np.load(f"{self.folder}/x.npy")[:SAMPLES]
            with open(f"{self.folder}/p.csv", "w", encoding="utf-8") as file:
                file.write("a,b,c,d,e,f\n" + "".join(",".join(repr(float(v)) for v in r) + "\n" for r in rows))
            samples, given = normalised(session, rows), "p.csv"
        else:
            shape = session.get_inputs()[0].shape[1:]
            samples = np.random.default_rng(3).integers(0, 256, size=(SAMPLES, *shape), dtype=np.uint8)
            np.save(f"{self.folder}/p.npy", samples)
            given = "p.npy"
        theirs = session.run(["output"], {"x": samples})[0]
        ours = np.zeros_like(theirs, dtype=np.float64)
        for i, line in enumerate(self.run("predict", run, given, "--json", "--top", "1000")):
            if "values" in line:
                ours[i] = line["values"]
            else:
                for one in line["top"]:
                    ours[i, one["number"]] = one["probability"]
        assert i == SAMPLES - 1
        # Numbers are compared by their size, probabilities as they are.
        return float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max())), float(theirs.std())

    def text_difference(self, run, session):
        learned = json.loads(session.get_modelmeta().custom_metadata_map["preprocessing"])
        vocabulary, context = learned["vocabulary"], learned["target"]["width"]
        rng = np.random.default_rng(5)
        worst, spread = 0.0, 0.0
        for length in (1, 5, context):
            ids = rng.integers(0, len(vocabulary), size=length)
            prompt = "".join(vocabulary[i] for i in ids)
            x = np.zeros((2, context), dtype=np.int64)  # two of them: the batch is free
            x[0, :length] = ids
            x[1, :length] = ids
            theirs = session.run(["output"], {"x": x})[0][1, length - 1]
            said = self.run("predict", run, "--prompt", prompt, "--length", "1", "--top", "1000", "--json")[0]
            ours = np.zeros_like(theirs, dtype=np.float64)
            for one in said["next"]:
                ours[one["number"]] = one["probability"]
            worst, spread = max(worst, float(np.abs(ours - theirs).max())), float(theirs.std())
        return worst, spread


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    laptime, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        write_data(folder)
        check = Check(laptime, folder)
        for name, data, model in CASES:
            if wanted and name not in wanted:
                continue
            off, spread = check.difference(name, data, model)
            failed |= not off <= MOST
            print(f"{name:36} off by at most {off:.1e}   (spread of the outputs {spread:.2f})", flush=True)
    print("failed" if failed else f"all within {MOST}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
