#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What mpirun calls instead of ssh: run a command on a node that run.py made.
node=$1
shift
eval "holder=\$TW_HOLDER_$node"
exec nsenter --target "${holder:?there is no node $node}" --net --uts --ipc --mount --wd -- \
  /bin/sh -c "$*"
