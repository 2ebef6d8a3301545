"""Agents that fight: a Mesa model, policies, and the command line."""
