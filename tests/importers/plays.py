"""What an import is good for: a fight that is played, audited, and the same when run again."""

from __future__ import annotations

from pathlib import Path

from agents.cli.main import main


def fought(folder: Path, file: Path, format: str, *wishes: str) -> str:
    """The scenario of a map file, after its fight has been played, has stood the audit, and was run again."""
    out, log = str(folder / "map.toml"), str(folder / "map.jsonl")
    assert main(["import", format, str(file), *wishes, "--out", out]) == 0
    judged(out, log)
    return Path(out).read_text("utf-8")


def faced(folder: Path, file: Path, format: str, *kinds: str) -> str:
    """The bestiary of a file, after creatures of it, of these kinds, have fought each other in a scenario."""
    out, den, log = (str(folder / name) for name in ("beasts.toml", "den.toml", "den.jsonl"))
    assert main(["import", format, str(file), "--out", out]) == 0
    half = -(-len(kinds) // 2)
    sides = [
        f'[[side]]\nname = "{name}"\n'
        + "".join(f'[[side.creature]]\nkind = "{kind}"\nat = "{name[0]}"\n' for kind in side)
        for name, side in (("Near", kinds[:half]), ("Far", kinds[half:]))
    ]
    ground, places = ("." * 20 + "\n") * 20, ("N" * 8 + "." * 4 + "F" * 8 + "\n") * 20
    Path(den).write_text(
        'name = "Den"\nbestiary = ["beasts.toml"]\n'
        f'map = """\n{ground}"""\nplaces = """\n{places}"""\n{"".join(sides)}',
        encoding="utf-8",
    )
    judged(den, log)
    return Path(out).read_text("utf-8")


def judged(scenario: str, log: str) -> None:
    """Played to its end; nothing is found by any of the three checks."""
    assert main(["fight", scenario, "--seed", "5", "--quiet", "--out", log]) == 0
    assert [main([check, log]) for check in ("audit", "verify", "rerun")] == [0, 0, 0]
