"""A file that is no text is refused once, before any of its lines is looked at."""

import bz2
import gzip
import io
import lzma
import random
import sqlite3
import tarfile
import zipfile

import numpy as np
import pytest

from evidence.commands.importing import reader
from evidence.errors import ImportRejectedError, Problem
from evidence.importers.not_text import not_text

LINE = b'{"kind":"entity","id":"e","label":"L","name":"N"}\n'


def zipped() -> bytes:
    with io.BytesIO() as packed:
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("graph.jsonl", LINE * 20)
        return packed.getvalue()


def tarred() -> bytes:
    with io.BytesIO() as packed:
        with tarfile.open(fileobj=packed, mode="w") as archive:
            member = tarfile.TarInfo("graph.jsonl")
            member.size = len(LINE)
            archive.addfile(member, io.BytesIO(LINE))
        return packed.getvalue()


def array() -> bytes:
    with io.BytesIO() as packed:
        np.save(packed, np.arange(100))
        return packed.getvalue()


def noise(size: int) -> bytes:
    return random.Random(7).randbytes(size)


BINARY = {
    "zip": (zipped(), "is a zip archive"),
    "empty zip": (b"PK\x05\x06" + bytes(18), "is an empty zip archive"),
    "tar": (tarred(), "is a tar archive"),
    "tar.gz": (gzip.compress(tarred()), "is a tar archive"),
    "gzip twice": (gzip.compress(gzip.compress(LINE * 9)), "is compressed twice with gzip"),
    "bzip2": (bz2.compress(LINE * 9), "is compressed with bzip2"),
    "xz": (lzma.compress(LINE * 9), "is compressed with xz"),
    "Parquet": (b"PAR1" + noise(100), "is a Parquet file"),
    "PDF": (b"%PDF-1.7\n%" + noise(100), "is a PDF document"),
    "SQLite": (b"SQLite format 3\x00" + bytes(80), "is an SQLite database"),
    "an array of numbers": (array(), "is not text; it looks like a binary file"),
    "noise": (noise(50_000), "is not text; it looks like a binary file"),
    "zeros": (bytes(5_000), "is not text; it looks like a binary file"),
    "a video": (b"\x00\x00\x00\x18ftypmp42" + noise(900), "is not text"),
    "another encoding": ("Ада знает Боба.\n".encode("cp1251") * 30, "is not UTF-8 text; save it"),
    "UTF-16": (LINE.decode().encode("utf-16-le"), "is not UTF-8 text; save it as UTF-8"),
}


@pytest.mark.parametrize("form", [None, "native", "docred"])
@pytest.mark.parametrize(("data", "reason"), BINARY.values(), ids=BINARY.keys())
def test_what_is_no_text_is_refused_in_one_sentence(tmp_path, data, reason, form):
    file = tmp_path / "graph.jsonl"
    file.write_bytes(data)
    with pytest.raises(ImportRejectedError) as caught:
        list(reader(file, form, merge_by_name=False)())
    (problem,) = caught.value.problems
    assert problem.reason.startswith(reason)
    assert (problem.line, caught.value.total) == (None, 1)


@pytest.mark.parametrize("bad", [b"\x00", b"\xff", b"\x1b[31m", "é".encode("latin-1")])
def test_a_text_with_a_damaged_line_is_told_by_its_line(tmp_path, bad):
    file = tmp_path / "graph.jsonl"
    file.write_bytes(LINE * 3 + LINE.replace(b"N", bad) + LINE)
    found = list(reader(file, None, merge_by_name=False)())
    assert [item.line for item in found if isinstance(item, Problem)] == [4]


@pytest.mark.parametrize(
    "head",
    [
        b"{",
        b"",
        b"hello",
        '{"name":"東京 Ада é 👩\u200d🚀"}'.encode(),
        '{"name":"東京"}'.encode()[:-4],
        "\ufffd".encode() * 100,
        b"\xef\xbb\xbf" + LINE,
    ],
)
def test_text_is_text(head):
    assert not_text(head) is None


@pytest.mark.parametrize("form", [None, "native"])
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\n \t\n\r\n", "is empty but for blank lines"),
        (b"\xef\xbb\xbf\n", "is empty but for blank lines"),
        (
            b'\n{"kind":"header","format":"evidence-graph","version":1}\n\n',
            "has a header and no records; nothing would come in",
        ),
        (
            b'{\n"kind":"entity",\n"id":"e"\n}\n',
            "line 1 opens a value that spreads over several lines;"
            " write each record on one line (JSON Lines)",
        ),
    ],
)
def test_a_file_without_records_is_refused_like_an_empty_one(
    tmp_path, form, compressed, data, reason
):
    file = tmp_path / "graph.jsonl"
    file.write_bytes(gzip.compress(data) if compressed else data)
    with pytest.raises(ImportRejectedError) as caught:
        list(reader(file, form, merge_by_name=False)())
    assert [str(problem) for problem in caught.value.problems] == [reason]


def test_a_compressed_file_of_nothing_is_empty(tmp_path):
    file = tmp_path / "graph.jsonl.gz"
    file.write_bytes(gzip.compress(b""))
    with pytest.raises(ImportRejectedError, match="is empty"):
        list(reader(file, None, merge_by_name=False)())


def test_a_database_is_named_before_it_is_read(tmp_path):
    file = tmp_path / "store.db"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE a(b)")
    with pytest.raises(ImportRejectedError, match="is an SQLite database; export its graph"):
        list(reader(file, None, merge_by_name=False)())
