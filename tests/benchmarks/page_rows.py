"""Figures of the app in a browser: the start, the first hits, the drawing and clicks in it."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from itertools import cycle, islice
from typing import Any

from playwright.async_api import Browser, ElementHandle, Page

from tests.benchmarks.questions import Questions
from tests.benchmarks.served import Traffic, browser, new_page, served
from tests.benchmarks.stores import Built
from tests.benchmarks.timing import Figure, figure

_BOX = "input[role=combobox][enterkeyhint=search]"
_KIB = 1024
_CLICKS = 40
_QUIET_SECONDS = 0.4

_GRAPH = ".graph"
_DRAWN = """root => root.__graph?.scene?.items.size > 0 && root.querySelector('.wait').hidden"""
_PLACES = """root => [...root.__graph.scene.items.values()]
  .map(i => [i.id, Math.round(i.x * 10), Math.round(i.y * 10)])"""
_TARGETS = """root => {
  const g = root.__graph, r = root.querySelector('.stage').getBoundingClientRect();
  return [...g.scene.items.values()].map(i => {
    const p = g.net.canvasToDOM({x: i.x, y: i.y});
    return {id: i.id, name: i.name, x: r.left + p.x, y: r.top + p.y, seen: g.at(p) === i.id};
  }).filter(t => t.seen && t.y > 120 && t.y < innerHeight - 20);
}"""
_SELECTED = """([root, id, was]) => location.search !== was && root.__graph.scene.selected === id"""
_SIZE = "root => root.__graph.scene.items.size"
_OTHER_SIZE = "([root, was]) => root.__graph.scene.items.size !== was"


class _PageRows:
    def __init__(self, store: Built, starts: int) -> None:
        self.store = store
        self.starts = starts
        self.questions = Questions(store.graph)

    async def start(self) -> AsyncIterator[Figure]:
        """From ``streamlit run`` to the first paint and the first hits; a new process each time."""
        well, painted, hit = [], [], []
        async with browser() as chromium:
            for _ in range(self.starts + 1):
                times = await self._start(chromium)
                for values, value in zip((well, painted, hit), times, strict=True):
                    values.append(value)
        yield figure("streamlit run to health", well[1:], unit="s")
        yield figure("streamlit run to first paint", painted[1:], unit="s", target=3.5)
        yield figure("from typing to first lexical hits", hit[1:], unit="s", target=0.5)

    async def _start(self, chromium: Browser) -> tuple[float, float, float]:
        with served(self.store.folder) as app:
            page = await new_page(chromium)
            well = await asyncio.to_thread(app.wait)
            await page.goto(app.address)
            await page.wait_for_selector(_BOX, state="visible")
            painted = app.elapsed
            name = self.questions.names(1)[0]
            asked = time.perf_counter()
            await page.fill(_BOX, name)
            await page.press(_BOX, "Enter")
            await page.locator("article.hit").first.wait_for()
            hit = time.perf_counter() - asked
            await page.context.close()
            return well, painted, hit

    async def click(self) -> AsyncIterator[Figure]:
        """The drawing of 200 nodes and 200 relations, and clicks in it."""
        async with browser() as chromium:
            with served(self.store.folder, model=False) as app:
                await asyncio.to_thread(app.wait)
                opened, drawn, sizes = [], [], []
                for start in self.questions.ordinary(self.starts + 1):
                    page = await new_page(chromium)
                    traffic = Traffic(page)
                    began = time.perf_counter()
                    await page.goto(f"{app.address}/explore?walk={start}:2:200:200")
                    graph = await page.wait_for_selector(_GRAPH, timeout=60_000)
                    await page.wait_for_function(_DRAWN, arg=graph, timeout=60_000)
                    done = time.perf_counter()
                    opened.append(done - began)
                    drawn.append(done - traffic.largest_at)
                    await _stay_still(graph, traffic)
                    sizes.append(traffic.largest / _KIB)
                    if len(opened) <= self.starts:
                        await page.context.close()
                yield figure("200 nodes: link to drawn", opened[1:], unit="s")
                yield figure(
                    "200 nodes: data to drawn, then still", drawn[1:], unit="s", target=0.8
                )
                yield figure("200 nodes: largest message", sizes[1:], unit="KiB", target=150)
                for each in await _clicks(page, graph, traffic):
                    yield each


async def _stay_still(graph: ElementHandle, traffic: Traffic) -> None:
    """Raises when anything in the drawing moves after it was drawn."""
    before = await graph.evaluate(_PLACES)
    await traffic.quiet(_QUIET_SECONDS)
    await asyncio.sleep(0.5)
    if await graph.evaluate(_PLACES) != before:
        raise AssertionError("the drawing moved after it was drawn")


async def _clicks(page: Page, graph: ElementHandle, traffic: Traffic) -> list[Figure]:
    targets: list[dict[str, Any]] = await graph.evaluate(_TARGETS)
    selected, received = [], []
    for target in islice(cycle(targets), _CLICKS + 5):
        was = await page.evaluate("location.search")
        traffic.reset()
        clicked = time.perf_counter()
        await page.mouse.click(target["x"], target["y"])
        await page.wait_for_function(_SELECTED, arg=[graph, target["id"], was])
        await (
            page
            .get_by_role("region", name="Inspector")
            .get_by_text(target["name"])
            .first.wait_for()
        )
        selected.append(1e3 * (time.perf_counter() - clicked))
        await traffic.quiet(_QUIET_SECONDS)
        received.append(traffic.received / _KIB)
    filtered, changed = [], []
    legend = page.get_by_role("group", name="Legend and filter")
    labels = legend.get_by_role("button", name=re.compile(r"^(?!Stated|Connected|Mentioned|\+)"))
    for number in range(_CLICKS // 2 + 2):
        size = await graph.evaluate(_SIZE)
        traffic.reset()
        clicked = time.perf_counter()
        await labels.nth(1 + number // 2 % 3).click()
        await page.wait_for_function(_OTHER_SIZE, arg=[graph, size])
        filtered.append(1e3 * (time.perf_counter() - clicked))
        await traffic.quiet(_QUIET_SECONDS)
        changed.append(traffic.received / _KIB)
    return [
        figure("200 nodes: click on a node to its details", selected[5:], unit="ms", target=150),
        figure("200 nodes: bytes for that click", received[5:], unit="KiB", target=150),
        figure("200 nodes: click on a filter to new graph", filtered[2:], unit="ms", target=150),
        figure("200 nodes: bytes for that click", changed[2:], unit="KiB", target=150),
    ]


def page_rows(store: Built, starts: int) -> dict[str, Callable[[], AsyncIterator[Figure]]]:
    """The rows of the app, by the names ``--only`` takes."""
    rows = _PageRows(store, starts)
    return {"start": rows.start, "click": rows.click}
