"""The command ``maraud``: one file a group of commands. It alone joins simulation and agents."""
