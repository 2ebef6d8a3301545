"""Fights before they begin: the TOML format that people write, and its reader."""
