#!/usr/bin/env python3
"""count-tests.py FOLDER: how many tests ran, from the results that the test programs left in FOLDER, one file for each
shard of a program. ctest counts a shard, or a script, as one."""
import json
import sys
from pathlib import Path


def outcomes(report):
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test.get("failures"):
                yield name, "failed"
            elif test["result"] == "SKIPPED":
                yield name, "skipped"
            elif test["status"] == "RUN":
                yield name, "passed"


def main(folder):
    files = sorted(Path(folder).glob("*.json"))
    if not files:
        sys.exit(f"count-tests.py: no results in {folder}")
    found = [outcome for file in files for outcome in outcomes(json.loads(file.read_text()))]
    for name, outcome in found:
        if outcome != "passed":
            print(f"{outcome}: {name}")
    count = {kind: sum(outcome == kind for _, outcome in found) for kind in ("passed", "failed", "skipped")}
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return count["failed"] > 0


sys.exit(main(sys.argv[1]))
