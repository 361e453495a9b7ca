"""The pages on a small graph, without a server: every part of them that Python draws."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from components import services
from components.meaning import Meaning
from components.opening import Opening
from components.services import Services
from evidence.ports import GraphStore
from evidence.scope import EVERYTHING, Scope
from tests.builders import Story, reference_store
from tests.fakes import FixedEmbedder

ROOT = Path(__file__).parent.parent.parent
SHELL = ROOT / "components" / "shell.py"


class StatedEmbedder(FixedEmbedder):
    """A fixed embedder that says whether it is loading, ready or failed."""

    def __init__(self, state: Meaning = Meaning.READY, reason: str | None = None) -> None:
        super().__init__({"maria chen": (1, 0, 0, 0)})
        self.state = state
        self.reason = reason


class Page:
    """A page being tested."""

    def __init__(self, app: AppTest) -> None:
        self.app = app
        self._told = 0

    def run(self, **parameters: str | list[str]) -> "Page":
        """Draw the page at an address."""
        self.app.query_params.clear()
        for name, value in parameters.items():
            self.app.query_params[name] = value
        self.app.run()
        return self

    def data(self, component: str) -> Any:
        """What the one component of this name was given."""
        return json.loads(self._mounted(component).json)

    def has(self, component: str) -> bool:
        """Whether a component of this name is drawn."""
        drawn = [c.proto.component_name for c in self.app.get("bidi_component")]
        return component in drawn

    def act(self, *events: Any) -> "Page":
        """Send what a reader did on the canvas, numbered as the browser numbers it."""
        return self.fire("evidence_graph", "acts", self.told(*events))

    def told(self, *events: Any) -> dict[str, Any]:
        """The message of the canvas with these events."""
        numbers = range(self._told + 1, self._told + len(events) + 1)
        self._told = numbers.stop - 1
        numbered = [
            {"n": n, **event} if isinstance(event, dict) else event
            for n, event in zip(numbers, events, strict=True)
        ]
        return {"from": "test", "events": numbered}

    def fire(self, component: str, event: str, value: Any) -> "Page":
        """Send an event as the browser does; what is not drawn anew for it stays on the page."""
        return self.fire_all((component, event, value))

    def fire_all(self, *fired: tuple[str, str, Any]) -> "Page":
        """Send events that came so close together that the server hears of them at once."""
        states = self.app._tree.get_widget_states()
        for component, event, value in fired:
            identity = _make_trigger_id(self._mounted(component).id, "events")
            sent = json.dumps([{"event": event, "value": value}])
            states.widgets.append(WidgetState(id=identity, json_trigger_value=sent))
        self.app._run(states)
        return self

    def _mounted(self, component: str) -> Any:
        drawn = [item.proto for item in self.app.get("bidi_component")]
        [found] = [proto for proto in drawn if proto.component_name == component]
        return found

    @property
    def names(self) -> list[str]:
        """The names on the cards, in order."""
        return ["".join(text for text, _ in card["runs"]) for card in self.data("eg_hits")["cards"]]

    @property
    def notices(self) -> list[str]:
        """The texts of everything that is announced."""
        app = self.app
        return [item.value for kind in (app.error, app.warning, app.info) for item in kind]

    @property
    def address(self) -> dict[str, list[str]]:
        """The parameters of the address."""
        held = self.app.query_params
        return {name: [text] if isinstance(text := held[name], str) else text for name in held}

    def button(self, label: str) -> Any:
        """The button of this label."""
        [found] = [button for button in self.app.button if button.label == label]
        return found


def maria() -> Story:
    """Two people in two documents, one of them mentioned in an older version only."""
    story = Story()
    story.document(
        "notes.md",
        title="Notes",
        namespace="acme",
        path=["team", "notes.md"],
        versions=["v0", "v1"],
    )
    story.document("press.md", title="Press", namespace="press", collections=["public"])
    story.passage("N0", of="notes.md", version="v0", text="Otto Ahn was here.")
    story.passage("N1", of="notes.md", text="Maria Chen works for Acme Robotics.")
    story.passage("P1", of="press.md", text="Acme Robotics praised Maria Chen and Ravi Menon.")
    story.entity(
        "Maria Chen",
        "Person",
        seen_in=["N1", "P1"],
        aliases=["M. Chen"],
        properties={"role": "engineer", "api_key": "canary-1"},
    )
    story.entity("Ravi Menon", "Person", seen_in=["P1"])
    story.entity("Otto Ahn", "Person", seen_in=["N0"])
    story.entity("Acme Robotics", "Organization", seen_in=["N1", "P1"])
    story.relation("Maria Chen", "WORKS_FOR", "Acme Robotics", stated_in=["N1"])
    for number, name in enumerate(("Maria Chen", "Ravi Menon", "Otto Ahn", "Acme Robotics")):
        story.vector("entity", name, [1 - number / 10, number / 10, 0, 0])
    for name in ("N1", "P1"):
        story.vector("passage", name, [0.9, 0.1, 0, 0])
    return story


OpenPage = Callable[..., Page]


class Screen:
    """What a browser shows: after a run of some fragments, their new parts in the old page."""

    def __init__(self) -> None:
        self._shown: list[ForwardMsg] = []
        self._sent: list[ForwardMsg] = []

    @property
    def components(self) -> list[str]:
        """The components that the last run drew."""
        elements = [message.delta.new_element for message in self._sent]
        names = [element.bidi_component.component_name for element in elements]
        return [name for name in names if name]

    def after(self, runner: LocalScriptRunner) -> list[ForwardMsg]:
        """The messages that make up the page once a run has ended."""
        self._sent = runner.forward_msg_queue._queue
        started = [data for data in runner.event_data if "fragment_ids_this_run" in data]
        redrawn = set(started[-1]["fragment_ids_this_run"] or ())
        inside = runner._fragment_storage.has_ancestor_in
        kept = [
            message
            for message in self._shown
            if message.delta.fragment_id not in redrawn
            and not inside(message.delta.fragment_id, redrawn)
        ]
        self._shown = [*(kept if redrawn else ()), *self._sent]
        return self._shown


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """The screen of the one page of a test."""
    shown = Screen()
    monkeypatch.setattr(LocalScriptRunner, "forward_msgs", lambda runner: shown.after(runner))
    return shown


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch, screen: Screen) -> Iterator[OpenPage]:
    """Opens the app, or one page of it cold, on a store."""
    opened: list[Services] = []

    def open_one(
        script: Path = SHELL,
        *,
        story: Story | None = None,
        store: GraphStore | None = None,
        embedder: StatedEmbedder | None = None,
        ceiling: Scope = EVERYTHING,
    ) -> Page:
        held = store or reference_store(story or maria())
        opening = Opening(lambda _: held)
        assert opening.wait(5)
        shared = Services(opening, embedder or StatedEmbedder(), ceiling)
        opened.append(shared)
        monkeypatch.setattr(services, "current", lambda: shared)
        return Page(AppTest.from_file(str(script), default_timeout=20))

    yield open_one
    for shared in opened:
        shared.close()
