#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the libraries that `thalweg bench fft-peers` compares with: FFTW's distributed transforms
# (Debian), and mpi4py-fft (PyPI) in .venv-peers, built here against Debian's Open MPI and FFTW.
# Then configure and build again. A second call finds everything there and does nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=()
for package in libfftw3-mpi-dev libfftw3-dev libopenmpi-dev g++ python3-dev python3-venv; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
    missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "Packages are missing. Install them, then call again:" >&2
    echo "  sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  echo "installing: ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
fi

# The stamp holds what the environment was made from, so a change of it is noticed.
stamp=".venv-peers/thalweg.stamp"
wanted="$(sha256sum <bench/fft_peers/requirements.txt)"
if [ "$(cat "$stamp" 2>/dev/null || true)" != "$wanted" ]; then
  echo "building mpi4py-fft in .venv-peers: some minutes"
  python3 -m venv .venv-peers
  .venv-peers/bin/pip install --quiet --disable-pip-version-check \
    --no-binary mpi4py,mpi4py-fft -r bench/fft_peers/requirements.txt
  echo "$wanted" >"$stamp"
fi
