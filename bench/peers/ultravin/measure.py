"""Times the library's own call, one VIN at a time, after one round to warm up. VINs come on standard input."""
import json
import sys
import time

import ultravin

vins = sys.stdin.read().split("\n")
for vin in vins:
    ultravin.decode(vin)
rounds = []
samples = []
for _ in range(3):
    start = time.perf_counter()
    for vin in vins:
        before = time.perf_counter()
        ultravin.decode(vin)
        samples.append(time.perf_counter() - before)
    rounds.append(len(vins) / (time.perf_counter() - start))
start = time.perf_counter()
for vin in vins:
    ultravin.decode_json(vin)
json_rate = len(vins) / (time.perf_counter() - start)
samples.sort()
print(
    json.dumps(
        {
            "count": len(vins),
            "rate": max(rounds),
            "p50Us": samples[len(samples) // 2] * 1e6,
            "jsonRate": json_rate,
        }
    )
)
