#!/usr/bin/env python3
"""build-times.py PAGE: builds what `make demo`, `make test` and `make check` build, each from nothing below build/times, and
writes to PAGE where the processor time goes: by preset and target, and with clang's -ftime-trace by unit and header."""
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "times"
# The trace comes from `check`, where each source is a unit of its own; the others show what people wait for.
PRESETS = {
    "demo": "`make demo`: the command",
    "wasm": "`make demo` and `make test`: the library for the page",
    "dev": "`make test`: library, command, tests and fuzz targets with sanitizers",
    "tsan": "`make test`: library and the tests of threads",
    "check": "`make check`: every layer and every test, each source by itself",
}
TARGETS = {"demo": ["meshwright"], "tsan": ["threads_tests"]}  # all of the others
TRACED = "check"
# As the Makefile builds.
ENVIRONMENT = os.environ | {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def build(preset):
    """Seconds of the processor and of the clock."""
    folder = WORK / preset
    shutil.rmtree(folder, ignore_errors=True)
    flags = ["-DCMAKE_CXX_FLAGS=-ftime-trace"] if preset == TRACED else []
    before, began = processor_time(), time.monotonic()
    for command in (["cmake", "--preset", preset, "-B", folder, *flags],
                    ["ninja", "-C", folder, f"-j{os.cpu_count()}", *TARGETS.get(preset, [])]):
        subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    return processor_time() - before, time.monotonic() - began


def target_of(output):
    found = re.search(r"CMakeFiles/([^/]+)\.dir/", output)
    return found[1] if found else "linking, archiving and the rest"


def by_target(preset):
    """Seconds of ninja's steps: with as many steps at once as there are cores, nearly those of the processor."""
    seconds = Counter()
    for line in (WORK / preset / ".ninja_log").read_text().splitlines()[1:]:
        begin, end, _, output, _ = line.split("\t")
        seconds[target_of(output)] += (int(end) - int(begin)) / 1000
    return seconds


def events_of(trace):
    """Name, detail and seconds of each event. Those of sources are a pair of events, a begin and an end."""
    begun = defaultdict(list)
    for event in trace["traceEvents"]:
        detail = event.get("args", {}).get("detail", "")
        if event["ph"] == "X":
            yield event["name"], detail, event["dur"] / 1e6
        elif event["ph"] == "b":
            begun[event["id"]].append((event, detail))
        elif event["ph"] == "e" and begun[event["id"]]:
            first, detail = begun[event["id"]].pop()
            yield first["name"], detail, (event["ts"] - first["ts"]) / 1e6


def name_of(path):
    path = re.sub(r"^.*/layers/[^/]+/meshwright/", "include/meshwright/", path)
    return re.sub(rf"^{ROOT}/|^.*/include/(?=c\+\+/)|^/usr/include/", "", path)


def read_traces(folder):
    units, headers, users = Counter(), Counter(), Counter()
    for path in folder.rglob("*.json"):
        trace = json.loads(path.read_text()) if ".dir/" in str(path) else {}
        if "traceEvents" not in trace:
            continue
        unit = re.sub(r"CMakeFiles/[^/]+\.dir/", "", str(path.relative_to(folder)))[:-len(".json")]
        for name, detail, seconds in events_of(trace):
            if name == "ExecuteCompiler":
                units[unit] += seconds
            elif name == "Source" and not detail.endswith(".cpp"):
                headers[name_of(detail)] += seconds
                users[name_of(detail)] += 1
    return units, headers, users


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def page(totals):
    lines = ["# Where the time of a build goes", "",
             f"Written by `make times` on {os.cpu_count()} cores: everything built from nothing, without the packages and "
             "without running a test.", "",
             *table(["preset", "what it is", "processor seconds", "seconds by the clock"],
                    [(preset, PRESETS[preset], f"{used:.0f}", f"{waited:.0f}") for preset, (used, waited) in totals.items()])]
    for preset in totals:
        lines += [f"## {preset}, by target", "",
                  *table(["target", "seconds"], [(name, f"{s:.0f}") for name, s in by_target(preset).most_common(20) if s >= 1])]
    units, headers, users = read_traces(WORK / TRACED)
    lines += ["## The twenty most expensive units", "",
              *table(["unit", "seconds"], [(name, f"{s:.1f}") for name, s in units.most_common(20)]),
              "## The twenty most expensive headers", "",
              "With all that they include, in all units together; what is precompiled does not show.", "",
              *table(["header", "units", "seconds"], [(name, users[name], f"{s:.0f}") for name, s in headers.most_common(20)])]
    return "\n".join(lines).rstrip() + "\n"


def main(out):
    totals = {}
    for preset in PRESETS:
        print(f"building {preset}", flush=True)
        totals[preset] = build(preset)
    Path(out).write_text(page(totals))


main(sys.argv[1])
