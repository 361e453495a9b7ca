"""The legend as a filter."""

from components.explore.exploration import union
from components.explore.legend import label_entries, line_entries, toggled_grade, toggled_label
from components.explore.shown_view import shown_view
from components.picture.label_looks import LabelLooks
from evidence.details import Count, EdgeGrade, TypeCount
from tests.components.views import edge
from tests.components.walks import answer, view_of, walk

GRADES = [EdgeGrade.STATED, EdgeGrade.TOGETHER, EdgeGrade.CONNECTED]
ALL = view_of(walk(0))
GRAPH = union([
    answer(
        walk(0),
        [edge(0, 0, 1), edge(1, 0, 2, grade=EdgeGrade.CONNECTED), edge(2, 0, 3)],
        labels={0: "Person", 1: "City", 2: "City", 3: "Person"},
    )
])


def test_line_styles_have_a_fixed_order_and_count_what_is_drawn() -> None:
    entries = line_entries(GRAPH, shown_view(GRAPH, ALL), ALL)
    assert [(e["text"], e["count"], e["on"]) for e in entries] == [
        ("Stated by a passage", "2", True),
        ("Connected only", "1", True),
    ]
    less = ALL.changed(hidden_kinds=(EdgeGrade.CONNECTED,))
    entries = line_entries(GRAPH, shown_view(GRAPH, less), less)
    assert [(e["count"], e["on"]) for e in entries] == [("2", True), ("0", False)]


def test_labels_count_what_is_drawn_and_what_the_store_holds() -> None:
    stored = [
        TypeCount(name="City", count=Count(value=1_000, capped=True)),
        TypeCount(name="Person", count=Count(value=12)),
        TypeCount(name="Elsewhere", count=Count(value=3)),
    ]
    entries = label_entries(shown_view(GRAPH, ALL), ALL, stored, LabelLooks(["City", "Person"]))
    assert [(e["text"], e["count"]) for e in entries] == [
        ("City", "2 / 1,000+"),
        ("Person", "2 / 12"),
    ]
    assert entries[0]["help"] == "2 drawn, 1,000+ in this scope"


def test_the_room_of_an_entry_depends_on_nothing_hidden() -> None:
    less = ALL.changed(hidden_kinds=(EdgeGrade.CONNECTED,), hidden_labels=("City",))
    looks = LabelLooks(["City", "Person"])
    rooms = [
        [e["room"] for e in line_entries(GRAPH, view, link)]
        + [e["room"] for e in label_entries(view, link, [], looks)]
        for link in (ALL, less)
        for view in [shown_view(GRAPH, link)]
    ]
    assert rooms[0] == rooms[1] == [1, 1, 5, 5]


def test_a_line_style_is_hidden_and_shown_again_and_the_last_one_stays() -> None:
    less = toggled_grade(ALL, EdgeGrade.TOGETHER, GRADES)
    assert less.hidden_kinds == (EdgeGrade.TOGETHER,)
    assert toggled_grade(less, EdgeGrade.TOGETHER, GRADES) == ALL
    one = toggled_grade(less, EdgeGrade.CONNECTED, GRADES)
    assert one.hidden_kinds == (EdgeGrade.TOGETHER, EdgeGrade.CONNECTED)
    assert toggled_grade(one, EdgeGrade.STATED, GRADES) == one


def test_a_label_is_hidden_and_shown_again_and_the_last_one_stays() -> None:
    less = toggled_label(ALL, "B", ["A", "B", "C"])
    assert less.hidden_labels == ("B",)
    assert toggled_label(less, "B", ["A", "B", "C"]) == ALL
    one = ALL.changed(hidden_labels=("B",))
    assert toggled_label(one, "A", ["A", "B"]) == one


def test_of_very_many_labels_a_click_hides_one() -> None:
    many = [f"L{n:02}" for n in range(200)]
    link = ALL
    for label in many:
        link = toggled_label(link, label, many)
    assert link.hidden_labels == tuple(many[:-1])


def test_a_label_and_a_line_style_that_arrive_later_are_shown() -> None:
    link = toggled_label(ALL, "City", ["City", "Person"])
    link = toggled_grade(link, EdgeGrade.CONNECTED, [EdgeGrade.STATED, EdgeGrade.CONNECTED])
    later = union([
        answer(
            walk(0),
            [edge(0, 0, 1), edge(1, 0, 2), edge(2, 0, 3, grade=EdgeGrade.TOGETHER)],
            labels={0: "Person", 1: "City", 2: "Person", 3: "Event"},
        )
    ])
    view = shown_view(later, link)
    assert [node.entity.label for node in view.shown_nodes()] == ["Person", "Person", "Event"]
    entries = [
        *line_entries(later, view, link),
        *label_entries(view, link, [], LabelLooks(["City", "Event", "Person"])),
    ]
    assert {entry["text"]: entry["on"] for entry in entries} == {
        "Stated by a passage": True,
        "Mentioned together": True,
        "Person": True,
        "City": False,
        "Event": True,
    }


def test_the_line_styles_speak_of_drawn_as_the_banner_does() -> None:
    less = ALL.changed(hidden_kinds=(EdgeGrade.CONNECTED,))
    entries = line_entries(GRAPH, shown_view(GRAPH, less), less)
    assert [entry["help"] for entry in entries] == ["2 shown of 2 drawn", "0 shown of 1 drawn"]
