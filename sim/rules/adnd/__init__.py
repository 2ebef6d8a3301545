"""AD&D 2nd edition with the house rules of the catalogue."""
