"""Labels of options: the browser answers with the label, so no two options may share one."""

from collections import Counter
from collections.abc import Mapping, Sequence

from components.picture.words import format_count, relation_words
from components.text import elide, literal, shown_name
from evidence.details import TypeCount

_CHARACTERS = 25
_LONGER = 80


def distinct(labels: Mapping[str, str], longer: Mapping[str, str]) -> dict[str, str]:
    """The labels by option, each only once.

    Args:
        labels: A short label for each option.
        longer: What stands for it where another option has the same short one; where even these
            are equal, the options are numbered.
    """
    seen = Counter(labels.values())
    chosen: dict[str, str] = {}
    taken: set[str] = set()
    for option, label in labels.items():
        text = label if seen[label] == 1 else longer[option]
        number = 2
        unique = text
        while unique in taken:
            unique = f"{text} ({number})"
            number += 1
        taken.add(unique)
        chosen[option] = unique
    return chosen


def type_labels(types: Sequence[TypeCount]) -> dict[str, str]:
    """Relation types with their counts as Markdown, by name: ``works for 37``."""
    counts = {item.name: literal(format_count(item.count)) for item in types}
    short = {name: elide(relation_words(name), _CHARACTERS) for name in counts}
    long = {name: elide(shown_name(name[:_LONGER]), _LONGER) for name in counts}
    return distinct(
        {name: f"{literal(words)} {counts[name]}" for name, words in short.items()},
        {name: f"{literal(words)} {counts[name]}" for name, words in long.items()},
    )


def name_labels(counts: Mapping[str, int]) -> dict[str, str]:
    """Names with how often each occurs, as plain text, by name."""
    return distinct(
        {name: f"{elide(shown_name(name), 40)} ({count:,})" for name, count in counts.items()},
        {name: f"{shown_name(name)} ({count:,})" for name, count in counts.items()},
    )
