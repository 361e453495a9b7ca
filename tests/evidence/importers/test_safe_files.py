import os
import socket
import sys
from pathlib import Path

import pytest

from evidence.errors import ImportRejectedError
from evidence.importers import safe_files
from evidence.importers.safe_files import open_input, shown_name


def refusal(path: Path) -> str:
    with pytest.raises(ImportRejectedError) as caught, open_input(path):
        pass
    (problem,) = caught.value.problems
    assert str(path.parent) not in str(caught.value)
    return problem.reason


def test_a_regular_file_is_read(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"hello")
    with open_input(file) as opened:
        assert (opened.size, opened.head(), opened.stream.read()) == (5, b"hello", b"hello")


def test_a_link_is_refused_wherever_it_leads(tmp_path):
    (tmp_path / "secret").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    assert refusal(tmp_path / "link") == "is a symbolic link; name the file itself"
    assert refusal(tmp_path / "dangling") == "is a symbolic link; name the file itself"


@pytest.mark.timeout(5)
def test_a_fifo_is_refused_without_waiting_for_a_writer(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    assert refusal(tmp_path / "fifo") == "is not a regular file"


def test_devices_folders_sockets_and_missing_files_are_refused(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        assert refusal(tmp_path / "socket") == "cannot be opened"
    assert refusal(Path("/dev/zero")) == "is not a regular file"
    assert refusal(tmp_path) == "is a folder; name the files in it"
    assert refusal(tmp_path / "nothing") == "there is no such file"
    assert refusal(tmp_path / "a\x00b") == "cannot be opened"
    assert refusal(tmp_path / ("n" * 10_000)) == "cannot be opened"


def test_an_empty_file_and_a_large_one_are_refused(tmp_path, monkeypatch):
    (tmp_path / "empty").touch()
    (tmp_path / "large").write_bytes(b"x" * 11)
    monkeypatch.setattr(safe_files, "IMPORT_BYTES", 10)
    assert refusal(tmp_path / "empty") == "is empty"
    assert refusal(tmp_path / "large") == "is larger than 0 MiB"


@pytest.mark.parametrize("name", ["../outside", "..\\outside", "/outside", "\\\\host\\outside"])
def test_a_refused_name_opens_nothing_outside_its_folder(tmp_path, name):
    opened: list[str] = []

    def watch(event: str, arguments: tuple) -> None:
        if watching and event == "open" and isinstance(arguments[0], (str, bytes)):
            opened.append(os.fsdecode(arguments[0]))

    watching = True
    sys.addaudithook(watch)
    try:
        with pytest.raises(ImportRejectedError), open_input(tmp_path / "in" / name):
            pass
    finally:
        watching = False
    assert [path for path in opened if "outside" in path and Path(path).exists()] == []


def test_a_shown_name_has_no_folder_and_no_control_characters():
    assert shown_name(Path("/home/me/graph.jsonl")) == "graph.jsonl"
    assert shown_name(Path("a\x1b[31m\u202eb")) == "a\ufffd[31m\ufffdb"
    assert shown_name(Path()) == "."
    assert shown_name(Path("n" * 300)) == "n" * 79 + "…"
    assert shown_name(Path(os.fsdecode(b"\xff"))) == "?"
