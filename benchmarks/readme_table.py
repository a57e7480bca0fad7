"""Write the table of measurements in README.md from the newest file in benchmarks/results.

The files are what ``millbase bench --json`` prints, one for each version, named after it:

    millbase bench --json > benchmarks/results/0.1.0.json
    python benchmarks/readme_table.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
BEGIN, END = "<!-- measurements: begin -->", "<!-- measurements: end -->"


def newest() -> dict[str, Any]:
    """The measurements of the newest version."""
    files = (HERE / "results").glob("*.json")
    path = max(files, key=lambda path: [int(part) for part in path.stem.split(".")])
    measured: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return measured


def rendered(measured: dict[str, Any]) -> str:
    """The table in Markdown: a small, a middle and a large unit, and the probes."""
    units = sorted(measured["units"], key=lambda unit: unit["entries"])
    chosen = [units[1], units[len(units) // 2], units[-1]]
    lines = ["| unit | entries | seeding | induction | all | entries a second | bits an entry |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    lines += [
        f"| {unit['unit']} | {unit['entries']:,} | {unit['phases']['seeding']:.1f} s "
        f"| {unit['phases']['induction']:.1f} s | {unit['seconds']:.1f} s "
        f"| {unit['entries_per_second']:,} | {unit['bits_per_entry']:.2f} |"
        for unit in chosen
    ]
    lines.append(
        f"| all to {measured['stones']} stones | {measured['entries']:,} | | "
        f"| {measured['build_seconds']:.1f} s | {measured['entries_per_second']:,} | |"
    )
    return "\n".join(
        [
            *lines,
            "",
            f"Version {measured['version']}, {measured['threads']} threads. Compiling, once after an "
            f"installation, takes {measured['compile_seconds']:.0f} s more. For "
            f"{measured['lonely_share']:.1%} of the build one thread worked alone, so "
            f"{', '.join(measured['projected_seconds'])} cores would take about "
            f"{', '.join(f'{seconds:.1f}' for seconds in measured['projected_seconds'].values())} s. "
            f"A probe takes {_range(measured, 'cold_probe_ms', '.1f')} ms if its file has to be opened, "
            f"{_range(measured, 'warm_probe_us', '.0f')} µs if it was asked before; in arrays there are "
            f"{_range(measured, 'first_probes_per_second', ',')} a second, and "
            f"{_range(measured, 'next_probes_per_second', ',')} when asked again: the least and the most of "
            f"tables with {_range(measured, 'entries', ',')} entries. Peak memory: "
            f"{measured['peak_memory_bytes'] / 1e6:.0f} MB.",
        ]
    )


def _range(measured: dict[str, Any], what: str, how: str) -> str:
    """The least and the most of what was measured for tables of several sizes."""
    numbers = [probed[what] for probed in measured["probes"]]
    return f"{format(min(numbers), how)} to {format(max(numbers), how)}"


def with_table(readme: str, table: str) -> str:
    """The README with the table between its two marks."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


if __name__ == "__main__":
    text = with_table(README.read_text(encoding="utf-8"), rendered(newest()))
    README.write_text(text, encoding="utf-8")
