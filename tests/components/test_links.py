"""An address is a whole view; anything may be in it, and nothing in it widens the scope."""

from datetime import date
from urllib.parse import parse_qsl
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.link_rules import RULES, long_id, short_id
from components.links import format_link, parse_link
from components.view import Layout, Link, Picked, Selection, Tab, Walk, linked_scope, scope_within
from evidence.details import EdgeGrade
from evidence.limits import LINK_CHARACTERS
from evidence.results import SearchMode
from evidence.scope import EVERYTHING, Scope

ADA = "3f0f2c9e-7f0b-5a53-9a53-0d0f54d9d1aa"
BOB = "00000000-0000-5000-8000-000000000001"

ids = st.uuids().map(str)
words = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), min_size=1, max_size=12
)
some = st.lists(words, max_size=3, unique=True)
walks = st.builds(
    Walk,
    entity_id=ids,
    depth=st.integers(1, 2),
    max_nodes=st.integers(1, 200),
    max_edges=st.integers(1, 200),
    types=st.lists(words, max_size=3, unique=True).map(tuple),
)
scopes = st.builds(
    linked_scope,
    keys=some,
    namespaces=some,
    folders=some,
    collections=some,
    as_of=st.none() | st.dates(),
)
links = st.builds(
    Link,
    store=st.just("") | words,
    scope=scopes,
    q=st.just("") | words,
    mode=st.sampled_from(SearchMode),
    labels=some.map(tuple),
    limit=st.integers(1, 50),
    tab=st.sampled_from(Tab),
    walks=st.lists(walks, max_size=3, unique=True).map(tuple),
    hidden_nodes=st.lists(ids, max_size=5, unique=True).map(tuple),
    hidden_edges=st.lists(ids, max_size=5, unique=True).map(tuple),
    hidden_labels=some.map(tuple),
    hidden_kinds=st.lists(st.sampled_from(EdgeGrade), unique=True).map(tuple),
    extractors=some.map(tuple),
    min_confidence=st.none() | st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    layout=st.sampled_from(Layout),
    selection=st.none() | st.builds(Selection, kind=st.sampled_from(Picked), id=ids),
)


def test_a_view_at_its_defaults_needs_no_address() -> None:
    assert format_link(Link()).pairs == []
    assert parse_link([]) == (Link(), ())


def test_a_whole_view_as_an_address() -> None:
    link = Link(
        store="demo",
        scope=linked_scope(namespaces=["legal"], keys=["b.md", "a.md"], as_of=date(2024, 5, 1)),
        q="Ada & Bob",
        mode=SearchMode.LEXICAL,
        labels=("Person",),
        limit=20,
        tab=Tab.PASSAGES,
        walks=(
            Walk(entity_id=ADA),
            Walk(entity_id=BOB, depth=2, max_nodes=50, types=("A,B", "C:D")),
        ),
        hidden_nodes=(BOB,),
        hidden_labels=("Place",),
        hidden_kinds=(EdgeGrade.STATED,),
        extractors=("llm-1",),
        min_confidence=0.5,
        layout=Layout.TREE,
        selection=Selection(kind=Picked.EDGE, id=ADA),
    )
    assert format_link(link).pairs == [
        ("store", "demo"),
        ("asof", "2024-05-01"),
        ("ns", "legal"),
        ("doc", "a.md"),
        ("doc", "b.md"),
        ("q", "Ada & Bob"),
        ("mode", "lexical"),
        ("label", "Person"),
        ("limit", "20"),
        ("tab", "passages"),
        ("walk", ADA),
        ("walk", f"{BOB}:2:50:50:A%2CB,C%3AD"),
        ("hide", "AAAAAAAAUACAAAAAAAAAAQ"),
        ("nolabel", "Place"),
        ("nokind", "stated"),
        ("extractor", "llm-1"),
        ("conf", "0.5"),
        ("layout", "tree"),
        ("sel", "edge:Pw8snn8LWlOaUw0PVNnRqg"),
    ]


@given(links)
def test_an_address_brings_back_its_view(link: Link) -> None:
    address = format_link(link)
    assert address.left_out == ()
    parsed = parse_link(parse_qsl(address.query, keep_blank_values=True))
    assert parsed == (link, ())


@pytest.mark.parametrize(
    ("pairs", "ignored"),
    [
        ([("walk", "not-an-id")], ("walk",)),
        ([("walk", f"{ADA}:1:25:50:A:B")], ("walk",)),
        ([("walk", ADA.upper())], ("walk",)),
        ([("limit", "0")], ("number of hits",)),
        ([("limit", "51")], ("number of hits",)),
        ([("limit", "-1")], ("number of hits",)),
        ([("limit", "1e1")], ("number of hits",)),
        ([("limit", "٣")], ("number of hits",)),
        ([("conf", "nan")], ("least confidence",)),
        ([("conf", "inf")], ("least confidence",)),
        ([("conf", "1.01")], ("least confidence",)),
        ([("mode", "everything")], ("search mode",)),
        ([("tab", "secrets")], ("tab",)),
        ([("layout", "")], ("layout",)),
        ([("nokind", "fact")], ("hidden edge kinds",)),
        ([("sel", f"passage:{ADA}")], ("selection",)),
        ([("hide", "AAAAAAAAUACAAAAAAAAAAR")], ("hidden entities",)),
        ([("q", "nul\x00")], ("search text",)),
        ([("q", "\ud800")], ("search text",)),
        ([("asof", "yesterday")], ("date",)),
        ([("scope", "all")], ("scope",)),
        ([("__proto__", "x"), ("admin", "1")], ("an unknown setting",)),
    ],
)
def test_what_is_illegal_is_dropped_and_named(
    pairs: list[tuple[str, str]], ignored: tuple[str, ...]
) -> None:
    assert parse_link(pairs) == (Link(), ignored)


def test_of_a_text_too_long_to_search_for_the_beginning_is_kept() -> None:
    parsed = parse_link([("q", f"{'x' * 999} yz")])
    assert (parsed.link.q, parsed.ignored) == (f"{'x' * 999} ", ("end of the search text",))


@pytest.mark.parametrize("bounds", ["3", "1000000000", "1:201", "1:9999:9999", "x:y:z"])
def test_a_walk_whose_bounds_cannot_be_used_has_the_default_ones(bounds: str) -> None:
    default = parse_link([("entity", ADA)]).link
    assert parse_link([("walk", f"{ADA}:{bounds}")]) == (default, ("bounds of a walk",))


def test_a_walk_whose_bounds_cannot_be_used_keeps_its_types() -> None:
    parsed = parse_link([("walk", f"{ADA}:1:201:50:A,B"), ("walk", f"{BOB}:0")])
    assert [walk.types for walk in parsed.link.walks] == [("A", "B"), ()]
    assert parsed.ignored == ("bounds of a walk",)


def test_the_last_legal_value_counts_and_lists_add_up() -> None:
    pairs = [("mode", "lexical"), ("mode", "bogus"), ("label", "A"), ("label", "B"), ("label", "A")]
    parsed = parse_link([*pairs, ("entity", ADA), ("walk", BOB)])
    assert parsed.link.mode is SearchMode.LEXICAL
    assert parsed.link.labels == ("A", "B")
    assert parsed.link.walks == (Walk(entity_id=ADA), Walk(entity_id=BOB))
    assert parsed.ignored == ("search mode",)


def test_an_address_that_is_too_long_is_read_up_to_its_limit() -> None:
    pairs = [("q", "ada"), ("label", "x" * LINK_CHARACTERS), ("mode", "lexical")]
    link, ignored = parse_link(pairs)
    assert link == Link(q="ada")
    assert ignored == ("everything beyond 2,000 characters",)


def test_a_view_that_is_too_big_for_an_address_says_what_is_left_out() -> None:
    many = tuple(str(UUID(int=number)) for number in range(1, 100))
    link = Link(walks=(Walk(entity_id=ADA),), hidden_nodes=many, hidden_edges=many)
    address = format_link(link)
    assert address.left_out == ("hidden relations", "hidden entities")
    assert parse_link(address.pairs).link == Link(walks=link.walks)


def test_shortening_never_widens_the_scope() -> None:
    one = Link(scope=linked_scope(keys=["x" * 3000]))
    assert format_link(one) == ([("scope", "empty")], ("scope",))
    assert parse_link(format_link(one).pairs).link.scope.is_empty
    many = Link(q="q" * 900, scope=linked_scope(keys=[f"{n:04}" * 20 for n in range(60)]))
    kept = parse_link(format_link(many).pairs).link.scope.keys
    assert kept
    assert kept < (many.scope.keys or set())


def test_a_scope_that_was_narrowed_away_stays_empty() -> None:
    nothing = linked_scope(namespaces=["a"]).narrowed(linked_scope(namespaces=["b"]))
    parsed = parse_link(format_link(Link(scope=nothing)).pairs)
    assert parsed.link.scope.is_empty


anything = st.text(max_size=40)
names = st.sampled_from([*RULES, "x"]) | anything
values = (
    anything
    | st.sampled_from([ADA, short_id(ADA), f"{ADA}:2:200:200:A", "empty", "2024-01-01", "0.5", "7"])
    | st.floats().map(str)
    | st.integers().map(str)
)


@given(st.lists(st.tuples(names, values), max_size=12), scopes)
def test_any_address_gives_a_legal_view_that_only_narrows(
    pairs: list[tuple[str, str]], ceiling: Scope
) -> None:
    link, ignored = parse_link(pairs)
    assert Link(**{name: getattr(link, name) for name in Link.model_fields}) == link
    assert all(
        item == "an unknown setting" or "2,000" in item or item in shown() for item in ignored
    )
    assert len(format_link(link).query) <= LINK_CHARACTERS
    applied = scope_within(ceiling, link)
    assert applied.narrowed(ceiling).fingerprint == applied.fingerprint
    assert all(walk.depth <= 2 and walk.max_nodes <= 200 for walk in link.walks)


def shown() -> set[str]:
    return {rule.shown for rule in RULES.values()}


@given(scopes, scopes)
def test_a_link_never_adds_a_document(ceiling: Scope, asked: Scope) -> None:
    applied = scope_within(ceiling, Link(scope=asked))
    for limit in (ceiling, asked):
        for name in ("keys", "namespaces", "collections"):
            allowed, kept = getattr(limit, name), getattr(applied, name)
            assert allowed is None or (kept is not None and kept <= allowed)


@given(ids)
def test_short_ids_are_the_one_short_form(identity: str) -> None:
    assert len(short_id(identity)) == 22
    assert long_id(short_id(identity)) == identity
    assert long_id(identity) == identity


@pytest.mark.parametrize("text", ["", "x", "é" * 22, "A" * 21, "A" * 23, ADA.replace("-", "")])
def test_other_texts_are_no_ids(text: str) -> None:
    with pytest.raises(ValueError, match="not an id"):
        long_id(text)


def test_only_the_place_goes_along_to_another_page() -> None:
    link = Link(store="demo", scope=linked_scope(keys=["a"]), q="ada", limit=5)
    assert link.place == Link(store="demo", scope=link.scope)
    assert Link().place == Link(scope=EVERYTHING)
