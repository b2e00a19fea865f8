# SPDX-License-Identifier: Apache-2.0
"""The command thalweg-bmode: a B-mode image from an ensemble of scan lines."""

import argparse
from pathlib import Path

import numpy as np

from thalweg.beamforming import Beamformer, ScanLine, scan_line
from thalweg.commands import run_command, say, writing
from thalweg.ensemble import Ensemble
from thalweg.errors import OutputError
from thalweg.figures.scan import scan
from thalweg.figures.style import require_picture, to_picture
from thalweg.run import Run
from thalweg.scan_image import ScanImage, scan_image


def main(arguments: list[str] | None = None) -> int:
    """Beamform the lines of a scan and write the image.

    Returns:
        0, or 2 where the folder or an option is wrong, 4 where a file cannot be written.
    """
    options = _parser().parse_args(arguments)
    return run_command("thalweg-bmode", lambda: _write(options))


def _write(options: argparse.Namespace) -> None:
    require_picture(options.output)
    image, lines, title = _image(options)
    fig = scan(image, options.dynamic_range, title)
    said = [_widths(image, point) for point in options.point]
    file = options.output or Path(options.out) / "b-mode.png"
    with writing(file):
        file.write_bytes(to_picture(fig, file.suffix.lower()))
        np.savez(file.with_suffix(".npz"), depths=image.depths, places=image.places,
                 envelope=image.envelope)  # fmt: skip
    for text in (f"{len(lines)} lines, {len(image.depths)} depths", *said):
        say(text)
    say(f"wrote {file} and {file.with_suffix('.npz').name}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thalweg-bmode",
        description="Make a B-mode image from an ensemble in which an array fires one scan line in "
        "each member: delay and sum with dynamic focus, gain against absorption, envelope, and "
        "decibels.",
    )
    parser.add_argument("out", metavar="OUT", help="the ensemble's output folder")
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: OUT/b-mode.png")
    parser.add_argument("--sensor", metavar="NAME", help="that listens; default: the only one")
    parser.add_argument("--dynamic-range", type=_positive, default=60, metavar="DB",
                        help="from white to black (60)")  # fmt: skip
    parser.add_argument("--speed", type=_positive, metavar="M/S",
                        help="of sound; default: that of the source's delays")  # fmt: skip
    parser.add_argument("--f-number", type=_positive, default=1.5, metavar="F",
                        help="depth by width of the elements that listen to it (1.5)")  # fmt: skip
    parser.add_argument("--apodisation", choices=("hann", "none"), default="hann",
                        help="weights of the elements that listen (hann)")  # fmt: skip
    parser.add_argument("--gain", type=float, metavar="DB/CM",
                        help="per cm of depth; default: what the medium's absorption takes, there "
                        "and back")  # fmt: skip
    parser.add_argument("--from", type=_positive, dest="first", metavar="MM",
                        help="first depth; default: where the sending is over")  # fmt: skip
    parser.add_argument("--to", type=_positive, dest="last", metavar="MM",
                        help="last depth; default: as far as was heard")  # fmt: skip
    parser.add_argument("--point", type=float, nargs=2, action="append", default=[],
                        metavar=("ACROSS", "DEPTH"),
                        help="in mm: measure how wide the brightest point near it is; may be "
                        "repeated")  # fmt: skip
    return parser


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < np.inf:
        raise argparse.ArgumentTypeError(f"{text} must be above 0")
    return value


def _image(options: argparse.Namespace) -> tuple[ScanImage, list[ScanLine], str]:
    ensemble = Ensemble(options.out)
    missing = [m.number for m in ensemble.members if m.status != "done"]
    if missing:
        raise OutputError(
            f"{ensemble.path}: {len(missing)} of {len(ensemble.members)} members are not done "
            f"(the first is {missing[0]}): go on with  thalweg run CASE.toml --restart"
        )
    lines = [scan_line(member.run, options.sensor) for member in ensemble.members]
    run = ensemble.members[0].run
    speed = options.speed or _array_speed(run)
    depths = _depths(options, lines, speed)
    gain = 100 * options.gain if options.gain is not None else _loss(run, lines[0].frequency)
    beamformer = Beamformer(speed, options.f_number, options.apodisation)
    return scan_image(lines, depths, beamformer, gain), lines, run.title


def _array_speed(run: Run) -> float:
    speeds = [s["sound_speed"] for s in run.setting("source", []) if s.get("shape") == "array"]
    return float(speeds[0])


def _loss(run: Run, frequency: float) -> float:
    """What the medium's background takes, there and back [dB per metre of depth]. (9.4)."""
    absorption = run.setting("medium.absorption", 0.0)
    power = run.setting("sound.absorption_power", 2.0)
    return 2 * 100 * absorption * (frequency / 1e6) ** power


def _depths(options: argparse.Namespace, lines: list[ScanLine], speed: float) -> np.ndarray:
    """From where the sending is no longer heard to the last echo, in eighths of a wavelength."""
    line = lines[0]
    first = 1e-3 * options.first if options.first else (line.aperture + speed * line.duration) / 2
    last = speed * min(one.time[-1] - one.delay for one in lines) / 2
    if options.last:
        last = min(last, 1e-3 * options.last)
    if last <= first:
        raise OutputError(f"there is nothing between {1e3 * first:.3g} and {1e3 * last:.3g} mm")
    return np.arange(first, last, speed / line.frequency / 8)


def _widths(image: ScanImage, point: list[float]) -> str:
    pixel = image.brightest((1e-3 * point[0], 1e-3 * point[1]), within=1.5e-3)
    across, away = 1e3 * image.places[pixel]
    wide, long = (1e3 * width for width in image.widths(pixel))
    return (
        f"point at {across:.2f}, {away:.2f} mm: {wide:.2f} mm across, {long:.2f} mm along the line "
        "(-6 dB)"
    )
