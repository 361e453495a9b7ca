"""A running app and a browser that may reach nothing else.

``app_url`` is the app on the demo graph; ``serve`` starts it on another store. ``page`` is a tab
of its own: every request that would leave this machine is stopped and recorded, and so is every
error of a script; at the end of the test both lists must be empty.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright

from evidence.demo import build_demo

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOME = "127.0.0.1"
WIDE: ViewportSize = {"width": 1440, "height": 900}

Serve = Callable[..., str]
OpenTab = Callable[..., Page]


def free_port() -> int:
    with socket.socket() as held:
        held.bind((HOME, 0))
        return int(held.getsockname()[1])


def search_path() -> str:
    """Where a script beside the tests finds the app."""
    return os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)


class Server:
    """The app in a process of its own."""

    def __init__(self, log: Path, settings: dict[str, str], script: str = "app.py") -> None:
        self.url = f"http://{HOME}:{free_port()}"
        self.log = log
        port = self.url.rsplit(":", 1)[1]
        with log.open("wb") as stream:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", script, "--server.port", port],
                cwd=ROOT,
                env=os.environ | settings | {"PYTHONPATH": search_path()},
                stdout=stream,
                stderr=subprocess.STDOUT,
            )

    def wait(self, seconds: float = 60) -> None:
        """Return when the app answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log.read_text()
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
                    return
            except (URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Starts the app with these settings of the environment; no log may hold a traceback."""
    servers: list[Server] = []
    place = tmp_path_factory.mktemp("servers")

    def start(script: str = "app.py", **settings: str) -> str:
        log = place / f"{len(servers)}.log"
        server = Server(log, {"EVIDENCE_MODEL": "none"} | settings, script)
        servers.append(server)
        server.wait()
        return server.url

    yield start
    for server in servers:
        server.stop()
    logs = [server.log.read_text(encoding="utf-8") for server in servers]
    assert [log for log in logs if "Traceback" in log] == []


@pytest.fixture(scope="session")
def app_url(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the app on the demo graph, without an embedding model."""
    folder = tmp_path_factory.mktemp("graphs") / "demo"
    build_demo(folder)
    return serve(EVIDENCE_STORE=str(folder))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium; without it the tests say so, and fail where it must be there.

    It ends with each module: while it runs, its event loop blocks those of asynchronous tests.
    """
    if not CHROMIUM.exists():
        reason = f"{CHROMIUM} is missing; install the Debian package chromium to run these tests"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(CHROMIUM), headless=True, args=QUIET
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_tab(browser: Browser) -> Iterator[OpenTab]:
    """Opens tabs of any size and colour scheme, watched as ``page`` is."""
    outside: list[str] = []
    errors: list[str] = []
    contexts = []

    def watch(route: Route) -> None:
        if urlsplit(route.request.url).hostname == HOME:
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    def start(*, viewport: ViewportSize = WIDE, dark: bool = False) -> Page:
        context = browser.new_context(viewport=viewport, color_scheme="dark" if dark else "light")
        contexts.append(context)
        context.route("**/*", watch)
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        return tab

    yield start
    for context in contexts:
        context.close()
    assert outside == []
    assert errors == []


@pytest.fixture
def page(open_tab: OpenTab) -> Page:
    """A wide, light tab."""
    return open_tab()


def settle(page: Page) -> None:
    """Return when the script has ended and the page shows what it drew."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(150)
