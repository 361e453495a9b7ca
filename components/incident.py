"""An incident: what went wrong goes to the log, with an id that the page shows."""

import logging
import re
import secrets

_LOG = logging.getLogger("evidence.page")

_COVERED = "***"
_USER_INFO = re.compile(r"(?<=://)[^\s/@]{1,500}@")
_NAMED = re.compile(
    r"((?:api[_-]?key|token|secret|passw(?:or)?d|credential)s?[\"']?\s{0,3}[=:]\s{0,3}[\"']?)"
    r"[^\s\"',;)}\]]{1,500}",
    re.IGNORECASE,
)


def record(error: BaseException, *, doing: str) -> str:
    """Log an error with its traceback; the id by which the log line can be found."""
    incident = secrets.token_hex(4)
    _LOG.error("incident %s while %s", incident, doing, exc_info=error)
    return incident


def without_credentials(text: str) -> str:
    """The text with passwords in addresses and values of secret settings covered."""
    return _NAMED.sub(rf"\1{_COVERED}", _USER_INFO.sub(f"{_COVERED}@", text))


class CredentialFilter(logging.Filter):
    """Covers credentials in a record's message and traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; it is always kept."""
        message = record.getMessage()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = without_credentials(record.exc_text)
        record.msg, record.args = without_credentials(message), ()
        return True


def cover_credentials() -> None:
    """Put the filter on every handler that prints, once; filters of loggers miss children."""
    for name in ("", "streamlit", "uvicorn", "uvicorn.error", "evidence"):
        for handler in logging.getLogger(name).handlers:
            if not any(isinstance(known, CredentialFilter) for known in handler.filters):
                handler.addFilter(CredentialFilter())
