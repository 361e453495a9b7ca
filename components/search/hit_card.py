"""One entity hit in words: why it was found, what supports it, and where to go from it."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from components.picture.label_looks import LabelLooks, Look
from components.properties import shown_pairs
from components.runs import Runs, name_runs
from components.support_list import Quote, quote
from components.text import counted, elide, has_hidden, shown_name
from evidence.details import Count, EntityDetail, HitDetail, LegRank, NameMatch
from evidence.marks import name_spans, query_spans
from evidence.query import Query
from evidence.results import EntityHit, EntityKind

SCORE_HELP = (
    "It only orders the hits and is not a confidence. With two searches, each adds one divided by"
    " its rank and a constant."
)
_MATCH = {
    NameMatch.EXACT: "Name is what you typed",
    NameMatch.PREFIX: "Name starts with what you typed",
    NameMatch.ALL_WORDS: "Every word is in the name",
    NameMatch.SOME_WORDS: "Some of the words are in the name",
    NameMatch.NONE: "Nearest by meaning only — not the name you typed",
}
_LEGS = {"lexical": "Name", "semantic": "Meaning", "expansion": "Neighbours"}
_BEST = 1 / 61
_ROUNDING = 1e-6


class Chip(TypedDict):
    """A short remark in a coloured shape, with a longer explanation."""

    text: str
    tone: str
    help: str


class LegLine(TypedDict):
    """What one search gave, and how long its bar is in percent."""

    leg: str
    text: str
    share: int


class Card(TypedDict):
    """A hit as the list of hits draws it. Every text is final and is shown as text."""

    runs: Runs
    style: Look | None
    chips: list[Chip]
    href: str | None
    open: str
    open_label: str
    match: str
    far: bool
    legs: list[LegLine]
    score: str
    score_help: str
    facts: list[tuple[str, str]]
    also: str
    support: list[Quote]
    no_support: str
    properties: list[tuple[str, str]]


def hit_card(
    hit: EntityHit, detail: HitDetail, query: Query, *, looks: LabelLooks, href: str
) -> Card:
    """The card of one entity hit.

    Args:
        hit: The hit.
        detail: Why it was found.
        query: What was searched for; it marks the name.
        looks: How labels look.
        href: Where Explore opens from this hit.
    """
    entity = detail.entity
    name = shown_name(entity.name)
    names = [entity.name, *entity.aliases]
    far = detail.match is NameMatch.NONE
    return Card(
        runs=name_runs(entity.name, query_spans(entity.name, query)),
        style=looks.of(hit.label),
        chips=[
            label_chip(hit.label),
            *_kind_chips(hit.kind, entity, far=far),
            *_hidden_chips(entity.name),
        ],
        href=href,
        open="Explore",
        open_label=f"Explore {elide(name)}",
        match=_match(detail),
        far=far,
        legs=leg_lines(detail.ranks),
        score=score_text(detail.ranks, hit.score),
        score_help=SCORE_HELP,
        facts=_facts(entity),
        also=_also(entity),
        support=[quote(passage, name_spans(passage.text, names)) for passage in detail.support],
        no_support=_no_support(hit.kind, shown=bool(detail.support)),
        properties=shown_pairs(entity.properties),
    )


def label_chip(label: str) -> Chip:
    """A label as a chip."""
    return Chip(text=elide(shown_name(label), 40), tone="", help="Label")


def leg_lines(ranks: Iterable[LegRank]) -> list[LegLine]:
    """What each search gave, best first."""
    return [
        LegLine(
            leg=rank.leg,
            text=f"{_LEGS.get(rank.leg, rank.leg)} #{rank.rank:,}",
            share=min(100, max(6, round(100 * rank.contribution / _BEST))),
        )
        for rank in ranks
    ]


def score_text(ranks: Sequence[LegRank], score: float) -> str:
    """How the ranks add up, ``1/61 + 1/63 = 0.0323``, or a single search's own value."""
    if abs(sum(rank.contribution for rank in ranks) - score) > _ROUNDING:
        return f"Ordering value {score:.4f}"
    return f"{' + '.join(f'1/{round(1 / rank.contribution)}' for rank in ranks)} = {score:.4f}"


def number(count: Count) -> str:
    """``12``, or ``1,000+`` when the count stopped at its cap."""
    return f"{count.value:,}{'+' if count.capped else ''}"


def count_text(count: Count | None, noun: str) -> str:
    """``12 relations``, ``1,000+ relations``, or nothing when it was not counted."""
    return "" if count is None else counted(count.value, noun, capped=count.capped)


def _facts(entity: EntityDetail) -> list[tuple[str, str]]:
    counts = [("Relations", entity.relations), ("Passages", entity.passages)]
    return [(name, number(count)) for name, count in counts if count is not None]


def _match(detail: HitDetail) -> str:
    words = _MATCH[detail.match]
    alias = detail.matched_name
    if alias and alias != detail.entity.name and detail.match is not NameMatch.NONE:
        return f"{words.replace('Name', 'Alias').replace('the name', 'an alias')}: {elide(shown_name(alias))}"
    return words


def _kind_chips(kind: EntityKind, entity: EntityDetail, *, far: bool) -> list[Chip]:
    """What supports an entity; beside a name nobody typed it must not look like a confirmation."""
    if kind is EntityKind.SUPPORTED:
        passages = count_text(entity.passages, "passage") or "passages"
        help_text = "Current passages in scope mention this entity."
        if far:
            help_text += " That says nothing about whether it is what you searched for."
        return [Chip(text=f"Supported by {passages}", tone="" if far else "good", help=help_text)]
    help_text = "No current passage in scope mentions this entity; at most older versions do."
    return [Chip(text="Unsupported", tone="warn", help=help_text)]


def _hidden_chips(name: str) -> list[Chip]:
    if not has_hidden(name):
        return []
    help_text = "The name holds characters that cannot be seen; they are spelt out."
    return [Chip(text="Invisible characters", tone="warn", help=help_text)]


def _also(entity: EntityDetail) -> str:
    others = [elide(shown_name(alias), 60) for alias in entity.aliases if alias != entity.name]
    if not others:
        return ""
    more = f" and {len(others) - 6:,} more" if len(others) > 6 else ""
    return f"Also called {', '.join(others[:6])}{more}"


def _no_support(kind: EntityKind, *, shown: bool) -> str:
    if shown:
        return ""
    if kind is EntityKind.UNSUPPORTED:
        return "No current passage in scope mentions this entity; at most superseded ones do."
    return "Its passages cannot be shown here."
