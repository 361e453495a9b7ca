"""The app: ``streamlit run app.py``."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pyvis
import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from components.incident import cover_credentials
from components.parts import parts_route
from components.security import SecurityHeaders

# A page that is drawn earlier begins the warm-up itself.
UNVISITED = 5.0


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[dict[str, Any]]:
    """Start what takes seconds before the first reader comes, and give it back at the end."""
    cover_credentials()
    from components import services  # caches need the running server

    warming = asyncio.get_running_loop().call_later(UNVISITED, services.current().warm)
    yield {}
    warming.cancel()
    services.reopen()


async def health(_: Request) -> JSONResponse:
    """Whether the server answers; says nothing about the graph."""
    return JSONResponse({"status": "ok"})


HERE = Path(__file__).resolve().parent
VIS = Path(pyvis.__file__).resolve().parent / "lib" / "vis-9.1.2"

app = st.App(
    HERE / "components" / "shell.py",
    lifespan=lifespan,
    routes=[
        Route("/health", health),
        Mount("/vendor/vis", StaticFiles(directory=VIS)),
        parts_route(),
    ],
    middleware=[Middleware(SecurityHeaders)],
)
