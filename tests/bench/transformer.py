#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how fast a training step of a small language model is, and its ratio to the same model in PyTorch.

    tests/bench/transformer.py build/release/tests/bench/bench_transformer [--python PYTHON] [--threads N] [--rounds N]
                               [--batch N] [--layers N] [--width N] [--heads N] [--context N] [--vocabulary N] [--both-ways]

Without options the model is char-gpt with a batch of 64. Both programs run in turn, several rounds, because machines
drift; the figures are medians of the rounds' medians, and the best step of all in brackets, which says more on a
machine that others use too. --python names an interpreter that has torch (Debian: /usr/bin/python3 with python3-torch).
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
import time

SIZES = {"batch": 64, "layers": 4, "width": 128, "heads": 4, "context": 64, "vocabulary": 65}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--precision", default="")
    parser.add_argument("--both-ways", action="store_true")
    for name, size in SIZES.items():
        parser.add_argument("--" + name, type=int, default=size)
    return parser.parse_args()


def peer(args):
    """The model in PyTorch, one JSON line as bench_transformer prints it. Runs in a process of its own."""
    import torch
    import torch.nn as nn
    import torch.nn.functional as F

    torch.set_num_threads(args.threads)
    torch.manual_seed(1)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(args.width), nn.LayerNorm(args.width)
            self.qkv, self.out = nn.Linear(args.width, 3 * args.width), nn.Linear(args.width, args.width)
            self.up, self.down = nn.Linear(args.width, 4 * args.width), nn.Linear(4 * args.width, args.width)
            self.register_buffer("seen", torch.ones(args.context, args.context).tril().bool())

        def attend(self, x):
            batch, length, width = x.shape
            q, k, v = (part.view(batch, length, args.heads, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, -1))
            if hasattr(F, "scaled_dot_product_attention"):
                y = F.scaled_dot_product_attention(q, k, v, is_causal=not args.both_ways)
            else:
                scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
                if not args.both_ways:
                    scores = scores.masked_fill(~self.seen, float("-inf"))
                y = scores.softmax(-1) @ v
            return self.out(y.transpose(1, 2).reshape(batch, length, width))

        def forward(self, x):
            x = x + self.attend(self.norm1(x))
            return x + self.down(F.gelu(self.up(self.norm2(x))))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(args.vocabulary, args.width)
            self.positions = nn.Parameter(torch.zeros(args.context, args.width))
            self.blocks = nn.Sequential(*(Block() for _ in range(args.layers)))
            self.norm, self.logits = nn.LayerNorm(args.width), nn.Linear(args.width, args.vocabulary)

        def forward(self, ids):
            x = self.norm(self.blocks(self.tokens(ids) + self.positions))
            with torch.autocast("cpu", enabled=False):
                return self.logits(x.float()).flatten(0, 1)

    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    ids = torch.randint(0, args.vocabulary, (args.batch, args.context))
    labels = ids.flatten().roll(-1)
    times = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < args.seconds or len(times) < 10:
        start = time.perf_counter()
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=args.precision == "mixed_bfloat16"):
            logits = model(ids)
        F.cross_entropy(logits, labels).backward()
        optimizer.step()
        times.append(time.perf_counter() - start)
    times = times[3:]
    print(json.dumps({"version": torch.__version__, "step_ms": 1e3 * statistics.median(times),
                      "best_step_ms": 1e3 * min(times)}))


def run(command):
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return json.loads(lines[0])


def compare(args):
    sizes = [word for name in SIZES if name != "batch" for word in ("--" + name, str(getattr(args, name)))]
    sizes += ["--both-ways"] if args.both_ways else []
    common = ["--threads", str(args.threads), "--seconds", str(args.seconds)]
    tokens = args.batch * args.context
    for precision in ("float32", "mixed_bfloat16"):
        commands = {"laptime": [args.bench, precision, str(args.batch)] + sizes + common,
                    "torch": [args.python, __file__, "peer", "--precision", precision, "--batch", str(args.batch)] + sizes + common}
        steps, best = {who: [] for who in commands}, {who: math.inf for who in commands}
        for _ in range(args.rounds):
            for who, command in commands.items():
                line = run(command)
                steps[who].append(line["step_ms"])
                best[who] = min(best[who], line["best_step_ms"])
        median = {who: statistics.median(values) for who, values in steps.items()}
        for who in commands:
            print(f"{who:8} {precision:15} {1e3 * tokens / median[who]:9.0f} tokens/s   step {median[who]:8.2f} ms "
                  f"(best {best[who]:.2f})")
        print(f"laptime / torch in {precision}: {median['torch'] / median['laptime']:.2f} x "
              f"(best steps {best['torch'] / best['laptime']:.2f} x)", flush=True)


if __name__ == "__main__":
    chosen = arguments()
    peer(chosen) if chosen.bench == "peer" else compare(chosen)
