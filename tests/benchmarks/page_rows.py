"""Figures of the app in a browser."""

import time
from collections.abc import AsyncIterator, Callable
from urllib.parse import quote

from playwright.async_api import Browser, Page

from tests.benchmarks.questions import Questions
from tests.benchmarks.served import Traffic, browser, new_page, served
from tests.benchmarks.stores import Built
from tests.benchmarks.timing import Figure, figure

_BOX = "input[role=combobox]"


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
            well = app.wait()
            await page.goto(app.address)
            await page.wait_for_selector(_BOX, state="visible")
            painted = app.elapsed
            name = self.questions.names(1)[0]
            asked = time.perf_counter()
            await _search(page, name)
            return well, painted, time.perf_counter() - asked


async def _search(page: Page, name: str) -> None:
    await page.fill(_BOX, name)
    await page.press(_BOX, "Enter")
    await page.get_by_role("link", name=f"Explore {name}").first.wait_for()


def page_rows(store: Built, starts: int) -> dict[str, Callable[[], AsyncIterator[Figure]]]:
    """The rows of the app, by the names ``--only`` takes."""
    rows = _PageRows(store, starts)
    return {"start": rows.start}


__all__ = ["Traffic", "page_rows", "quote"]
