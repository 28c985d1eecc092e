#!/usr/bin/env python3
"""named_files.py ROOT: every source that a comment or a page names is there, so that a signpost does not outlive a move."""
import re
import subprocess
import sys
from pathlib import Path

COMMENT = re.compile(r"//.*|^\s*#(?!include|define|if|endif|else|pragma|undef|error).*", re.M)
NAME = re.compile(r"(?<![\w/.*<{-])(?:[\w-]+/)*[a-z][\w-]*\.(?:cpp|h|mjs|ts|py|sh)\b(?![\w(*])")
SOURCES = (".cpp", ".h", ".ts", ".mjs", ".py", ".cmake")


def files_of(root):
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
        return [each for each in listed if each and (root / each).exists()]
    except (OSError, subprocess.CalledProcessError):  # an archive of the sources
        return [str(each.relative_to(root)) for each in root.rglob("*.*") if "build" not in each.parts]


def main(root):
    root = Path(root)
    files = files_of(root)
    ends = {end for file in files for end in ("/".join(file.split("/")[i:]) for i in range(file.count("/") + 1))}
    wrong = 0
    for file in files:
        is_page = file.endswith(".md") and not file.startswith("CHANGELOG")
        if not is_page and not file.endswith(SOURCES):
            continue
        text = (root / file).read_text(errors="replace")
        for place in [text] if is_page else COMMENT.findall(text):
            for name in NAME.findall(place):
                if name not in ends and "NAME" not in name:  # which stands for that of a format
                    print(f"{file}: names {name}, which is not there")
                    wrong += 1
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
