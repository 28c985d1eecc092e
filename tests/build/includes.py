#!/usr/bin/env python3
"""includes.py ROOT [LIMITS]: who includes what, from the sources' own text. With LIMITS (include_limits.txt) it fails where
a limit is passed, without it prints the figures that the limits are about.

A unit is a .cpp of src, cli, serve, tests, fuzz, bench or bindings. Its included lines are those of this project's headers, each
once; headers of libraries are not followed, but counted as seen where the list below names them."""
import re
import sys
from collections import Counter
from pathlib import Path

FOLDERS = ["src", "cli", "serve", "tests", "fuzz", "bench", "bindings"]
HEAVY = {"CLI/CLI.hpp", "fmt/format.h", "gtest/gtest.h", "rapidcheck.h", "httplib.h", "fast_float/fast_float.h"}
INCLUDE = re.compile(r'^\s*#include\s+[<"]([^>"]+)[>"]', re.M)


class Graph:
    def __init__(self, root):
        self.root = root
        self.direct = {}
        self.lines = {}
        self.closed = {}

    def find(self, name, source):
        """The file of this project that an include names; the name itself where it is a heavy header of a library."""
        places = [folder / name for folder in (*source.parents, self.root / "include", self.root / "tests")]
        found = next((place.resolve() for place in places if place.is_file()), None)
        return found or (name if name in HEAVY else None)

    def includes(self, file):
        if file not in self.direct:
            text = file.read_text()
            self.lines[file] = text.count("\n")
            self.direct[file] = [seen for seen in (self.find(name, file) for name in INCLUDE.findall(text)) if seen]
        return self.direct[file]

    def seen(self, file):
        """Everything that a file includes, directly or not."""
        if file not in self.closed:
            seen, open_files = set(), [file]
            while open_files:
                for each in self.includes(open_files.pop()):
                    if each in seen:
                        continue
                    seen.add(each)
                    if isinstance(each, Path):
                        open_files.append(each)
            self.closed[file] = seen
        return self.closed[file]


def measure(root):
    graph = Graph(root)
    units = sorted(unit for folder in FOLDERS for unit in (root / folder).rglob("*.cpp"))
    users, lines = Counter(), {}
    for unit in units:
        seen = graph.seen(unit)
        lines[str(unit.relative_to(root))] = sum(graph.lines[each] for each in seen if isinstance(each, Path))
        for each in seen:
            users[str(each.relative_to(root)) if isinstance(each, Path) else each] += 1
    return lines, users


def check(lines, users, limits):
    """Lines of the list: "unit FOLDER LINES" for every unit whose path begins so, "share PERCENT HEADER" and "count UNITS HEADER"
    for a header."""
    problems = []
    for number, row in enumerate(limits.read_text().splitlines(), 1):
        words = row.split("#")[0].split()
        if not words:
            continue
        if words[0] == "unit":
            problems += [f"{unit} includes {count} lines, more than {words[2]}" for unit, count in lines.items()
                         if unit.startswith(words[1]) and count > int(words[2])]
        elif words[0] not in ("share", "count"):
            problems.append(f"{limits.name}:{number}: {words[0]} is neither unit, share nor count")
        elif words[2] not in users:
            problems.append(f"{limits.name}:{number}: nobody includes {words[2]}")
        elif words[0] == "count" and users[words[2]] > int(words[1]):
            problems.append(f"{users[words[2]]} units see {words[2]}, more than {words[1]}")
        elif words[0] == "share" and users[words[2]] * 100 > int(words[1]) * len(lines):
            problems.append(f"{users[words[2]]} of {len(lines)} units see {words[2]}, more than {words[1]} %")
    return problems


def main(root, limits=None):
    lines, users = measure(Path(root).resolve())
    if limits is None:
        for unit, count in sorted(lines.items(), key=lambda each: -each[1])[:20]:
            print(f"{count:6} lines included by {unit}")
        for header, count in users.most_common(40):
            print(f"{count:6} of {len(lines)} units see {header}")
        return 0
    problems = check(lines, users, Path(limits))
    print("\n".join(problems) or f"{len(lines)} units within their limits")
    return len(problems) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
