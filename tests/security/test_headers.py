"""Every answer carries the headers; websockets pass untouched."""

from typing import Any

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from components.security import HEADERS, POLICY, SecurityHeaders


async def plain(_: Any) -> PlainTextResponse:
    return PlainTextResponse("ok", headers={"Content-Security-Policy": "default-src *"})


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


def client() -> TestClient:
    routes = [Route("/", plain), WebSocketRoute("/ws", echo)]
    return TestClient(SecurityHeaders(Starlette(routes=routes)))


def test_headers_are_on_every_answer_once() -> None:
    for path in ("/", "/missing"):
        answer = client().get(path)
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value]


def test_the_policy_lets_no_script_of_a_page_or_of_another_host_run() -> None:
    directives = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert directives["default-src"] == "'self'"
    assert directives["script-src"] == "'self' blob:"
    assert directives["connect-src"] == "'self'"
    assert directives["object-src"] == "'none'"
    assert directives["frame-ancestors"] == "'self'"
    assert "http" not in POLICY
    assert "unsafe-eval" not in POLICY


def test_websockets_are_left_alone() -> None:
    with client().websocket_connect("/ws") as socket:
        socket.send_text("hello")
        assert socket.receive_text() == "hello"
