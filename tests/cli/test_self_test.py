# SPDX-License-Identifier: Apache-2.0
"""`thalweg info --self-test`, and what --device auto makes of it."""

import pytest
from small_cases import NO_DEVICE


@pytest.fixture
def emulated(thalweg):
    if "emulated device" not in thalweg("info").stdout:
        pytest.skip("needs the emulated device: make emulated")


@pytest.fixture
def device_of_a_run(thalweg, case, tmp_path):
    def run(*arguments, **environment) -> str:
        result = thalweg(
            "run", case, "--force", "--steps", "1", *arguments, env=cache(tmp_path, environment)
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


def cache(tmp_path, environment):
    return {"XDG_CACHE_HOME": str(tmp_path / "cache"), **environment}


def self_test(thalweg, tmp_path, **environment):
    return thalweg("info", "--self-test", env=cache(tmp_path, environment))


def test_without_a_device_there_is_nothing_to_test(thalweg, tmp_path):
    result = self_test(thalweg, tmp_path, **NO_DEVICE)
    assert result.returncode == 2
    assert "built without CUDA" in result.stderr or "no CUDA device" in result.stderr


def test_auto_takes_a_device_that_has_passed(emulated, thalweg, tmp_path, device_of_a_run):
    before = device_of_a_run()
    assert "precision) on cpu" in before
    assert "thalweg info --self-test" in before
    assert "precision) on cuda" in device_of_a_run("--device", "cuda")

    result = self_test(thalweg, tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "comparisons hold" in result.stdout
    after = device_of_a_run()
    assert "precision) on cuda" in after
    assert "--self-test" not in after
    assert "self-test has passed" in thalweg("info", env=cache(tmp_path, {})).stdout

    # Another driver makes it another device.
    assert "precision) on cpu" in device_of_a_run(EMULATED_DRIVER="13010")


def test_a_failing_device_is_forgotten(emulated, thalweg, tmp_path, device_of_a_run):
    assert self_test(thalweg, tmp_path).returncode == 0
    result = self_test(thalweg, tmp_path, EMULATED_FAIL_CALL="60+")
    assert result.returncode == 4, result.stdout + result.stderr
    assert "failed: " in result.stdout + result.stderr
    assert "precision) on cpu" in device_of_a_run()
