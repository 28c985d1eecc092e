"""The faults that mutate.py puts into the sources: which there are, and in which order a seed draws them."""

import collections
import functools
import hashlib
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The layer of each folder, and the test programs of that layer.
LAYERS = {
    "src/core/": ("core", ["core"]),
    "src/geometry/": ("geometry", ["geometry"]),
    "src/codec/": ("codec", ["codec"]),
    "src/scene/": ("scene", ["scene", "edit", "onto"]),
    "src/edit/": ("edit", ["edit", "onto"]),
    "src/exchange/": ("exchange", ["exchange"]),
    "src/formats/kotor/": ("kotor", ["kotor", "onto", "new_model"]),
    "src/formats/wows/": ("wows", ["wows", "onto", "new_model"]),
    "src/formats/bw2/": ("bw2", ["bw2", "onto"]),
    "src/library/": ("formats", ["formats", "onto", "view", "cli"]),
    "src/diff/": ("formats", ["formats", "view", "cli"]),
    "src/query/": ("formats", ["formats", "view", "cli"]),
    "src/draw/": ("formats", ["formats", "cli"]),
    "src/files/": ("files", ["files", "batch", "cli"]),
    "src/nav/": ("nav", ["nav"]),
    "src/view/": ("view", ["view"]),
    "src/batch/": ("batch", ["batch", "cli"]),
    "cli/": ("cli", ["cli"]),
    "serve/": ("serve", ["serve"]),
}


# Tested by tests/viewer/server.mjs, which takes a browser's place and is not run for each fault.
SERVER = ("serve/serve_main.cpp", "serve/view_server.cpp", "serve/write_html.cpp")


def layer_of(path):
    if re.search(r"/row(_\w+)?\.cpp$", path):
        return "registry", ["formats", "onto", "view", "cli"]
    best = max((prefix for prefix in LAYERS if path.startswith(prefix)), key=len, default=None)
    return LAYERS[best] if best else (path.split("/")[0], [])


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
    if call and not re.match(r"\s*(return|if|for|while|switch|static_assert|delete)\b", line):
        yield Fault(path, number, line.index(call.group(1)), call.group(1), ";", "dropped call")
    early = re.match(r"\s*(?:else )?if \(.*\) ((?:return|continue|break)\b[^;]*;)\s*$", line)
    if early:
        yield Fault(path, number, early.start(1), early.group(1), ";", "dropped jump")
    behind = re.match(r"\s*(?:else )?if \(.*\) ((?:[\w:]+(?:\.|->))*[\w:]+\(.*\);)\s*$", line)
    if behind:
        yield Fault(path, number, behind.start(1), behind.group(1), ";", "dropped call")


# The order of their arguments does not matter.
SYMMETRIC = {"min", "max", "minmax", "swap", "distance", "dot", "united"}


def callee(line, position):
    """The last part of the name of the function whose arguments stand at a position."""
    depth = 0
    for at in range(position, -1, -1):
        depth += {")": 1, "(": -1}.get(line[at], 0)
        if depth < 0:
            name = re.search(r"(\w+)(?:<[^()]*>)?$", line[:at])
            return name.group(1) if name else ""
    return ""


def swapped_faults(path, number, line):
    """Two neighbouring arguments change places; if their types differ, it mostly does not compile."""
    for match in re.finditer(r"[(,] ?([\w.\[\]]+), ([\w.\[\]]+)(?=[,)])", line):
        first, second = match.group(1), match.group(2)
        if first != second and not re.fullmatch(r"[\d.]+", first) and callee(line, match.start()) not in SYMMETRIC:
            yield Fault(path, number, match.start(1), f"{first}, {second}", f"{second}, {first}", "swapped arguments")


def member_faults(path, number, line, members):
    if not re.match(r"\s*case\b", line):
        for match in re.finditer(r"\b(\w+)::(\w+)\b", line):
            others = members.get(match.group(1), [])
            for other in [name for name in others if name != match.group(2)][:3] if match.group(2) in others else []:
                yield Fault(path, number, match.start(2), match.group(2), other, "enum member")
    for match in re.finditer(r"(?<=[\w\])])\.([xyz])\b", line):
        for other in sorted({"x", "y", "z"} - {match.group(1)}):
            yield Fault(path, number, match.start(1), match.group(1), other, "component")


def enum_members(tree):
    """Of each scoped enumeration, the names of its members."""
    members = {}
    for path in sorted((*(tree / "include").rglob("*.h"), *(tree / "src").rglob("*.h"), *(tree / "cli").rglob("*.h"),
                        *(tree / "serve").rglob("*.h"))):
        for enum in re.finditer(r"enum class (\w+)[^{;]*\{([^}]*)\}", code_only(path.read_text())):
            members[enum.group(1)] = re.findall(r"(?:^|,)\s*(\w+)", enum.group(2))
    return members


def faults_in(tree, path, members, lines):
    text = (tree / path).read_text()
    for index, (line, whole) in enumerate(zip(code_only(text).split("\n"), text.split("\n"))):
        number = index + 1
        # The order of enumerators and the size of a reservation change nothing that a test could see.
        if (lines is not None and number not in lines) or re.search(r"^\s*enum\b|\breserve\(", line):
            continue
        for fault in (*swap_faults(path, number, line), *constant_faults(path, number, line),
                      *negation_faults(path, number, line), *dropped_faults(path, number, line),
                      *swapped_faults(path, number, line), *member_faults(path, number, line, members)):
            yield fault._replace(old=whole[fault.column:fault.column + len(fault.old)])  # with its literals


def changed_lines(base):
    """For each file, the numbers of the lines that were added or changed since `base`."""
    text = subprocess.run(["git", "diff", "-U0", base, "HEAD", "--", "src", "cli", "serve"], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout
    lines, path = collections.defaultdict(set), None
    for line in text.split("\n"):
        if line.startswith("+++ "):
            path = line[6:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            start, count = int(hunk.group(1)), int(hunk.group(2) or 1)
            lines[path].update(range(start, start + count))
    return lines


@functools.cache
def lines_of(path):
    return path.read_text().split("\n")


def shown(tree, fault):
    line = lines_of(tree / fault.path)[fault.line - 1]
    changed = line[:fault.column] + fault.new + line[fault.column + len(fault.old):]
    return f"{fault.path}: {line.strip()} -> {changed.strip()}"


def lot_of(tree, fault, seed):
    """A number of chance that depends on the seed and the fault alone: changes elsewhere leave it as it is, so that
    most of what was drawn before a change is drawn after it."""
    return hashlib.sha256(f"{seed} {shown(tree, fault)}".encode()).digest()


def draw(tree, arguments):
    """All faults in the order in which they are tried: layers take turns, so that each gets its share, and larger ones
    get more."""
    chosen = changed_lines(arguments.base) if arguments.base else None
    members = enum_members(tree)
    by_layer = collections.defaultdict(list)
    for path in sorted(p.relative_to(tree).as_posix() for top in ("src", "cli", "serve") for p in (tree / top).rglob("*.cpp")):
        layer = layer_of(path)[0]
        if (chosen is not None and path not in chosen) or (arguments.layer and layer != arguments.layer):
            continue
        if (path.startswith("src/") and "sample" in path) or path in SERVER:  # what a sample looks like is free
            continue
        by_layer[layer].extend(faults_in(tree, path, members, chosen and chosen[path]))
    order = []
    for layer, faults in by_layer.items():
        ranked = sorted(faults, key=lambda fault: (lot_of(tree, fault, arguments.seed), fault))
        order += [((rank + 0.5) / len(faults) ** 0.5, fault) for rank, fault in enumerate(ranked)]
    return [fault for _, fault in sorted(order)]
