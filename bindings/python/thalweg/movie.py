# SPDX-License-Identifier: Apache-2.0
"""Movies: one frame per output time, as MP4 by ffmpeg or as GIF by Pillow."""

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

from matplotlib.animation import AbstractMovieWriter, FFMpegWriter, PillowWriter
from matplotlib.figure import Figure

from thalweg.commands import WriteError
from thalweg.errors import OutputError
from thalweg.figures.style import style

_SECONDS = 10  # that a movie should last
_SLOWEST, _FASTEST = 2, 25  # frames per second
_DPI = 110


def best_ending() -> str:
    """Ending of the better format that can be written here."""
    return ".mp4" if FFMpegWriter.isAvailable() else ".gif"


def write_movie(file: Path, fig: Figure, frames: Iterable[Callable[[Figure], None]],
                count: int) -> int:  # fmt: skip
    """Write a movie.

    Args:
        file: Ends in .mp4 or .gif.
        fig: Has the size of all frames.
        frames: Each draws into the figure, which is empty again.
        count: How many frames there are; sets their rate.

    Returns:
        Frames per second.

    Raises:
        OutputError: No such movie can be written here.
        WriteError: ffmpeg fails.
        OSError: The file cannot be written.
    """
    rate = min(max(round(count / _SECONDS), _SLOWEST), _FASTEST)
    writer = _writer(file, rate)
    file.touch()  # ffmpeg says nothing of use about a file that cannot be written
    try:
        with style(), writer.saving(fig, str(file), _DPI):
            for draw in frames:
                fig.clear()
                draw(fig)
                writer.grab_frame(facecolor="white")
    except subprocess.CalledProcessError as error:
        file.unlink(missing_ok=True)  # what there is of it is no movie
        raise WriteError(
            f"{file}: ffmpeg fails. Try --output {file.with_suffix('.gif')}"
        ) from error
    return rate


def _writer(file: Path, rate: int) -> AbstractMovieWriter:
    if file.suffix == ".gif":
        return PillowWriter(fps=rate)
    if file.suffix != ".mp4":
        raise OutputError(f"{file}: a movie ends in .mp4 or .gif")
    if not FFMpegWriter.isAvailable():
        raise OutputError(
            f"{file}: MP4 needs ffmpeg, which is not there; install it or name a .gif"
        )
    # Players show no MP4 with colours of full resolution, and halved ones need even sizes.
    even = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"
    arguments = ["-vf", even, "-pix_fmt", "yuv420p"]
    return FFMpegWriter(fps=rate, codec="libx264", extra_args=arguments)
