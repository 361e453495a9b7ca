"""Scripts served as files."""

import re

from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.parts import PLACE, part, parts_route


def client() -> TestClient:
    return TestClient(Starlette(routes=[parts_route()]))


def place_of(loader: str) -> str:
    [place] = re.findall(rf'"({PLACE}/[^"]+)"', loader)
    return place


def test_a_part_is_served_as_a_module_that_is_kept_for_good() -> None:
    source = "export default function () {}\n"
    place = place_of(part("thing", source))
    assert re.fullmatch(r"/parts/thing-[0-9a-f]{16}\.js", place)
    answer = client().get(place)
    assert answer.text == source
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_another_source_has_another_place() -> None:
    assert place_of(part("thing", "a\n")) != place_of(part("thing", "b\n"))


def test_only_parts_are_served() -> None:
    for path in ("/parts/other.js", "/parts/..%2fapp.py", "/parts/"):
        assert client().get(path).status_code == 404
