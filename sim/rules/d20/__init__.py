"""D&D 3.5 combat, one module a topic of the catalogue."""
