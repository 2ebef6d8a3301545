"""
What MkDocs asks for while it builds the site: which pages there are, where each stands, and where its links lead.

No page is written for the site: those of the repository stay where they are, and all others are made of the catalogues,
the command line, the docstrings and the golden fights.
"""

from __future__ import annotations

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs.site import commands, fights, places, reference, rules
from docs.site.navigation import navigation
from docs.site.places import ROOT

CARDS = re.compile(r"(?<=## Where to begin\n\n)((?:- .*\n(?:  .*\n)*)+)")
LOOK_UP = (
    "- **Look it up.** [Every rule](rules/index.md) with its source, its test and a fight that shows it; "
    "[every command](commands/index.md); [every module](api/index.md)."
)
"""The list at the head of the README becomes cards, with one more for what the site alone has."""
SEARCH = 'data-md-component="search" role="dialog"'


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lay out the navigation."""
    config.nav = navigation()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Take up the pages of the repository, and make the others."""
    for path in (*places.pages(), *places.things()):
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    for made in (rules.pages(), commands.pages(), reference.pages(), fights.pages()):
        for path, content in made:
            files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links of a page of the repository to pages of the site."""
    path = page.file.src_uri
    if path not in places.pages():
        return markdown
    if path == "README.md":
        page.meta["hide"] = ["navigation"]
        markdown = CARDS.sub(rf'<div class="grid cards" markdown>\n\n\1{LOOK_UP}\n\n</div>\n', markdown)
    return places.on_the_site(path, markdown, files.src_uris)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Give the search of the theme the name that it lacks for those who hear the page."""
    return output.replace(SEARCH, f'{SEARCH} aria-label="Search"')
