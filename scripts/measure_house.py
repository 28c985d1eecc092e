#!/usr/bin/env python3
"""measure_house.py: the table of measure-house.sh, of the sources below the current folder."""
import re
from collections import Counter, defaultdict
from pathlib import Path

SOURCES = (".cpp", ".h", ".inc", ".def")
SHORT = 60
# What looks into a sentence that another function wrote. The renderer may: it is where sentences are made.
SENTENCE = re.compile(r"\bmessage\s*[!=]=\s*\"|\bmessage\.(?:starts_with|ends_with|substr|find|contains)\b")
RENDERER = re.compile(r"(?:^|/)(?:text|words)\.cpp$")
# A function or type that others may call: at the left edge, so neither a member nor a name of a nested scope.
FUNCTION = re.compile(r"^(?!return\b|using\b|namespace\b|else\b|case\b|#|friend\b|typedef\b)"
                      r"(?:\[\[nodiscard\]\] )?[A-Za-z_][\w:<>,*& ]*[ *&]([a-z]\w*)\((?!\*)", re.M)
TYPE = re.compile(r"^(?:struct|class|enum class|union) (?:MW_\w+ )?([A-Z]\w*)[^;]*\{", re.M)
NOT_NAMES = {"fields", "main", "to_string", "to_json", "from_json", "for_each_table", "tables", "operator"}
RESULT = re.compile(r"^\s*(?:static |virtual |inline |constexpr )*Result<.*?> \w+\(", re.M)


def files_below(*folders):
    return sorted(path for folder in folders if Path(folder).is_dir()
                  for path in Path(folder).rglob("*") if path.suffix in SOURCES)


def lines_of(paths):
    return sum(path.read_text(errors="replace").count("\n") for path in paths)


def largest(counts, most=3):
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))[:most]
    return ", ".join(f"{name} {count}" for name, count in rows)


def reached(headers):
    """The headers of detail/ that these include, directly or not."""
    seen, to_read = set(), list(headers)
    while to_read:
        for name in re.findall(r"^#include <(meshwright/.*)>", to_read.pop().read_text(errors="replace"), re.M):
            path = Path("include") / name
            if path not in seen:
                seen.add(path)
                to_read.append(path)
    return {path for path in seen if "detail" in path.parts and path.suffix == ".h"}


def homonyms(paths):
    """Names that are defined in several sources: of functions in .cpp, of types anywhere."""
    places = defaultdict(set)
    for path in paths:
        text = path.read_text(errors="replace")
        for match in TYPE.finditer(text):
            places[match[1]].add(str(path))
        if path.suffix == ".cpp":
            for match in FUNCTION.finditer(text):
                if match[1] not in NOT_NAMES and defines(text, match.end()):
                    places[match[1]].add(str(path))
    return {name: len(found) for name, found in places.items() if len(found) > 1}


def defines(text, after):
    """Whether a body follows the parameters that begin here."""
    depth = 1
    for place in range(after, min(after + 2000, len(text))):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return bool(re.match(r"\s*(?:const\s*)?(?:noexcept\s*)?\{", text[place + 1:place + 40]))
    return False


def measures():
    house = files_below("src", "include", "cli", "serve", "bindings")
    library = files_below("src", "include")
    folders = Counter(str(path.parent) for path in house if path.parts[0] != "include")
    full = {name: count for name, count in folders.items() if count > 25}
    yield "files in the largest folder of sources", max(folders.values()), "25", largest(full or folders)
    yield "folders of sources with more than 25 files", len(full), "0", ""
    short = [path for path in house if path.read_text(errors="replace").count("\n") < SHORT]
    yield f"files under {SHORT} lines", len(short), "", largest(Counter(str(path.parent) for path in short))
    yield "files", len(house), "", ""
    headers = [path for path in files_below("include") if path.suffix == ".h"]
    public = [path for path in headers if "detail" not in path.parts]
    yield "public headers", len(public), "45", largest(Counter(str(path.parent) for path in public))
    shown = reached(public)
    yield "headers for other layers (detail/)", len(headers) - len(public), "", f"public headers include {len(shown)} of them"
    yield "library lines (src, include)", lines_of(library), "78000", ""
    yield "cli lines", lines_of(files_below("cli")), "3800", ""
    yield "serve lines", lines_of(files_below("serve")), "", ""
    yield "bindings lines", lines_of(files_below("bindings")), "", ""
    same = homonyms(house)
    yield "names with several definitions", len(same), "", largest(same, 8)
    text = {path: path.read_text(errors="replace") for path in house}
    results = sum(len(RESULT.findall(text[path])) for path in public)
    told = {str(path): text[path].count("[[nodiscard]]") for path in house if "[[nodiscard]]" in text[path]}
    yield "public functions that give a Result", results, "", ""
    yield "[[nodiscard]]", sum(told.values()), "", largest(told)
    ignored = {str(path): len(re.findall(r"\(void\)\s*[a-z_]", text[path])) for path in house}
    yield "results ignored with (void)", sum(ignored.values()), "", ""
    parsed = {str(path): len(SENTENCE.findall(text[path])) for path in files_below("src")
              if not RENDERER.search(str(path))}
    parsed = {name: count for name, count in parsed.items() if count}
    yield "sentences parsed in src", sum(parsed.values()), "0", largest(parsed, 8)


def main():
    for name, value, limit, worst in measures():
        within = "" if not limit else ("ok" if value <= int(limit) else "OVER")
        print(f"{name:<44} {value:>7} {limit:>7} {within:<5}{worst}".rstrip())


if __name__ == "__main__":
    main()
