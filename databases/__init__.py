"""Tables on disk: their format, the catalogue of a directory, building, checking and probing them."""
