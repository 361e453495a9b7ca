import base64
import hashlib
import json
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from components.picture.model import draw
from components.picture.standalone_page import encode, graph_html
from evidence.details import EdgeGrade
from evidence.export import View, ViewNotes
from tests.components.views import edge, node, node_id, passage, small

NOTES = ViewNotes(title="Around Maria", scope="Everything", made="2026-03-01", cut=("25 of 61.",))
PAYLOADS = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{7*7}}%(title)s",
    "\u2028\u2029", "]]><svg/onload=alert(1)>", "href='javascript:alert(1)'", "<!--", "&lt;b&gt;",
    "\0\x1b\u202e", "\ud800",
]  # fmt: skip


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.attributes = [], [], []
        self._script = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self._script = tag == "script"
        if self._script:
            self.scripts.append("")

    def handle_endtag(self, tag):
        self._script = False

    def handle_data(self, data):
        if self._script:
            self.scripts[-1] += data


def page(view, notes=NOTES):
    return graph_html(view, draw(view), notes)


def said(relation):
    return "".join(text for text, _ in relation["sentence"])


def test_a_relation_is_said_as_in_the_drawing_with_its_data_apart():
    view = small()
    relations = json.loads(Page(page(view)).scripts[0])["relations"]
    assert [said(item) for item in relations] == [edge.sentence for edge in draw(view).edges]
    assert [[text for text, data in item["sentence"] if data] for item in relations] == [
        ["Maria Chen", "works for", "Acme Logistics"],
        ["Maria Chen", "Daniel Okafor", "knows"],
        ["Daniel Okafor", "advises", "Acme Logistics"],
    ]


def test_names_in_the_head_of_the_page_stand_apart():
    name = "دبي (2)"
    view = View(start_id=node_id(0), nodes=(node(0, name),))
    notes = ViewNotes(
        title=f"Relations around {name}",
        scope="Scope: folders تقرير عام, بيان (12 documents)",
        made="2026-03-01",
        cut=("Cut at 25 entities around دبي: 25 of 61 are drawn.",),
    )
    text = page(view, notes)
    assert "<title>Relations around دبي (2)</title>" in text
    assert f"<h1>Relations around <bdi>{name}</bdi></h1>" in text
    assert (
        "<p>Scope: folders <bdi>تقرير عام</bdi>, <bdi>بيان</bdi> (12 documents) · 2026-03-01</p>"
    ) in text
    assert "<p>Cut at 25 entities around <bdi>دبي</bdi>: 25 of 61 are drawn.</p>" in text


def test_the_page_holds_the_relations_and_their_passages():
    first, _, third = json.loads(Page(page(small())).scripts[0])["relations"]
    assert said(first) == "Maria Chen works for Acme Logistics: stated in 2 passages."
    assert [item["runs"] for item in first["passages"]] == [
        [["Maria Chen", ["subject"]], [" works for Acme.", []]],
        [["Acme employs ", []], ["Maria Chen", ["subject"]], [".", []]],
    ]
    assert third["passages"] == []
    assert third["support"] == "Connected only; no passage is recorded as stating it."


def test_subject_object_and_quote_are_marked_in_a_passage():
    quoted = passage(1).model_copy(update={"quote_start": 6, "quote_end": 10})
    view = View(
        start_id=node_id(0),
        nodes=(node(0, "Maria Chen"), node(1, "Acme")),
        edges=(edge(0, 0, 1, grade=EdgeGrade.TOGETHER, passages=(quoted,)),),
    )
    relation = json.loads(Page(page(view)).scripts[0])["relations"][0]
    assert relation["candidates"] is True
    assert relation["passages"][0]["runs"] == [
        ["Maria ", ["subject"]],
        ["Chen", ["subject", "quote"]],
        [" works for ", []],
        ["Acme", ["object"]],
        [".", []],
    ]


def test_the_policy_names_exactly_our_script_and_style_and_no_request():
    text = page(small())
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    script = Page(text).scripts[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in text


def everywhere(text):
    words = passage(1, text).model_copy(update={"citation": text})
    return View(
        start_id=node_id(0),
        nodes=(node(0, text, text or "L"), node(1, text)),
        edges=(edge(0, 0, 1, text or "T", passages=(words,)), edge(1, 0, 0, text or "T")),
    )


def test_hostile_text_in_every_field_adds_no_element_and_no_attribute():
    harmless = Page(page(everywhere("Maria"), NOTES))
    for text in PAYLOADS:
        notes = ViewNotes(title=text, scope=text, made=text, cut=(text,))
        found = Page(page(everywhere(text), notes))
        assert len(found.scripts) == 2
        assert found.scripts[1] == harmless.scripts[1]
        assert set(found.tags) == set(harmless.tags)
        assert set(found.attributes) <= set(harmless.attributes)


@given(st.text(max_size=80))
def test_any_text_leaves_two_scripts_and_readable_data(text):
    found = Page(page(everywhere(text)))
    assert len(found.scripts) == 2
    assert json.loads(found.scripts[0])["entities"][0]["id"] == node_id(0)


@given(st.text())
def test_encoded_json_is_ascii_without_markup_and_reads_back(text):
    written = encode({"a": text})
    assert written.isascii()
    assert not set("<>&") & set(written)
    assert json.loads(written) == {"a": text}
