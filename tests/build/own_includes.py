#!/usr/bin/env python3
"""own_includes.py ROOT: every public header includes itself what it names of the standard library, and some header of each
other library that it names. The examples of the headers are compiled with those already read, which takes a quarter of the
time, so that a compiler would not notice."""
import re
import sys
from pathlib import Path

HEADER_OF = {
    "array": "array", "byte": "cstddef", "deque": "deque", "function": "functional", "map": "map", "numeric_limits": "limits",
    "optional": "optional", "pair": "utility", "set": "set", "shared_ptr": "memory", "size_t": "cstddef", "span": "span",
    "move": "utility", "forward": "utility", "string": "string", "string_view": "string_view", "unique_ptr": "memory", "unordered_map": "unordered_map",
    "variant": "variant", "vector": "vector",
} | {f"{sign}int{bits}_t": "cstdint" for sign in ("", "u") for bits in (8, 16, 32, 64)}


# What a header that names it may include for it.
LIBRARIES = {"glm::": ("glm/", "meshwright/core/math.h"), "fmt::": ("fmt/",), "tl::": ("tl/",)}


def missing_in(text):
    code = re.sub(r"//.*", "", text)
    included = re.findall(r"#include <([a-z_0-9/.]+)>", code)
    named = {HEADER_OF[name] for name in re.findall(r"std::([a-z0-9_]+)", code) if name in HEADER_OF}
    missing = named - set(included)
    missing |= {f"{folders[0]}..." for name, folders in LIBRARIES.items()
                if re.search(rf"\b{name}", code) and not any(each.startswith(folders) for each in included)}
    return sorted(missing)


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
