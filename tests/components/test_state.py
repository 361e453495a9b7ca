"""The address is the view; the session remembers what an address cannot hold."""

import pickle

from streamlit.testing.v1 import AppTest

from components.view import Link, linked_scope
from tests.components.test_links import ADA, BOB


def script() -> None:
    import streamlit as st

    from components import state

    link, ignored = state.open_link()
    state.put("seen", (link, ignored))

    def search() -> None:
        state.put("left_out", state.go(link.changed(q=state.value_of("box"))))
        state.remember_query(state.value_of("box"))

    state.show_in("box", link.q)
    st.text_input("Text", key="box")
    st.button("Search", on_click=search)


def pages() -> None:
    import streamlit as st

    from components import state
    from components.view import Link

    state.enter(st.session_state["page"])
    state.put("seen", state.open_link())
    st.button("Search", on_click=lambda: state.go(Link(q="ada")))


def opened(**parameters: str | list[str]) -> AppTest:
    app = AppTest.from_function(script, default_timeout=10)
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def seen(app: AppTest) -> Link:
    link: Link = app.session_state["seen"][0]
    return link


def search(app: AppTest, text: str) -> AppTest:
    app.text_input[0].set_value(text)
    return app.button[0].click().run()


def bare(app: AppTest) -> AppTest:
    app.query_params.clear()
    return app.run()


def test_a_view_is_read_from_its_address() -> None:
    app = opened(q="ada", doc=["a.md", "b.md"], mode="nonsense")
    assert app.session_state["seen"] == (
        Link(q="ada", scope=linked_scope(keys=["a.md", "b.md"])),
        ("search mode",),
    )


def test_a_change_becomes_the_address_and_the_next_view() -> None:
    app = search(opened(doc="a.md"), "ada")
    assert seen(app) == Link(q="ada", scope=linked_scope(keys=["a.md"]))
    assert app.query_params["q"] in ("ada", ["ada"])
    assert app.session_state["left_out"] == ()


def test_going_back_shows_the_view_of_the_older_address() -> None:
    app = search(opened(q="ada"), "bob")
    assert seen(app).q == "bob"
    app.query_params["q"] = "ada"
    app.run()
    assert seen(app).q == "ada"
    assert app.text_input[0].value == "ada"


def test_a_bare_address_takes_over_the_scope_and_nothing_else() -> None:
    app = search(opened(doc="a.md"), "ada")
    assert seen(bare(app)) == Link(scope=linked_scope(keys=["a.md"]))


def test_an_address_that_says_anything_is_the_whole_view() -> None:
    app = search(opened(doc="a.md"), "ada")
    bare(app)
    app.query_params["q"] = "bob"
    app.run()
    assert seen(app) == Link(q="bob")


def test_what_has_no_room_in_the_address_stays_in_the_session() -> None:
    text = "東京" * 400
    app = search(opened(), text)
    assert app.session_state["left_out"] == ("search text",)
    assert seen(app).q == text
    assert seen(app.run()).q == text


def test_recent_searches_are_kept_once_each_latest_first() -> None:
    app = opened()
    for number in range(25):
        search(app, f"text {number}")
    search(app, "text 10")
    recent = app.session_state["recent.queries"]
    assert recent[:3] == ["text 10", "text 24", "text 23"]
    assert len(recent) == 20


def test_what_a_session_holds_can_be_serialised() -> None:
    app = search(opened(walk=ADA, hide=BOB), "ada")
    for name in ("view.link", "view.address", "recent.queries"):
        held = app.session_state[name]
        assert pickle.loads(pickle.dumps(held)) == held


def visit(app: AppTest, page: str) -> Link:
    """What a click on the page's name in the navigation shows."""
    app.session_state["page"] = page
    app.query_params.clear()
    return seen(app.run())


def test_who_comes_back_to_a_page_by_its_name_finds_it_as_it_was() -> None:
    app = AppTest.from_function(pages, default_timeout=10)
    assert visit(app, "Search") == Link()
    app.button[0].click().run()
    assert visit(app, "Explore") == Link()
    assert visit(app, "Search") == Link(q="ada")
    assert app.query_params["q"] in ("ada", ["ada"])
    assert visit(app, "Search") == Link(), "its own name asks for the empty page"
    assert visit(app, "Explore") == Link()
    assert visit(app, "Search") == Link()


def test_what_a_page_showed_comes_back_within_the_scope_of_now() -> None:
    app = AppTest.from_function(pages, default_timeout=10)
    visit(app, "Search")
    app.button[0].click().run()
    app.session_state["page"] = "Explore"
    app.query_params.clear()
    app.query_params["doc"] = "a.md"
    assert seen(app.run()).scope == linked_scope(keys=["a.md"])
    assert visit(app, "Search") == Link(q="ada", scope=linked_scope(keys=["a.md"]))


def test_the_scope_that_stays_is_said_by_the_address() -> None:
    app = AppTest.from_function(pages, default_timeout=10)
    app.session_state["page"] = "Search"
    app.query_params["doc"] = "a.md"
    app.run()
    assert visit(app, "Explore") == Link(scope=linked_scope(keys=["a.md"]))
    assert app.query_params["doc"] in ("a.md", ["a.md"])


def test_an_address_that_says_anything_is_not_what_the_page_showed_last() -> None:
    app = AppTest.from_function(pages, default_timeout=10)
    visit(app, "Search")
    app.button[0].click().run()
    visit(app, "Explore")
    app.session_state["page"] = "Search"
    app.query_params["q"] = "bob"
    assert seen(app.run()) == Link(q="bob")
