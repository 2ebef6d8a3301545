"""The rulebooks: siblings behind one small protocol."""
