"""A server for looking at the canvas alone: ``streamlit run tests/browser/canvas_app.py``."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from components.graph.assets import vis_directory
from components.parts import parts_route
from components.security import SecurityHeaders

ROOT = Path(__file__).resolve().parents[2]


async def health(_: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


app = st.App(
    Path(__file__).parent / "canvas_page.py",
    routes=[
        Route("/health", health),
        Mount("/vendor/vis", StaticFiles(directory=vis_directory())),
        parts_route(),
        Mount("/app/static", StaticFiles(directory=ROOT / "components" / "static")),
    ],
    middleware=[Middleware(SecurityHeaders)],
)
