"""Scopes: what is empty, what is everything, and that ``narrowed`` never widens."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.records import DocumentRecord
from evidence.scope import EVERYTHING, Scope, as_scope, is_below
from tests.reference_graph import Document, Graph


def test_everything_restricts_nothing_and_is_not_empty() -> None:
    assert EVERYTHING.is_everything
    assert not EVERYTHING.is_empty
    assert Scope(enabled_only=False).is_everything


@pytest.mark.parametrize(
    "scope",
    [
        Scope(keys=frozenset()),
        Scope(namespaces=frozenset()),
        Scope(folders=frozenset(), keys=frozenset({"A"})),
        Scope(collections=frozenset()),
    ],
)
def test_scope_that_names_nothing_is_empty(scope: Scope) -> None:
    assert scope.is_empty
    assert not scope.is_everything


def test_a_day_alone_restricts() -> None:
    scope = Scope(as_of=date(2025, 1, 1))
    assert not scope.is_everything
    assert not scope.is_empty


def test_document_keys_become_a_scope() -> None:
    assert as_scope({"A", "B"}) == Scope(keys=frozenset({"A", "B"}))
    assert as_scope([]) == Scope(keys=frozenset())
    assert as_scope(EVERYTHING) is EVERYTHING


def test_one_text_is_not_a_set_of_keys() -> None:
    with pytest.raises(TypeError, match="not one text"):
        as_scope("A")


@pytest.mark.parametrize(
    ("folder", "ancestor", "below"),
    [
        ("rules/2024", "rules/2024", True),
        ("rules/2024/annex", "rules/2024", True),
        ("rules/2024", "rules", True),
        ("rules/20245", "rules/2024", False),
        ("rules", "rules/2024", False),
        ("", "", True),
    ],
)
def test_folders_are_compared_by_whole_names(folder: str, ancestor: str, below: bool) -> None:
    assert is_below(folder, ancestor) is below


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Scope(), Scope(), Scope()),
        (
            Scope(keys=frozenset("AB")),
            Scope(keys=frozenset("BC")),
            Scope(keys=frozenset("B")),
        ),
        (
            Scope(folders=frozenset({"rules"})),
            Scope(folders=frozenset({"rules/2024", "notes"})),
            Scope(folders=frozenset({"rules/2024"})),
        ),
        (
            Scope(as_of=date(2024, 1, 1)),
            Scope(namespaces=frozenset({"n"})),
            Scope(as_of=date(2024, 1, 1), namespaces=frozenset({"n"})),
        ),
        (
            Scope(as_of=date(2024, 1, 1)),
            Scope(as_of=date(2025, 1, 1)),
            Scope(keys=frozenset(), as_of=date(2024, 1, 1)),
        ),
        (Scope(enabled_only=False), Scope(), Scope()),
        (Scope(enabled_only=False), Scope(enabled_only=False), Scope(enabled_only=False)),
    ],
)
def test_narrowed_gives_what_both_allow(one: Scope, other: Scope, both: Scope) -> None:
    assert one.narrowed(other) == both
    assert other.narrowed(one) == both


def test_fingerprint_ignores_order_and_tells_fields_apart() -> None:
    assert Scope(keys=frozenset(["A", "B"])).fingerprint == as_scope(["B", "A"]).fingerprint
    different = [
        Scope(),
        Scope(enabled_only=False),
        Scope(keys=frozenset()),
        Scope(keys=frozenset({"x"})),
        Scope(namespaces=frozenset({"x"})),
        Scope(folders=frozenset({"x"})),
        Scope(collections=frozenset({"x"})),
        Scope(keys=frozenset({'x", "y'})),
        Scope(keys=frozenset({"x", "y"})),
        Scope(as_of=date(2025, 1, 1)),
    ]
    assert len({scope.fingerprint for scope in different}) == len(different)
    assert all(len(scope.fingerprint) == 32 for scope in different)


def test_fingerprint_accepts_a_lone_surrogate() -> None:
    assert len(Scope(keys=frozenset({"\ud800"})).fingerprint) == 32


names = st.none() | st.frozensets(st.sampled_from("abc"), max_size=3)
folders = st.none() | st.frozensets(st.sampled_from(["", "a", "a/b", "a/bc", "b"]), max_size=3)
days = st.none() | st.sampled_from([date(2024, 1, 1), date(2024, 7, 1), date(2025, 1, 1)])
scopes = st.builds(Scope, names, names, folders, names, days, st.booleans())
documents = st.builds(
    DocumentRecord,
    kind=st.just("document"),
    key=st.sampled_from("abc"),
    namespace=st.sampled_from("abc"),
    path=st.sampled_from([[], ["f"], ["a", "f"], ["a", "b", "f"], ["a", "bc", "f"], ["b", "f"]]),
    collections=st.lists(st.sampled_from("abc"), unique=True),
    in_force_from=st.none() | st.sampled_from(["2024", "2024-07"]),
    in_force_to=st.none() | st.sampled_from(["2024-07-01", "2025"]),
    enabled=st.none() | st.booleans(),
)


def holds(scope: Scope, record: DocumentRecord) -> bool:
    return Graph().document_in_scope(Document("id", record), scope)


@given(scopes, scopes, documents)
def test_narrowed_lets_through_only_what_both_let_through(
    one: Scope, other: Scope, record: DocumentRecord
) -> None:
    if holds(one.narrowed(other), record):
        assert holds(one, record)
        assert holds(other, record)


@given(scopes, scopes, documents)
def test_narrowed_loses_nothing_but_documents_of_two_collections(
    one: Scope, other: Scope, record: DocumentRecord
) -> None:
    other = replace(other, as_of=one.as_of, collections=one.collections)
    assert holds(one.narrowed(other), record) is (holds(one, record) and holds(other, record))


@given(scopes, documents)
def test_empty_scopes_let_nothing_through_and_narrowing_with_itself_is_the_same(
    scope: Scope, record: DocumentRecord
) -> None:
    assert scope.narrowed(scope).fingerprint == scope.fingerprint or scope.folders is not None
    if scope.is_empty:
        assert not holds(scope, record)


@given(scopes, scopes)
def test_fingerprints_agree_exactly_when_scopes_do(one: Scope, other: Scope) -> None:
    assert (one.fingerprint == other.fingerprint) is (one == other)
