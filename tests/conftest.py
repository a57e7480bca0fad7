"""Fixtures that all tests may use."""

from __future__ import annotations

pytest_plugins = ["six_tables", "counting"]
