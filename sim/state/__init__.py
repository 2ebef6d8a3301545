"""The live battle: data that events move, and nothing else."""
