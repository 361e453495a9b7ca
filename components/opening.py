"""Opening the store in a thread of its own, so that a page can show how far it is."""

import logging
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from evidence.demo import build_demo
from evidence.errors import EvidenceError, StoreCorruptError, StoreUnavailableError
from evidence.ports import GraphStore
from evidence.stores.embedded.store import EmbeddedStore

_LOG = logging.getLogger(__name__)

_CANNOT = "The graph cannot be opened. Check its folder, then try again."

Progress = Callable[[float, str], None]
Open = Callable[[Progress], GraphStore]
Use = Callable[[GraphStore], None]


class DemoDamagedError(StoreCorruptError):
    """The demo graph is damaged; nothing of anybody's is lost with it."""


class Opening:
    """A store being opened.

    Attributes:
        share: How much is done, from 0 to 1.
        doing: What is being done; a sentence that may be shown.
        store: The store, once it is open.
        failure: Why it could not be opened.
    """

    def __init__(self, open_store: Open, *, then: Use | None = None) -> None:
        """Starts opening.

        Args:
            open_store: Opens the store.
            then: What to do with it in the same thread, when nobody waits for the opening any more.
        """
        self.share = 0.0
        self.doing = "Opening the graph"
        self.store: GraphStore | None = None
        self.failure: EvidenceError | None = None
        self._ended = threading.Event()
        threading.Thread(
            target=self._run, args=(open_store, then), name="opening", daemon=True
        ).start()

    def wait(self, seconds: float) -> bool:
        """Whether opening has ended, well or badly, within these seconds."""
        return self._ended.wait(seconds)

    def _run(self, open_store: Open, then: Use | None) -> None:
        try:
            self.store = open_store(self._report)
        except EvidenceError as error:
            _LOG.exception("the store could not be opened")
            self.failure = error
        except (OSError, ValueError):
            _LOG.exception("the store could not be opened")
            self.failure = StoreUnavailableError(_CANNOT)
        finally:
            if self.store is None and self.failure is None:
                self.failure = StoreUnavailableError(_CANNOT)
            self._ended.set()
        if then is not None and self.store is not None:
            then(self.store)

    def _report(self, share: float, doing: str) -> None:
        self.share = min(max(share, 0.0), 1.0)
        self.doing = doing


def open_folder(folder: Path) -> Open:
    """How to open the embedded store in a folder."""
    return lambda _: EmbeddedStore.open(folder)


def open_demo(beside: Path) -> Open:
    """How to open the demo graph, which is built first when it is not there yet."""

    def opened(report: Progress) -> GraphStore:
        folder = _writable(beside) / "demo"
        try:
            build_demo(folder, progress=_step_by_step(report))
            return EmbeddedStore.open(folder)
        except StoreCorruptError as error:
            raise DemoDamagedError("The demo graph is damaged.") from error

    return opened


def _step_by_step(report: Progress) -> Callable[[str, int, int | None], None]:
    """How far an import is, when only its steps are known: each takes a quarter of what is left."""
    share = 0.0
    last = ""

    def heard(doing: str, done: int, of: int | None) -> None:
        nonlocal share, last
        if doing != last:
            share, last = share + (1 - share) / 4, doing
        report(share + (1 - share) / 4 * (done / of if of else 0), doing)

    return heard


def _writable(beside: Path) -> Path:
    """The data folder of the app, or a temporary one where the app cannot write."""
    place = beside / "data"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="evidence-"))
    return place if os.access(place, os.W_OK) else Path(tempfile.mkdtemp(prefix="evidence-"))
