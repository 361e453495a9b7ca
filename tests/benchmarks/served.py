"""The app as a process of its own on one store, and a browser looking at it."""

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.benchmarks.stores import ROOT

_CHROMIUM = Path("/usr/bin/chromium")
_PATIENCE = 60.0
_QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


class Served:
    """A running app.

    Attributes:
        address: Where it answers.
        started: When the process was started, by ``time.perf_counter``.
        pid: Its process.
    """

    def __init__(self, address: str, started: float, pid: int) -> None:
        self.address = address
        self.started = started
        self.pid = pid

    @property
    def elapsed(self) -> float:
        """Seconds since the process was started."""
        return time.perf_counter() - self.started

    def wait(self) -> float:
        """Seconds from the start of the process until it says that it is well."""
        while self.elapsed < _PATIENCE:
            with suppress(OSError):
                urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=1).close()
                return self.elapsed
            time.sleep(0.01)
        raise TimeoutError("the app did not come up")


@contextmanager
def served(folder: Path, *, model: bool = True) -> Iterator[Served]:
    """The app on the store in ``folder``; without ``model`` it loads none."""
    port = _free_port()
    command = [
        *(sys.executable, "-m", "streamlit", "run", "app.py"),
        *("--server.port", str(port), "--server.headless", "true"),
    ]
    environment = {**os.environ, "EVIDENCE_STORE": str(folder)}
    if not model:
        environment["EVIDENCE_MODEL"] = "none"
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield Served(f"http://127.0.0.1:{port}", started, process.pid)
    finally:
        process.terminate()
        process.wait(10)


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Headless Chromium."""
    async with async_playwright() as playwright:
        path = str(_CHROMIUM) if _CHROMIUM.exists() else None
        chromium = await playwright.chromium.launch(executable_path=path, args=_QUIET)
        try:
            yield chromium
        finally:
            await chromium.close()


async def new_page(chromium: Browser) -> Page:
    """A page of its own, the size of a laptop's screen."""
    context = await chromium.new_context(viewport={"width": 1440, "height": 900})
    return await context.new_page()


class Traffic:
    """What a page's connection to the app carries, from before the page is opened.

    Attributes:
        received: Bytes since the last ``reset``.
        largest: The largest message of all, in bytes.
        largest_at: When it came, by ``time.perf_counter``.
    """

    def __init__(self, page: Page) -> None:
        self.received = 0
        self.largest = 0
        self.largest_at = self._last = time.perf_counter()
        page.on("websocket", lambda opened: opened.on("framereceived", self._hear))

    def reset(self) -> None:
        """Count from now on."""
        self.received = 0
        self._last = time.perf_counter()

    async def quiet(self, seconds: float) -> None:
        """Wait until nothing has come for so many seconds."""
        while time.perf_counter() - self._last < seconds:
            await asyncio.sleep(0.02)

    def _hear(self, payload: str | bytes) -> None:
        self.received += len(payload)
        self._last = time.perf_counter()
        if len(payload) > self.largest:
            self.largest, self.largest_at = len(payload), self._last


def _free_port() -> int:
    for port in range(8_600, 9_000):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise OSError("every port from 8600 to 8999 is taken")
