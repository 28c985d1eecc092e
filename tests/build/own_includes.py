#!/usr/bin/env python3
"""own_includes.py ROOT: every public header includes itself what it names of the standard library. The examples of the headers
are compiled with those already read, which takes a quarter of the time, so that a compiler would not notice."""
import re
import sys
from pathlib import Path

HEADER_OF = {
    "array": "array", "byte": "cstddef", "deque": "deque", "function": "functional", "map": "map", "numeric_limits": "limits",
    "optional": "optional", "pair": "utility", "set": "set", "shared_ptr": "memory", "size_t": "cstddef", "span": "span",
    "string": "string", "string_view": "string_view", "unique_ptr": "memory", "unordered_map": "unordered_map",
    "variant": "variant", "vector": "vector",
} | {f"{sign}int{bits}_t": "cstdint" for sign in ("", "u") for bits in (8, 16, 32, 64)}


def missing_in(text):
    code = re.sub(r"//.*", "", text)
    included = set(re.findall(r"#include <([a-z_]+)>", code))
    named = {HEADER_OF[name] for name in re.findall(r"std::([a-z0-9_]+)", code) if name in HEADER_OF}
    return sorted(named - included)


def main(root):
    headers = sorted((Path(root) / "include").rglob("*.h"))
    wrong = {path: missing for path in headers if (missing := missing_in(path.read_text()))}
    for path, missing in wrong.items():
        print(f"{path.relative_to(root)}: uses, and does not include, {', '.join(f'<{each}>' for each in missing)}")
    if not headers:
        print(f"{root}: has no headers")
    return 1 if wrong or not headers else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
