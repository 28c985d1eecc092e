#!/usr/bin/env bash
# own_functions.sh ROOT ARCHIVE...: no layer uses a function of the system's mathematical library whose last digits are its
# own. What is written would depend on the machine. Asked of the objects too, where inline functions of others show what they call.
set -euo pipefail

names='sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|sincos|tgamma|lgamma|erf|erfc|fma'
root=$1
shift
status=0

in_sources=$(grep -rnE "\b(std|glm)::($names)f?\(|\bglm::(slerp|angleAxis|angle|axis|rotate|eulerAngles|pitch|yaw|roll)\(" \
  "$root"/src "$root"/include "$root"/cli "$root"/serve "$root"/bindings || true)
if [ -n "$in_sources" ]; then
  echo "use mw::math (core/detail/elementary.h), or what is made of + - * / and square roots:"
  echo "$in_sources"
  status=1
fi
for archive in "$@"; do
  in_objects=$(nm --undefined-only "$archive" | grep -wE "U ($names)[fl]?" | sort -u || true)
  if [ -n "$in_objects" ]; then
    echo "$archive calls:"
    echo "$in_objects"
    status=1
  fi
done
exit $status
