"""Citation lines in Markdown, safe for titles and addresses that came from documents."""

import re
from urllib.parse import urlsplit

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&^=])")
_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f]")


def escape_markdown(text: str) -> str:
    """``text`` as Markdown that renders as exactly these characters on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def public_address(uri: str | None) -> str | None:
    """``uri`` when it is an absolute http(s) address without credentials, else nothing."""
    if uri is None or _CONTROL.search(uri):
        return None
    try:
        parts = urlsplit(uri)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return None
    if not usable or parts.username is not None or parts.password is not None:
        return None
    return uri


def citation_markdown(label: str, uri: str | None, superseded: bool) -> str:
    """The label, marked when superseded, linked when the address is public."""
    text = escape_markdown(label) + (", superseded version" if superseded else "")
    address = public_address(uri)
    return f"[{text}](<{address}>)" if address and ">" not in address else text
