"""``python -m millbase`` does what ``millbase`` does."""

from millbase.cli.main import main

main(prog_name="millbase")
