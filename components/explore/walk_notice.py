"""What became of the walks of a view, in words with a next step; only what went otherwise."""

from collections.abc import Iterable

from components.explore.exploration import Exploration, Outcome
from components.explore.moves import with_types, without_walk
from components.notice import Action, Notice, Tone
from components.picture.words import full_name
from components.text import literal
from components.view import Link
from evidence.results import WalkStatus
from evidence.scope import EVERYTHING


def walk_notices(exploration: Exploration, link: Link) -> list[Notice]:
    """Notices about walks that failed, are not available, or met nothing."""
    return [
        notice
        for place, outcome in enumerate(exploration.outcomes)
        for notice in _of_walk(exploration, outcome, link, place)
    ]


def _of_walk(
    exploration: Exploration, outcome: Outcome, link: Link, place: int
) -> Iterable[Notice]:
    status = outcome.result.status
    if status is WalkStatus.UNAVAILABLE:
        yield _unavailable(link, place)
    elif status is WalkStatus.MALFORMED:
        text = "This address does not name an entity. Look for one by its name."
        yield Notice(Tone.WARNING, text, [_without(link, place)])
    elif status is WalkStatus.FAILED:
        yield _failed(link, place)
    elif not outcome.result.edges:
        yield _nothing(outcome, link)
    elif place and _added_nothing(exploration, outcome):
        name = _name(outcome)
        text = f"Expanding {name} added nothing: all its relations within the bounds are drawn."
        yield Notice(Tone.QUIET, text)


def _added_nothing(exploration: Exploration, outcome: Outcome) -> bool:
    """Whether an expansion is in vain; a walk raised or along other types is no expansion."""
    starts = [each.walk.entity_id for each in exploration.outcomes]
    is_expansion = starts.count(outcome.walk.entity_id) == 1
    added = outcome.new_nodes or outcome.new_edges
    return is_expansion and not added and not exploration.left_out


def _unavailable(link: Link, place: int) -> Notice:
    what = "This entity" if place == 0 else "An entity of this view"
    text = f"{what} is not available here: nothing in this scope mentions it, or it does not exist."
    actions = [_without(link, place)]
    if link.scope != EVERYTHING:
        actions.insert(0, Action("Look in every document", link.changed(scope=EVERYTHING)))
    return Notice(Tone.WARNING, text, actions)


def _failed(link: Link, place: int) -> Notice:
    what = "The relations of this entity" if place == 0 else "The relations of one expansion"
    text = (
        f"{what} could not be read: the graph did not answer. Nothing is known about what is"
        " missing here. Try again in a moment."
    )
    actions = [Action("Try again", link)]
    return Notice(Tone.ERROR, text, actions if place == 0 else [*actions, _without(link, place)])


def _nothing(outcome: Outcome, link: Link) -> Notice:
    name = _name(outcome)
    actions = []
    if outcome.walk.types:
        text = f"{name} has no relation of the chosen types in this scope."
        actions.append(Action("Walk all types", with_types(link, ())))
    else:
        text = f"{name} has no relation that can be drawn in this scope."
    if link.scope != EVERYTHING:
        actions.append(Action("Look in every document", link.changed(scope=EVERYTHING)))
    start = outcome.extra.start
    if start and start.passages and start.passages.value:
        text += " The passages that mention it are listed in the inspector."
    return Notice(Tone.INFO, text, actions)


def _without(link: Link, place: int) -> Action:
    if place == 0:
        return Action("Choose another entity", link.place)
    return Action("Leave it out", without_walk(link, place))


def _name(outcome: Outcome) -> str:
    start = outcome.extra.start
    return literal(full_name(start.name)) if start else "This entity"
