#!/bin/sh
# Runs a command of nvcc and keeps what its assembler says of each kernel (registers, spills, shared
# memory; -Xptxas -v) in OBJECT.ptxas beside the object, for tools/kernel_report.py. All else that
# the compiler says goes where it went before.
object=
previous=
for word in "$@"; do
  [ "$previous" = -o ] && object=$word
  previous=$word
done
said=$(mktemp)
trap 'rm -f "$said"' EXIT
"$@" 2>"$said"
status=$?
usage='^ptxas info|bytes stack frame|^ *Compile time'
[ "$status" -eq 0 ] && [ -n "$object" ] && grep -E "$usage" "$said" >"$object.ptxas"
grep -vE "$usage" "$said" >&2
exit "$status"
