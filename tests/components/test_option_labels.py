"""No two options have the same label."""

from hypothesis import given
from hypothesis import strategies as st

from components.option_labels import name_labels, type_labels
from evidence.details import Count, TypeCount


def counted(*names: str, value: int = 1) -> list[TypeCount]:
    return [TypeCount(name=name, count=Count(value=value)) for name in names]


def test_a_type_reads_as_words_with_its_count() -> None:
    types = [TypeCount(name="WORKS_FOR", count=Count(value=1_000, capped=True))]
    assert type_labels(types) == {"WORKS_FOR": "works for 1\\,000\\+"}


def test_a_long_type_keeps_its_count() -> None:
    name = "located in the administrative territorial entity"
    assert type_labels(counted(name, value=175)) == {name: "located in the administr… 175"}


def test_types_that_read_alike_are_told_apart() -> None:
    labels = type_labels(counted("WORKS_FOR", "works for", "x" * 200 + "a", "x" * 200 + "b"))
    assert labels["WORKS_FOR"] == "WORKS\\_FOR 1"
    assert labels["works for"] == "works for 1"
    assert len(set(labels.values())) == 4


@given(st.lists(st.text(max_size=60), unique=True, max_size=12))
def test_labels_are_always_distinct(names: list[str]) -> None:
    assert len(set(type_labels(counted(*names)).values())) == len(names)
    assert len(set(name_labels(dict.fromkeys(names, 1)).values())) == len(names)
