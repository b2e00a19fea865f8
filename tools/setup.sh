#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing to build and run (and, with --tests, to test) Thalweg on Debian 12, and
# makes the Python environment in .venv (not with --packages and --test-packages). A second call finds
# everything there and does nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

build_packages=(g++ cmake ninja-build make pkg-config git ccache python3 python3-venv
  libopenmpi-dev openmpi-bin libhwloc-dev libhdf5-openmpi-dev libfftw3-dev libtomlplusplus-dev
  libcli11-dev libfmt-dev libspdlog-dev nlohmann-json3-dev librandom123-dev libxxhash-dev
  libembree-dev libmuparser-dev libgtest-dev)
test_packages=(clang clang-format clang-tidy libclang-rt-14-dev python3-paraview libgl1 iproute2 qemu-user)

packages=("${build_packages[@]}")
extras=""
if [[ "${1:-}" == --test* ]]; then
  packages+=("${test_packages[@]}")
  extras="[test]"
fi

installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=()
for package in "${packages[@]}"; do
  installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "These Debian packages are needed, or their like on your system: ${missing[*]}" >&2
    exit 1
  fi
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Packages are missing. Install them, then call again:" >&2
      echo "  sudo apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
fi

if [[ "${1:-}" == *packages ]]; then
  exit 0
fi

# The stamp holds what the environment was made from, so a change of it is noticed.
stamp=".venv/thalweg.stamp"
wanted="$(cat tools/requirements.txt bindings/python/pyproject.toml | sha256sum) $extras"
have="$(cat "$stamp" 2>/dev/null || true)"
if [ "$have" != "$wanted" ] && [ "$have" != "${wanted}[test]" ]; then
  echo "making the Python environment in .venv"
  python3 -m venv .venv
  # Python compiles what is imported; all of what these packages hold takes as long as to install it.
  .venv/bin/pip install --quiet --disable-pip-version-check --no-compile \
    -c tools/requirements.txt -e "bindings/python$extras"
  echo "$wanted" >"$stamp"
fi
