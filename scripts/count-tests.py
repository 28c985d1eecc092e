#!/usr/bin/env python3
"""count-tests.py FOLDER: how many tests ran, from what the test programs and ctest (ctest.xml) left in FOLDER. ctest counts
one share of a program as one test; here each TEST counts, and so does each script."""
import json
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

SHARE = re.compile(r"_tests\.\d+$")


def of_program(file):
    for suite in json.loads(file.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            outcome = "failed" if test.get("failures") else "skipped" if test["result"] == "SKIPPED" else "passed"
            if test["status"] == "RUN":
                yield f"{suite['name']}.{test['name']}", outcome


def of_ctest(file):
    outcomes = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}
    for test in xml.parse(file).getroot().iter("testcase"):
        outcome = outcomes[test.get("status")]
        name = test.get("name")
        if not SHARE.search(name):
            yield name, outcome
        elif not (file.parent / f"{name}.json").exists():
            yield name, "failed"  # it crashed, or ended before its last test


def main(folder):
    found = [result for file in sorted(folder.glob("*.json")) for result in of_program(file)]
    found += of_ctest(folder / "ctest.xml")
    for name, outcome in found:
        if outcome != "passed":
            print(f"{outcome}: {name}")
    count = {kind: sum(outcome == kind for _, outcome in found) for kind in ("passed", "failed", "skipped")}
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return count["failed"] > 0


sys.exit(main(Path(sys.argv[1])))
