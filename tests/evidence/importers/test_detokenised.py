import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.importers.detokenised import detokenised

SENTENCES = {
    'Wilfried " Willi " Schneider ( born 1963 in Mediaș , Transylvania ) is here .':
        'Wilfried "Willi" Schneider (born 1963 in Mediaș, Transylvania) is here.',
    "He won the men 's title in 1997 - 8 .": "He won the men's title in 1997-8.",
    "It is a two - year contract ; it ended .": "It is a two-year contract; it ended.",
    "until Idriss ' death and Illinois ' 12th": "until Idriss' death and Illinois' 12th",
    "Murray cod ' [ guduu ] ' , rather": "Murray cod '[guduu]', rather",
    "Do n't They ?": "Don't They?",
    "In 1920 – January 16": "In 1920 – January 16",
    "U.S .- Japan Relations": "U.S.-Japan Relations",
    "hit # 1 for $ 3 billion ( 55.5 % )": "hit #1 for $3 billion (55.5%)",
    "the # hash": "the # hash",
    "DVD / Blu - ray": "DVD/Blu-ray",
    "the “ 100 Steps ” and ‘ price band ’": "the “100 Steps” and ‘price band’",
    "Mumford & Sons": "Mumford & Sons",
    "Nexus \xa0 Q": "Nexus\xa0Q",
    "we 're , I 'll , I 'm , let 'em": "we're, I'll, I'm, let 'em",
    '" A " and " B "': '"A" and "B"',
}  # fmt: skip


@pytest.mark.parametrize(("tokens", "text"), SENTENCES.items())
def test_tokens_read_like_prose(tokens, text):
    assert detokenised(tokens.split(" ")).text == text


@given(st.lists(st.text(min_size=0, max_size=5) | st.sampled_from(list("\"'(),.-$%")), max_size=30))
def test_every_token_stands_where_its_span_says(tokens):
    text, spans = detokenised(tokens)
    assert [text[start:end] for start, end in spans] == tokens
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))
    assert text.replace(" ", "") == "".join(tokens).replace(" ", "")
