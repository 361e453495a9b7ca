"""Statuses of searches in words: what happened, what was tried, what to do next."""

from collections.abc import Iterable, Sequence

from components.meaning import Meaning
from components.notice import Action, Notice, Tone
from components.text import counted, elide, literal, shown_name
from components.view import Link, Tab
from evidence.limits import QUERY_CHARACTERS, QUERY_WORDS
from evidence.results import (
    EntityResult,
    Leg,
    LegFailure,
    PassageResult,
    SearchMode,
    SearchStatus,
)
from evidence.scope import EVERYTHING

Result = EntityResult | PassageResult

NO_DOCUMENT = "The scope covers no document you can see"
_LEGS = {Leg.LEXICAL: "Search by name", Leg.SEMANTIC: "Meaning search"}
_PASSAGE_LEGS = {Leg.LEXICAL: "Search by words", Leg.SEMANTIC: "Meaning search"}


def search_notices(
    result: Result, link: Link, *, ran: SearchMode, cut: int = 0, elsewhere: int = 0
) -> list[Notice]:
    """What a reader must know about a result, loudest first; nothing when all went well.

    Args:
        result: The result to speak of.
        link: The view that asked for it.
        ran: The mode that ran, which is by name alone while the model is loading.
        cut: How many characters were left out before the text became that of the view.
        elsewhere: How many entities match under labels that the view leaves out.
    """
    notices = list(_of_status(result, link, ran, elsewhere))
    extra = result.extra
    lost = max(cut, extra.characters_dropped if extra else 0)
    if lost:
        notices.append(
            Notice(
                Tone.WARNING,
                f"Only the first {QUERY_CHARACTERS:,} characters were used;"
                f" {counted(lost, 'character')} left out. Shorten the text.",
            )
        )
    if extra and extra.words_dropped:
        notices.append(
            Notice(
                Tone.WARNING,
                f"Only the first {QUERY_WORDS} words were used;"
                f" {counted(extra.words_dropped, 'word')} left out. Shorten the text.",
            )
        )
    if result.truncated:
        notices.append(
            Notice(Tone.QUIET, "More may match than were looked at. Add a word to narrow it.")
        )
    return notices


def _of_status(result: Result, link: Link, ran: SearchMode, elsewhere: int) -> Iterable[Notice]:
    status = result.status
    if status is SearchStatus.EMPTY_SCOPE:
        yield Notice(
            Tone.WARNING,
            f"{NO_DOCUMENT}, so there is nothing to search. Widen the scope.",
            [_everything(link)] if link.scope != EVERYTHING else [],
        )
    elif status is SearchStatus.NO_MATCH:
        yield _no_match(result, link, ran, elsewhere)
    elif status is SearchStatus.INDEX_NOT_READY:
        yield Notice(
            Tone.WARNING,
            "The index this search needs cannot be read yet, so nothing was searched. It is built"
            " by an import, or with the command `rebuild`.",
            _other_modes(link, ran),
        )
    elif status is SearchStatus.FAILED:
        reasons = _reasons(result.failures, link)
        yield Notice(
            Tone.ERROR,
            f"The search could not be done. {reasons or 'The graph did not answer.'}"
            " Try again in a moment; if it fails again, the command `check` says whether the graph"
            " is damaged.",
            [Action("Try again", link), *_other_modes(link, ran)],
        )
    elif status is SearchStatus.PARTIAL:
        found = (
            "These hits come from what did answer." if result.hits else "Nothing else was found."
        )
        yield Notice(Tone.WARNING, f"{_reasons(result.failures, link)} {found}")


def _no_match(result: Result, link: Link, ran: SearchMode, elsewhere: int) -> Notice:
    shown = literal(elide(link.q))
    scope = result.extra.scope if result.extra else None
    place = "" if scope is None else f" in {counted(scope.documents, 'document')}"
    if link.tab is Tab.PASSAGES:
        text = f"No passage{place} matches “{shown}”. {_tried(ran, 'The words of passages')}"
        actions = [Action("Search entities instead", link.changed(tab=Tab.ENTITIES))]
    else:
        under = f" with {_labelled(link.labels)}" if link.labels else ""
        text = f"No entity{under}{place} matches “{shown}”. {_tried(ran, 'Names and aliases')}"
        if elsewhere:
            least = counted(elsewhere, "entity", "entities")
            text += f" Under other labels at least {least} {'does' if elsewhere == 1 else 'do'}."
        else:
            text += " An extractor may have missed it: the passages may still mention it."
        actions = [Action("Search passages for it", link.changed(tab=Tab.PASSAGES))]
    if link.labels and link.tab is Tab.ENTITIES:
        actions.insert(0, Action("Look under every label", link.changed(labels=())))
    if link.scope != EVERYTHING:
        actions.append(_everything(link))
    return Notice(Tone.INFO, text, actions)


def _labelled(labels: Sequence[str]) -> str:
    """The labels of a filter, the first three by name."""
    names = ", ".join(f"“{literal(elide(shown_name(label), 40))}”" for label in labels[:3])
    more = f" and {len(labels) - 3:,} more" if len(labels) > 3 else ""
    return f"{'the label' if len(labels) == 1 else 'one of the labels'} {names}{more}"


def _tried(ran: SearchMode, what: str) -> str:
    if ran is SearchMode.SEMANTIC:
        return "It was searched by meaning only."
    if ran is SearchMode.LEXICAL:
        return f"{what} were searched, meaning was not."
    return f"{what} were searched, and meaning."


def _reasons(failures: Iterable[LegFailure], link: Link) -> str:
    words = _PASSAGE_LEGS if link.tab is Tab.PASSAGES else _LEGS
    return " ".join(
        f"{words[failure.leg]} did not answer: {literal(failure.message.rstrip('.'))}."
        for failure in failures
    )


def _other_modes(link: Link, ran: SearchMode) -> list[Action]:
    if ran is SearchMode.LEXICAL:
        return []
    what = "words" if link.tab is Tab.PASSAGES else "name"
    return [Action(f"Search by {what} only", link.changed(mode=SearchMode.LEXICAL))]


def _everything(link: Link) -> Action:
    return Action("Search every document", link.changed(scope=EVERYTHING))


def meaning_notice(meaning: Meaning, reason: str | None, link: Link) -> Notice | None:
    """Why meaning search takes no part, when it does not."""
    if link.mode is SearchMode.LEXICAL or meaning is Meaning.READY:
        return None
    alone = link.mode is SearchMode.SEMANTIC
    actions = _other_modes(link, SearchMode.SEMANTIC) if alone else []
    if meaning is Meaning.LOADING:
        then = "The answer appears here" if alone else "Hits by meaning join these"
        return Notice(Tone.INFO, f"Meaning search is loading. {then} when it is ready.", actions)
    if meaning is Meaning.OFF and not alone:
        by = "words" if link.tab is Tab.PASSAGES else "name"
        return Notice(Tone.QUIET, f"Meaning search is switched off here; hits are found by {by}.")
    why = literal(reason or "The embedding model cannot be used.")
    return Notice(Tone.WARNING, f"Meaning search is not available. {why}", actions)
