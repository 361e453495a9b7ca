"""The memory of answers is bounded in number and in size, and forgets the oldest first."""

from components.memo import Memo


def test_an_answer_comes_back_under_its_whole_key_only() -> None:
    memo = Memo()
    memo.put(("entities", "scope-a"), "A", characters=1)
    assert memo.get(("entities", "scope-a")) == "A"
    assert memo.get(("entities", "scope-b")) is None


def test_the_least_recently_used_answer_goes_first() -> None:
    memo = Memo(entries=2)
    memo.put("a", 1, characters=1)
    memo.put("b", 2, characters=1)
    memo.get("a")
    memo.put("c", 3, characters=1)
    assert [memo.get(key) for key in "abc"] == [1, None, 3]
    assert len(memo) == 2


def test_big_answers_push_out_small_ones_and_huge_ones_are_not_kept() -> None:
    memo = Memo(characters=100)
    memo.put("a", 1, characters=60)
    memo.put("b", 2, characters=60)
    assert [memo.get(key) for key in "ab"] == [None, 2]
    memo.put("huge", 3, characters=101)
    assert [memo.get(key) for key in ("huge", "b")] == [None, 2]


def test_replacing_an_answer_does_not_count_it_twice() -> None:
    memo = Memo(characters=100)
    memo.put("a", 1, characters=60)
    memo.put("a", 2, characters=60)
    memo.put("b", 3, characters=40)
    assert [memo.get(key) for key in "ab"] == [2, 3]
