#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# close_level.sh LD OBJCOPY READELF OUTPUT NAMESPACE OBJECT...: joins objects to one, of which other code can
# call the functions NAMESPACE::build...() and nothing else.
#
# Each object also holds inline functions of libraries that others hold too, std::sort for one. A
# linker keeps any one of them, and the one that was compiled for this level stops on a processor
# that does not have it. So they become local to the joined object. For the same reason nothing of it
# may run before a program has chosen it, as constructors of static objects would.
set -eu
ld=$1 objcopy=$2 readelf=$3 output=$4 namespace=$5
shift 5
"$ld" -r --force-group-allocation -o "$output.part" "$@"
"$objcopy" --wildcard --keep-global-symbol="_ZN*${#namespace}${namespace}*build*" "$output.part"
if "$readelf" --sections --wide "$output.part" | grep -q '\.init_array'; then
  echo "$output: kernels for one level of processors may not hold static objects with constructors" >&2
  exit 1
fi
mv "$output.part" "$output"
