"""Another website open in the same browser cannot drive the app."""

import base64
import http.client
import os
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from evidence.demo import build_demo
from tests.browser.conftest import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("server")
    build_demo(place / "demo")
    settings = {"EVIDENCE_STORE": str(place / "demo"), "EVIDENCE_MODEL": "none"}
    running = Server(place / "log", settings)
    running.wait()
    yield running
    running.stop()


def ask(server: Server, path: str, **headers: str) -> http.client.HTTPResponse:
    parts = urlsplit(server.url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def upgrade(server: Server, *, host: str | None = None, origin: str | None = None) -> int:
    """The status a websocket handshake gets."""
    parts = urlsplit(server.url)
    lines = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {host or parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
    ]
    lines += [f"Origin: {origin}"] if origin else []
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as wire:
        wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return int(wire.recv(64).split()[1])


def test_a_page_of_this_app_may_connect(server: Server) -> None:
    assert upgrade(server, origin=server.url) == 101


def test_a_page_of_another_site_may_not(server: Server) -> None:
    assert upgrade(server, origin="http://evil.test") == 403


def test_a_name_that_was_rebound_to_this_machine_may_not(server: Server) -> None:
    port = urlsplit(server.url).port
    assert upgrade(server, host=f"evil.test:{port}", origin=f"http://evil.test:{port}") == 403


def test_health_says_nothing_but_that_it_answers(server: Server) -> None:
    answer = ask(server, "/health")
    assert answer.status == 200
    assert answer.body == b'{"status":"ok"}'  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["/", "/search", "/health", "/vendor/vis/vis-network.min.js"])
def test_pages_carry_the_policy(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == 200
    assert "script-src 'self' blob:" in (answer.getheader("content-security-policy") or "")
    assert answer.getheader("x-content-type-options") == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/app/static/../shell.py",
        "/app/static/%2e%2e/services.py",
        "/vendor/vis/../../../pyvis/network.py",
        "/vendor/vis/%2e%2e/%2e%2e/network.py",
        "/media/../../app.py",
        "/component/..%2f..%2fapp.py",
    ],
)
def test_no_path_leads_out_of_what_is_public(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert b"import " not in answer.body  # type: ignore[attr-defined]
    assert b"def " not in answer.body  # type: ignore[attr-defined]


def test_the_agent_interface_is_off(server: Server) -> None:
    answer = ask(server, "/_stcore/agent/openapi.json")
    assert answer.status in {403, 404} or b"disabled" in answer.body  # type: ignore[attr-defined]
