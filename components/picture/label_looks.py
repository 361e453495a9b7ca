"""How labels look on this page: every label in scope gets its colour and shape once."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from components.picture.palette import LabelStyle, label_style, label_styles


class Look(TypedDict):
    """A label's colours and shape, as our components read them."""

    light: str
    dark: str
    shape: str


class LabelLooks:
    """The looks of the labels of one scope; the same on Search and Explore."""

    def __init__(self, labels: Iterable[str]) -> None:
        self._styles: Mapping[str, LabelStyle] = label_styles(labels)

    def of(self, label: str) -> Look:
        """How this label looks."""
        style = self._styles.get(label) or label_style(label)
        return Look(light=style.colour_light, dark=style.colour_dark, shape=style.shape)
