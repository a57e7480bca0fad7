"""The compiled loops. They know arrays and numbers only: no file, no rule set by name."""
