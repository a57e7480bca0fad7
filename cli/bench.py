"""``millbase bench``: how fast this machine builds and answers."""

from __future__ import annotations

import click

from millbase.answers.documents import bench_document, json_text
from millbase.cli.numbers import WholeNumber
from millbase.cli.options import json_option, rules_options, threads_option
from millbase.cli.text import bytes_text, seconds_text
from millbase.databases.benchmark import Measured, measure
from millbase.solver.game.material import MIN_STONES
from millbase.solver.game.rules import Rules
from millbase.solver.telling import columns


@click.command()
@rules_options
@click.option(
    "--stones",
    type=WholeNumber(min=2 * MIN_STONES),
    default=10,
    show_default=True,
    metavar="N",
    help="Build what has at most N stones on the board.",
)
@json_option
@threads_option
def bench(rules: Rules, stones: int, as_json: bool, threads: int) -> None:
    """Measure entries solved a second, phase by phase, probes a second, and memory.

    How much of the time one thread worked while the others waited tells what more cores would bring.

    Builds in a temporary directory, which is removed afterwards. The smallest units are built first and
    timed apart: they take the compilation, if there is nothing in the cache.
    """
    measured = measure(rules, stones, threads, lambda doing: click.echo(doing, err=True))
    click.echo(json_text(bench_document(rules, measured)) if as_json else _text(measured))


def _text(measured: Measured) -> str:
    memory = measured.peak_memory_bytes
    units = columns(
        [
            ("unit", "entries", "seeding", "induction", "counting", "writing", "entries a second", "bits"),
            *(
                (
                    unit.unit,
                    f"{unit.entries:,}",
                    *(
                        seconds_text(unit.phases.get(phase, 0.0))
                        for phase in ("seeding", "induction", "counting", "writing")
                    ),
                    f"{unit.entries_per_second:,}",
                    f"{unit.bits_per_entry:.2f}",
                )
                for unit in measured.units
            ),
        ]
    )
    probes = columns(
        [
            ("table", "entries", "cold probe", "warm probe", "in arrays, a second", "and again"),
            *(
                (
                    probed.subspace,
                    f"{probed.entries:,}",
                    f"{probed.cold_probe_ms:.1f} ms",
                    f"{probed.warm_probe_us:.1f} µs",
                    f"{probed.first_probes_per_second:,}",
                    f"{probed.next_probes_per_second:,}",
                )
                for probed in measured.probes
            ),
        ]
    )
    whole = columns(
        [
            ("compilation", seconds_text(measured.compile_seconds)),
            ("whole build", seconds_text(measured.build_seconds)),
            ("of all threads", seconds_text(measured.cpu_seconds)),
            ("one thread alone", f"{measured.lonely_share:.1%} of it"),
            *(
                (f"with {cores} cores", f"about {seconds_text(seconds)}")
                for cores, seconds in measured.projected_seconds.items()
            ),
            ("entries", f"{measured.entries:,}"),
            ("entries a second", f"{measured.entries_per_second:,}"),
            ("peak memory", "unknown" if memory is None else bytes_text(memory)),
        ]
    )
    return f"{units}\n\n{probes}\n\n{whole}"
