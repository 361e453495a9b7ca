"""What bounds cut from a view, in words: the same sentences on the page and in exports. Pure."""

from typing import NamedTuple

from components.explore.beyond import beyond_sentence, deeper_of
from components.explore.exploration import Exploration, Outcome
from components.explore.shown_view import hidden_of
from components.text import counted
from components.view import Walk
from evidence import limits
from evidence.details import Count, Reached
from evidence.export.view import View
from evidence.results import Bound

_LOUD = (Bound.NODES, Bound.EDGES, Bound.CANDIDATES)


class Cut(NamedTuple):
    """What cut one walk.

    Attributes:
        place: Where the walk stands among those of the view.
        walk: The walk.
        name: The full name of the entity it starts at.
        bounds: The bounds that cut something, those that call for a warning only.
        nodes: Entities that the walks from there met and that are drawn, without the start.
        edges: Relations that their steps met and that are drawn.
        closing: Further relations that they drew between those entities.
        reached: What they met, drawn or not.
        walks: How many walks of the view start there.
        one_ring: Whether the first ring left nothing to the second one that was asked for.
    """

    place: int
    walk: Walk
    name: str
    bounds: tuple[Bound, ...]
    nodes: int
    edges: int
    closing: int
    reached: Reached
    walks: int = 1
    one_ring: bool = False

    @property
    def sentence(self) -> str:
        """The bound and the counts: ``25 of 514 entities besides it and 25 of 812 relations``.

        How many there are to draw does not depend on the bounds, or is said to be the least there
        can be. Relations between the drawn entities do depend on them, so they come apart.
        """
        entities = _share(self.nodes, self.reached.nodes, self.reached, "entity", "entities")
        relations = _share(self.edges, self.reached.edges, self.reached, "relation")
        more = self.nodes > self.walk.max_nodes or self.edges > self.walk.max_edges
        with_others = "with the other walks of this view, " if more else ""
        text = f"{self._cause} around {self.name}: {with_others}{entities} besides it and"
        text += f" {relations} are drawn"
        text += f", and {self._between}." if self._between else "."
        if self.one_ring:
            text += " None of the second ring is drawn: the first ring fills the bound."
        if Bound.CANDIDATES in self.bounds:
            text += (
                f" One step looks at {limits.STEP_ROWS:,} relations and there are more, so some"
                " were not counted."
            )
        return text

    @property
    def left(self) -> int:
        """How many relations that the steps met are not drawn."""
        return self.reached.edges - self.edges

    @property
    def _between(self) -> str:
        met = self.reached.between
        if self.closing >= met.value and not met.capped:
            what = counted(self.closing, "more relation")
            return f"{what} between these entities" if self.closing else ""
        least = "at least " if met.capped else ""
        what = counted(met.value, "more relation")
        return f"{self.closing:,} of {least}{what} between these entities"

    @property
    def _cause(self) -> str:
        caps = []
        if Bound.NODES in self.bounds:
            caps.append(counted(self.walk.max_nodes, "entity", "entities"))
        if Bound.EDGES in self.bounds:
            caps.append(counted(self.walk.max_edges, "relation"))
        if not caps:
            return "Cut at what one step looks at"
        return f"Cut at {' and '.join(caps)}" + (" in one walk" if self.walks > 1 else "")


def cuts_of(exploration: Exploration) -> list[Cut]:
    """The walks that a bound other than the depth cut, in order; of one entity the last of them."""
    latest = {
        outcome.walk.entity_id: place
        for place, outcome in exploration.latest()
        if any(bound in _LOUD for bound in outcome.result.truncated_by)
    }
    return [_cut(exploration, place) for place in sorted(latest.values())]


def _cut(exploration: Exploration, place: int) -> Cut:
    """What is drawn of all walks from one entity, a smaller walk kept beside a raised one too."""
    outcome = exploration.outcomes[place]
    walks = [kept.extra for kept in exploration.around(outcome.walk.entity_id)]
    met = [extra.reached or Reached(at_least=True) for extra in walks]
    last = outcome.extra.reached or Reached(at_least=True)
    entities = frozenset[str]().union(*(each.node_ids for each in met))
    relations = frozenset[str]().union(*(each.relation_ids for each in met))
    by_walks = {edge.relation_id for extra in walks for edge in extra.edges}
    drawn = {item.detail.relation_id for item in exploration.edges}
    closing = len((drawn & by_walks) - relations)
    return Cut(
        place=place,
        walk=outcome.walk,
        name=outcome.start_name,
        bounds=tuple(bound for bound in outcome.result.truncated_by if bound in _LOUD),
        nodes=sum(node.entity.entity_id in entities for node in exploration.nodes),
        edges=len(drawn & relations),
        closing=closing,
        reached=last.model_copy(update={"node_ids": entities, "relation_ids": relations}),
        walks=len(walks),
        one_ring=_fills_bound(outcome),
    )


def _fills_bound(outcome: Outcome) -> bool:
    full = {Bound.NODES, Bound.EDGES} & set(outcome.result.truncated_by)
    return bool(full) and all(n.depth == 1 for n in outcome.result.nodes) and outcome.walk.depth > 1


def full_sentence(exploration: Exploration) -> str:
    """That the view can hold no more; empty while it can."""
    if not exploration.left_out:
        return ""
    verb = "is" if exploration.left_out == 1 else "are"
    return (
        f"The view is full: it holds {limits.VIEW_NODES} entities, the most that can be drawn."
        f" {counted(exploration.left_out, 'entity', 'entities')} of these walks {verb} left out."
    )


def dropped_sentence(exploration: Exploration) -> str:
    """How many relations are not drawn for want of a current passage; empty when none."""
    dropped: dict[str, tuple[Count, str]] = {}
    for outcome in exploration.outcomes:
        if outcome.is_ok and outcome.extra.dropped.value:
            dropped[outcome.walk.entity_id] = (outcome.extra.dropped, outcome.start_name)
    if not dropped:
        return ""
    parts = [
        f"{counted(count.value, 'relation', capped=count.capped)} around {name}"
        for count, name in dropped.values()
    ]
    return f"Not drawn, because every passage behind them is superseded: {', '.join(parts)}."


def cut_sentences(exploration: Exploration, view: View) -> tuple[str, ...]:
    """Everything that is left out of a view, one sentence each, for its exports."""
    concealed = hidden_of(view).words
    sentences = [
        *(cut.sentence for cut in cuts_of(exploration)),
        full_sentence(exploration),
        beyond_sentence(deeper_of(exploration)),
        dropped_sentence(exploration),
        concealed[:1].upper() + concealed[1:] + "." if concealed else "",
    ]
    return tuple(sentence for sentence in sentences if sentence)


def _share(drawn: int, met: int, reached: Reached, one: str, many: str | None = None) -> str:
    least = "at least " if reached.at_least else ""
    if drawn == met and not reached.at_least:
        return f"all {counted(met, one, many)}" if met != 1 else f"the one {one}"
    return f"{drawn:,} of {least}{counted(met, one, many)}"
