"""The script behind every address: it registers the pages and runs the one asked for.

The default page answers only at ``/``, so the Search page is registered a second time, hidden,
for ``/search``.
"""

from pathlib import Path

import streamlit as st

PAGES = Path(__file__).resolve().parent.parent / "pages"
STATIC = Path(__file__).resolve().parent / "static"


def navigate() -> None:
    """Run the page of the address; the page draws everything below the navigation."""
    st.logo(str(STATIC / "logo.svg"), size="medium")
    pages = [st.Page(PAGES / "search.py", title="Search", url_path="start", default=True)]
    explore = PAGES / "explore.py"
    if explore.exists():
        pages.append(st.Page(explore, title="Explore", url_path="explore"))
    hidden = st.Page(PAGES / "search.py", title="Search", url_path="search", visibility="hidden")
    st.navigation([*pages, hidden], position="top").run()


navigate()
