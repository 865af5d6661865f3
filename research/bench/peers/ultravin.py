"""Times the library's own call, one VIN at a time, after one round to warm up. VINs come on standard input."""
import json
import sys
import time

import ultravin

vins = sys.stdin.read().split("\n")
for vin in vins:
    ultravin.decode(vin)
samples = []
for vin in vins:
    before = time.perf_counter()
    ultravin.decode(vin)
    samples.append(time.perf_counter() - before)


def rate(decode):
    # Of processor time, so that other work on the machine counts for nobody.
    start = time.process_time()
    for vin in vins:
        decode(vin)
    return len(vins) / (time.process_time() - start)


rounds = [rate(ultravin.decode) for _ in range(5)]
texts = [rate(ultravin.decode_json) for _ in range(5)]
samples.sort()
print(json.dumps({"rate": max(rounds), "textRate": max(texts), "p50Us": samples[len(samples) // 2] * 1e6}))
