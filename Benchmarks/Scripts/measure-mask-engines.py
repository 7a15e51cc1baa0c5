#!/usr/bin/env python3
"""Measures llguidance for the report's section 'masks', and prints its figures as JSON.

usage: measure-llguidance.py TEKKEN.json SAMPLE.jsonl
"""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import time

import numpy

CHECK = pathlib.Path(__file__).resolve().parents[2] / ".ci" / "check-masks"
loader = importlib.machinery.SourceFileLoader("check_masks", str(CHECK))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_masks", loader))
loader.exec_module(check)


def figures(times):
    times = sorted(time / 1000 for time in times)
    if not times:
        return {"p50": 0, "p90": 0, "p99": 0, "mean": 0, "count": 0}
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    mean = sum(times) / len(times)
    return {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "mean": mean, "count": len(times)}


def run(matcher, tokens, buffer):
    times = []
    for position in range(len(tokens) + 1):
        start = time.perf_counter_ns()
        matcher.unsafe_compute_mask_ptr(buffer.ctypes.data, buffer.nbytes)
        times.append(time.perf_counter_ns() - start)
        if position < len(tokens):
            matcher.consume_token(tokens[position])
    return times


def main():
    peer = check.Peer(check.Tokens(pathlib.Path(sys.argv[1])))
    buffer = numpy.zeros((peer.size + 63) // 64 * 2, dtype=numpy.uint32)
    first, cold, warm = [], [], []
    for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
        entry = json.loads(line)
        best = None
        for _ in range(3):
            start = time.perf_counter_ns()
            matcher = peer.matcher(entry["schema"])
            if matcher is None:
                break
            matcher.unsafe_compute_mask_ptr(buffer.ctypes.data, buffer.nbytes)
            best = min(best or 1 << 62, time.perf_counter_ns() - start)
        if matcher is None:
            continue
        first.append(best)
        pristine = peer.matcher(entry["schema"])
        for tokens in entry["instances"]:
            passes = [run(pristine.deep_copy(), tokens, buffer) for _ in range(3)]
            cold += [min(times) for times in zip(*passes)]
            kept = pristine.deep_copy()
            for repeat in range(3):
                times = run(kept, tokens, buffer)
                kept.reset()
            warm += times
    print(json.dumps({"first": figures(first), "cold": figures(cold), "warm": figures(warm)}))


if __name__ == "__main__":
    main()
