"""One writer at a time: an operating-system lock beside the database.

The lock also covers checkpoints, since SQLite before 3.51.3 can damage a WAL database when two
connections write and checkpoint at the same instant. A process that dies gives the lock back.
"""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from evidence.errors import StoreBusyError, StoreUnavailableError

WAIT_SECONDS = 5.0
_CANNOT = "The store's folder cannot be written."


class WriterLock:
    """The right to write to one store folder, held until released."""

    def __init__(self, folder: Path) -> None:
        self._lock = FileLock(folder / "writer.lock", thread_local=False)
        self._holder = folder / "writer.json"

    def acquire(self, wait: float = WAIT_SECONDS) -> None:
        """Takes the lock.

        Raises:
            StoreBusyError: Another writer still holds it after ``wait`` seconds; names its
                process and when it started.
            StoreUnavailableError: The folder cannot be written.
        """
        try:
            self._lock.acquire(timeout=wait)
        except Timeout:
            raise StoreBusyError(
                f"Another import is writing to this store{self._described()}. "
                "Wait for it to end, then try again."
            ) from None
        except OSError as error:
            raise StoreUnavailableError(_CANNOT) from error
        started = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            self._holder.write_text(json.dumps({"pid": os.getpid(), "started": started}), "utf-8")
        except OSError as error:
            self.release()
            raise StoreUnavailableError(_CANNOT) from error

    def release(self) -> None:
        """Gives the lock back."""
        self._lock.release()

    def _described(self) -> str:
        try:
            holder = json.loads(self._holder.read_text("utf-8"))
            return f" (process {int(holder['pid'])}, started {str(holder['started'])[:25]})"
        except (OSError, ValueError, KeyError, TypeError):
            return ""
