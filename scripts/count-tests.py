#!/usr/bin/env python3
"""count-tests.py FOLDER: how many tests ran, from what the test programs and ctest (ctest.xml) left in FOLDER. ctest counts
one share of a program as one test; here each TEST counts, and so does each script. What the build has
just made may not be skipped as missing: a file that has moved would hide what it tests."""
import json
import os
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

SHARE = re.compile(r"_tests\.\d+$")
BUILT = re.compile(r"(Viewer|Wasm|Threads|Khronos)\.")  # `make test` builds and installs all that these need
OVER_REAL_FILES = re.compile(r"RealFile|DownloadsAreTheSame")  # but for the games' files, which are not part of the project


def of_program(file):
    for suite in json.loads(file.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            outcome = "failed" if test.get("failures") else "skipped" if test["result"] == "SKIPPED" else "passed"
            yield f"{suite['name']}.{test['name']}", outcome if test["status"] == "RUN" else "skipped"


def results_of(file):
    return list(of_program(file)) if file.exists() else []


def of_ctest(file):
    outcomes = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}
    for test in xml.parse(file).getroot().iter("testcase"):
        outcome = outcomes[test.get("status")]
        name = test.get("name")
        if not SHARE.search(name):
            yield name, outcome
        elif outcome == "failed" and not any(each == "failed" for _, each in results_of(file.parent / f"{name}.json")):
            yield name, "failed"  # it crashed, ended before its last test, or leaked


def must_run(name):
    return BUILT.match(name) and (os.environ.get("MESHWRIGHT_CORPUS") or not OVER_REAL_FILES.search(name))


def main(folder):
    found = [result for file in sorted(folder.glob("*.json")) for result in of_program(file)]
    found += of_ctest(folder / "ctest.xml")
    found = [(name, "failed" if outcome == "skipped" and must_run(name) else outcome) for name, outcome in found]
    for name, outcome in found:
        if outcome != "passed":
            print(f"{outcome}: {name}")
    count = {kind: sum(outcome == kind for _, outcome in found) for kind in ("passed", "failed", "skipped")}
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return count["failed"] > 0 or count["passed"] == 0


sys.exit(main(Path(sys.argv[1])))
