# SPDX-License-Identifier: Apache-2.0
import fcntl

import numpy as np
import pytest
from matplotlib.collections import QuadMesh

import thalweg
from synthetic_sound import FREQUENCY, STEP, wave
from thalweg.acoustics import amplitude_spectrum, bandwidth, source_frequency, spacings
from thalweg.figures import traces
from thalweg.figures.cuts import sensor_plane
from thalweg.heard import hear


def test_sensors_and_records(sound_output):
    run = thalweg.Run(sound_output)
    line = run.traces.sensors["line"]
    assert line.coordinates.shape == (9, 2)
    assert [r.name for r in line.series] == ["pressure"]
    assert [r.name for r in line.statistics] == ["intensity-x", "pressure-max"]
    series = run.traces.read("line", "pressure")
    expected = wave(line.coordinates[:, 0], run.traces.time[:, None])
    np.testing.assert_allclose(series, expected, atol=200)  # coordinates in single precision
    some = run.traces.read("line", "pressure", slice(0, None, 4))
    np.testing.assert_array_equal(some, series[:, ::4])


def test_times_are_as_precise_as_the_step(sound_output):
    time = thalweg.Run(sound_output).traces.time
    np.testing.assert_allclose(time, STEP * np.arange(101), rtol=1e-12)


def test_a_run_that_writes_does_not_shut_readers_out(sound_output):
    with (sound_output / "traces.h5").open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # as HDF5 does
        assert thalweg.Run(sound_output).traces.read("line", "pressure").shape == (101, 9)


def test_wrong_names_are_explained(sound_output):
    traces = thalweg.Run(sound_output).traces
    with pytest.raises(thalweg.OutputError, match=r'no sensor "lin"\. Did you mean "line"\?'):
        traces.read("lin", "pressure")
    with pytest.raises(thalweg.OutputError, match=r'"line" has no "presure"\. Did you mean'):
        traces.read("line", "presure")


def test_no_such_file(tmp_path):
    with pytest.raises(thalweg.OutputError, match=r"traces\.h5"):
        _ = thalweg.Traces(tmp_path / "traces.h5").sensors


def test_the_unit_of_time_is_the_second(sound_output):
    assert thalweg.Run(sound_output).history.unit("time") == "s"


def test_numbers_of_the_case(sound_output):
    run = thalweg.Run(sound_output)
    assert source_frequency(run) == FREQUENCY
    assert spacings(run) == [1e-4, 1e-4]


def test_points_that_make_a_plane():
    x, z = 1e-4 * np.arange(3, 8), 2e-4 * np.arange(4)
    at = np.array([(a, 5e-4, b) for b in z for a in x])
    plane = sensor_plane(at, np.arange(20.0), "Pa")
    assert (plane.across, plane.up, plane.place) == ("x", "z", "y = 0.5 mm")
    np.testing.assert_array_equal(plane.values, np.arange(20.0).reshape(4, 5))
    np.testing.assert_allclose(plane.extent, [0.25, 0.75, -0.1, 0.7])
    assert sensor_plane(at[:-1], np.arange(19.0), "Pa") is None
    assert sensor_plane(at[:5], np.arange(5.0), "Pa") is None


def test_points_at_uneven_distances_make_no_plane():
    x, z = 1e-4 * np.array([0, 1, 2, 5]), 2e-4 * np.arange(4)
    at = np.array([(a, 5e-4, b) for b in z for a in x])
    assert sensor_plane(at, np.arange(16.0), "Pa") is None
    assert sensor_plane(at[:, ::-1], np.arange(16.0), "Pa") is None


def test_traces_at_uneven_distances_stand_where_they_were_heard():
    x = np.array([0, 1, 2, 3, 10, 11, 12, 20.0])
    time, series = np.linspace(0, 1e-5, 30), np.tile(x, (30, 1))
    axes = traces.image(time, series, traces.Points(x, "x [mm]"), "pressure", "Pa").axes[0]
    assert not axes.images
    (mesh,) = axes.collections
    assert isinstance(mesh, QuadMesh)
    edges = mesh.get_coordinates()[:, 0, 1]
    assert np.all((edges[:-1] < x) & (x < edges[1:]))
    np.testing.assert_allclose(np.diff(mesh.get_coordinates()[0, :, 0]), 10 / 30)
    even = traces.image(time, series, traces.Points(np.arange(8.0), "point"), "pressure", "Pa")
    np.testing.assert_allclose(even.axes[0].images[0].get_extent(), [0, 10, -0.5, 7.5])


def test_the_energy_lies_at_the_frequency_of_the_source(sound_output):
    run = thalweg.Run(sound_output)
    line = run.traces.sensors["line"]
    heard = hear(run, line, line.series[0])
    frequency, amplitude = amplitude_spectrum(heard.series, STEP)
    assert abs(frequency[np.argmax(amplitude[:, 0])] / FREQUENCY - 1) < 0.1
    assert FREQUENCY < bandwidth(frequency, amplitude) < 3 * FREQUENCY


def test_a_pulse_keeps_its_spectrum():
    time = np.arange(2000) * 1e-8
    pulse = np.exp(-(((time - 1e-5) / 2e-7) ** 2))[:, None]
    frequency, amplitude = amplitude_spectrum(pulse, 1e-8)
    expected = amplitude[0] * np.exp(-((np.pi * frequency * 2e-7) ** 2))[:, None]
    np.testing.assert_allclose(amplitude, expected, atol=1e-6 * amplitude.max())
