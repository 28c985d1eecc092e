#!/usr/bin/env python3
"""Puts small, careless faults into the sources, one at a time, and counts how many the tests notice.

A fault is drawn with a seed, so that a run can be repeated. The sources themselves are never touched: everything
happens in a copy of the last commit under build/mutate. A fault that does not compile does not count.

    make mutate                           # 300 faults over src/ and cli/, or as many as the time allows
    make mutate BASE=main~20              # only in lines that changed since then
    make mutate COUNT=40 LAYER=scene SEED=7 MINUTES=20
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutate"
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.txt"

# The test programs, quickest first; a layer's own come before the rest.
PROGRAMS = ["core", "geometry", "codec", "scene", "files", "formats", "bw2", "wows", "exchange", "kotor", "cli", "corpus"]
LAYERS = {
    "src/core/": ("core", ["core"]),
    "src/geometry/": ("geometry", ["geometry"]),
    "src/codec/": ("codec", ["codec"]),
    "src/scene/": ("scene", ["scene"]),
    "src/exchange/": ("exchange", ["exchange"]),
    "src/formats/kotor/": ("kotor", ["kotor"]),
    "src/formats/wows/": ("wows", ["wows"]),
    "src/formats/bw2/": ("bw2", ["bw2"]),
    "src/formats/registry/": ("registry", ["formats", "cli"]),
    "src/formats/": ("formats", ["formats", "cli"]),
    "src/files/": ("files", ["files", "cli"]),
    "src/nav/": ("nav", ["nav"]),
    "cli/": ("cli", ["cli"]),
}


def layer_of(path):
    best = max((prefix for prefix in LAYERS if path.startswith(prefix)), key=len, default=None)
    return LAYERS[best] if best else (path.split("/")[0], [])


# ---- faults -------------------------------------------------------------------------------------------------------

Fault = collections.namedtuple("Fault", "path line column old new kind")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def code_only(text):
    """The same text with comments, literals and preprocessor lines blanked, so that columns stay as they are."""
    pattern = r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*'
    return re.sub(pattern, blank, text, flags=re.S | re.M)


# Binary operators have a blank on both sides (clang-format sees to that), which tells them from template brackets,
# unary signs and references.
SWAPS = [
    ("comparison", r" (<|>|<=|>=|==|!=) ", {"<": ["<=", ">="], ">": [">=", "<="], "<=": ["<", ">"], ">=": [">", "<"],
                                            "==": ["!="], "!=": ["=="]}),
    ("arithmetic", r" (\+|-|\*|/|%|<<|>>) ", {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<<": [">>"],
                                              ">>": ["<<"]}),
    ("logic", r" (&&|\|\|) ", {"&&": ["||"], "||": ["&&"]}),
    ("assignment", r" (\+=|-=|\|=) ", {"+=": ["=", "-="], "-=": ["+="], "|=": ["="]}),
    ("jump", r"\b(continue|break);", {"continue": ["break"], "break": ["continue"]}),
    ("truth", r"\b(true|false)\b", {"true": ["false"], "false": ["true"]}),
]


def swap_faults(path, number, line):
    for kind, pattern, swaps in SWAPS:
        for match in re.finditer(pattern, line):
            for new in swaps[match.group(1)]:
                yield Fault(path, number, match.start(1), match.group(1), new, kind)


def constant_faults(path, number, line):
    if re.match(r"\s*(case|template|static_assert)\b", line):
        return
    for match in re.finditer(r"(?<![\w.:<])(\d+)(?![\w.'])", line):
        value = int(match.group(1))
        yield Fault(path, number, match.start(1), match.group(1), str(value + 1), "constant")
        if value > 1:
            yield Fault(path, number, match.start(1), match.group(1), str(value - 1), "constant")


def negation_faults(path, number, line):
    for match in re.finditer(r"(?<=[(\s!&|])!(?=[\w(])", line):
        yield Fault(path, number, match.start(), "!", "", "negation")
    for match in re.finditer(r"\bif \((?=[\w:.>\-]+(\(\))?\))", line):
        yield Fault(path, number, match.end(), "", "!", "negation")


def dropped_faults(path, number, line):
    """A call or an early return that stands alone on its line, or behind an `if`, is left out."""
    call = re.match(r"\s*((?:[\w:]+(?:\.|->))*[\w:]+\(.*\);)\s*$", line)
    # Leaving out a reservation only costs time.
    if call and not re.match(r"\s*(return|if|for|while|switch|static_assert|delete)\b|.*\breserve\(", line):
        yield Fault(path, number, line.index(call.group(1)), call.group(1), ";", "dropped call")
    early = re.match(r"\s*(?:else )?if \(.*\) ((?:return|continue|break)\b[^;]*;)\s*$", line)
    if early:
        yield Fault(path, number, early.start(1), early.group(1), ";", "dropped jump")
    behind = re.match(r"\s*(?:else )?if \(.*\) ((?:[\w:]+(?:\.|->))*[\w:]+\(.*\);)\s*$", line)
    if behind:
        yield Fault(path, number, behind.start(1), behind.group(1), ";", "dropped call")


def swapped_faults(path, number, line):
    """Two neighbouring arguments change places; if their types differ, it mostly does not compile."""
    for match in re.finditer(r"[(,] ?([\w.\[\]]+), ([\w.\[\]]+)(?=[,)])", line):
        first, second = match.group(1), match.group(2)
        if first != second and not re.fullmatch(r"[\d.]+", first):
            yield Fault(path, number, match.start(1), f"{first}, {second}", f"{second}, {first}", "swapped arguments")


def member_faults(path, number, line, members):
    for match in re.finditer(r"\b(\w+)::(k[A-Z]\w*)\b", line):
        for other in sorted(members.get(match.group(1), set()) - {match.group(2)})[:3]:
            yield Fault(path, number, match.start(2), match.group(2), other, "enum member")
    for match in re.finditer(r"(?<=[\w\])])\.([xyz])\b", line):
        for other in {"x", "y", "z"} - {match.group(1)}:
            yield Fault(path, number, match.start(1), match.group(1), other, "component")


def enum_members(tree):
    members = collections.defaultdict(set)
    for path in tree.rglob("*.h"):
        for enum in re.finditer(r"enum class (\w+)[^{;]*\{([^}]*)\}", code_only(path.read_text())):
            members[enum.group(1)].update(re.findall(r"\bk[A-Z]\w*", enum.group(2)))
    return members


def faults_in(tree, path, members, lines):
    code = code_only((tree / path).read_text()).split("\n")
    for index, line in enumerate(code):
        number = index + 1
        if lines is not None and number not in lines:
            continue
        yield from swap_faults(path, number, line)
        yield from constant_faults(path, number, line)
        yield from negation_faults(path, number, line)
        yield from dropped_faults(path, number, line)
        yield from swapped_faults(path, number, line)
        yield from member_faults(path, number, line, members)


def changed_lines(base):
    """For each file, the numbers of the lines that were added or changed since `base`."""
    text = subprocess.run(["git", "diff", "-U0", base, "HEAD", "--", "src", "cli"], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout
    lines, path = collections.defaultdict(set), None
    for line in text.split("\n"):
        if line.startswith("+++ "):
            path = line[6:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            start, count = int(hunk.group(1)), int(hunk.group(2) or 1)
            lines[path].update(range(start, start + count))
    return lines


def draw(tree, arguments):
    """All faults in the order in which they are tried: layers take turns, so that each gets its share."""
    chosen = changed_lines(arguments.base) if arguments.base else None
    members = enum_members(tree / "include")
    by_layer = collections.defaultdict(list)
    for path in sorted(p.relative_to(tree).as_posix() for top in ("src", "cli") for p in (tree / top).rglob("*.cpp")):
        layer = layer_of(path)[0]
        if (chosen is not None and path not in chosen) or (arguments.layer and layer != arguments.layer):
            continue
        if "_sample" in path:  # what a sample looks like is free
            continue
        by_layer[layer].extend(faults_in(tree, path, members, chosen and chosen[path]))
    chance = random.Random(arguments.seed)
    weights = {layer: len(faults) ** 0.5 for layer, faults in by_layer.items()}
    order = []
    for layer, faults in sorted(by_layer.items()):
        chance.shuffle(faults)
        order += [((rank + chance.random()) / weights[layer], fault) for rank, fault in enumerate(faults)]
    return [fault for _, fault in sorted(order)]


# ---- trying one ---------------------------------------------------------------------------------------------------

def run(command, cwd, seconds, environment=None):
    """Its exit code; 124 if it took longer. Nothing it started stays behind."""
    process = subprocess.Popen(command, cwd=cwd, env=environment, start_new_session=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return 124


class Bench:
    """A copy of the sources with a build of its own, in which one fault at a time is tried."""

    def __init__(self, number, jobs):
        self.tree, self.jobs = WORK / f"tree{number}", jobs
        self.build = self.tree / "build"
        self.programs, self.limits = [], {}

    def prepare(self):
        if not self.tree.exists():
            subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
            subprocess.run(["git", "worktree", "add", "--detach", "--force", self.tree, "HEAD"], cwd=ROOT, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["git", "checkout", "--quiet", "--force", "--detach",
                        subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()],
                       cwd=self.tree, check=True)
        flags = ["-DMESHWRIGHT_WERROR=OFF", "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g0"]
        if shutil.which("mold"):
            flags.append("-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold")
        subprocess.run(["cmake", "--preset", "dev", "-B", self.build, *flags], cwd=self.tree, check=True,
                       stdout=subprocess.DEVNULL)
        targets = subprocess.check_output(["ninja", "-C", self.build, "-t", "targets", "all"], text=True)
        self.programs = [name for name in PROGRAMS + ["nav"] if f"tests/{name}_tests:" in targets]
        subprocess.run(["ninja", "-C", self.build, f"-j{self.jobs}", "meshwright",
                        *(f"{name}_tests" for name in self.programs)], check=True, stdout=subprocess.DEVNULL)

    def tests(self, name):
        environment = dict(os.environ, TMPDIR=str(self.build), ASAN_OPTIONS="abort_on_error=0:detect_leaks=0")
        program = self.build / "tests" / f"{name}_tests"
        command = [program, "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=-*Mutants*:*Doubl*:*Linear*"]
        return run(command, self.build, self.limits.get(name, 900), environment)

    def red(self):
        """The programs that fail as things are; how long the others take limits how long they may take with a fault."""
        failed = []
        for name in self.programs:
            begin = time.monotonic()
            if self.tests(name) != 0:
                failed.append(name)
            self.limits[name] = 30 + 4 * (time.monotonic() - begin)
        return failed

    def attempt(self, fault):
        """'stillborn', 'survived', or the test program that noticed it."""
        path = self.tree / fault.path
        before = path.read_text()
        lines = before.split("\n")
        line = lines[fault.line - 1]
        assert line[fault.column:fault.column + len(fault.old)] == fault.old, fault
        lines[fault.line - 1] = line[:fault.column] + fault.new + line[fault.column + len(fault.old):]
        path.write_text("\n".join(lines))
        try:
            return self.judge(fault)
        finally:
            path.write_text(before)

    def judge(self, fault):
        first = [name for name in layer_of(fault.path)[1] if name in self.programs]
        for name in first + [name for name in self.programs if name not in first]:
            targets = [f"{name}_tests"] + (["meshwright"] if name in ("cli", "files") else [])
            if run(["ninja", "-C", self.build, "-j1", *targets], self.build, 600) != 0:
                return "stillborn"
            if self.tests(name) != 0:
                return name
        return "survived"


# ---- the whole run ------------------------------------------------------------------------------------------------

def known_equivalents():
    """Lines `path: old line -> new line  # reason`; what stands there is not drawn."""
    if not EQUIVALENT.exists():
        return set()
    lines = [line.split("  # ")[0].strip() for line in EQUIVALENT.read_text().split("\n")]
    return {line for line in lines if line and not line.startswith("#")}


def shown(tree, fault):
    line = (tree / fault.path).read_text().split("\n")[fault.line - 1]
    changed = line[:fault.column] + fault.new + line[fault.column + len(fault.old):]
    return f"{fault.path}: {line.strip()} -> {changed.strip()}"


class Run:
    def __init__(self, arguments):
        self.arguments, self.lock = arguments, threading.Lock()
        self.results, self.stillborn, self.queue, self.deadline = [], 0, [], 0

    def work(self, bench):
        while time.monotonic() < self.deadline:
            with self.lock:
                if not self.queue or len(self.results) >= self.arguments.count:
                    return
                fault, change = self.queue.pop(0)
            outcome = bench.attempt(fault)
            with self.lock:
                self.record(fault, change, outcome)

    def record(self, fault, change, outcome):
        if outcome == "stillborn":
            self.stillborn += 1
            return
        if len(self.results) < self.arguments.count:
            self.results.append((fault, outcome))
            if outcome == "survived":
                print(f"\rsurvived, line {fault.line}, {fault.kind}: {change}", flush=True)
            elif sys.stderr.isatty():
                print(f"\r{len(self.results)} of {self.arguments.count}", end="", file=sys.stderr)

    def go(self):
        benches = [Bench(number, self.arguments.jobs) for number in range(self.arguments.jobs)]
        for bench in benches:
            bench.prepare()
        red = benches[0].red()
        for bench in benches:
            bench.limits = benches[0].limits
        if red:
            sys.exit(f"these fail before any fault was put in: {', '.join(red)}")
        equivalents = known_equivalents()
        drawn = [(fault, shown(benches[0].tree, fault)) for fault in draw(benches[0].tree, self.arguments)]
        self.queue = [(fault, change) for fault, change in drawn if change not in equivalents]
        self.deadline = time.monotonic() + self.arguments.minutes * 60
        threads = [threading.Thread(target=self.work, args=(bench,)) for bench in benches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.report()

    def report(self):
        tried, noticed = collections.Counter(), collections.Counter()
        for fault, outcome in self.results:
            layer = layer_of(fault.path)[0]
            tried[layer] += 1
            noticed[layer] += outcome != "survived"
        print(f"\n| layer | faults | noticed | score |\n|---|---|---|---|")
        for layer in sorted(tried):
            print(f"| {layer} | {tried[layer]} | {noticed[layer]} | {100 * noticed[layer] // tried[layer]} % |")
        total, seen = sum(tried.values()), sum(noticed.values())
        print(f"| all | {total} | {seen} | {100 * seen // max(total, 1)} % |")
        print(f"\nseed {self.arguments.seed}; {self.stillborn} more did not compile")
        (WORK / "results.json").write_text(json.dumps(
            [dict(fault._asdict(), outcome=outcome) for fault, outcome in self.results], indent=1))
        return 0 if total else 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=240, help="stop after this time, building not counted")
    parser.add_argument("--base", default="", help="only lines changed since this commit")
    parser.add_argument("--layer", default="", help="only this layer")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return Run(parser.parse_args()).go()


if __name__ == "__main__":
    sys.exit(main())
