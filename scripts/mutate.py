#!/usr/bin/env python3
"""Puts small, careless faults into the sources, one at a time, and counts how many the tests notice.

A fault is drawn with a seed, so that a run can be repeated. The sources themselves are never touched: everything
happens beside a copy of the last commit under build/mutate. A fault that the compiler refuses, be it by a warning, does
not count. Each is tried in a quick build first (no sanitizers, without the slow tests); what survives that is tried
once more with the sanitizers and every test of its layer.

    make mutate                           # 300 faults over src/, cli/ and serve/, or as many as the time allows
    make mutate BASE=main~20              # only in lines that changed since then
    make mutate COUNT=40 LAYER=scene SEED=7 MINUTES=20
    make mutate AGAIN=1                   # after a commit of tests: the survivors of the last run, and what it left out
"""

import argparse
import collections
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
from mutate_faults import ROOT, draw, layer_of, lines_of, shown  # noqa: E402

WORK = ROOT / "build" / "mutate"
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.txt"

RESULTS = WORK / "results.json"

# The test programs, quickest first; a layer's own come before the rest. The files of the games are not needed: what
# only they would notice counts as a survivor.
PROGRAMS = ["scene", "edit", "codec", "core", "serve", "batch", "formats", "view", "new_model", "onto", "files", "bw2", "exchange",
            "geometry", "nav", "wows", "golden", "kotor", "cli"]

# Those that run `meshwright` itself.
RUN_THE_COMMAND = ("files", "batch", "cli", "new_model", "golden")

# Tests that take long and rarely notice first; they run with the sanitizers.
SLOW = ("*Mutants*:*Growth*:*Doubl*:*Linear*:*Proportion*:*Square*:*Million*:*BoundaryValues*:*Truncation*:*MoreMemory*:"
        "Killed.*:*Race*:*AKill*:LargeBatch.*")

# ---- trying one ---------------------------------------------------------------------------------------------------

Limit = collections.namedtuple("Limit", "processor wall memory")
GIGABYTE = 1 << 30


def stop(message):
    """Ends all threads."""
    print(message, file=sys.stderr, flush=True)
    os._exit(2)


def run(command, cwd, limit, environment=None):
    """Its exit code; 124 if it took longer. Nothing it started stays behind. Processor time is what counts, so that a
    busy machine does not make a fault look noticed."""
    def confine():
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):  # tests send them, and nohup and & ignore them
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit.processor) + 1, int(limit.processor) + 2))
        if limit.memory:
            resource.setrlimit(resource.RLIMIT_AS, (limit.memory, limit.memory))

    process = subprocess.Popen(command, cwd=cwd, env=environment, start_new_session=True, preexec_fn=confine,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        return process.wait(timeout=limit.wall)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return 124


class Build:
    """One way of building the tests. It is built once without a fault. A fault costs the compiler one file, and each
    program one link: its object stands before the libraries, so that they need not give theirs (nor all of them)."""

    def __init__(self, tree, name, flags, left_out, memory, jobs):
        self.tree, self.folder, self.jobs = tree, tree / "build" / name, jobs
        self.flags, self.left_out, self.memory = flags, left_out, memory
        self.compile, self.link, self.limits, self.lock = {}, {}, {}, threading.Lock()

    def configure(self):
        flags = list(self.flags) + ["-DCMAKE_UNITY_BUILD=OFF"]  # a fault is compiled by itself
        if shutil.which("mold"):
            flags.append("-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold")
        subprocess.run(["cmake", "--preset", "dev", "-B", self.folder, *flags], cwd=self.tree, check=True,
                       stdout=subprocess.DEVNULL)
        for entry in json.loads((self.folder / "compile_commands.json").read_text()):
            path = Path(entry["file"]).relative_to(self.tree).as_posix()
            self.compile[path] = shlex.split(entry["command"])
        for name in PROGRAMS + ["meshwright"]:
            target = "cli/meshwright" if name == "meshwright" else f"tests/{name}_tests"
            lines = subprocess.check_output(["ninja", "-C", self.folder, "-t", "commands", target], text=True)
            self.link[name] = shlex.split(lines.strip().split("\n")[-1].split(" && ")[1])

    def build(self, names):
        """With their precompiled headers, without which nothing compiles."""
        targets = ["meshwright"] + [f"{name}_tests" for name in names]
        if run(["ninja", "-C", self.folder, f"-j{self.jobs}", *targets], self.folder, Limit(7200, 7200, 0)) != 0:
            stop(f"{' '.join(targets)} cannot be built")

    def ready(self, name):
        """Sees that the tests of a program pass, when they are first needed."""
        with self.lock:
            if name in self.limits:
                return
            if not self.measured(name) and not self.measured(name):  # once by chance, on a busy machine
                stop(f"{name}_tests fails before any fault was put in")

    def passes(self, name, program, command):
        """Whether the tests of a program pass, with this as the command that some of them run. Tests that look for
        files left behind have a folder of their own."""
        with tempfile.TemporaryDirectory(dir=self.folder) as own:
            os.chmod(own, 0o755)  # tests that give up the rights of root look into it
            return self.passes_in(own, name, program, command)

    def passes_in(self, own, name, program, command):
        environment = dict(os.environ, TMPDIR=own, MESHWRIGHT_PROGRAM=str(command),
                           ASAN_OPTIONS="abort_on_error=0:detect_leaks=0")
        for folder in ("MESHWRIGHT_CORPUS", "MESHWRIGHT_GAME"):
            environment.pop(folder, None)
        arguments = [program, "--gtest_brief=1", "--gtest_fail_fast"]
        if self.left_out:
            arguments.append("--gtest_filter=-" + self.left_out)
        limit = self.limits.get(name, Limit(1800, 7200, self.memory))
        return run(arguments, self.folder, limit, environment) == 0

    def measured(self, name):
        """Whether it passes as things are; how long that takes limits how long it may take with a fault."""
        used, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        fine = self.passes(name, self.folder / "tests" / f"{name}_tests", self.folder / "cli" / "meshwright")
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        self.limits[name] = Limit(10 + 4 * processor, 60 + 10 * (time.monotonic() - begin), self.memory)
        return fine

    def compiled(self, path, text, bench):
        """The object of a changed source, or nothing."""
        copy, result = bench / Path(path).name, bench / "fault.o"
        copy.write_text(text)
        words = list(self.compile[path])
        words[words.index("-o") + 1] = str(result)
        words[words.index("-c") + 1] = str(copy)
        words += ["-iquote", str((self.tree / path).parent)]
        return result if run(words, self.folder, Limit(600, 3600, 0)) == 0 else None

    def concerns(self, name, path):
        """Whether a program holds the code of this source."""
        words, target = self.link[name], self.compile[path][self.compile[path].index("-o") + 1]
        library = re.sub(r"/CMakeFiles/(\w+)\.dir/.*", r"/lib\1.a", target)
        return library in words or target in words

    def linked(self, name, path, fault_object, bench):
        """The program with the faulty object; as it was if that cannot be in it."""
        words = list(self.link[name])
        output = words.index("-o") + 1
        if not self.concerns(name, path):
            return self.folder / words[output]
        own = self.compile[path][self.compile[path].index("-o") + 1]
        words[output] = str(bench / Path(words[output]).name)
        words = [word for word in words if word not in (own, "-Wl,--whole-archive", "-Wl,--no-whole-archive")]
        words.insert(1, str(fault_object))  # before the layers
        if run(words, self.folder, Limit(600, 3600, 0)) != 0:
            stop(f"{name} does not link with a fault in {path}")
        return Path(words[words.index("-o") + 1])


class Bench:
    """A place where one fault at a time is tried."""

    def __init__(self, number, quick, thorough):
        self.folder, self.quick, self.thorough = WORK / f"bench{number}", quick, thorough
        self.folder.mkdir(parents=True, exist_ok=True)

    def attempt(self, fault, build, names):
        """'stillborn', 'survived', or the test program that noticed it."""
        lines = list(lines_of(build.tree / fault.path))
        line = lines[fault.line - 1]
        assert line[fault.column:fault.column + len(fault.old)] == fault.old, fault
        lines[fault.line - 1] = line[:fault.column] + fault.new + line[fault.column + len(fault.old):]
        fault_object = build.compiled(fault.path, "\n".join(lines), self.folder)
        if not fault_object:
            return "stillborn"
        command = None
        for name in names:
            runs_command = name in RUN_THE_COMMAND
            if not runs_command and not build.concerns(name, fault.path):
                continue
            build.ready(name)
            if runs_command and not command:
                command = build.linked("meshwright", fault.path, fault_object, self.folder)
            program = build.linked(name, fault.path, fault_object, self.folder)
            # Twice, so that a test that fails by chance notices nothing.
            if not build.passes(name, program, command) and not build.passes(name, program, command):
                return name
        return "survived"

    def quickly(self, fault, others):
        own = layer_of(fault.path)[1] + ["golden"]  # which looks at what all layers make together
        return self.attempt(fault, self.quick, own + [name for name in PROGRAMS if others and name not in own])

    def thoroughly(self, fault):
        return self.attempt(fault, self.thorough, layer_of(fault.path)[1])


# ---- the whole run ------------------------------------------------------------------------------------------------

def known_equivalents():
    """Lines `path: old line -> new line  # reason`; what stands there is not drawn."""
    if not EQUIVALENT.exists():
        return set()
    lines = [line.split("  # ")[0].strip() for line in EQUIVALENT.read_text().split("\n")]
    return {line for line in lines if line and not line.startswith("#")}


def copy_of_the_last_commit():
    tree = WORK / "tree"
    if not tree.exists():
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        subprocess.run(["git", "worktree", "add", "--detach", "--force", tree, "HEAD"], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", head], cwd=tree, check=True)
    return tree


def keyed(tree, faults):
    """(key, fault) for each; a key outlives changes elsewhere in the file. Equal changes of a file are numbered."""
    number, keys = collections.Counter(), {}
    for fault in sorted(faults):
        change = shown(tree, fault)
        number[change] += 1
        keys[fault] = change if number[change] == 1 else f"{change}  (the {number[change]}th)"
    return [(keys[fault], fault) for fault in faults]


class Run:
    def __init__(self, arguments):
        self.arguments, self.lock = arguments, threading.Lock()
        self.outcomes, self.queue, self.deadline = {}, [], 0  # by key: (fault, outcome)

    def counted(self):
        return [(fault, outcome) for fault, outcome in self.outcomes.values() if outcome != "stillborn"]

    def survivors(self):
        return [(key, fault) for key, (fault, outcome) in self.outcomes.items() if outcome == "survived"]

    def work(self, bench):
        while time.monotonic() < self.deadline:
            with self.lock:
                if not self.queue or len(self.counted()) >= self.arguments.count:
                    return
                key, fault = self.queue.pop(0)
            outcome = bench.quickly(fault, others=not self.arguments.own)
            with self.lock:
                self.record(key, fault, outcome)  # be it one too many: survivors take longest and must not be left out

    def record(self, key, fault, outcome):
        self.outcomes[key] = (fault, outcome)
        RESULTS.write_text(json.dumps(dict(seed=self.arguments.seed, faults=[
            dict(change=key, line=fault.line, kind=fault.kind, outcome=result)
            for key, (fault, result) in self.outcomes.items()]), indent=1))
        if outcome == "survived":
            print(f"\rsurvived, line {fault.line}, {fault.kind}: {key}", flush=True)
        elif sys.stderr.isatty():
            print(f"\r{len(self.counted())} of {self.arguments.count}", end="", file=sys.stderr)

    def fill_queue(self, tree):
        """What was drawn, without the equivalent ones; after an earlier run, that one's survivors come first and what
        it settled is not tried again."""
        equivalents = known_equivalents()
        drawn = {key: fault for key, fault in keyed(tree, draw(tree, self.arguments)) if key not in equivalents}
        earlier = json.loads(RESULTS.read_text())["faults"] if self.arguments.again else []
        found = [(row["change"], row["outcome"]) for row in earlier if row["change"] in drawn]
        self.queue = [(key, drawn.pop(key)) for key, outcome in found if outcome == "survived"]
        self.outcomes = {key: (drawn.pop(key), outcome) for key, outcome in found if outcome != "survived"}
        self.queue += drawn.items()

    def go(self):
        tree = copy_of_the_last_commit()
        jobs = self.arguments.jobs
        quick = Build(tree, "quick", ["-DMESHWRIGHT_SANITIZE=", "-DMESHWRIGHT_FUZZ=OFF", "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g0"], SLOW, 4 * GIGABYTE,
                      jobs)
        thorough = Build(tree, "dev", [], "", 0, jobs)
        quick.configure()
        quick.build(PROGRAMS)
        self.fill_queue(tree)
        self.deadline = time.monotonic() + self.arguments.minutes * 60
        benches = [Bench(number, quick, thorough) for number in range(jobs)]
        threads = [threading.Thread(target=self.work, args=(bench,)) for bench in benches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if not self.arguments.quick:
            self.look_thoroughly(benches[0])
        return self.report()

    def look_thoroughly(self, bench):
        """What reads past a buffer may survive until the sanitizers look."""
        build = bench.thorough
        build.configure()
        own = {name for _, fault in self.survivors() for name in layer_of(fault.path)[1]}
        build.build(sorted(own))
        for key, fault in self.survivors():
            if time.monotonic() > self.deadline:
                print("no time was left to try every survivor with the sanitizers")
                return
            outcome = bench.thoroughly(fault)
            if outcome not in ("survived", "stillborn"):
                self.record(key, fault, f"{outcome} with sanitizers")
                print(f"noticed with sanitizers: {key}", flush=True)

    def report(self):
        """What tests/golden noticed before any other had its turn is counted apart: it only knows that something is
        other than it was."""
        tried, noticed, recorded = collections.Counter(), collections.Counter(), collections.Counter()
        for fault, outcome in self.counted():
            for layer in (layer_of(fault.path)[0], "all"):
                tried[layer] += 1
                noticed[layer] += outcome != "survived"
                recorded[layer] += outcome == "golden"
        print("\n| layer | faults | noticed | score | of these by tests/golden |\n|---|---|---|---|---|")
        for layer in sorted(tried, key=lambda name: (name == "all", name)):
            print(f"| {layer} | {tried[layer]} | {noticed[layer]} | {100 * noticed[layer] // tried[layer]} % "
                  f"| {recorded[layer]} |")
        total = tried["all"]
        print(f"\nseed {self.arguments.seed}; {len(self.outcomes) - total} more did not compile")
        return 0 if total else 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=240, help="stop after this time, building not counted")
    parser.add_argument("--base", default="", help="only lines changed since this commit")
    parser.add_argument("--layer", default="", help="only this layer")
    parser.add_argument("--again", action="store_true",
                        help="go on where the last run ended: its survivors first, then faults that it had no time for")
    parser.add_argument("--quick", action="store_true", help="leave the look with the sanitizers out")
    parser.add_argument("--own", action="store_true",
                        help="try only the tests of a fault's own layer and tests/golden; --again tries what survives with all others")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return Run(parser.parse_args()).go()


if __name__ == "__main__":
    sys.exit(main())
