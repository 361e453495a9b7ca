"""A relation in the inspector: the sentence it makes, and the words that stand behind it."""

from collections.abc import Sequence
from datetime import date

from components.explore.panel import (
    Panel,
    PanelEnd,
    PanelPassage,
    action,
    edge_layers,
    panel_passage,
)
from components.picture.label_looks import LabelLooks
from components.picture.words import relation_words
from components.properties import shown_pairs
from components.search.hit_card import Chip
from components.text import counted, elide, shown_name
from evidence.cards import EdgeCard, EdgePassage
from evidence.details import EdgeGrade, EntityDetail

KINDS = {
    EdgeGrade.STATED: "Stated",
    EdgeGrade.TOGETHER: "Mentioned together",
    EdgeGrade.CONNECTED: "Connected only",
    EdgeGrade.MISSING: "Evidence missing",
}
EXPLANATIONS = {
    EdgeGrade.STATED: "A current passage in this scope is recorded as stating this relation.",
    EdgeGrade.TOGETHER: (
        "No passage is recorded as stating this relation. The passages below mention both ends;"
        " they are candidates, and may say something else."
    ),
    EdgeGrade.CONNECTED: (
        "No passage is recorded as stating this relation, and none mentions both ends. The graph"
        " connects the two, nothing more is known."
    ),
    EdgeGrade.MISSING: (
        "This relation names passages as its evidence that are not in this graph, so nothing here"
        " supports it."
    ),
}
_UNREADABLE = (
    "A current passage in this scope is recorded as stating this relation, but what is stored of"
    " its text is not what was imported, so nothing here can be read or checked."
)
_JOINT = "None of them names both ends; they may state the relation only together."
_ONE_SIDED = "It does not name both ends; check that it says what it is recorded to say."


def edge_panel(card: EdgeCard, looks: LabelLooks, *, today: date) -> Panel:
    """The panel of one relation; ``today`` says whether it still holds."""
    passages = card.evidence or card.candidates
    return Panel(
        id=card.relation_id,
        kind="edge",
        title=_title(card),
        look=None,
        subject=_end(card.source, looks),
        relation=relation_words(card.relation_type),
        object=_end(card.target, looks),
        directed=card.directed,
        chips=_chips(card, today),
        grade=card.grade.value,
        lines=[_UNREADABLE if _is_unreadable(card) else EXPLANATIONS[card.grade]],
        facts=_facts(card),
        properties=shown_pairs(card.properties),
        passages_title=_passages_title(card, passages),
        passages_note=_passages_note(card, passages),
        passages=_passages(passages),
        actions=[action("hide", "Hide", "Take this relation out of the drawing")],
    )


def _title(card: EdgeCard) -> str:
    names = shown_name(card.source.name), shown_name(card.target.name)
    words = relation_words(card.relation_type)
    return f"{names[0]} — {words} — {names[1]}"


def _end(entity: EntityDetail, looks: LabelLooks) -> PanelEnd:
    name = elide(shown_name(entity.name), 120)
    return PanelEnd(id=entity.entity_id, name=name, look=looks.of(entity.label))


def _chips(card: EdgeCard, today: date) -> list[Chip]:
    unreadable = _is_unreadable(card)
    tone = "good" if card.grade is EdgeGrade.STATED and not unreadable else "warn"
    chips = [Chip(text=KINDS[card.grade], tone=tone, help="What stands behind this relation")]
    if unreadable:
        chips.append(Chip(text="Text damaged", tone="warn", help="None of it can be shown"))
    if not card.directed:
        chips.append(Chip(text="No direction", tone="", help="The source does not say which way"))
    if card.valid_to and card.valid_to <= today.isoformat():
        chips.append(Chip(text=f"Ended {card.valid_to}", tone="warn", help="Valid until this day"))
    elif card.valid_to:
        chips.append(Chip(text=f"Until {card.valid_to}", tone="", help="Valid until this day"))
    return chips


def _is_unreadable(card: EdgeCard) -> bool:
    """Whether the text of every passage that is listed as stating it is withheld."""
    return bool(card.evidence) and not any(each.passage.intact for each in card.evidence)


def _facts(card: EdgeCard) -> list[tuple[str, str]]:
    confidence = "" if card.confidence is None else f"{card.confidence:.2f}"
    facts = [
        ("Extractor", elide(shown_name(card.extractor), 80) if card.extractor else ""),
        ("Confidence", confidence),
        ("Valid from", card.valid_from or ""),
        ("Valid to", card.valid_to or ""),
    ]
    return [(name, value) for name, value in facts if value]


def _passages_title(card: EdgeCard, passages: Sequence[EdgePassage]) -> str:
    if card.grade is EdgeGrade.STATED:
        count = card.evidence_count
        number = counted(count.value, "passage", capped=count.capped)
        stated = _names_both(passages) and not _is_unreadable(card)
        return f"Stated in {number}" if stated else f"Recorded evidence: {number}"
    if card.grade is EdgeGrade.TOGETHER:
        count = card.together
        return f"{counted(count.value, 'candidate passage', capped=count.capped)}"
    return ""


def _passages_note(card: EdgeCard, passages: Sequence[EdgePassage]) -> str:
    stated = card.grade is EdgeGrade.STATED
    count = card.evidence_count if stated else card.together
    notes = []
    if passages and (count.capped or count.value > len(passages)):
        notes.append(f"The first {len(passages):,} are listed.")
    if stated and not _names_both(passages):
        notes.append(_JOINT if len(passages) > 1 else _ONE_SIDED)
    return " ".join(notes)


def _names_both(passages: Sequence[EdgePassage]) -> bool:
    """Whether a passage that can be read names both ends.

    Nothing is said against those that are not listed, or whose text is withheld.
    """
    readable = [each for each in passages if each.passage.intact]
    return not readable or any(each.both_seen for each in readable)


def _passages(passages: Sequence[EdgePassage]) -> list[PanelPassage]:
    return [
        panel_passage(
            item.passage,
            edge_layers(item),
            number=number,
            seen=_seen(item) if item.passage.intact else [],
        )
        for number, item in enumerate(passages, start=1)
    ]


def _seen(item: EdgePassage) -> list[tuple[str, bool]]:
    return [("Subject seen", item.subject_seen), ("Object seen", item.object_seen)]
