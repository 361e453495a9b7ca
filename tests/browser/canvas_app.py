"""A server for looking at the canvas alone: ``streamlit run tests/browser/canvas_app.py``."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from components.graph.assets import vis_directory
from components.security import SecurityHeaders

ROOT = Path(__file__).resolve().parents[2]

app = st.App(
    Path(__file__).parent / "canvas_page.py",
    routes=[
        Mount("/vendor/vis", StaticFiles(directory=vis_directory())),
        Mount("/app/static", StaticFiles(directory=ROOT / "components" / "static")),
    ],
    middleware=[Middleware(SecurityHeaders)],
)
