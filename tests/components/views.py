"""Views for tests of drawings: small exact ones, and believable ones of any size."""

import random
from uuid import UUID

from evidence.details import Count, EdgeDetail, EdgeGrade, EntityDetail, PassageDetail
from evidence.export import View, ViewEdge, ViewNode
from evidence.results import EdgeKind, ExploredEdge, Location, SupportingPassage

FIRST = [
    "Maria",
    "Daniel",
    "Priya",
    "Jonas",
    "Aiko",
    "Léa",
    "Tomás",
    "Ingrid",
    "Samir",
    "Noor",
    "Hanna",
    "Victor",
]
LAST = [
    "Chen",
    "Okafor",
    "Raman",
    "Müller",
    "Tanaka",
    "Dubois",
    "Herrera",
    "Larsen",
    "Haddad",
    "Visser",
    "Kowalski",
    "Ng",
]
PLACES = [
    "Zürich",
    "Lisbon",
    "Rotterdam",
    "Nairobi",
    "Osaka",
    "Gdańsk",
    "Valparaíso",
    "Leeds",
    "Turin",
    "Oslo",
]
THINGS = [
    "Orion Planner",
    "Harbour Ledger",
    "Tidewater Index",
    "Northgate",
    "Route Compass",
    "Atlas",
]
FIRMS = "Acme Logistics|Nordhafen Shipping|Blue Canal Partners|Meridian Freight|Sato & Sons|"
FIRMS = [*FIRMS.split("|")[:-1], "European Inland Waterways Authority", "東京物流"]
LABELS = ("Person", "Organization", "Location", "Product", "Event", "Document")
TYPES = {
    "Person": "KNOWS", "Organization": "WORKS_FOR", "Location": "BASED_IN",
    "Product": "MAINTAINS", "Event": "ATTENDED", "Document": "SIGNED",
}  # fmt: skip
GRADES = (EdgeGrade.STATED,) * 5 + (EdgeGrade.TOGETHER, EdgeGrade.TOGETHER, EdgeGrade.CONNECTED)


def node_id(number: int) -> str:
    return str(UUID(int=0xA000 + number))


def edge_id(number: int) -> str:
    return str(UUID(int=0xE0000 + number))


def node(number: int, name: str, label: str = "Person", *, relations: int = 3, walk: int = 0):
    detail = EntityDetail(
        entity_id=node_id(number),
        label=label,
        labels=[label],
        name=name,
        relations=Count(value=relations),
        passages=Count(value=2),
    )
    return ViewNode(entity=detail, walk=walk)


def passage(number: int, text: str = "Maria Chen works for Acme.") -> PassageDetail:
    return PassageDetail(
        evidence_id=f"ev1:c:{node_id(900)}:{'0' * 16}:{node_id(number)}",
        passage_id=node_id(number),
        document_key="acme-notes.md",
        title="Acme notes",
        citation=f"notes/acme-notes.md › Staff, passage {number}",
        text=text,
    )


def edge(
    number: int,
    source: int,
    target: int,
    relation_type: str = "WORKS_FOR",
    grade: EdgeGrade = EdgeGrade.STATED,
    *,
    directed: bool = True,
    passages: tuple[PassageDetail, ...] = (),
) -> ViewEdge:
    stated = grade is EdgeGrade.STATED
    return ViewEdge(
        edge=ExploredEdge(
            source_id=node_id(source),
            target_id=node_id(target),
            relation_type=relation_type,
            kind=EdgeKind.ASSERTION if stated else EdgeKind.PATH,
            evidence=[
                SupportingPassage(
                    evidence_id=item.evidence_id,
                    document_key=item.document_key,
                    location=Location(),
                )
                for item in passages
            ],
        ),
        detail=EdgeDetail(
            relation_id=edge_id(number),
            grade=grade,
            directed=directed,
            passages=Count(value=max(len(passages), 1) if stated else 0),
            together=Count(value=2) if grade is EdgeGrade.TOGETHER else None,
        ),
        passages=passages,
    )


def small() -> View:
    """Maria works for Acme (stated), knows Daniel (together); Daniel, Acme (connected)."""
    words = (passage(1), passage(2, "Acme employs Maria Chen."))
    return View(
        start_id=node_id(0),
        nodes=(
            node(0, "Maria Chen", relations=4),
            node(1, "Acme Logistics", "Organization", relations=2),
            node(2, "Daniel Okafor"),
        ),
        edges=(
            edge(0, 0, 1, passages=words),
            edge(1, 0, 2, "KNOWS", EdgeGrade.TOGETHER, directed=False),
            edge(2, 2, 1, "ADVISES", EdgeGrade.CONNECTED),
        ),
    )


def believable(nodes: int, edges: int, *, hub: bool = False, seed: int = 3) -> View:
    """A neighbourhood as the explorer draws them: two rings, parallel edges, one loop."""
    chance = random.Random(seed)
    first = nodes - 1 if hub else max(3, min(9, nodes // 4) if nodes < 60 else nodes // 5)
    kinds = [LABELS[0]] + [chance.choice(LABELS) for _ in range(nodes - 1)]
    items = [
        node(number, _name(number, kind, chance), kind, relations=chance.choice((1, 2, 3, 9, 24)))
        for number, kind in enumerate(kinds)
    ]
    pairs = [
        (0 if number <= first else chance.randint(1, first), number) for number in range(1, nodes)
    ]
    while len(pairs) < edges - 1:
        pairs.append(
            tuple(chance.sample(range(nodes), 2)) if len(pairs) % 3 else pairs[len(pairs) % 5]
        )
    pairs.append((1, 1))
    drawn = [
        edge(
            number, source, target, TYPES[kinds[target]] if number % 4 else "PART_OF",
            chance.choice(GRADES), directed=number % 7 != 0, passages=(passage(number),),
        )
        for number, (source, target) in enumerate(pairs[: max(edges, nodes - 1)])
    ]  # fmt: skip
    return View(start_id=node_id(0), nodes=tuple(items), edges=tuple(drawn))


def _name(number: int, kind: str, chance: random.Random) -> str:
    if kind == "Person":
        return f"{FIRST[number % 12]} {chance.choice(LAST)}"
    if kind == "Organization":
        return FIRMS[number % len(FIRMS)] + (f" {number}" if number >= len(FIRMS) else "")
    if kind == "Location":
        return PLACES[number % 10] + (f" {number}" if number >= 10 else "")
    if kind == "Product":
        return f"{THINGS[number % 6]} {number}"
    return (
        f"{'Harbour congress' if kind == 'Event' else 'Framework agreement'} {2000 + number % 26}"
    )
