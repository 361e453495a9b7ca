"""Whatever a name is made of, it is brought in, found by itself and given back."""

import json
import re
import shutil

from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.importers.native import read_native
from evidence.query import parse_query
from evidence.scope import EVERYTHING
from evidence.stores.embedded.keeping.integrity import check
from evidence.stores.embedded.keeping.native_export import export_lines
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from evidence.words import words

ODD = st.sampled_from(
    ["👩‍🚀", "🏳️‍🌈", "שלום", "\u202eevil\u202c", "\u200b", "\x00", "\ud800", "e\u0301", "ﬁ", "İ", "ß",
     "ǅ", "\u1100\u1161", "東京", "C++", "IL-6", "'; DROP TABLE entity; --", '"', "\\", "\x1b[2J",
     "<script>", "\u2028", "\x85", "\x7f", " "]
)  # fmt: skip
NAMES = st.lists(ODD | st.text(max_size=4), min_size=1, max_size=6).map("".join).filter(bool)


def storable(name: str) -> str:
    return re.sub("[\ud800-\udfff\x00]", "\ufffd", name)


@settings(max_examples=60)
@given(st.lists(NAMES, min_size=1, max_size=30, unique_by=storable))
async def test_names_come_back_and_are_found_by_themselves(tmp_path, names):
    folder = tmp_path / "store"
    shutil.rmtree(folder, ignore_errors=True)
    file = tmp_path / "names.jsonl"
    lines = [{"kind": "document", "key": "d"}]
    for number, name in enumerate(names):
        entity = f"e{number}"
        lines += [
            {"kind": "passage", "id": entity, "document": "d", "order": number, "text": name},
            {"kind": "entity", "id": entity, "label": "L", "name": name},
            {"kind": "mention", "passage": entity, "entity": entity, "surface": name},
        ]
    # ASCII escapes, so that lone surrogates can be written down at all.
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "ascii")
    with EmbeddedWriter(folder) as writer:
        report = writer.ingest(read_native(file), file="names")
    joined = "".join(json.dumps(line) for line in lines)
    assert report.replaced_characters == joined.count("\\ud800") + joined.count("\\u0000")
    assert check(folder) == []
    records = [json.loads(line) for line in export_lines(folder)]
    kept = [storable(name) for name in names]
    assert [each["name"] for each in records if each["kind"] == "entity"] == kept
    assert [each["text"] for each in records if each["kind"] == "passage"] == kept
    assert sorted(each["surface"] for each in records if each["kind"] == "mention") == sorted(kept)
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        for name in filter(words, kept):
            found = await reads.match_names(
                parse_query(name), labels=None, scope=EVERYTHING, limit=50
            )
            assert name in {row.name for row in found}
    await store.close()
