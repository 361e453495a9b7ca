"""Scripts of components served as files: what a component mounts with is sent on every change.

A part is named by its digest, so a browser keeps it for good and never runs an old one.
"""

import hashlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

PLACE = "/parts"
UNLOADED = "This part of the page could not be loaded. Reload the page to try again."

_SOURCES: dict[str, str] = {}
_HEADERS = {"cache-control": "public, max-age=31536000, immutable"}
_LOADER = """let part;

export default function (component) {
  let ended = false;
  let end;
  part ??= import(new URL("%s", location.origin).href);
  part.then((module) => {
    if (!ended) end = module.default(component);
  }).catch((error) => {
    part = undefined;
    console.error(error);
    const wait = component.parentElement.querySelector(".wait");
    if (wait) wait.textContent = "%s";
  });
  return () => {
    ended = true;
    end?.();
  };
}
"""


def part(name: str, source: str) -> str:
    """A short script that loads this module and hands over to its default export."""
    digest = hashlib.sha256(source.encode("utf-8")).hexdigest()[:16]
    file = f"{name}-{digest}.js"
    _SOURCES[file] = source
    return _LOADER % (f"{PLACE}/{file}", UNLOADED)


def parts_route() -> Route:
    """Where a server answers with the parts that its pages have mounted."""
    return Route(f"{PLACE}/{{file}}", _answer)


async def _answer(request: Request) -> Response:
    source = _SOURCES.get(request.path_params["file"])
    if source is None:
        return PlainTextResponse("Not found", status_code=404)
    return Response(source, media_type="text/javascript", headers=_HEADERS)
