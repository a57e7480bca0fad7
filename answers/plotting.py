"""What tables hold, as figures: outcomes by subspace, and decided positions by plies.

Importing it imports matplotlib, an extra: ``pip install 'millbase[plot]'``. The figures are those of
:class:`matplotlib.figure.Figure`, with no state but their own; equal tables give equal files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from millbase.databases.header import Header
from millbase.databases.metrics import METRICS
from millbase.solver.oracle import DistanceError
from millbase.solver.scales import OVER

FORMATS = (".svg", ".png", ".pdf")

# Colours of Okabe and Ito, which everybody can tell apart; losses are hatched besides.
_WIN, _DRAW, _LOSS = "#0072b2", "#f0e442", "#d55e00"
_HATCH = "///"
_PLAIN: Any = {"svg.hashsalt": "millbase", "svg.fonttype": "none", "hatch.linewidth": 0.6}
_UNDATED: dict[str, dict[str, Any]] = {
    ".svg": {"Date": None},
    ".png": {},
    ".pdf": {"CreationDate": None},
}


def outcomes(title: str, headers: list[Header]) -> Figure:
    """Every subspace as a bar of wins, draws and losses of the side to move, in per cent."""
    figure = Figure(figsize=(8, 1.6 + 0.22 * len(headers)), layout="constrained")
    axes = figure.add_subplot()
    names = [str(header.subspace) for header in headers]
    left = [0.0] * len(headers)
    for label, count, colour, hatch in (
        ("won", "wins", _WIN, None),
        ("drawn", "draws", _DRAW, None),
        ("lost", "losses", _LOSS, _HATCH),
    ):
        widths = [100 * getattr(header, count) / header.positions for header in headers]
        axes.barh(names, widths, left=left, label=label, color=colour, hatch=hatch, edgecolor="black", lw=0.4)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.invert_yaxis()
    axes.set(xlim=(0, 100), xlabel="positions, per cent", ylabel="stones, side to move first", title=title)
    axes.margins(y=0.01)
    figure.legend(loc="outside lower center", ncols=3)
    return figure


def distances(title: str, header: Header) -> Figure:
    """The wins and the losses of one subspace by the plies that its table counts.

    Raises:
        DistanceError: its table holds only outcomes.
    """
    if not header.histogram:
        raise DistanceError(f"the table of {header.subspace} holds only outcomes, no plies to plot")
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    conversions = METRICS[header.grade].value("loss", OVER).conversion is not None
    # Wins and losses in as many plies to a conversion stand side by side; to the end they alternate.
    width, aside = (0.5, 0.25) if conversions else (1.0, 0.0)
    counted = "plies to the next placement, removal or end" if conversions else "plies to the end"
    for label, odd, colour, hatch in (("won", 1, _WIN, None), ("lost", 0, _LOSS, _HATCH)):
        shown = [code for code in range(odd, len(header.histogram), 2) if header.histogram[code]]
        counts = [header.histogram[code] for code in shown]
        places = [code * width + aside for code in shown]
        axes.bar(places, counts, width, label=label, color=colour, hatch=hatch, edgecolor="black", lw=0.3)
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.7)  # where one position can be seen
    axes.set(xlabel=counted, ylabel="positions", title=f"{title}: {header.draws:,} drawn besides")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def save(figure: Figure, file: Path) -> None:
    """Write a figure to a file, in the format that its name ends with (:data:`FORMATS`)."""
    with matplotlib.rc_context(_PLAIN):
        figure.savefig(file, metadata=_UNDATED[file.suffix.lower()], dpi=120)
