import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.stores.embedded.keeping.native_export import counted
from tests.evidence.stores.embedded.native import (
    bring,
    document,
    entity,
    evidence,
    mention,
    passage,
    record,
    relation,
    section,
    stored,
    version,
)

NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=12
)
WORDS = st.lists(st.sampled_from(["Ada", "Zürich", "IL-6", "東京", "c++", "👩‍🚀", "—"]), min_size=1)
DAYS = st.dates().map(str) | st.none()
PROPERTIES = st.dictionaries(
    NAMES,
    st.none() | st.booleans() | st.integers() | NAMES | st.lists(st.floats(-5, 5)),
    max_size=2,
)


def said(**fields):
    return {name: value for name, value in fields.items() if value is not None}


@st.composite
def graphs(draw):
    """Records of a small graph in which everything that may happen happens."""
    told, passages = [], {}
    for key in draw(st.lists(NAMES, max_size=3, unique=True)):
        told.append(
            document(
                key, title=draw(NAMES), namespace=draw(st.sampled_from(["", "ns"])),
                **said(uri=draw(st.none() | NAMES), in_force_to=draw(DAYS),
                       enabled=draw(st.none() | st.booleans())),
            )
        )  # fmt: skip
        names = draw(st.sampled_from([[None], ["v1"], ["v1", "v2"]]))
        current = draw(st.sampled_from(names))
        for name in names:
            where = {} if name is None else {"version": name}
            texts = draw(st.lists(WORDS.map(" ".join), min_size=1, max_size=3))
            if name is not None:
                digest = f"{len(told):064x}"
                told.append(version(name, key, content_hash=digest, current=name == current))
            told.append(section("s", document=key, title=draw(NAMES), **where))
            for order, text in enumerate(texts):
                id = f"{key}/{name}/{order}"[:500]
                passages[id] = text
                told.append(
                    passage(id, text, order, key, sections=draw(st.sampled_from([[], ["s"]])),
                            **where)
                )  # fmt: skip
    entities = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    told += [
        entity(each, draw(NAMES), draw(st.sampled_from("XY")), aliases=draw(st.lists(NAMES)),
               properties=draw(PROPERTIES))
        for each in entities
    ]  # fmt: skip
    told.append(record("label", name="X", ancestors=["Y"]))
    ids = [f"r{n}" for n in range(draw(st.integers(0, 4)))]
    for id in ids:
        ends = draw(st.sampled_from(entities)), draw(st.sampled_from(entities))
        told.append(relation(id, *ends, draw(NAMES), directed=draw(st.booleans())))
    for id in ids:
        for where in draw(st.lists(st.sampled_from([*passages, "missing"]), max_size=3)):
            quote = draw(st.none() | st.just(passages.get(where, "x")[:5]) | st.just("zurich"))
            told.append(evidence(id, where, **said(quote=quote)))
    for where in draw(st.lists(st.sampled_from(list(passages)), max_size=4) if passages
                      else st.just([])):  # fmt: skip
        surface = draw(st.none() | st.just(passages[where][1:4] or None) | st.just("ADA"))
        told.append(mention(where, draw(st.sampled_from(entities)), **said(surface=surface)))
    return draw(st.permutations(told))


@settings(max_examples=25)
@given(graphs())
def test_an_export_brought_into_an_empty_store_gives_the_same_export(tmp_path, graph):
    for name in ("one", "two"):
        shutil.rmtree(tmp_path / name, ignore_errors=True)
    bring(tmp_path / "one", *graph)
    exported = stored(tmp_path / "one")
    bring(tmp_path / "two", *exported)
    assert stored(tmp_path / "two") == exported


@settings(max_examples=10)
@given(graphs())
def test_an_export_brought_into_its_own_store_changes_nothing(tmp_path, graph):
    shutil.rmtree(tmp_path / "one", ignore_errors=True)
    bring(tmp_path / "one", *graph)
    exported = stored(tmp_path / "one")
    bring(tmp_path / "one", *exported)
    assert stored(tmp_path / "one") == exported


def test_a_quote_in_other_letters_is_exported_without_its_place(tmp_path):
    bring(
        tmp_path, document(), passage("p", "In Zürich.", 0), entity("a"), relation("r", "a", "a"),
        evidence("r", "p", quote="zurich"), mention("p", "a", surface="zurich"),
    )  # fmt: skip
    assert stored(tmp_path, "evidence") == [evidence("r", "p", quote="zurich")]
    assert stored(tmp_path, "mention") == [mention("p", "a", surface="zurich")]


def test_the_count_is_about_that_of_the_lines(tmp_path):
    bring(tmp_path, document(), passage("p", "x", 0), entity("a"), mention("p", "a"))
    # The header and the label are not counted.
    assert counted(tmp_path / "store") == len(stored(tmp_path)) - 2


@pytest.mark.parametrize(
    "name",
    [
        "a" * 100_000,
        "a" + "ж" * 99_999,
        "\u202eevil",
        "👩‍🚀",
        "x\ny",
        "\x1b[31m",
        " ",
        "+" * 40_000,
    ],
)
def test_hostile_names_come_back_as_they_were(tmp_path: Path, name):
    bring(
        tmp_path, document(), passage("p", name * 2, 0), entity("e", name, aliases=[name[:9] + "!"])
    )
    bring(tmp_path, document("d2"), *(passage(f"q{n}", f"Text {n}", n, "d2") for n in range(9)))
    bring(tmp_path, document("d3"), passage("z", name, 0, "d3"))
    assert stored(tmp_path, "entity") == [entity("e", name, aliases=[name[:9] + "!"])]
