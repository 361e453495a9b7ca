"""Credentials are covered in the log, message and traceback alike; the page gets an id only."""

import io
import logging

import pytest

from components.incident import CredentialFilter, record, without_credentials

CANARY = "hunter2canary"


@pytest.mark.parametrize(
    "text",
    [
        f"bolt://neo4j:{CANARY}@db.example:7687",
        f"https://{CANARY}@host/path",
        f"password={CANARY}",
        f"'api_key': '{CANARY}'",
        f'"secret" : "{CANARY}"',
        f"Token: {CANARY}",
        f"passwd={CANARY}&x=1",
        f"credentials={CANARY}, retry",
    ],
)
def test_credentials_are_covered(text: str) -> None:
    assert CANARY not in without_credentials(text)
    assert "***" in without_credentials(text)


def test_other_text_stays() -> None:
    text = "no token was found at http://127.0.0.1:8501/explore?q=a@b"
    assert without_credentials(text) == text


@pytest.mark.parametrize("text", ["://" + "a" * 1_000_000, "password=" * 100_000, " " * 1_000_000])
def test_covering_takes_linear_time(text: str) -> None:
    assert len(without_credentials(text)) > 0


def test_a_traceback_is_logged_with_its_incident_and_without_credentials() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(CredentialFilter())
    log = logging.getLogger("evidence.page")
    log.addHandler(handler)
    log.propagate = False
    try:
        try:
            int(f"bolt://neo4j:{CANARY}@db:7687")
        except ValueError as error:
            incident = record(error, doing="searching")
    finally:
        log.removeHandler(handler)
        log.propagate = True
    logged = stream.getvalue()
    assert f"incident {incident} while searching" in logged
    assert "'bolt://***@db:7687'" in logged
    assert "Traceback" in logged
    assert CANARY not in logged
    assert len(incident) == 8
