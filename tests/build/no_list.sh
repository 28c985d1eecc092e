#!/usr/bin/env bash
# no_list.sh COMPILER FLAGS...: a record without a list of fields is refused by every io in one line that says so.
set -euo pipefail

refuse() {
  local io=$1 header=$2
  shift 2
  local source="#include <meshwright/core/$header>
  struct Bare { int number = 0; };
  void use(mw::$io& io, Bare& bare) { io.field(\"bare\", bare); }"
  local errors
  errors=$("$@" -x c++ -fsyntax-only - <<<"$source" 2>&1 | grep 'error:' || true)
  if [ "$(wc -l <<<"$errors")" -ne 1 ] || ! grep -q 'this record has no list of fields' <<<"$errors"; then
    echo "$io says: $errors" >&2
    exit 1
  fi
}

refuse Reader detail/reader.h "$@"
refuse Writer detail/writer.h "$@"
refuse JsonReader detail/json_reader.h "$@"
refuse JsonWriter json_writer.h "$@"
